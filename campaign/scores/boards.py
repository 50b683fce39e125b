"""Prepare a city for the template tag `{% board %}`, which draws it. The VP come from a score sheet."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext, ngettext

from campaign.scores.words import points, words
from scoring import Allocation, Building, City, Finding, Kind, ScoreLine, ScoreSheet, Severity
from scoring.boards import Board
from scoring.kinds import KINDS, Digit

REMEMBERED = 8_192  # the maximum number of cached squares; each takes about one kilobyte

STACKS = frozenset({Kind.TOWER_BLOCK, Kind.OFFICE_TOWER})

# Kinds of building that score in groups. One line of the score sheet holds the VP of a whole group.
SCORED_TOGETHER = frozenset({Kind.PUBLIC_SERVICE, Kind.HARBOR})


class TileDrawing(NamedTuple):
    """The look of a square: its building, its numbers and its VP."""

    number: int | None  # the number printed on the mat, only in Expert Mode
    kind: Kind | None
    code: str  # the building in the city notation: a letter and usually a digit, such as "T3"
    drawing: str  # the id of the building's drawing in icons.svg
    mayors: int
    inhabitants: int  # the number of Inhabitants on the building
    energy: int
    vp: int | None  # the VP that the building scored alone
    shared: int | None  # the VP that the building scored together with other buildings
    trouble: str  # severity of the worst problem of the square: "warning" or "error"; "" without problems

    @property
    def shown_vp(self) -> int | None:
        """Return the VP of the building alone; None instead of 0 if it scored VP together with others."""
        return None if self.shared and not self.vp else self.vp


@dataclass(frozen=True, slots=True)
class Square:
    """One square of the board."""

    name: str
    district: int
    tile: TileDrawing
    active: bool | None  # True if activated; None for an empty square, or before resources are allocated
    findings: tuple[str, ...]
    label: str  # a text for screen readers, such as "B3, Shop, 4 Customers, 7 points"
    selected: bool
    lit: bool

    @property
    def css(self) -> str:
        """Return the CSS classes of the square, see board.css."""
        return "square " + ("square--built kind " if self.tile.kind else "") + self.small_css

    @property
    def small_css(self) -> str:
        """Return the CSS classes of the square on a small board, which is drawn with as few bytes as possible."""
        states = {
            f"kind--{self.tile.kind}": self.tile.kind is not None,
            "is-idle": self.active is False,
            "is-selected": self.selected,
            "is-lit": self.lit,
            f"is-{self.tile.trouble}": self.tile.trouble,
        }
        return " ".join(name for name, holds in states.items() if holds)


@dataclass(frozen=True, slots=True)
class CityDrawing:
    """A city on its mat."""

    board: Board
    rows: tuple[tuple[Square, ...], ...]
    label: str

    @property
    def columns(self) -> int:
        return self.board.columns

    @property
    def letters(self) -> str:
        return self.board.letters

    @property
    def mode(self) -> str:
        return self.board.mode.value

    @property
    def districts(self) -> list[int]:
        return list(self.board.district_masks)

    @property
    def has_numbers(self) -> bool:
        """Tell whether numbers are printed on the mat's squares, as in Expert Mode."""
        return bool(self.board.numbers)


def draw(
    city: City,
    sheet: ScoreSheet | None = None,
    allocation: Allocation | None = None,
    findings: Iterable[Finding] = (),
    selected: str = "",
    lit: Collection[str] = (),
) -> CityDrawing:
    """Prepare the drawing of a city for a template, in the active language.

    `selected` is the square that the user has chosen, such as "B3". `lit` lists the squares to highlight.
    """
    allocation = allocation or city.allocation
    own, shared = _points(sheet.lines if sheet else (), _kinds(city))
    said = _findings(findings)
    squares, language = [], get_language()
    for index, building in enumerate(city.squares):
        name = city.board.names[index]
        state = _SquareState(
            mark=allocation.marks[index] if allocation else None,
            vp=own.get(name, 0) if sheet and building else None,
            shared=shared.get(name),
            findings=said.get(name, ()),
        )
        squares.append(
            _square(language, city.board, index, building, state, selected=name == selected, lit=name in lit)
        )
    columns = city.board.columns
    rows = tuple(tuple(squares[start : start + columns]) for start in range(0, len(squares), columns))
    return CityDrawing(city.board, rows, _city_label(city, sheet))


class _SquareState(NamedTuple):
    mark: str | None  # the square's character in the allocation, such as "." for "not activated"
    vp: int | None
    shared: int | None
    findings: tuple[Finding, ...]

    @property
    def trouble(self) -> str:
        if not self.findings:
            return ""
        unusual = all(finding.severity is Severity.UNUSUAL for finding in self.findings)
        return "warning" if unusual else "error"

    def active(self, building: Building) -> bool | None:
        if KINDS[building.kind].is_always_active:
            return True
        return None if self.mark is None else self.mark != "."


