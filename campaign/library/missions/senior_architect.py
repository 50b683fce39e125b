"""Senior Architect: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question
from scoring.rules import TURNS_A_ROUND

RULES = rules_of("senior-architect")
ARCHITECTS = RULES.architects

TEXT = MissionText(
    story=(
        _(
            "This is Alejandro. He drew the old bridge, the one that is still standing, and has been waiting in the"
            " corridor for a new job ever since."
        ),
        _("He will do what you tell him, in any number you like. Once a day. He is not young."),
    ),
    new=(
        format_lazy(
            _("Each player gets a gray #{wild}, Alejandro, who is played as any number from {lowest} to {highest}."),
            wild=ARCHITECTS.wild_number,
            lowest=min(ARCHITECTS.numbers),
            highest=max(ARCHITECTS.numbers),
        ),
        _("There is no bonus for Playgrounds any more, but they stay in the game."),
    ),
    turn=(
        _("Whoever plays Alejandro names his number first. It counts for the tile, the square and the floor."),
        format_lazy(
            _("Everybody owns more Architects than the {turns} turns of a round need: one stays unused."),
            turns=TURNS_A_ROUND,
        ),
    ),
    scoring=(),
    examples=(
        Example(
            "playground-no-set",
            "GTGS/T-G-/----/---- 3i3e",
            RULES,
            ("park", "mission"),
            _(
                "The three Playgrounds of the mission before: they score by their towers, and the set brings"
                " nothing now."
            ),
        ),
    ),
    questions=(
        Question(
            _("May Alejandro be used again in the same round?"),
            _("No. He stands at the Construction Site until the round is over, as every Architect does."),
        ),
        Question(
            _("May he be played as a #5?"),
            _("No, there is no fifth row or column on the Classic mat. He is one of the other four."),
        ),
    ),
    see=("turn", "playground", "placement"),
    keywords=_("alejandro, gray, grey, wild, joker, architect 5"),
    endings={
        Ending.CLEAR: _(
            "Alejandro has seen mayors come and go, and took his hat off to the plan of %(winner)s. Nobody in the"
            " office had known what was under the hat."
        ),
        Ending.CLOSE: _(
            "Alejandro measured everything twice, sighed, and laid his pencil on the plan of %(winner)s. The one below"
            " it keeps the ring of his coffee cup."
        ),
        Ending.SHARED: _(
            "Asked which plan was the best, Alejandro looked from one to the next, said “yes”, and went to lunch."
            " %(winners)s share the praise."
        ),
    },
)
