"""The types of the library's texts, from a sentence to a page, and `played`, which applies house rules to a text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from django.urls import reverse
from django.utils.functional import Promise, lazy

from campaign.scores.house_rules import NO_TABLE, TableRules
from campaign.scores.words import words
from scoring import City, HouseRules, Kind, Message, Rules, ScoreSheet, score, settle
from scoring.boards import Board
from scoring.city import Allocation
from scoring.drafts.sites import PLACE_NAMES, PLACES, SIZE, ConstructionSite
from scoring.rules import Architects
from scoring.score_lines import ScoreLine
from scoring.turns import Play, RoundOfArchitects, play_round

Words: TypeAlias = Promise | str
Cell: TypeAlias = "Words | int | Kind | Message | None"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HouseRuled(Generic[T]):
    """A sentence or table that a house rule replaces by another. `played` chooses one of the two."""

    switch: str  # the name of the house rule
    usual: T  # the sentence or table without the house rule; may be another `HouseRuled`
    instead: T | Callable[[Any], Any]  # the replacement, or a function that makes it from the house rules

    def is_switched(self, house_rules: HouseRules) -> bool:
        """Tell whether a house rule replaces the usual sentence or table."""
        usual = getattr(NO_TABLE, self.switch)
        is_on = getattr(house_rules, self.switch, usual) != usual
        return is_on or (isinstance(self.usual, HouseRuled) and self.usual.is_switched(house_rules))

    def under(self, house_rules: HouseRules) -> T:
        """Return `usual` or the replacement, whichever applies under these house rules."""
        usual = getattr(NO_TABLE, self.switch)
        if getattr(house_rules, self.switch, usual) == usual:
            return self.usual
        return self.instead(house_rules) if callable(self.instead) else self.instead


def house_ruled(switch: str, usual: T, instead: T | Callable[[Any], Any]) -> T:
    """Make a sentence or table that a house rule can replace: see `HouseRuled`."""
    return cast("T", HouseRuled(switch, usual, instead))


class Source(StrEnum):
    """The source of a rule or figure. A sentence without a source of its own has the source of its page."""

    RULEBOOK = "rulebook"
    MANUAL = "manual"
    PHOTOS = "photos"
    INFERRED = "inferred"
    TILES = "tiles"
    LEAFLET = "leaflet"
    REVIEW = "review"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule, short enough for two lines on a phone."""

    text: Words
    why: Words = ""  # the reason for the rule, hidden behind "More"
    is_open: bool = False  # True if `why` is an open question; pages then always show it
    is_switched: bool = False  # True if a house rule has replaced the sentence
    source: Source | None = None  # None means the source of the page


@dataclass(frozen=True, slots=True)
class Question:
    """A question that players ask, with its answer."""

    asked: Words
    answer: Words
    is_switched: bool = False  # True if a house rule has replaced the answer to the question
    source: Source | None = None  # None means the source of the page
    ways: str = ""  # the id of its example queries for the search, if several pages have the question


@dataclass(frozen=True)
class Example:
    """A small city that explains a rule. The scoring engine computes the points when a page shows the example."""

    slug: str
    city: str
    rules: Rules
    about: tuple[str, ...]  # the categories of the score sheet that the example explains
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
    def lines(self) -> list[ScoreLine]:
        """Return the lines of the score sheet in the categories that the example explains."""
        return [line for line in self.sheet.lines if line.category in self.about]

    @property
    def vp(self) -> int:
        """Return the sum of the VP in the categories that the example explains."""
        return sum(self.sheet.categories[category] for category in self.about)


@dataclass(frozen=True, slots=True)
class Opening:
    """A drawing of an empty mat. It marks the squares on which the Architect with this `number` may build."""

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
    """A drawing of an unfinished round: the Architects played so far, and the Architects that may be played next."""

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
        """List a pair for each turn so far: the seat number of the player, from 1, and the Architect played."""
        return [(number % self.players + 1, play) for number, play in enumerate(self.plays)]

    @property
    def next_seat(self) -> int:
        return (self.state.player or 0) + 1


@dataclass(frozen=True, slots=True)
class SitePart:
    """A part of a drawn Construction Site: a place of an Architect, a square, or a corner of the drawing."""

    css: str
    drawing: str = ""  # the name of a drawing in icons.svg
    said: str = ""


