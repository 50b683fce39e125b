"""The types of the texts for the words of a mission's line."""

from collections.abc import Callable
from dataclasses import dataclass

from campaign.library.records import Example, Question, Sentence, TurnExample, Words
from scoring import Rules


@dataclass(frozen=True, slots=True)
class Told:
    """The texts that one word of a line adds to a mission's page. MissionText describes the fields."""

    new: tuple[Sentence, ...] = ()
    turn: tuple[Sentence, ...] = ()
    scoring: tuple[Sentence, ...] = ()
    examples: tuple[Example, ...] = ()
    example_of_turns: TurnExample | None = None
    questions: tuple[Question, ...] = ()
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WordText:
    """The texts for a word of a line. `told` takes a mission's rules and makes the texts for its page.

    `label` names the word's control in the composer. If the word has several numbers, `numbers` names each of them.
    """

    label: Words
    told: Callable[[Rules], Told]
    numbers: tuple[Words, ...] = ()
