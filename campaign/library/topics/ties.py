"""Who wins a game and the campaign, and who wins a tie."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence, Words, house_ruled
from scoring import HouseRules
from scoring.house_rules import DEFAULT_TIEBREAK_MISSION


def _tiebreak(house_rules: HouseRules) -> Words:
    return format_lazy(_("the better rank in mission {mission};"), mission=house_rules.tiebreak_mission)


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
                Sentence(
                    _("The player with the most VP wins."),
                    _(
                        "who wins, how do I win, winner of the game, goal of the game, object, how does one win,"
                        " who has won at the end"
                    ),
                ),
                Sentence(
                    _("If two have the same VP, this decides:"),
                    _(
                        "tie, who wins a tie, two players have the same score, same points, draw, tiebreaker,"
                        " equal score, level, who wins if we both have the same points, two of us have the same"
                        " score, equal points who won, what breaks a tie, tie in a game, two players finish with"
                        " equal points"
                    ),
                ),
            ),
            (
                Sentence(
                    _("more Inhabitants on buildings, Customers included;"),
                    _("first tiebreaker, do inhabitants break a tie"),
                ),
                Sentence(
                    _("then fewer empty squares in the city."),
                    _(
                        "second tiebreaker, still tied, empty squares, free squares, empty spaces in a tie, tie"
                        " and also the same number of inhabitants, what if inhabitants are equal too, next"
                        " tiebreaker after inhabitants, same number of people in a tie"
                    ),
                    _("Squares of removed buildings count as empty."),
                ),
            ),
        ),
        Section(
            "campaign",
            _("In the campaign"),
            (
                Sentence(
                    _("Sum the scores of all ten missions: the highest sum wins the campaign."),
                    _(
                        "who wins the campaign, campaign score, final ranking, who becomes mayor, add up"
                        " missions, overall winner, end of the campaign, how is the winner of the campaign found,"
                        " do we add up the missions"
                    ),
                ),
                Sentence(
                    _("If two have the same sum, this decides:"),
                    _(
                        "tie in the campaign, same total, campaign tiebreaker, campaign ends in a tie, two"
                        " players have the same total after ten missions"
                    ),
                ),
            ),
            (
                Sentence(
                    house_ruled(
                        "tiebreak_mission",
                        format_lazy(_("the better rank in mission {mission};"), mission=DEFAULT_TIEBREAK_MISSION),
                        _tiebreak,
                    ),
                    _("tie-break mission, which mission breaks a tie"),
                ),
                Sentence(_("then more missions won;")),
                Sentence(_("then more Inhabitants on buildings in all missions.")),
            ),
        ),
    ),
    mistakes=(_("Counting Inhabitants without work: only those on buildings count."),),
    questions=(
        Question(
            _("What if the empty squares are equal too?"),
            _("The players share the place. No source goes further."),
            _(
                "still a draw, everything equal, shared victory, what if the empty squares are the same"
                " too, nothing breaks the tie, tie after all tiebreakers"
            ),
        ),
        Question(
            _("Do Customers count as Inhabitants in a tie?"),
            _("Yes. A Customer is an Inhabitant on a building."),
            _("people in shops and tiebreak, do shoppers count for the tiebreak"),
        ),
    ),
    decisions=("D17", "D16", "D5"),
    see=("activation", "shop"),
    keywords=_("tie, tie-break, tiebreaker, draw, equal, winner, winning"),
)
