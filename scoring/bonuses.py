"""The bonuses and penalties of missions, as small objects for the scorer and for the search for the best allocation."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, Mode, squares_of
from scoring.house_rules import HouseRules
from scoring.kinds import KINDS, Kind
from scoring.lines import Line, Note
from scoring.messages import Message, gettext, ngettext
from scoring.terms import Prize, Term
from scoring.tiles import playgrounds, tiles_in_use

if TYPE_CHECKING:
    from scoring.city import City
    from scoring.settled import SettledCity


class Bonus(ABC):
    """One bonus or penalty of a mission. A subclass overrides the methods that it needs.

    The scorer and the search call these methods, and know nothing else about single missions.
    """

    __slots__ = ()

    # The kinds of building whose Inhabitants `penalty` counts as workers.
    workplaces: frozenset[Kind] = frozenset()
    # True if `prize` can return a prize. Rules may have only one such bonus.
    is_prize: bool = False

    def lines(self, settled: "SettledCity") -> Iterable[Line]:
        """Return the score sheet's lines for this bonus, in the category "mission"."""
        return ()

    def points(self, settled: "SettledCity") -> int:
        """Return the sum of the VP of `lines`."""
        return 0

    def notes(self, settled: "SettledCity") -> Iterable[Note]:
        """Return a note for each decision (docs/rules.md section 0) on which `lines` depends."""
        return ()

    def terms(self, city: "City") -> Iterable[Term]:
        """Return the VP of `lines` as terms (scoring/terms.py), without the VP of `prize` and `penalty`."""
        return ()

    def prize(self, city: "City") -> Prize | None:
        """Return the prize, if any, that this bonus gives for an activated building in each of several groups."""
        return None

    def penalty(self, customers: int, workers: int) -> int:
        """Return the VP lost with these numbers of Customers and workers.

        Workers are the Inhabitants in `workplaces`. More workers never increase the penalty.
        """
        return 0

    def highest(self, mode: Mode) -> int:
        """Return an upper bound of the bonus's VP in one city."""
        return 0

    @property
    @abstractmethod
    def announcement(self) -> Message:
        """Return the sentence that tells the players about the bonus before the game."""

    def with_house_rules(self, house_rules: HouseRules) -> "Bonus":
        return self


def _line(settled: "SettledCity", squares: Sequence[int], vp: int, message: Message) -> Line:
    return Line("mission", settled.names(squares), vp, message)


