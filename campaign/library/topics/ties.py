"""The page about winning: who wins a game, who wins the campaign, and how ties are broken."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.election_words import sentence
from campaign.library.mission_rules import mission_with
from campaign.library.records import Page, Question, Section, Sentence, Source, Words, house_ruled
from campaign.scores.house_rules import STANDARD
from scoring import HouseRules
from scoring.bonuses import DistrictCompletion
from scoring.house_rules import DEFAULT_TIEBREAK_MISSION


def _tiebreak(house_rules: HouseRules) -> Words:
    return format_lazy(_("the better rank in mission {mission};"), mission=house_rules.tiebreak_mission)


def _tiebroken(house_rules: HouseRules) -> Words:
    return format_lazy(
        _(
            "The one with the better rank in mission {mission}; then more missions won; then more Inhabitants on"
            " buildings in all missions; then they share the place."
        ),
        mission=house_rules.tiebreak_mission,
    )


PAGE = Page(
    "ties",
    _("Winning and ties"),
    _("Most VP wins. A tie goes to more Inhabitants on buildings, then to fewer empty squares."),
    "trophy",
    sections=(
        Section(
            "game",
            _("In a game"),
            (
                Sentence(_("The player with the most VP wins.")),
                Sentence(_("If two have the same VP, this decides:")),
            ),
            (
                Sentence(_("more Inhabitants on buildings, Customers included;")),
                Sentence(
                    _("then fewer empty squares in the city."),
                    why=_("Squares of removed buildings count as empty."),
                ),
            ),
        ),
        Section(
            "campaign",
            _("In the campaign"),
            (
                Sentence(
                    house_ruled(
                        "election_by",
                        _("Sum the scores of all ten missions: the highest sum wins the campaign."),
                        sentence,
                    ),
                    source=Source.MANUAL,
                ),
                Sentence(
                    house_ruled(
                        "election_by",
                        _("If two have the same sum, this decides:"),
                        _("If two are level, this decides:"),
                    ),
                    source=Source.OURS,
                ),
            ),
            (
                Sentence(
                    house_ruled(
                        "tiebreak_mission",
                        format_lazy(_("the better rank in mission {mission};"), mission=DEFAULT_TIEBREAK_MISSION),
                        _tiebreak,
                    ),
                    source=Source.OURS,
                ),
                Sentence(
                    _("then more missions won;"),
                    source=Source.OURS,
                ),
                Sentence(
                    _("then more Inhabitants on buildings in all missions."),
                    source=Source.OURS,
                ),
            ),
        ),
    ),
    mistakes=(_("Counting Inhabitants without work: only those on buildings count."),),
    questions=(
        Question(
            _("What if the empty squares are equal too?"),
            _("Inhabitants decide first, then empty squares; if both are equal, the players share the place."),
            source=Source.OURS,
        ),
        Question(
            _("Two players end the campaign level. Who wins?"),
            house_ruled(
                "tiebreak_mission",
                _tiebroken(STANDARD),
                _tiebroken,
            ),
            source=Source.OURS,
        ),
        Question(
            _("Do Customers count as Inhabitants in a tie?"), _("Yes. A Customer is an Inhabitant on a building.")
        ),
        Question(
            _("Do empty squares cost points?"),
            format_lazy(
                _("No. They only decide a tie; in mission {mission} full districts bring points."),
                mission=mission_with(DistrictCompletion),
            ),
            source=Source.MANUAL,
        ),
        Question(
            _("May a total be below 0 VP?"),
            _("No source sets a lower limit. Cornerstone shows the sum as it is, also below 0."),
            source=Source.OURS,
        ),
    ),
    decisions=("D17", "D16", "D5"),
    see=("activation", "shop"),
    keywords=_("tie, tie-break, tiebreaker, draw, equal, winner, winning"),
)
