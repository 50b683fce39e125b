"""Types for the texts of a mission's page. Each word of the mission line, such as `rows=2`, adds its own texts."""

from collections.abc import Callable
from dataclasses import dataclass

from campaign.library.records import Example, Question, Sentence, TurnExample, Words
from scoring import Rules


@dataclass(frozen=True, slots=True)
class Told:
    """The texts that a word such as `rows=2` adds to the fields of a `MissionText`."""

    new: tuple[Sentence, ...] = ()
    turn: tuple[Sentence, ...] = ()
    scoring: tuple[Sentence, ...] = ()
    examples: tuple[Example, ...] = ()
    example_of_turns: TurnExample | None = None
    questions: tuple[Question, ...] = ()
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WordText:
    """The texts for one word of a mission's line, such as `rows=2`."""

    label: Words  # the name of the rule, in a few words
    told: Callable[[Rules], Told]  # a function that makes the texts for the mission's page
    said: Words  # what the rule changes, in one plain sentence
    drawing: str  # the symbol of the rule in icons.svg
    numbers: tuple[Words, ...] = ()  # the name of each number
