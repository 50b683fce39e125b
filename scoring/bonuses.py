"""The bonuses and penalties of missions. Scoring and the search for the best allocation use these classes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, Board, Mode, squares_of
from scoring.house_rules import HouseRules
from scoring.kinds import KINDS, Kind
from scoring.messages import Message, gettext, ngettext
from scoring.score_lines import Note, ScoreLine
from scoring.terms import Prize, Term
from scoring.tiles import playgrounds, tiles_in_use

if TYPE_CHECKING:
    from scoring.city import City
    from scoring.settled import SettledCity

MAYORS = ngettext("{count} Mayor tile", "{count} Mayor tiles")
IDLE_MAYORS = ngettext(
    "{count} Mayor tile in a Tower Block that is not activated",
    "{count} Mayor tiles in a Tower Block that is not activated",
)


class Bonus(ABC):
    """One bonus or penalty of a mission. A subclass overrides the methods that it needs."""

    __slots__ = ()

    # The kinds of building whose Inhabitants count as workers in `penalty`.
    workplaces: frozenset[Kind] = frozenset()
    # True if this bonus can bring a `Prize` (scoring/terms.py). At most one bonus of a mission can bring a prize.
    is_prize: bool = False

    def lines(self, settled: "SettledCity") -> Iterable[ScoreLine]:
        """Return the lines of the score sheet for this bonus."""
        return ()

    def points(self, settled: "SettledCity") -> int:
        """Return the VP of this bonus, which are the sum of the VP of `lines`."""
        return 0

    def notes(self, settled: "SettledCity") -> Iterable[Note]:
        """Return a note for each decision (docs/rules.md section 0) that could change the VP of this bonus."""
        return ()

    def terms(self, city: "City") -> Iterable[Term]:
        """Return the VP of this bonus as terms (scoring/terms.py). VP from `prize` or `penalty` are left out."""
        return ()

    def prize(self, city: "City") -> Prize | None:
        """Return the prize that this bonus can bring in a city, or None if it brings no prize."""
        return None

    def penalty(self, customers: int, workers: int) -> int:
        """Return the VP lost with these numbers of Customers and workers.

        Workers are the Inhabitants on buildings of the kinds in `workplaces`. More workers never increase the penalty.
        """
        return 0

    def highest(self, mode: Mode) -> int:
        """Return an upper bound of the bonus's VP in one city."""
        return 0

    @property
    @abstractmethod
    def announcement(self) -> Message:
        """Return the sentence that explains the bonus to the players before the game."""

    def with_house_rules(self, house_rules: HouseRules) -> "Bonus":
        return self


def _line(settled: "SettledCity", squares: Sequence[int], vp: int, message: Message) -> ScoreLine:
    return ScoreLine("mission", settled.names(squares), vp, message)


