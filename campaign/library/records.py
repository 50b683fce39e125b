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
from scoring.lines import Line
from scoring.rules import Architects
from scoring.turns import Play, RoundOfArchitects, play_round

Words: TypeAlias = Promise | str
Cell: TypeAlias = "Words | int | Kind | Message | None"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HouseRuled(Generic[T]):
    """A sentence or table that a house rule replaces by another sentence or table. `played` chooses one of the two.

    `switch` is the name of the house rule. `usual` applies without the house rule, and `instead` with the house rule.
    For a second house rule, `usual` may be another `HouseRuled`.
    """

    switch: str
    usual: T
    instead: T | Callable[[Any], Any]  # a sentence or table, or a function that makes it from the house rules

    def is_switched(self, house_rules: HouseRules) -> bool:
        """Tell whether a house rule replaces the usual sentence or table.

        If `usual` is another `HouseRuled`, its house rule counts too. If `house_rules` has no field for a house rule,
        this house rule is off.
        """
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
    """The source of a rule or figure. Pages show a mark beside each sentence that has a source of its own.

    If a sentence has no source of its own, it has the source of its page: `Page.source` or `MissionText.source`.
    """

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
    """One rule, short enough for two lines on a phone.

    `why` is the reason for the rule. Pages fold the reason away below the rule. If `is_open` is True, `why` is an open
    question, and pages show it unfolded.
    """

    text: Words
    why: Words = ""
    is_open: bool = False
    is_switched: bool = False  # True if a house rule has replaced the sentence
    source: Source | None = None  # None means the source of the page


@dataclass(frozen=True, slots=True)
class Question:
    """A question that players ask, with its answer."""

    asked: Words
    answer: Words
    is_switched: bool = False  # True if a house rule has replaced the answer
    source: Source | None = None  # None means the source of the page


@dataclass(frozen=True)
class Example:
    """A small city that explains a rule. The scoring engine computes the points when a page shows the example.

    `about` names the categories of the score sheet that the example explains. If the city has no allocation, the best
    allocation is used.
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
        """Return the lines of the score sheet in the categories that the example explains."""
        return [line for line in self.sheet.lines if line.category in self.about]

    @property
    def vp(self) -> int:
        """Return the sum of the VP in the categories that the example explains."""
        return sum(self.sheet.categories[category] for category in self.about)


@dataclass(frozen=True, slots=True)
class Opening:
    """A drawing of an empty mat. It marks the squares on which one Architect may build.

    `number` is the number printed on this Architect.
    """

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
        """List the Architects played so far, each after the seat number of the player, from 1."""
        return [(number % self.players + 1, play) for number, play in enumerate(self.plays)]

    @property
    def next_seat(self) -> int:
        return (self.state.player or 0) + 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures from the scoring engine. The first cell of a row is the row's heading.

    For the search, `said` holds a pair for each row: the row's numbers, and a sentence. For example, a row about three
    players has the numbers (3,). A row about a kind of building has no numbers. `in_one` is the whole table in one
    sentence.
    """

    caption: Words
    head: tuple[Words, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Words = ""
    said: tuple[tuple[tuple[int, ...], Words], ...] = ()
    in_one: Words = ""
    is_switched: bool = False  # True if a house rule has replaced the figures


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: its heading, its sentences, and steps to be done in order."""

    slug: str
    title: Words
    said: tuple[Sentence, ...]
    steps: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page of the rules, about a kind of building or another topic.

    The search finds the page by its text and by its `keywords`. `drawing` names a drawing in icons.svg.
    """

    source: ClassVar[Source] = Source.RULEBOOK  # applies to sentences whose own `source` is None

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
class GlossaryTerm:
    """A word of the glossary. `see` refers to the page that explains the word, for example ("rule", "harbor")."""

    slug: str
    word: Words
    meaning: Words
    see: tuple[str, str]
    is_switched: bool = False  # True if a house rule has replaced the meaning of the word

    def get_absolute_url(self) -> str:
        return f"{reverse('rule', args=['glossary'])}#{self.slug}"


name_of = lazy(words, str)
"""Put a name of the engine, such as `kind.label`, into words when a page shows it."""


def _any(_rules: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Decision:
    """One of the decisions D1-D25: a question that the sources leave open, and the answer of this site.

    `asked` is the question, `reading` the answer, and `sources` quotes each source. `touches` tells whether the
    decision can matter under a mission's rules. If a house rule changes the answer, `switch` is the name of this house
    rule. `switched` is then the changed answer, or a function that makes the changed answer from the house rules.
    """

    number: str
    asked: Words
    reading: Words
    sources: Words
    switch: str = ""
    switched: Words | Callable[[HouseRules], Words] = ""
    touches: Callable[[Rules], bool] = _any
    of_mission: int = 0  # if the decision is about a single mission: the mission's number, otherwise 0
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
    """The texts of a mission's page.

    `new` lists the rules that differ from the previous mission. For a composed mission, `new` lists the rules that
    differ from its mode. `turn` lists changed rules for a turn, and `scoring` changed rules for the scoring. Both may
    be empty.
    """

    source: ClassVar[Source] = Source.MANUAL  # applies to sentences whose own `source` is None

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
        found = replace(record, rules=record.rules.with_house_rules(TableRules.of(house_rules).house_rules))
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
