"""The phases of a game, in order: setup, the rounds with the steps between them, and the count.

A group may reveal the cities category by category on all phones. Each step of this reveal is a phase as well.
"""

from collections.abc import Sequence

from django.utils.translation import gettext

from scoring import Mode
from scoring.sheets import CATEGORIES
from scoring.tiles import rounds

SETUP, COUNTING = "setup", "counting"


def playing(number: int) -> str:
    """Return the name of the phase in which the round of this number is played."""
    return f"round-{number}"


def before(number: int) -> str:
    """Return the name of the phase that prepares the table for the round of this number."""
    return f"before-{number}"


def is_before_the_pawn(phase: str) -> bool:
    """Tell whether nobody holds the Mayor pawn yet in this phase."""
    return phase in (SETUP, playing(1))


def phases_of(numbers: Sequence[int]) -> tuple[str, ...]:
    """List the phases of a game whose rounds have these numbers, for example 1, 2, 3 and 4."""
    first, *later = numbers
    between = (phase for number in later for phase in (before(number), playing(number)))
    return SETUP, playing(first), *between, COUNTING


def revealing(step: int) -> str:
    """Return the name of the phase in which the first `step` categories are revealed."""
    return f"reveal-{step}"


REVEALS = tuple(revealing(step) for step in range(len(CATEGORIES) + 1))
PHASES = (*phases_of(rounds(Mode.EXPERT)), *REVEALS)  # Expert has more rounds than Classic


def title_of(phase: str) -> str:
    """Write the title of a phase for players."""
    if phase in REVEALS:
        return gettext("The count")
    if phase in (SETUP, COUNTING):
        return gettext("Setup") if phase == SETUP else gettext("Counting")
    kind, number = phase.split("-")
    title = gettext("Round %(number)s") if kind == "round" else gettext("Prepare round %(number)s")
    return title % {"number": number}
