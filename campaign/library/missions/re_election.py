"""Re Election: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence, Words, house_ruled
from scoring import HouseRules

RULES = rules_of("re-election")


def tiebreak_elsewhere(house_rules: HouseRules) -> Words:
    return format_lazy(
        _("The scores of all ten missions are summed. The ranking of mission {mission} breaks a tie in that sum."),
        mission=house_rules.tiebreak_mission,
    )


TEXT = MissionText(
    story=(
        _(
            "The posters are up. The Mayor smiles from all of them, and under one somebody has written the name of"
            " an"
            " intern."
        ),
        _("A last city, then, on the large mats and with your own people. After that we read out the log."),
    ),
    new=(
        Sentence(_("Expert Mode once more, with Playgrounds.")),
        Sentence(_("Nobody shares: each player has their own Architects.")),
    ),
    turn=(
        Sentence(_("Play only your own Architects. They come back to you after the round.")),
        Sentence(
            house_ruled(
                "four_architects",
                _("You have #1 to #5 and take four turns: one stays unused each round."),
                _("You have #1 to #4 and play them all each round."),
            ),
        ),
    ),
    scoring=(
        Sentence(_("As in Expert Mode. Playgrounds score like Parks, also beside a Monument.")),
        Sentence(_("Unemployment is over: Inhabitants come as printed and cost as usual.")),
    ),
    examples=(
        Example(
            "playground-beside-monument",
            "TGM--/--P--/-----/----- 0i1e",
            RULES,
            ("park", "monument"),
            _("The Monument counts two Parks, one of them a Playground."),
        ),
    ),
    questions=(
        Question(
            _("Do Playgrounds bring the bonus of the second mission here?"), _("No, sets count in that mission only.")
        ),
        Question(
            _("What does this mission decide?"),
            house_ruled(
                "tiebreak_mission",
                _("The scores of all ten missions are summed. Its ranking breaks a tie in that sum."),
                tiebreak_elsewhere,
            ),
        ),
    ),
    see=("placement", "playground", "monument", "ties"),
    keywords=_("final, last mission, own architects, private, election"),
    endings={
        Ending.CLEAR: _(
            "The Mayor's posters come down by themselves; the rain helps. Whoever walks through the city of %(winner)s"
            " has an idea what will go up instead."
        ),
        Ending.CLOSE: _(
            "Last speech, last tile, last lamp in the office: %(winner)s takes the final mission by the width of a"
            " ballot paper. Who takes the desk is for the whole log to say."
        ),
        Ending.SHARED: _(
            "The final mission ends level between %(winners)s. The ballot box is turned over once more, and shaken."
            " Now the log has the word."
        ),
    },
)
