"""Explanations of the words in a mission's line that set the VP of Parks and Tower Blocks, and the number of rounds."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.library.line_words.texts import Told, WordText
from campaign.library.records import Example, Question, Sentence
from scoring import Mode, Rules
from scoring.boards import SIDES
from scoring.line_words import WORD_OF_NAME

PARKS = {Mode.CLASSIC: "TPT-/-P--/----/---- 0i2e", Mode.EXPERT: "TPT--/---P-/-----/----- 0i2e"}
TOWERS = {Mode.CLASSIC: "T1T2T3T4/----/----/---- 0i4e", Mode.EXPERT: "T1T2T3T4T5/-----/-----/----- 0i5e"}


def _listed(table: tuple[int, ...]) -> str:
    return ", ".join(map(str, table[1:]))


def parks(rules: Rules) -> Told:
    table = rules.points.park
    points = {"most": len(table) - 1, "points": _listed(table)}
    return Told(
        new=(Sentence(format_lazy(_("Parks have their own table: {points} VP."), **points)),),
        scoring=(Sentence(format_lazy(_("A Park beside 1 to {most} towers: {points} VP."), **points)),),
        examples=(
            Example(
                "parks-table", PARKS[rules.mode], rules, ("park",), _("One Park beside two towers, one beside none.")
            ),
        ),
        questions=(Question(_("What does a Park without a tower beside it bring?"), _("Nothing, as always.")),),
        see=("park",),
    )


def towers(rules: Rules) -> Told:
    table = rules.points.tower_block
    points = {"most": len(table) - 1, "points": _listed(table)}
    return Told(
        new=(Sentence(format_lazy(_("Tower Blocks have their own table: {points} VP."), **points)),),
        scoring=(Sentence(format_lazy(_("A Tower Block of 1 to {most} floors: {points} VP."), **points)),),
        examples=(
            Example("towers-table", TOWERS[rules.mode], rules, ("tower_block",), _("A Tower Block of every height.")),
        ),
        questions=(
            Question(_("Does a tall Tower Block still need one Energy Unit?"), _("Yes, one for the whole stack.")),
        ),
        see=("tower-block", "stacking"),
    )


def rounds(rules: Rules) -> Told:
    count = len(rules.rounds)
    said = ngettext_lazy("The game ends after {count} round.", "The game ends after {count} rounds.", count)
    return Told(
        new=(Sentence(format_lazy(said, count=count)),),
        questions=(
            Question(
                _("What happens to the tiles of the other rounds?"), _("They stay in the box. Nothing replaces them.")
            ),
        ),
        see=("rounds",),
    )


TABLES = {
    "towers": WordText(
        _("Tower Blocks"),
        towers,
        _("Tower Blocks score by other numbers than usual."),
        "tower_block",
        tuple(
            format_lazy(ngettext_lazy("VP with {count} floor", "VP with {count} floors", count), count=count)
            for count in range(1, len(WORD_OF_NAME["towers"].ranges[Mode.EXPERT]) + 1)
        ),
    ),
    "parks": WordText(
        _("Parks"),
        parks,
        _("Parks score by other numbers than usual."),
        "park",
        tuple(
            format_lazy(ngettext_lazy("VP beside {count} tower", "VP beside {count} towers", count), count=count)
            for count in range(1, SIDES + 1)
        ),
    ),
    "rounds": WordText(_("Fewer rounds"), rounds, _("The game ends earlier than usual."), "clock", (_("Rounds"),)),
}
