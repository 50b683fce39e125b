"""The page of the Public Service."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import never_stacked, points, printed
from campaign.library.mission_rules import mission_with
from campaign.library.records import Example, Page, Question, Sentence, Source, name_of
from scoring import Kind
from scoring.bonuses import DistrictCompletion
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "public-service",
    name_of(Kind.PUBLIC_SERVICE.label),
    _("One in every district: the more districts, the better."),
    "public_service",
    Kind.PUBLIC_SERVICE,
    Sentence(_("A Public Service needs one Inhabitant.")),
    sections=(
        points(
            Sentence(_("Public Services score once for the city: count the districts that have one.")),
            Sentence(_("A second Public Service in a district adds only its printed VP.")),
            Sentence(
                format_lazy(
                    _("Add the VP printed on activated tiles: {printed}, by the tile."),
                    printed=printed(Kind.PUBLIC_SERVICE),
                ),
            ),
        ),
        never_stacked(),
    ),
    tables=(tables.PUBLIC_SERVICE,),
    examples=(
        Example(
            "services",
            "U-U1-/----/U2---/---- 3i0e",
            CLASSIC_RULES,
            ("public_service",),
            _("Three districts, plus the VP printed on the tiles."),
        ),
        Example(
            "services-together",
            "UU--/----/--U-/---- 3i0e",
            CLASSIC_RULES,
            ("public_service",),
            _("Three tiles in two districts: the second tile in a district adds only its printed VP."),
        ),
        Example(
            "services-expert",
            "U-UU-/-----/U--U-/----- 5i0e",
            EXPERT_RULES,
            ("public_service",),
            _("One in each of the five districts of the Expert mat."),
        ),
    ),
    mistakes=(
        _("Scoring the table for every tile. Read it once for the whole city."),
        _("Taking the Expert mat's square numbers for districts. Districts are the colored areas."),
        _("Adding the printed VP of a tile without an Inhabitant."),
    ),
    questions=(
        Question(
            _("Is a second Public Service in a district worth building?"),
            format_lazy(
                _(
                    "Not for the districts; it adds only its printed VP. A Monument beside it counts it, and in mission"
                    " {mission} it fills a square."
                ),
                mission=mission_with(DistrictCompletion),
            ),
            source=Source.MANUAL,
        ),
        Question(
            _("Does a Public Service score by its neighbors?"),
            _("No. Only the districts and its printed VP count."),
        ),
        Question(
            _("Two Public Services stand in one district. Do both need an Inhabitant?"),
            _("Only if you want the printed VP of both. One is enough for the district."),
        ),
        Question(
            _("What is a district in Classic Mode?"),
            _("One quarter of the mat: four squares of one color. There are four."),
        ),
        Question(
            _("How many districts are there in Expert Mode?"),
            _("Five, with four squares each. Each has its own number and color."),
        ),
    ),
    decisions=("D5",),
    see=("activation", "placement", "public-services-expansion"),
    keywords=_("town hall, city hall, service, administration, police, spread"),
)
