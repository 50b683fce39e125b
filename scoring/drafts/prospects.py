"""Count the VP that one more building of each kind would bring to a city."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from scoring.boards import SIDES, squares_of, united
from scoring.drafts.mats import Way
from scoring.kinds import KINDS, Kind
from scoring.kinds.harbor import longest_column, longest_row
from scoring.rules import Rules
from scoring.settled import SettledCity

# All kinds of building except Playgrounds, which count as Parks.
GROWING = tuple(kind for kind in Kind if kind is not Kind.PLAYGROUND)
TOWER_BLOCK, PUBLIC_SERVICE, PARK, FACTORY, HARBOR, OFFICE_TOWER, MONUMENT = map(
    GROWING.index,
    (
        Kind.TOWER_BLOCK,
        Kind.PUBLIC_SERVICE,
        Kind.PARK,
        Kind.FACTORY,
        Kind.HARBOR,
        Kind.OFFICE_TOWER,
        Kind.MONUMENT,
    ),
)
TOWERS = (Kind.TOWER_BLOCK, Kind.OFFICE_TOWER)
# One integer that holds a set of VP for each kind of building, in BITS bits for each kind. Bit n is set if n VP are in
# the set. The bitwise "or" of two such integers gives the union of their sets.
PackedVps = int
BITS = 64
FIELD = (1 << BITS) - 1
# One integer that joins the bit masks of the squares of each kind of building. Playgrounds count as Parks.
PackedMasks = int
# The kinds whose empty neighbouring squares are counted, each with the index of its count in `empty_sides`.
OPEN_SIDED = {Kind.PARK: 0, Kind.PLAYGROUND: 0, Kind.FACTORY: 1, Kind.MONUMENT: 2}
NO_PAIRS = (0, 0, 0, 0, 0)
CACHE_SIZE = 1 << 15  # the maximum number of results in each cache; each `Prospects` has caches of its own


class Prospects:
    """Computes the VP that one more building would bring on each empty square, under one set of rules.

    These VP include the gains of other buildings. Printed VP, Customers and bonuses are left out. Losses count as 0.
    """

    def __init__(self, rules: Rules) -> None:
        self.points, self.board = rules.points, rules.board
        # These are the first kinds of GROWING. So an index means the same kind in `kinds` and in GROWING.
        kinds = [kind for kind in GROWING if rules.mode in KINDS[kind].highest]
        assert tuple(kinds) == GROWING[: len(kinds)]
        self.shifts = range(0, len(kinds) * BITS, BITS)
        self.nothing: PackedVps = sum([1 << shift for shift in self.shifts])
        self.not_in_mode = [0] * (len(GROWING) - len(kinds))
        self.has_offices = Kind.OFFICE_TOWER in kinds
        self.decided_by_surroundings = [
            index for index in range(len(kinds)) if index not in {PUBLIC_SERVICE, HARBOR, OFFICE_TOWER}
        ]
        self.highest = KINDS[Kind.TOWER_BLOCK].highest[rules.mode]
        self.everything = (1 << len(self.board)) - 1
        near = self.board.neighbour_masks
        self.first_bits: dict[Kind, int] = {kind: index * len(self.board) for index, kind in enumerate(GROWING)}
        self.first_bits[Kind.PLAYGROUND] = self.first_bits[Kind.PARK]
        # For each square: the bit mask of its neighbours, repeated for each kind of building (PackedMasks).
        self.packed_near = [sum([around << self.first_bits[kind] for kind in GROWING]) for around in near]
        # Like `packed_near`, but the bit masks for towers also have the squares two steps away. A tower there can
        # stand beside the same Park.
        self.packed_nearby = [
            packed | sum([(around | self._beside(around)) << self.first_bits[kind] & ~packed for kind in TOWERS])
            for packed, around in zip(self.packed_near, near, strict=True)
        ]
        self.harbor_lines = lru_cache(maxsize=CACHE_SIZE)(self._harbor_lines)
        self.surrounded = lru_cache(maxsize=CACHE_SIZE)(self._surrounded)
        self.beside = lru_cache(maxsize=CACHE_SIZE)(self._beside)
        self.best_two = lru_cache(maxsize=CACHE_SIZE)(self._best_two)
        self.next_service = lru_cache(maxsize=CACHE_SIZE)(self._next_service)
        self.beside_offices = lru_cache(maxsize=CACHE_SIZE)(self._beside_offices)

    def _harbor_lines(self, mask: int) -> tuple[int, int]:
        """Return the VP of the longest row and column of Harbors, and the sum of their lengths."""
        table, row, column = self.points.harbor, longest_row(self.board, mask), longest_column(self.board, mask)
        return table[row] + table[column], row + column

    def empty_sides(self, settled: SettledCity) -> list[int]:
        """Count the empty sides of all Parks and Playgrounds, of all Factories, and of all Monuments."""
        near = self.board.neighbour_masks
        empty = self.everything & ~settled.active
        return [
            sum([(near[square] & empty).bit_count() for square in squares_of(mask)]) for mask in _open_sided(settled)
        ]

    def empty_sides_with(self, before: Sequence[int], settled: SettledCity, kind: Kind, square: int) -> list[int]:
        """Return the counts of empty sides after a building was built. `before` are the counts without it."""
        around = self.board.neighbour_masks[square]
        parks, factories, monuments = _open_sided(settled)
        sides = [
            before[0] - (around & parks).bit_count(),
            before[1] - (around & factories).bit_count(),
            before[2] - (around & monuments).bit_count(),
        ]
        if kind in OPEN_SIDED:
            sides[OPEN_SIDED[kind]] += (around & ~settled.active).bit_count()
        return sides

    def office_pairs(self, settled: SettledCity) -> tuple[int, ...]:
        """Count what Office Towers have beside them, and what can still come there.

        The counts are: pairs with a Factory, pairs with a Park or Playground, empty sides, empty squares that are also
        beside a Factory, and empty squares that are also beside a Park or Playground.
        """
        masks = settled.masks
        offices = masks[Kind.OFFICE_TOWER]
        if not offices:
            return NO_PAIRS
        green, factories, _monuments = _open_sided(settled)
        return self.beside_offices(offices, factories, green, self.everything & ~settled.active)

    def _beside_offices(self, offices: int, factories: int, green: int, empty: int) -> tuple[int, ...]:
        around = [self.board.neighbour_masks[square] for square in squares_of(offices)]
        both = [(united(around) & self.beside(others) & empty).bit_count() for others in (factories, green)]
        return (*[sum([(near & mask).bit_count() for near in around]) for mask in (factories, green, empty)], *both)

    def occurring(
        self, vps: Iterable[PackedVps], once: PackedVps = 0, twice: PackedVps = 0
    ) -> tuple[PackedVps, PackedVps]:
        """For each kind of building, find the VP that occur in `vps` at all, and the VP that occur more than once.

        To continue an earlier count, pass its result as `once` and `twice`.
        """
        for packed in vps:
            twice |= once & packed
            once |= packed
        return once, twice

    def next_buildings(self, once: PackedVps, twice: PackedVps) -> list[int]:
        """List for each kind the highest VP of a new building. Then list for each kind the second highest VP."""
        return self.best_two(once | self.nothing, twice | self.nothing)

    def _best_two(self, once: PackedVps, twice: PackedVps) -> list[int]:
        best, second = [], []
        for shift in self.shifts:
            found, again = once >> shift & FIELD, twice >> shift & FIELD
            most = found.bit_length() - 1
            best.append(most)
            second.append(most if again >> most else (found ^ 1 << most).bit_length() - 1)
        return [*best, *self.not_in_mode, *second, *self.not_in_mode]

    def next_floors(self, settled: SettledCity) -> PackedVps:
        """Return the most VP that one more floor would bring to a Tower Block and to an Office Tower."""
        towers, offices = settled.masks[Kind.TOWER_BLOCK], settled.masks[Kind.OFFICE_TOWER]
        packed = bit(TOWER_BLOCK, self._rise(settled, towers, self.points.tower_block))
        if offices:
            rises = [self._rise(settled, group, self._office_row(group)) for group in self.board.groups(offices)]
            packed |= bit(OFFICE_TOWER, max(rises))
        return packed

    def _rise(self, settled: SettledCity, mask: int, table: tuple[int, ...]) -> int:
        floors = {settled.building(square).floors for square in squares_of(mask)}
        return max([table[floor + 1] - table[floor] for floor in floors if floor < self.highest], default=0)

    def _office_row(self, group: int, more: int = 0) -> tuple[int, ...]:
        table = self.points.office_tower
        return table[min(group.bit_count() + more, len(table) - 1)]

    def changed_by(self, settled: SettledCity, kind: Kind, way: Way) -> int:
        """Return a bit mask of the squares where a next building may bring other VP because of the last building.

        `kind` and `way` describe the last building. `settled` includes this building.
        """
        square = way.square
        match kind:
            case Kind.TOWER_BLOCK:
                return self._around_tower(settled, square) if way.floor == 1 else 0
            case Kind.OFFICE_TOWER:
                # A tower beside this group would join it. So its VP depend on the size and the floors of the group.
                group = next(group for group in self.board.groups(settled.masks[kind]) if group >> square & 1)
                around = self._around_tower(settled, square) if way.floor == 1 else 0
                return around | self.beside(group)
            case Kind.HARBOR:
                return self.beside(settled.masks[kind])
            case Kind.PUBLIC_SERVICE:
                served, _vp = self.next_service(settled.masks[kind] & ~(1 << square))
                if not served >> square & 1:
                    return self.everything
        return self.board.neighbour_masks[square]

    def _around_tower(self, settled: SettledCity, square: int) -> int:
        """Return a bit mask of the squares beside a new tower and beside its adjacent Parks.

        A Park's VP depend on all towers beside it.
        """
        around, masks = self.board.neighbour_masks[square], settled.masks
        return around | self.beside(around & (masks[Kind.PARK] | masks[Kind.PLAYGROUND]))

    def _beside(self, mask: int) -> int:
        """Return a bit mask of the squares beside any square of `mask`."""
        return united([self.board.neighbour_masks[square] for square in squares_of(mask)])

    def pack(self, masks: Mapping[Kind, int]) -> PackedMasks:
        return sum([mask << self.first_bits[kind] for kind, mask in masks.items()])

    def packed_with(self, packed: PackedMasks, kind: Kind, square: int) -> PackedMasks:
        """Return `packed` with one more building of this kind, which stands on the square."""
        return packed | 1 << self.first_bits[kind] + square

    def on_empty_squares(self, settled: SettledCity, packed: PackedMasks, squares: int) -> dict[int, PackedVps]:
        """Map each empty square of the mask `squares` to the VP that one building of each kind would bring there.

        `packed` has the buildings of the settled city.
        """
        masks, near = settled.masks, self.board.neighbour_masks
        harbors, offices = masks[Kind.HARBOR], masks[Kind.OFFICE_TOWER]
        green = masks[Kind.PARK] | masks[Kind.PLAYGROUND]
        served, next_service = self.next_service(masks[Kind.PUBLIC_SERVICE])
        lines_now = self.harbor_lines(harbors)[0]
        found = {}
        for square in squares_of(squares & ~settled.active):
            around = near[square]
            beside = packed & (self.packed_nearby if around & green else self.packed_near)[square]
            vps, service, harbor, office = self.surrounded(square, beside)
            vps |= bit(PUBLIC_SERVICE, service if served >> square & 1 else service + next_service)
            if around & harbors:
                vps |= bit(HARBOR, harbor + self.harbor_lines(harbors | 1 << square)[0] - lines_now)
            if around & offices:
                vps |= bit(OFFICE_TOWER, office + self._joining(settled, around & offices))
            found[square] = vps
        return found

    def _surrounded(self, square: int, beside: PackedMasks) -> tuple[PackedVps, int, int, int]:
        """Return the VP that a new building on the square would bring, given the nearby buildings `beside`.

        The integers are for a Public Service (without VP for its district), a Harbor (without VP for its lines) and an
        Office Tower (without VP for its group).
        """
        near, points = self.board.neighbour_masks, self.points
        masks = [beside >> self.first_bits[kind] & self.everything for kind in GROWING]
        towers = masks[TOWER_BLOCK] | masks[OFFICE_TOWER]
        counts = [(mask & near[square]).bit_count() for mask in masks]
        # For each kind of new building: the VP that the Factories and the Monuments beside it gain.
        vps = [
            points.factory.get(kind, 0) * counts[FACTORY] + points.monument.get(kind, 0) * counts[MONUMENT]
            for kind in GROWING
        ]
        greener = 0
        for park in squares_of(masks[PARK]):
            count = (near[park] & towers).bit_count()
            greener += points.park[count + 1] - points.park[count] if count < SIDES else 0
        vps[TOWER_BLOCK] += points.tower_block[1] + greener
        vps[OFFICE_TOWER] += points.office_tower[1][1] + greener
        vps[PARK] += points.park[(near[square] & towers).bit_count()]
        for index, table in ((FACTORY, points.factory), (MONUMENT, points.monument)):
            vps[index] += sum([table.get(kind, 0) * count for kind, count in zip(GROWING, counts, strict=True)])
        packed = 0
        for kind in self.decided_by_surroundings:
            packed |= bit(kind, vps[kind])
        if not masks[HARBOR]:
            packed |= bit(HARBOR, vps[HARBOR])
        if self.has_offices and not counts[OFFICE_TOWER]:
            packed |= bit(OFFICE_TOWER, vps[OFFICE_TOWER])
        return packed, vps[PUBLIC_SERVICE], vps[HARBOR], vps[OFFICE_TOWER]

    def _joining(self, settled: SettledCity, beside: int) -> int:
        """Return the extra VP of a new Office Tower beside other towers, compared with a tower that stands alone."""
        joined = [group for group in self.board.groups(settled.masks[Kind.OFFICE_TOWER]) if group & beside]
        together = self._office_row(united(joined), 1)
        gained = together[1] - self.points.office_tower[1][1]
        for group in joined:
            row = self._office_row(group)
            floors = [settled.building(square).floors for square in squares_of(group)]
            gained += sum([together[floor] - row[floor] for floor in floors])
        return gained

    def _next_service(self, services: int) -> tuple[int, int]:
        """Return the squares of all districts with a Public Service, and the VP that one more such district adds."""
        table = self.points.public_service
        districts = [mask for mask in self.board.district_masks.values() if mask & services]
        count = len(districts)
        is_complete = count == len(self.board.district_masks)
        return united(districts), 0 if is_complete else table[count + 1] - table[count]


def bit(kind: int, vp: int) -> PackedVps:
    """Return PackedVps that hold only `vp`, for one kind of building. VP below 0 become 0, as no player must build."""
    return 1 << kind * BITS + vp if vp > 0 else 1 << kind * BITS


def _open_sided(settled: SettledCity) -> tuple[int, int, int]:
    masks = settled.masks
    return masks[Kind.PARK] | masks[Kind.PLAYGROUND], masks[Kind.FACTORY], masks[Kind.MONUMENT]
