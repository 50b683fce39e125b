"""What the library's texts are made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from django.urls import reverse
from django.utils.functional import Promise, lazy

from campaign.words import words
from scoring import City, Kind, Message, Rules, ScoreSheet, score, settle
from scoring.boards import Board
from scoring.city import Allocation
from scoring.lines import Line

Words: TypeAlias = Promise | str
Cell: TypeAlias = "Words | int | Kind | Message | None"


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
        """What they come to."""
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


@dataclass(frozen=True, slots=True)
class Table:
    """Figures from the engine's records; the first column heads each row."""

    caption: Words
    head: tuple[Words, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Words = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page and what stands under it: sentences, and steps to be done in order."""

    slug: str
    title: Words
    said: tuple[Words, ...]
    steps: tuple[Words, ...] = ()


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
    needs: Words = ""
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
    also: Words = ""  # other words for it

    def get_absolute_url(self) -> str:
        return f"{reverse('rule', args=['glossary'])}#{self.slug}"


name_of = lazy(words, str)
"""A name of the engine's, such as `kind.label`, put into words when it is read."""


def _any(_rules: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Decision:
    """One of D1-D19: what was open, what the product does and why; `switch` is the field of HouseRules, if any.

    `sources` says who says what. `touches` tells from the rules of a mission whether it can matter there.
    """

    number: str
    asked: Words
    reading: Words
    sources: Words
    switch: str = ""
    switched: Words = ""
    touches: Callable[[Rules], bool] = _any

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
    new: tuple[Words, ...]
    turn: tuple[Words, ...] = ()
    scoring: tuple[Words, ...] = ()
    examples: tuple[Example, ...] = ()
    questions: tuple[Question, ...] = ()
    see: tuple[str, ...] = ()
    keywords: Words = ""


def text(said: Cell) -> str:
    """A cell or sentence in the language in force."""
    if isinstance(said, Kind):
        return words(said.label)
    return words(said) if isinstance(said, Message) else str(said)
