"""What the library's texts are made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar, cast

from django.urls import reverse
from django.utils.functional import Promise, lazy

from campaign.words import words
from scoring import City, HouseRules, Kind, Message, Rules, ScoreSheet, score, settle
from scoring.boards import Board
from scoring.city import Allocation
from scoring.lines import Line
from scoring.rules import Architects
from scoring.turns import Play, RoundOfArchitects, play_round

Words: TypeAlias = Promise | str
STANDARD = HouseRules()
Cell: TypeAlias = "Words | int | Kind | Message | None"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HouseRuled(Generic[T]):
    """Stands for a sentence or a table that a house rule replaces, until `played` knows which of the two it is."""

    switch: str
    usual: T
    instead: T | Callable[[HouseRules], Any]

    def under(self, house_rules: HouseRules) -> T:
        """Return what a table with these house rules reads."""
        if getattr(house_rules, self.switch) == getattr(STANDARD, self.switch):
            return self.usual
        return self.instead(house_rules) if callable(self.instead) else self.instead


def house_ruled(switch: str, usual: T, instead: T | Callable[[HouseRules], Any]) -> T:
    """Make a sentence or a table that a house rule replaces; `instead` may be made from the house rules in force."""
    return cast("T", HouseRuled(switch, usual, instead))


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule, short enough for two lines of a phone. `why` is folded away below it."""

    text: Words
    why: Words = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something players ask."""

    asked: Words
    answer: Words


@dataclass(frozen=True)
class Example:
    """A small city, scored by the engine where it is shown: its points stand nowhere in the texts.

    `about` names the categories of the sheet that the example is there to explain. Unless the city brings an
    allocation of its own it is settled in the best way.
    """

    slug: str
    city: str
    rules: Rules
    about: tuple[str, ...]
    caption: Words

    @cached_property
    def parsed(self) -> City:
        return City.parse(self.city)

    @cached_property
    def allocation(self) -> Allocation:
        return self.parsed.allocation or settle(self.parsed, self.rules)

    @cached_property
    def sheet(self) -> ScoreSheet:
        return score(self.parsed, self.allocation, self.rules)

    @property
    def lines(self) -> list[Line]:
        """The lines of the sheet that the example is about."""
        return [line for line in self.sheet.lines if line.category in self.about]

    @property
    def vp(self) -> int:
        """Return the VP they come to."""
        return sum(self.sheet.categories[category] for category in self.about)


@dataclass(frozen=True, slots=True)
class Opening:
    """The squares of an empty mat that an Architect with this number opens."""

    slug: str
    board: Board
    number: int
    caption: Words

    @property
    def city(self) -> City:
        return City(self.board, (None,) * len(self.board), 0, 0, None)

    @property
    def lit(self) -> tuple[str, ...]:
        return tuple(self.board.names[square] for square in self.board.opened_by(self.number))


@dataclass(frozen=True)
class TurnExample:
    """A round of Architects so far, drawn: who played which, and what the next player may play."""

    slug: str
    architects: Architects
    players: int
    plays: tuple[Play, ...]
    caption: Words

    @cached_property
    def state(self) -> RoundOfArchitects:
        return play_round(self.architects, self.players, self.plays)

    @property
    def turns(self) -> list[tuple[int, Play]]:
        """Each play with the seat that made it, from 1 on."""
        return [(number % self.players + 1, play) for number, play in enumerate(self.plays)]

    @property
    def next_seat(self) -> int:
        return (self.state.player or 0) + 1


@dataclass(frozen=True, slots=True)
class Table:
    """Figures from the engine's records; the first column heads each row. `said` puts rows into sentences to search:
    the counts that a row is for, none if it is for a kind, and the sentence; `in_one` says the whole table in one."""

    caption: Words
    head: tuple[Words, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Words = ""
    said: tuple[tuple[tuple[int, ...], Words], ...] = ()
    in_one: Words = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page and what stands under it: sentences, and steps to be done in order."""

    slug: str
    title: Words
    said: tuple[Sentence, ...]
    steps: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page of the rules: a building, or a topic.

    `keywords` are further words people look for; `drawing` is one of icons.svg.
    """

    slug: str
    title: Words
    lead: Words
    drawing: str
    kind: Kind | None = None
    needs: Sentence | None = None
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    examples: tuple[Example, ...] = ()
    openings: tuple[Opening, ...] = ()
    mistakes: tuple[Words, ...] = ()
    questions: tuple[Question, ...] = ()
    decisions: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    keywords: Words = ""

    def get_absolute_url(self) -> str:
        return reverse("rule", args=[self.slug])


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the glossary; `see` is the address of the page that says more: ("rule", "harbor")."""

    slug: str
    word: Words
    meaning: Words
    see: tuple[str, str]

    def get_absolute_url(self) -> str:
        return f"{reverse('rule', args=['glossary'])}#{self.slug}"


name_of = lazy(words, str)
"""A name of the engine's, such as `kind.label`, put into words when it is read."""


def _any(_rules: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Decision:
    """One of D1-D20: what was open, what the product does and why; `switch` is the field of HouseRules, if any.

    `sources` says who says what. `switched` is the reading under the house rule, which may be made from those in force.
    `touches` tells from the rules of a mission whether it can matter there.
    """

    number: str
    asked: Words
    reading: Words
    sources: Words
    switch: str = ""
    switched: Words | Callable[[HouseRules], Words] = ""
    touches: Callable[[Rules], bool] = _any
    is_switched: bool = False

    def under(self, house_rules: HouseRules) -> "Decision":
        """Return this decision as a table with these house rules plays it."""
        if not self.switch:
            return self
        told = HouseRuled(self.switch, self.reading, self.switched).under(house_rules)
        return replace(self, reading=told, is_switched=told is not self.reading)

    def get_absolute_url(self) -> str:
        return f"{reverse('rule', args=['decisions'])}#{self.number}"


class Ending(StrEnum):
    """How a mission ended."""

    CLEAR = "clear"
    CLOSE = "close"  # by a few VP, or by the tie-break
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class MissionText:
    """What the library tells of a mission beyond what its rules tell by themselves.

    `new` is what it adds to the mission before; `turn` and `scoring` what changes there, empty where nothing does.
    """

    story: tuple[Words, ...]
    endings: Mapping[Ending, Words]
    new: tuple[Sentence, ...]
    turn: tuple[Sentence, ...] = ()
    scoring: tuple[Sentence, ...] = ()
    examples: tuple[Example, ...] = ()
    example_of_turns: TurnExample | None = None
    questions: tuple[Question, ...] = ()
    see: tuple[str, ...] = ()
    keywords: Words = ""


R = TypeVar("R")


def played(record: R, house_rules: HouseRules) -> R:
    """Return a record as a table with these house rules plays it: nothing in it is left to a house rule."""
    found: Any = record
    if isinstance(record, HouseRuled):
        found = record.under(house_rules)
    elif isinstance(record, tuple):
        found = tuple(played(each, house_rules) for each in record)
    elif isinstance(record, Decision):
        found = record.under(house_rules)
    elif isinstance(record, Example):
        found = replace(record, rules=record.rules.with_house_rules(house_rules))
    elif isinstance(record, (Page, Section, Sentence, Question, MissionText, Term)):
        found = replace(
            record, **{each.name: played(getattr(record, each.name), house_rules) for each in fields(record)}
        )
    return cast("R", found)


def text(said: Cell) -> str:
    """Write a cell or sentence in the language in force."""
    if isinstance(said, Kind):
        return words(said.label)
    return words(said) if isinstance(said, Message) else str(said)
