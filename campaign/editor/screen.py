"""What the city editor shows: the city, its sheet by category, what the box check finds, what may be done next."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.forms.utils import ErrorList

from campaign.editor.moves import empty_city
from campaign.models import Evaluation
from campaign.words import CATEGORY_NAMES, words
from scoring import (
    Allocation,
    Building,
    City,
    Finding,
    HouseRules,
    Kind,
    Line,
    Mission,
    Rules,
    ScoreSheet,
    Severity,
    advise,
    audit,
    score,
)
from scoring import settle as best_allocation
from scoring.kinds import KINDS
from scoring.limits import tiles_a_city
from scoring.tiles import PLAYERS


class Brush(NamedTuple):
    """A building of the palette, as its radio button."""

    letter: str
    kind: Kind
    name: str
    chosen: bool


class SheetLine(NamedTuple):
    """A line of the sheet in the reader's language; `lit` while one of its squares is the chosen one."""

    squares: tuple[str, ...]
    reason: str
    vp: int
    lit: bool


class Group(NamedTuple):
    """A category's lines, and what they come to."""

    category: str
    name: str
    vp: int
    lines: tuple[SheetLine, ...]


class Remark(NamedTuple):
    """Something the box check says."""

    level: str
    square: str
    text: str


class Tray(NamedTuple):
    """The square that was chosen last, and what can be done there."""

    square: str
    building: Building
    name: str
    digit: str  # "floors", "vp" or ""
    customers: bool
    active: bool | None  # None where nothing needs to be activated
    mayors: bool


class Supply(NamedTuple):
    """What stands in the two steppers, and what is wrong with it."""

    inhabitants: str
    energy: str
    errors: tuple[str, ...] = ()