@dataclass(frozen=True, slots=True)
class PlaygroundSets(Bonus):
    """A bonus of `vp` VP for every full set of `size` Playgrounds in the city (D6)."""

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

    def lines(self, settled: "SettledCity") -> Iterator[Line]:
        playgrounds = settled.of(Kind.PLAYGROUND)
        if not playgrounds:
            return
        sets = len(playgrounds) // self.size
        text = (
            ngettext("{count} full set of {size} Playgrounds", "{count} full sets of {size} Playgrounds")
            if sets
            else ngettext("{count} Playground; a set takes {size}", "{count} Playgrounds; a set takes {size}")
        )
        message = Message(text, count=sets or len(playgrounds), size=self.size)
        yield _line(settled, playgrounds, self.points(settled), message)

    def points(self, settled: "SettledCity") -> int:
        return settled.masks[Kind.PLAYGROUND].bit_count() // self.size * self.vp

    def highest(self, mode: Mode) -> int:
        return len(playgrounds(mode)) // self.size * self.vp

    def terms(self, city: "City") -> Iterator[Term]:
        count = sum([1 for building in city.squares if building and building.kind is Kind.PLAYGROUND])
        yield Term(0, (count // self.size * self.vp,))

    def notes(self, settled: "SettledCity") -> Iterator[Note]:
        if len(settled.of(Kind.PLAYGROUND)) > self.size:
            yield Note(
                "D6",
                Message(
                    gettext("The campaign manual gives no rounding: we count full sets of {size} Playgrounds only."),
                    size=self.size,
                ),
            )


@dataclass(frozen=True, slots=True)
class MayorTiles(Bonus):
    """A bonus of `vp` VP for each Mayor tile in an activated Tower Block (D9)."""

    vp: int

    @property
    def announcement(self) -> Message:
        return Message(gettext("Each Mayor tile in an activated Tower Block brings {vp} VP."), vp=self.vp)

    def lines(self, settled: "SettledCity") -> Iterator[Line]:
        for square in settled.of(Kind.TOWER_BLOCK):
            mayors = settled.building(square).mayors
            if mayors:
                yield _line(
                    settled,
                    [square],
                    mayors * self.vp,
                    Message(ngettext("{count} Mayor tile", "{count} Mayor tiles"), count=mayors),
                )
        for square in settled.idle:
            mayors = settled.building(square).mayors
            if mayors:
                yield _line(
                    settled,
                    [square],
                    0,
                    Message(
                        ngettext(
                            "{count} Mayor tile in a Tower Block that is not activated",
                            "{count} Mayor tiles in a Tower Block that is not activated",
                        ),
                        count=mayors,
                    ),
                )

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


@dataclass(frozen=True, slots=True)
class DistrictCompletion(Bonus):
    """A bonus of `vp[n]` VP for each district with n empty squares (D10); 0 VP if `vp` has no such entry.

    Unactivated buildings count as empty squares (D5).
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

    def _vp(self, empty: int) -> int:
        return self.vp[empty] if empty < len(self.vp) else 0

    def lines(self, settled: "SettledCity") -> Iterator[Line]:
        for district, mask in settled.board.district_masks.items():
            empty = (mask & ~settled.active).bit_count()
            yield _district_line(settled.board.mode, district, empty, self._vp(empty))

    def points(self, settled: "SettledCity") -> int:
        free = ~settled.active
        return sum([self._vp((mask & free).bit_count()) for mask in settled.board.district_masks.values()])

    def notes(self, settled: "SettledCity") -> Iterator[Note]:
        if settled.idle:
            yield Note("D10", Message(gettext("Empty squares are counted after removing inactive buildings.")))

    def highest(self, mode: Mode) -> int:
        return len(BOARDS[mode].district_masks) * self._vp(0)

    def terms(self, city: "City") -> Iterator[Term]:
        for mask in city.board.district_masks.values():
            yield _by_empty_squares(city, mask, self._vp)


def _by_empty_squares(city: "City", mask: int, vp: Callable[[int], int]) -> Term:
    """Return a term for the squares of a mask. `vp` gives its VP by the number of empty squares among them."""
    members, certain = 0, 0
    for square in squares_of(mask):
        building = city.squares[square]
        if building and KINDS[building.kind].is_always_active:
            certain += 1
        elif building:
            members |= 1 << square
    empty = mask.bit_count() - certain
    return Term(members, tuple(vp(empty - count) for count in range(members.bit_count() + 1)))


@lru_cache(maxsize=1 << 10)
def _district_line(mode: Mode, district: int, empty: int, vp: int) -> Line:
    board = BOARDS[mode]
    text = (
        ngettext("district {district}: {count} empty square", "district {district}: {count} empty squares")
        if empty
        else gettext("district {district}: no empty square")
    )
    names = board.names_of(board.district_masks[district])
    return Line("mission", names, vp, Message(text, district=district, count=empty))


@dataclass(frozen=True, slots=True)
class FullRows(Bonus):
    """A bonus of `vp` VP for every row without an empty square. Unactivated buildings count as empty squares (D5)."""

    vp: int

    @property
    def announcement(self) -> Message:
        return Message(gettext("At the end each row without an empty square brings {vp} VP."), vp=self.vp)

    def _vp(self, empty: int) -> int:
        return 0 if empty else self.vp

    def lines(self, settled: "SettledCity") -> Iterator[Line]:
        for row, mask in enumerate(settled.board.row_masks, start=1):
            empty = (mask & ~settled.active).bit_count()
            text = (
                ngettext("row {row}: {count} empty square", "row {row}: {count} empty squares")
                if empty
                else gettext("row {row}: no empty square")
            )
            yield _line(settled, squares_of(mask), self._vp(empty), Message(text, row=row, count=empty))

    def points(self, settled: "SettledCity") -> int:
        free = ~settled.active
        return sum([self._vp((mask & free).bit_count()) for mask in settled.board.row_masks])

    def highest(self, mode: Mode) -> int:
        return len(BOARDS[mode].row_masks) * self.vp

    def terms(self, city: "City") -> Iterator[Term]:
        for mask in city.board.row_masks:
            yield _by_empty_squares(city, mask, self._vp)


@dataclass(frozen=True, slots=True)
class EmptyCorners(Bonus):
    """A bonus of `vp` VP for each corner of the city without an activated building. `vp` can be below 0: a loss."""

    vp: int

    @property
    def announcement(self) -> Message:
        text = (
            gettext("Each empty corner loses {vp} VP.") if self.vp < 0 else gettext("Each empty corner brings {vp} VP.")
        )
        return Message(text, vp=abs(self.vp))

    def lines(self, settled: "SettledCity") -> Iterator[Line]:
        corners = settled.board.corners & ~settled.active
        if corners:
            count = corners.bit_count()
            text = ngettext("{count} empty corner, {vp} VP", "{count} empty corners, {vp} VP each")
            yield _line(settled, squares_of(corners), count * self.vp, Message(text, count=count, vp=self.vp))
        else:
            yield _line(settled, squares_of(settled.board.corners), 0, Message(gettext("no empty corner")))

    def points(self, settled: "SettledCity") -> int:
        return (settled.board.corners & ~settled.active).bit_count() * self.vp

    def highest(self, mode: Mode) -> int:
        return max(0, BOARDS[mode].corners.bit_count() * self.vp)

    def terms(self, city: "City") -> Iterator[Term]:
        for square in squares_of(city.board.corners):
            yield _by_empty_squares(city, 1 << square, lambda empty: empty * self.vp)


@dataclass(frozen=True, slots=True)
class Variety(Bonus):
    """A bonus of `vp` VP if every kind of the mode has an activated building. A Playground counts as a Park."""

    is_prize = True
    vp: int

    def __post_init__(self) -> None:
        """Refuse VP below 1, because the search looks only for prizes that gain VP."""
        if self.vp < 1:
            raise ValueError(f"expected VP for every kind of building, got {self.vp}")

    @property
    def announcement(self) -> Message:
        return Message(gettext("Every kind of building in your city, each at least once, brings {vp} VP."), vp=self.vp)

    def lines(self, settled: "SettledCity") -> Iterator[Line]:
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
    """A loss of `vp` VP for each Customer above the number of workers.

    Workers are the Inhabitants in the kinds of building in `workplaces` (D12).
    """

    workplaces: frozenset[Kind] = frozenset({Kind.PUBLIC_SERVICE, Kind.FACTORY, Kind.OFFICE_TOWER})
    vp: int = 1

    @property
    def announcement(self) -> Message:
        return Message(gettext("Each Customer above the number of workers costs {vp} VP."), vp=self.vp)

    def penalty(self, customers: int, workers: int) -> int:
        return self.vp * max(0, customers - workers)

    def lines(self, settled: "SettledCity") -> Iterator[Line]:
        customers = settled.spending.customers
        lost = -self.points(settled)
        if lost:
            message = Message(
                ngettext(
                    "{count} Customer more than there are workers", "{count} Customers more than there are workers"
                ),
                count=lost // self.vp,
            )
            yield _line(settled, settled.of(Kind.SHOP), -lost, message)
        elif customers:
            message = Message(
                ngettext(
                    "{count} Customer, not more than there are workers",
                    "{count} Customers, not more than there are workers",
                ),
                count=customers,
            )
            yield _line(settled, settled.of(Kind.SHOP), 0, message)

    def points(self, settled: "SettledCity") -> int:
        return -self.penalty(settled.spending.customers, _workers(settled, self.workplaces))

    def notes(self, settled: "SettledCity") -> Iterator[Note]:
        customers = settled.spending.customers
        without = self.penalty(customers, _workers(settled, self.workplaces - {Kind.HARBOR}))
        with_harbors = self.penalty(customers, _workers(settled, self.workplaces | {Kind.HARBOR}))
        if without != with_harbors:
            if Kind.HARBOR in self.workplaces:
                text = gettext(
                    "House rule: Inhabitants in Harbors count as workers; the campaign manual leaves them out."
                )
            else:
                text = gettext("Inhabitants in Harbors do not count as workers: the manual does not list them.")
            yield Note("D12", Message(text))

    def with_house_rules(self, house_rules: HouseRules) -> "Unemployment":
        if house_rules.harbor_workers:
            return replace(self, workplaces=self.workplaces | {Kind.HARBOR})
        return self


def _workers(settled: "SettledCity", workplaces: frozenset[Kind]) -> int:
    """Count the Inhabitants at work in these kinds of building."""
    masks = settled.masks
    workers = sum([masks[kind].bit_count() * KINDS[kind].inhabitants for kind in workplaces])
    if settled.special and Kind.PUBLIC_SERVICE in workplaces:
        workers += sum([settled.building(square).more_inhabitants for square in squares_of(settled.special)])
    return workers