@dataclass(frozen=True)
class SiteDrawing:
    """A drawing of the Construction Site after some turns. Each of `plays` has a place and an Architect: ("→3", 2)."""

    slug: str
    plays: tuple[tuple[str, int], ...]
    caption: Words

    @property
    def rows(self) -> list[list[SitePart]]:
        """Return seven rows of seven parts. The squares up to the last one reached are counted: 1, 2."""
        site = ConstructionSite([None] * SIZE**2)
        for name, number in self.plays:
            site.put(PLACE_NAMES.index(name), number)
        last, number = self.plays[-1]
        counts = {cell: str(count) for count, cell in enumerate(PLACES[PLACE_NAMES.index(last)][:number], start=1)}

        def place(name: str) -> SitePart:
            number = PLACE_NAMES.index(name)
            if number in site.architects:
                return SitePart("site__place", f"architect-{site.architects[number]}")
            if site.is_free(number):
                return SitePart("site__place site__place--free")
            return SitePart("site__place site__place--locked", said="×")

        def square(cell: int) -> SitePart:
            if cell == site.urbanist:
                return SitePart("site__square site__square--reached", "urbanist")
            return SitePart("site__square", said=counts.get(cell, ""))

        corner, lines = SitePart(""), range(1, SIZE + 1)
        return [
            [corner, *(place(f"↓{line}") for line in lines), corner],
            *(
                [place(f"→{line}"), *(square(SIZE * (line - 1) + step) for step in range(SIZE)), place(f"←{line}")]
                for line in lines
            ),
            [corner, *(place(f"↑{line}") for line in lines), corner],
        ]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures from the scoring engine. The first cell of a row is the row's heading."""

    caption: Words
    head: tuple[Words, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Words = ""
    said: tuple[tuple[tuple[int, ...], Words], ...] = ()  # each row's numbers and sentence: (2,), "2 Parks bring 4 VP."
    in_one: Words = ""  # for the search: the whole table in one sentence
    is_switched: bool = False  # True if a house rule has replaced the figures in the table


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: its heading, its sentences, and steps to be done in order."""

    slug: str
    title: Words
    said: tuple[Sentence, ...]
    steps: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page of the rules, about a kind of building or another topic."""

    source: ClassVar[Source] = Source.RULEBOOK  # applies to sentences whose own `source` is None

    slug: str
    title: Words
    lead: Words
    drawing: str  # the name of a drawing in icons.svg
    kind: Kind | None = None
    needs: Sentence | None = None
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    examples: tuple[Example, ...] = ()
    openings: tuple[Opening, ...] = ()
    sites: tuple[SiteDrawing, ...] = ()
    mistakes: tuple[Words, ...] = ()
    questions: tuple[Question, ...] = ()
    decisions: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    keywords: Words = ""  # more words by which the search finds the page

    def get_absolute_url(self) -> str:
        return reverse("rule", args=[self.slug])


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word of the glossary. `see` refers to the page that explains the word, for example ("rule", "harbor")."""

    slug: str
    word: Words
    meaning: Words
    see: tuple[str, str]
    is_switched: bool = False  # True if a house rule has changed `meaning`

    def get_absolute_url(self) -> str:
        return f"{reverse('rule', args=['glossary'])}#{self.slug}"


name_of = lazy(words, str)
"""Put a name of the engine, such as `kind.label`, into words when a page shows it."""


def _any(_rules: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Decision:
    """One of the decisions D1-D26: a question that the sources leave open, and the answer of this site."""

    number: str
    asked: Words
    reading: Words  # the answer of this site to the question
    sources: Words  # a summary of the rulebooks' and the manual's statements
    switch: str = ""  # the name of the house rule that changes the answer; "" for none
    switched: Words | Callable[[HouseRules], Words] = ""  # replaces `reading` under the house rule `switch`
    touches: Callable[[Rules], bool] = _any  # whether the decision can matter under a mission's rules
    of_mission: int = 0  # the number of the only mission that the decision is about; otherwise 0
    is_switched: bool = False

    def under(self, house_rules: HouseRules) -> "Decision":
        """Return this decision with the answer that applies under these house rules."""
        if not self.switch:
            return self
        told = HouseRuled(self.switch, self.reading, self.switched).under(house_rules)
        return replace(self, reading=told, is_switched=told is not self.reading)

    def get_absolute_url(self) -> str:
        return f"{reverse('rule', args=['decisions'])}#{self.number}"


class Ending(StrEnum):
    """How a mission ended."""

    CLEAR = "clear"
    CLOSE = "close"  # the winner won by a few VP, or by the tie-break
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class MissionText:
    """The texts of a mission's page."""

    source: ClassVar[Source] = Source.MANUAL  # applies to sentences whose own `source` is None

    story: tuple[Words, ...]
    endings: Mapping[Ending, Words]
    new: tuple[Sentence, ...]  # the rules that are new in this mission
    turn: tuple[Sentence, ...] = ()  # changed rules for a turn
    scoring: tuple[Sentence, ...] = ()  # changed rules for the scoring
    examples: tuple[Example, ...] = ()
    example_of_turns: TurnExample | None = None
    questions: tuple[Question, ...] = ()
    see: tuple[str, ...] = ()
    keywords: Words = ""
    twist: Words = ""  # what is special, in one line of a list


R = TypeVar("R")


def played(record: R, house_rules: HouseRules) -> R:
    """Return a copy of the record in which each `HouseRuled` is replaced by the text that applies under these rules."""
    found: Any = record
    if isinstance(record, HouseRuled):
        found = played(record.under(house_rules), house_rules)
        if isinstance(found, Table):
            found = replace(found, is_switched=record.is_switched(house_rules))
    elif isinstance(record, tuple):
        found = tuple(played(each, house_rules) for each in record)
    elif isinstance(record, Decision):
        found = record.under(house_rules)
    elif isinstance(record, Example):
        rules = record.rules.with_house_rules(TableRules.of(house_rules).house_rules)
        found = replace(record, rules=rules, caption=played(record.caption, house_rules))
    elif isinstance(record, (Page, Section, Sentence, Question, MissionText, GlossaryTerm)):
        parts = {each.name: getattr(record, each.name) for each in fields(record)}
        if "is_switched" in parts:
            parts["is_switched"] = any(
                isinstance(part, HouseRuled) and part.is_switched(house_rules) for part in parts.values()
            )
        found = replace(record, **{name: played(part, house_rules) for name, part in parts.items()})
    return cast("R", found)


def text(said: Cell) -> str:
    """Write a cell or sentence in the active language."""
    if isinstance(said, Kind):
        return words(said.label)
    return words(said) if isinstance(said, Message) else str(said)
