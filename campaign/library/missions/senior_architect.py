"""The texts of the mission “Senior Architect”: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.architects import one_unused
from campaign.library.mission_rules import mission_with, rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence, Source
from scoring.bonuses import PlaygroundSets

RULES = rules_of("senior-architect")
ARCHITECTS = RULES.architects

TEXT = MissionText(
    twist=_("A wild Architect for everybody"),
    story=(
        _(
            "This is Alejandro. He drew the old bridge, the one that is still standing, and has been waiting in the"
            " corridor for a new job ever since."
        ),
        _("He will do what you tell him, in any number you like. Once a day. He is not young."),
    ),
    new=(
        Sentence(
            format_lazy(
                _("Each player also gets a gray #{wild}, Alejandro. He plays as any number {lowest} to {highest}."),
                wild=ARCHITECTS.wild_number,
                lowest=min(ARCHITECTS.numbers),
                highest=max(ARCHITECTS.numbers),
            ),
        ),
        Sentence(
            format_lazy(
                _("Playgrounds stay in the game, without the bonus of mission {mission}."),
                mission=mission_with(PlaygroundSets),
            )
        ),
    ),
    turn=(
        Sentence(
            format_lazy(
                _("Name Alejandro's number, {lowest} to {highest}, as you play him: for tile, square and floor."),
                lowest=min(ARCHITECTS.numbers),
                highest=max(ARCHITECTS.numbers),
            ),
        ),
        one_unused(ARCHITECTS),
    ),
    examples=(
        Example(
            "playground-no-set",
            "GTGS/T-G-/----/---- 3i3e",
            RULES,
            ("park", "mission"),
            _("Three Playgrounds score by their towers. The set brings nothing in this mission."),
        ),
    ),
    questions=(
        Question(
            _("May I use Alejandro twice in a round?"),
            _("No. A placed Architect stays until the round ends."),
            source=Source.RULEBOOK,
        ),
        Question(
            _("May Alejandro be played as a #5?"),
            _("No. The Classic mat has no fifth row or column; he is one of the other four."),
        ),
        Question(_("May Alejandro repeat a number I have played?"), _("Yes. He may be any of the four numbers.")),
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