@lru_cache(maxsize=REMEMBERED)
def _square(
    _language: str | None,
    board: Board,
    index: int,
    building: Building | None,
    state: _SquareState,
    *,
    selected: bool,
    lit: bool,
) -> Square:
    """Make a square. `_language` is a part of the cache's key, because the square contains translated texts."""
    facts = KINDS[building.kind] if building else None
    active = state.active(building) if building else None
    allocated = bool(active) and state.mark is not None
    is_shop = building is not None and building.kind is Kind.SHOP
    customers = int(state.mark) if is_shop and state.mark and state.mark.isdigit() else 0
    inhabitants = customers + (building.inhabitants if building and allocated else 0)
    energy = (facts.energy if facts and allocated else 0) + (state.mark == "e")
    sentences = tuple(words(finding.message) for finding in state.findings)
    tile = TileDrawing(
        number=board.numbers[index] if board.numbers else None,
        kind=building.kind if building else None,
        code=_code(building) if building else "",
        drawing=drawing_of(building) if building else "",
        mayors=building.mayors if building else 0,
        inhabitants=inhabitants,
        energy=energy,
        vp=state.vp,
        shared=state.shared,
        trouble=state.trouble,
    )
    return Square(
        name=board.names[index],
        district=board.districts[index],
        tile=tile,
        active=active,
        findings=sentences,
        label=", ".join([board.names[index], *_label_parts(board, index, building, state), *sentences]),
        selected=selected,
        lit=lit,
    )


def drawing_of(building: Building) -> str:
    """Return the id of a building's drawing in icons.svg."""
    return f"{building.kind.value}-{building.floors}" if building.kind in STACKS else building.kind.value


def _code(building: Building) -> str:
    """Return a building's code, such as "T3". It has a digit even for one floor, unlike the city notation."""
    facts = building.facts
    if facts.digit is Digit.FLOORS:
        return f"{facts.letter}{building.floors}"
    return f"{facts.letter}{building.vp or ''}"


def _label_parts(board: Board, index: int, building: Building | None, state: _SquareState) -> list[str]:
    if building is None:
        parts = [gettext("empty")]
        if board.numbers:
            place = {"district": board.districts[index], "number": board.numbers[index]}
            parts.append(gettext("district {district}, number {number}").format(**place))
        return parts
    parts = [words(building.label), *_details(building)]
    if state.active(building) is False:
        parts.append(gettext("not activated"))
    if state.mark == "e":
        parts.append(gettext("absorbs an Energy Unit"))
    if building.kind is Kind.SHOP and state.mark and state.mark.isdigit():
        parts.append(_count(ngettext("{count} Customer", "{count} Customers", int(state.mark)), int(state.mark)))
    if state.vp or (state.vp is not None and not state.shared):
        parts.append(points(state.vp))
    if state.shared:
        text = ngettext("{count} point together with others", "{count} points together with others", state.shared)
        parts.append(_count(text, state.shared))
    return parts


def _details(building: Building) -> list[str]:
    parts = []
    if building.kind in STACKS:
        parts.append(_count(ngettext("{count} floor", "{count} floors", building.floors), building.floors))
    if building.mayors:
        parts.append(_count(ngettext("{count} Mayor tile", "{count} Mayor tiles", building.mayors), building.mayors))
    if building.special and building.facts.digit:
        counted = gettext("{count} VP, as the table counted")
        parts.append(counted.format(count=building.vp))
        if building.cost is not None:
            text = ngettext("needs {count} Inhabitant", "needs {count} Inhabitants", building.cost)
            parts.append(_count(text, building.cost))
    elif building.vp:
        parts.append(gettext("{count} VP printed on it").format(count=building.vp))
    return parts


def _count(text: str, count: int) -> str:
    return text.format(count=count)


def _kinds(city: City) -> dict[str, Kind]:
    """Map each built square to its kind of building. Playgrounds count as Parks, as on the score sheet."""
    kinds = {name: each.kind for name, each in zip(city.board.names, city.squares, strict=True) if each}
    return {name: Kind.PARK if kind is Kind.PLAYGROUND else kind for name, kind in kinds.items()}


def _points(lines: Iterable[ScoreLine], kinds: Mapping[str, Kind]) -> tuple[dict[str, int], dict[str, int]]:
    """Map squares to the VP that a building scored alone, and to the VP that several buildings scored together.

    Leave out the VP of a mission's bonuses, because they belong to no building.
    """
    own: dict[str, int] = {}
    shared: dict[str, int] = {}
    for line in lines:
        if not line.squares or line.category != kinds.get(line.squares[0]):
            continue
        if scores_together(line) and len(line.squares) > 1:
            if line.vp:
                for name in line.squares:
                    shared[name] = shared.get(name, 0) + line.vp
        else:
            own[line.squares[0]] = own.get(line.squares[0], 0) + line.vp
    return own, shared


def scores_together(line: ScoreLine) -> bool:
    """Tell whether a line scores the buildings on all its squares together, and not only the first building."""
    return line.category in SCORED_TOGETHER and not line.is_of_first


def _findings(findings: Iterable[Finding]) -> Mapping[str, tuple[Finding, ...]]:
    by_square: dict[str, tuple[Finding, ...]] = {}
    for finding in findings:
        if finding.square:
            by_square[finding.square] = (*by_square.get(finding.square, ()), finding)
    return by_square


def _city_label(city: City, sheet: ScoreSheet | None) -> str:
    count = sum(building is not None for building in city.squares)
    label = _count(ngettext("City with {count} building", "City with {count} buildings", count), count)
    return f"{label}, {points(sheet.total)}" if sheet else label