@dataclass(frozen=True, slots=True)
class PlaygroundSets(Bonus):
    """A bonus of `vp` VP for every full set of `size` Playgrounds in the city (decision D6 in docs/rules.md)."""

    size: int
    vp: int

    @property
    def announcement(self) -> Message:
        return Message(
            ngettext(
                "Every full set of {count} Playground brings {vp} VP.",
                "Every full set of {count} Playgrounds brings {vp} VP.",
            ),
            count=self.size,
            vp=self.vp,
        )

    def lines(self, settled: "SettledCity") -> Iterator[ScoreLine]:
        playgrounds = settled.of(Kind.PLAYGROUND)
        if not playgrounds:
            return
        text = ngettext("{count} Playground; a set takes {size}", "{count} Playgrounds; a set takes {size}")
        message = Message(text, count=len(playgrounds), size=self.size)
        yield _line(settled, playgrounds, self.points(settled), message)

    def points(self, settled: "SettledCity") -> int:
        return settled.masks[Kind.PLAYGROUND].bit_count() // self.size * self.vp

    def highest(self, mode: Mode) -> int:
        return len(playgrounds(mode)) // self.size * self.vp

    def terms(self, city: "City") -> Iterator[Term]:
        count = sum([1 for building in city.squares if building and building.kind is Kind.PLAYGROUND])
        yield Term(0, (count // self.size * self.vp,))

    def notes(self, settled: "SettledCity") -> Iterator[Note]:
        if 1 < self.size < len(settled.of(Kind.PLAYGROUND)):
            yield Note("D6", Message(gettext("The campaign manual gives no rounding: we count only full sets.")))


@dataclass(frozen=True, slots=True)
class MayorTiles(Bonus):
    """A bonus of `vp` VP for each Mayor tile in an activated Tower Block (decision D9 in docs/rules.md)."""

    vp: int

    @property
    def announcement(self) -> Message:
        return Message(gettext("Each Mayor tile in an activated Tower Block brings {vp} VP."), vp=self.vp)

    def lines(self, settled: "SettledCity") -> Iterator[ScoreLine]:
        for squares, vp, text in ((settled.of(Kind.TOWER_BLOCK), self.vp, MAYORS), (settled.idle, 0, IDLE_MAYORS)):
            for square in squares:
                if mayors := settled.building(square).mayors:
                    yield _line(settled, [square], mayors * vp, Message(text, count=mayors))

    def points(self, settled: "SettledCity") -> int:
        return sum([settled.building(square).mayors for square in settled.of(Kind.TOWER_BLOCK)]) * self.vp

    def notes(self, settled: "SettledCity") -> Iterator[Note]:
        if any(settled.building(square).mayors for square in settled.idle):
            yield Note("D9", Message(gettext("A Mayor tile counts only in an activated Tower Block.")))

    def highest(self, mode: Mode) -> int:
        return sum(tile.mayor for tile in tiles_in_use(mode)) * self.vp

    def terms(self, city: "City") -> Iterator[Term]:
        for square, building in enumerate(city.squares):
            if building and building.mayors:
                yield Term(1 << square, (0, building.mayors * self.vp))


class _ByEmptySquares(Bonus):
    """A bonus that scores groups of squares, such as districts or rows, by the number of empty squares in each group.

    A square with an unactivated building counts as empty (decision D5 in docs/rules.md).
    """

    __slots__ = ()

    @abstractmethod
    def groups(self, board: Board) -> Iterable[int]:
        """Return the groups of squares that the bonus scores, such as districts, as bit masks."""

    @abstractmethod
    def vp_of_group(self, empty: int) -> int:
        """Return the VP of a group with this number of empty squares."""

    def points(self, settled: "SettledCity") -> int:
        free = ~settled.active
        return sum([self.vp_of_group((mask & free).bit_count()) for mask in self.groups(settled.board)])

    def highest(self, mode: Mode) -> int:
        sizes = [mask.bit_count() for mask in self.groups(BOARDS[mode])]
        return sum(max(self.vp_of_group(empty) for empty in range(size + 1)) for size in sizes)

    def terms(self, city: "City") -> Iterator[Term]:
        for mask in self.groups(city.board):
            members, certain = 0, 0
            for square in squares_of(mask):
                building = city.squares[square]
                if building and KINDS[building.kind].is_always_active:
                    certain += 1
                elif building:
                    members |= 1 << square
            empty = mask.bit_count() - certain
            yield Term(members, tuple(self.vp_of_group(empty - count) for count in range(members.bit_count() + 1)))


@dataclass(frozen=True, slots=True)
class DistrictCompletion(_ByEmptySquares):
    """A bonus for districts with few empty squares: `vp[n]` VP for n empty squares, or 0 VP if `vp` has no entry n.

    Source: decision D10 in docs/rules.md.
    """

    vp: tuple[int, ...]

    @property
    def announcement(self) -> Message:
        return Message(
            gettext(
                "At the end a district without an empty square brings {full} VP, "
                "one with a single empty square {gap} VP."
            ),
            full=self.vp[0],
            gap=self.vp[1],
        )

    def groups(self, board: Board) -> Iterable[int]:
        return board.district_masks.values()

    def vp_of_group(self, empty: int) -> int:
        return self.vp[empty] if empty < len(self.vp) else 0

    def lines(self, settled: "SettledCity") -> Iterator[ScoreLine]:
        for district, mask in settled.board.district_masks.items():
            empty = (mask & ~settled.active).bit_count()
            yield _district_line(settled.board.mode, district, empty, self.vp_of_group(empty))

    def notes(self, settled: "SettledCity") -> Iterator[Note]:
        if settled.idle:
            yield Note("D10", Message(gettext("Empty squares are counted after removing inactive buildings.")))


@lru_cache(maxsize=1 << 10)
def _district_line(mode: Mode, district: int, empty: int, vp: int) -> ScoreLine:
    board = BOARDS[mode]
    text = (
        ngettext("district {district}: {count} empty square", "district {district}: {count} empty squares")
        if empty
        else gettext("district {district}: no empty square")
    )
    names = board.names_of(board.district_masks[district])
    return ScoreLine("mission", names, vp, Message(text, district=district, count=empty))


@dataclass(frozen=True, slots=True)
class FullRows(_ByEmptySquares):
    """A bonus of `vp` VP for every row without an empty square."""

    vp: int

    @property
    def announcement(self) -> Message:
        return Message(gettext("At the end each row without an empty square brings {vp} VP."), vp=self.vp)

    def groups(self, board: Board) -> Iterable[int]:
        return board.row_masks

    def vp_of_group(self, empty: int) -> int:
        return 0 if empty else self.vp

    def lines(self, settled: "SettledCity") -> Iterator[ScoreLine]:
        for row, mask in enumerate(settled.board.row_masks, start=1):
            empty = (mask & ~settled.active).bit_count()
            text = (
                ngettext("row {row}: {count} empty square", "row {row}: {count} empty squares")
                if empty
                else gettext("row {row}: no empty square")
            )
            yield _line(settled, squares_of(mask), self.vp_of_group(empty), Message(text, row=row, count=empty))


@dataclass(frozen=True, slots=True)
class EmptyCorners(_ByEmptySquares):
    """A bonus of `vp` VP for each corner square without an activated building. If `vp` is below 0, it is a penalty."""

    vp: int

    @property
    def announcement(self) -> Message:
        text = (
            gettext("Each empty corner loses {vp} VP.") if self.vp < 0 else gettext("Each empty corner brings {vp} VP.")
        )
        return Message(text, vp=abs(self.vp))

    def groups(self, board: Board) -> Iterable[int]:
        return [1 << square for square in squares_of(board.corners)]

    def vp_of_group(self, empty: int) -> int:
        return empty * self.vp

    def lines(self, settled: "SettledCity") -> Iterator[ScoreLine]:
        corners = settled.board.corners & ~settled.active
        if corners:
            count = corners.bit_count()
            text = ngettext("{count} empty corner, {vp} VP", "{count} empty corners, {vp} VP each")
            yield _line(settled, squares_of(corners), count * self.vp, Message(text, count=count, vp=self.vp))
        else:
            yield _line(settled, squares_of(settled.board.corners), 0, Message(gettext("no empty corner")))

    def points(self, settled: "SettledCity") -> int:
        return (settled.board.corners & ~settled.active).bit_count() * self.vp


@dataclass(frozen=True, slots=True)
class Variety(Bonus):
    """A bonus of `vp` VP for a city with activated buildings of every kind in its mode. Playgrounds count as Parks."""

    is_prize = True
    vp: int

    def __post_init__(self) -> None:
        """Raise ValueError for VP below 1, because the allocation search assumes that a prize gains VP."""
        if self.vp < 1:
            raise ValueError(f"expected VP for every kind of building, got {self.vp}")

    @property
    def announcement(self) -> Message:
        return Message(gettext("Every kind of building in your city, each at least once, brings {vp} VP."), vp=self.vp)

    def lines(self, settled: "SettledCity") -> Iterator[ScoreLine]:
        missing = self._missing(settled)
        if missing:
            text = ngettext("one kind of building is missing: {kind}", "{count} kinds are missing, such as: {kind}")
            message = Message(text, count=len(missing), kind=missing[0].label)
        else:
            message = Message(gettext("every kind of building"))
        yield _line(settled, (), self.points(settled), message)

    def points(self, settled: "SettledCity") -> int:
        return 0 if self._missing(settled) else self.vp

    def _missing(self, settled: "SettledCity") -> list[Kind]:
        built = {KINDS[kind].category for kind, mask in settled.masks.items() if mask}
        return [kind for kind in _categories(settled.board.mode) if kind not in built]

    def highest(self, mode: Mode) -> int:
        return self.vp

    def prize(self, city: "City") -> Prize:
        groups = dict.fromkeys(_categories(city.mode), 0)
        for square, building in enumerate(city.squares):
            if building:
                groups[Kind(KINDS[building.kind].category)] |= 1 << square
        return Prize(self.vp, tuple(groups.values()))


@cache
def _categories(mode: Mode) -> tuple[Kind, ...]:
    """Return the kinds of building in a mode, without Playgrounds, which count as Parks."""
    return tuple(kind for kind, facts in KINDS.items() if mode in facts.highest and kind == facts.category)


@dataclass(frozen=True, slots=True)
class Unemployment(Bonus):
    """A penalty of `vp` VP for each Customer above the number of workers.

    Workers are the Inhabitants on buildings of the kinds in `workplaces` (decision D12 in docs/rules.md).
    """

    workplaces: frozenset[Kind] = frozenset({Kind.PUBLIC_SERVICE, Kind.FACTORY, Kind.OFFICE_TOWER})
    vp: int = 1

    @property
    def announcement(self) -> Message:
        return Message(gettext("Each Customer above the number of workers costs {vp} VP."), vp=self.vp)

    def penalty(self, customers: int, workers: int) -> int:
        return self.vp * max(0, customers - workers)

    def lines(self, settled: "SettledCity") -> Iterator[ScoreLine]:
        customers, lost = settled.spending.customers, -self.points(settled)
        if customers:
            text = (
                ngettext(
                    "{count} Customer more than there are workers", "{count} Customers more than there are workers"
                )
                if lost
                else ngettext(
                    "{count} Customer, not more than there are workers",
                    "{count} Customers, not more than there are workers",
                )
            )
            message = Message(text, count=lost // self.vp if lost else customers)
            yield _line(settled, settled.of(Kind.SHOP), -lost, message)

    def points(self, settled: "SettledCity") -> int:
        return -self.penalty(settled.spending.customers, _workers(settled, self.workplaces))

    def notes(self, settled: "SettledCity") -> Iterator[Note]:
        customers = settled.spending.customers
        without = self.penalty(customers, _workers(settled, self.workplaces - {Kind.HARBOR}))
        with_harbors = self.penalty(customers, _workers(settled, self.workplaces | {Kind.HARBOR}))
        if without != with_harbors:
            text = (
                gettext("House rule: Inhabitants in Harbors count as workers; the campaign manual leaves them out.")
                if Kind.HARBOR in self.workplaces
                else gettext("Inhabitants in Harbors do not count as workers: the manual does not list them.")
            )
            yield Note("D12", Message(text))

    def with_house_rules(self, house_rules: HouseRules) -> "Unemployment":
        if house_rules.harbor_workers:
            return replace(self, workplaces=self.workplaces | {Kind.HARBOR})
        return self


def _workers(settled: "SettledCity", workplaces: frozenset[Kind]) -> int:
    """Count the Inhabitants on buildings of these kinds."""
    masks = settled.masks
    workers = sum([masks[kind].bit_count() * KINDS[kind].inhabitants for kind in workplaces])
    if settled.special and Kind.PUBLIC_SERVICE in workplaces:
        workers += sum([settled.building(square).more_inhabitants for square in squares_of(settled.special)])
    return workers
