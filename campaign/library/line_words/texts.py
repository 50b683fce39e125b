"""Types for the texts of a mission's page. Each word of the mission line, such as `rows=2`, adds its own texts."""

from collections.abc import Callable
from dataclasses import dataclass

from campaign.library.records import Example, Question, Sentence, TurnExample, Words
from scoring import Rules


@dataclass(frozen=True, slots=True)
class Told:
    """The texts that one word of the mission line adds to the mission's page.

    Each field goes into the field of `MissionText` with the same name.
    """

    new: tuple[Sentence, ...] = ()
    turn: tuple[Sentence, ...] = ()
    scoring: tuple[Sentence, ...] = ()
    examples: tuple[Example, ...] = ()
    example_of_turns: TurnExample | None = None
    questions: tuple[Question, ...] = ()
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WordText:
    """The texts for one word of a mission line, such as `rows=2`.

    `told` makes the texts for the mission's page from the mission's rules. `label` names the word's form control on the
    page for composing missions. If the word has several numbers, `numbers` names each number.
    """

    label: Words
    told: Callable[[Rules], Told]
    numbers: tuple[Words, ...] = ()
