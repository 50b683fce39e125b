"""Re Election: its story, rules, questions and endings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question

RULES = rules_of("re-election")

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
        _("Expert Mode once more, with Playgrounds."),
        _("Nobody shares: each player has Architects of their own."),
    ),
    turn=(
        _("Play from your own Architects only. They come back to you when the round is over."),
        _("With #1 to #5 in hand, one of them stays unused in each round."),
    ),
    scoring=(
        _("As in Expert Mode. Playgrounds score like Parks, and beside a Monument they count as Parks."),
        _("No unemployment any more: Inhabitants count once, and an idle one costs what it always did."),
    ),
    examples=(
        Example(
            "playground-beside-monument",
            "TGM--/--P--/-----/----- 0i1e",
            RULES,
            ("park", "monument"),
            _("The Monument sees two Parks, one of them with a slide."),
        ),
    ),
    questions=(
        Question(
            _("Do Playgrounds bring the bonus of the second mission here?"),
            _("No, sets count in that mission only."),
        ),
        Question(
            _("What does this mission decide?"),
            _("Unless your campaign has chosen another one, its ranking breaks a tie in the standings."),
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
