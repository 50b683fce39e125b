"""The page of the Playground."""

from dataclasses import replace

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import EXPERT, never_stacked
from campaign.library.line_words.playgrounds import BRINGS
from campaign.library.mission_rules import EXPERT_WITH_PLAYGROUNDS, WITH_PLAYGROUNDS, missions_with
from campaign.library.records import Example, Page, Question, Section, Sentence, Source, house_ruled, name_of
from campaign.scores.words import listed
from scoring import Kind
from scoring.tiles import PLAYGROUNDS

PAGE = Page(
    "playground",
    name_of(Kind.PLAYGROUND.label),
    _("Some missions swap Parks for Playgrounds: they bring people but absorb nothing."),
    "playground",
    Kind.PLAYGROUND,
    Sentence(
        _("A Playground needs nothing, no Inhabitant and no Energy Unit: it is always active."),
        source=Source.MANUAL,
    ),
    sections=(
        Section(
            "like-a-park",
            _("Like a Park"),
            (
                Sentence(
                    _("A Playground scores like a Park: by the activated towers beside it."),
                    source=Source.MANUAL,
                ),
                Sentence(
                    house_ruled(
                        "monument_parks_only",
                        format_lazy(
                            _("Beside a Monument a Playground counts as a Park: {vp} VP."),
                            vp=EXPERT.monument[Kind.PLAYGROUND],
                        ),
                        _("Beside a Monument a Playground brings nothing."),
                    ),
                    source=Source.OURS,
                ),
            ),
        ),
        Section(
            "unlike-a-park",
            _("Unlike a Park"),
            (
                replace(BRINGS, source=Source.MANUAL),
                Sentence(
                    _("A Playground absorbs no Energy Unit."),
                    source=Source.MANUAL,
                ),
                Sentence(
                    _("A Playground is an extra tile. It replaces the Park of its number."),
                    source=Source.MANUAL,
                ),
                Sentence(
                    format_lazy(
                        _("Playgrounds {numbers} replace the Parks of these numbers."),
                        numbers=listed([one.id for one in PLAYGROUNDS if one.is_certain]),
                    ),
                    source=Source.MANUAL,
                ),
            ),
        ),
        never_stacked(Source.MANUAL),
    ),
    tables=(tables.PLAYGROUND,),
    examples=(
        Example(
            "playground",
            "T2GT-/-U--/----/---- 1i2e",
            WITH_PLAYGROUNDS,
            ("park",),
            _("Two towers beside it. Its Inhabitant works in the Public Service below."),
        ),
        Example(
            "playground-absorbs-nothing",
            "T2G--/----/----/---- 0i2e",
            WITH_PLAYGROUNDS,
            ("park", "unused_energy"),
            _("The second Energy Unit is pollution: a Playground absorbs none."),
        ),
        Example(
            "playground-monument",
            "GM---/-U---/-----/----- 1i0e",
            EXPERT_WITH_PLAYGROUNDS,
            ("monument",),
            house_ruled(
                "monument_parks_only",
                _("The Monument counts a Park and a Public Service."),
                _("The Monument counts only the Public Service."),
            ),
        ),
    ),
    mistakes=(
        _("Putting an unused Energy Unit on a Playground."),
        _("Playing with both the Park and its Playground. One replaces the other."),
    ),
    questions=(
        Question(
            _("We have no Playgrounds. Can we play these missions?"),
            _("Yes: mark the Parks they replace. Each brings an Inhabitant when built and absorbs nothing."),
            source=Source.OURS,
        ),
        Question(
            _("Which missions use Playgrounds?"),
            format_lazy(
                _("Missions {numbers}. All other missions use Parks."),
                numbers=missions_with(lambda rules: rules.playgrounds),
            ),
            source=Source.MANUAL,
        ),
    ),
    decisions=("D14", "D15", "D6"),
    see=("park", "monument"),
    keywords=_("promo, swing, slide, children, kids"),
)