@dataclass(kw_only=True)
class Screen(ABC):
    """One answer of the editor, for any city. `at` is the chosen square, `said` a sentence about the last tap."""

    players: int
    may_edit: bool = False
    at: str = ""
    brush: str = ""
    said: str = ""
    refused: bool = False
    supply: Supply | None = None  # as typed; None shows what is stored
    with_supply: bool = False  # whether a part for htmx brings the steppers, which otherwise stay as they are
    typed: str | None = None  # the notation's field, as typed
    typed_errors: ErrorList | tuple[str, ...] = ()
    position: int | None = None
    has_steps: ClassVar[bool] = False  # whether there is an undo and a redo to offer

    @property
    @abstractmethod
    def mission(self) -> Mission: ...

    @property
    @abstractmethod
    def house_rules(self) -> HouseRules: ...

    @property
    @abstractmethod
    def rules(self) -> Rules: ...

    @property
    @abstractmethod
    def city(self) -> City: ...

    @property
    @abstractmethod
    def action(self) -> str:
        """Where a tap is sent."""

    @property
    @abstractmethod
    def state(self) -> dict[str, str | int]:
        """What a tap brings along, so that it is known which city was tapped."""

    @cached_property
    def allocation(self) -> Allocation:
        return self.city.allocation or best_allocation(self.city, self.rules)

    @cached_property
    def sheet(self) -> ScoreSheet:
        return score(self.city, self.allocation, self.rules)

    @property
    def by_hand(self) -> bool:
        return self.city.allocation is not None

    @cached_property
    def advice(self) -> list[str]:
        """How far from the best an allocation by hand is."""
        if self.city.allocation is None:
            return []
        return [words(message) for message in advise(self.city, self.city.allocation, self.rules)]

    @cached_property
    def findings(self) -> list[Finding]:
        players = min(max(self.players, PLAYERS[0]), PLAYERS[-1])
        return audit(self.city, self.mission, players, self.house_rules)

    @cached_property
    def tiles(self) -> int:
        return self.city.tiles

    @cached_property
    def tiles_expected(self) -> int:
        return tiles_a_city(self.rules)

    @property
    def is_blank(self) -> bool:
        return not (any(self.city.squares) or self.city.inhabitants or self.city.energy)

    @cached_property
    def remarks(self) -> list[Remark]:
        """What is wrong already, and cannot come right by building on."""
        return [_remark(finding) for finding in self.findings if finding.square or self.tiles >= self.tiles_expected]

    @cached_property
    def remarks_so_far(self) -> list[Remark]:
        """What would be odd about this city, were it finished."""
        if self.is_blank:
            return []
        return [
            _remark(finding) for finding in self.findings if not finding.square and self.tiles < self.tiles_expected
        ]

    @property
    def groups(self) -> Iterator[Group]:
        """The sheet by category, in the order of the score pad."""
        lines: dict[str, list[Line]] = {}
        for line in self.sheet.lines:
            lines.setdefault(line.category, []).append(line)
        for category, vp in self.sheet.categories.items():
            if category in lines:
                shown = tuple(
                    SheetLine(line.squares, words(line.message), line.vp, self.at in line.squares)
                    for line in lines[category]
                )
                yield Group(category, str(CATEGORY_NAMES[category]), vp, shown)

    @property
    def notes(self) -> list[str]:
        return [words(note.message) for note in self.sheet.notes]

    @property
    def brushes(self) -> list[Brush]:
        """The buildings this mission is played with."""
        return [
            Brush(facts.letter, kind, words(kind.label), chosen=facts.letter == self.brush)
            for kind, facts in KINDS.items()
            if self.rules.mode in facts.highest and (kind is not Kind.PLAYGROUND or self.rules.playgrounds)
        ]

    @property
    def letters(self) -> str:
        return "".join(brush.letter for brush in self.brushes)

    @cached_property
    def tray(self) -> Tray | None:
        names = self.city.board.names
        building = self.city.squares[names.index(self.at)] if self.at in names else None
        if building is None:
            return None
        facts = KINDS[building.kind]
        mark = self.allocation.marks[names.index(self.at)]
        return Tray(
            square=self.at,
            building=building,
            name=words(building.kind.label),
            digit=facts.digit.value if facts.digit else "",
            customers=building.kind is Kind.SHOP,
            active=(mark == "e" if building.kind is Kind.PARK else None) if facts.is_always_active else mark != ".",
            mayors=building.kind is Kind.TOWER_BLOCK and bool(self.rules.mayor_offer),
        )

    @property
    def stock(self) -> Supply:
        return self.supply or Supply(str(self.city.inhabitants), str(self.city.energy))

    @property
    def notation(self) -> str:
        """The line of text that is the city."""
        if self.typed is not None:
            return self.typed
        return "" if self.is_blank else str(self.city)

    @property
    def at_fault(self) -> tuple[str, str, str] | None:
        """The typed text around the character that is wrong: before, the character, after."""
        if self.typed is None or self.position is None:
            return None
        text, start = self.typed, max(0, self.position - AROUND)
        end = self.position + AROUND
        before = ("…" if start else "") + text[start : self.position]
        after = text[self.position + 1 : end] + ("…" if len(text) > end else "")
        return before, text[self.position : self.position + 1], after


@dataclass
class EvaluationScreen(Screen):
    """A player's city in a game, as it is stored."""

    evaluation: Evaluation
    can_undo: bool = field(default=False, kw_only=True)
    can_redo: bool = field(default=False, kw_only=True)
    has_steps: ClassVar[bool] = True

    @property
    def mission(self) -> Mission:
        return self.evaluation.game.as_mission

    @property
    def house_rules(self) -> HouseRules:
        return self.evaluation.game.stamp.house_rules

    @cached_property
    def rules(self) -> Rules:
        return self.evaluation.game.rules

    @cached_property
    def city(self) -> City:
        return self.evaluation.as_city or empty_city(self.rules)

    @property
    def action(self) -> str:
        return self.evaluation.get_absolute_url()

    @property
    def state(self) -> dict[str, str | int]:
        return {"version": self.evaluation.version}

    @property
    def is_pad(self) -> bool:
        return self.evaluation.is_pad

    @property
    def is_finished(self) -> bool:
        return self.evaluation.game.is_finished


AROUND = 24  # characters shown on each side of a wrong one


def _remark(finding: Finding) -> Remark:
    level = "warning" if finding.severity is Severity.UNUSUAL else "error"
    return Remark(level, finding.square or "", words(finding.message))
