"""Count the VP that one more building of each kind would bring to a city: its own VP and the gains of others."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from scoring.boards import SIDES, squares_of, united
from scoring.drafts.mats import Way
from scoring.kinds import KINDS, Kind
from scoring.kinds.harbor import longest_column, longest_row
from scoring.rules import Rules
from scoring.settled import SettledCity

# The kinds of building whose next building gets a value. Playgrounds are left out, because they count as Parks.
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
# One integer that holds a set of VP for each kind in GROWING. Each kind has a field of BITS bits. Bit n of the field is
# set if n VP are in the set. Kinds that the mode lacks have no field. The bitwise "or" of two such integers gives the
# union of their sets.
PackedVps = int
BITS = 64
FIELD = (1 << BITS) - 1
# One integer that joins one bit mask for each kind in GROWING. A kind's mask has a bit for each square of the mat. The
# mask of the Parks includes the Playgrounds.
PackedMasks = int
# The kinds whose empty neighbouring squares are counted, each with the index of its count in `empty_sides`.
OPEN_SIDED = {Kind.PARK: 0, Kind.PLAYGROUND: 0, Kind.FACTORY: 1, Kind.MONUMENT: 2}
KEPT = 1 << 15  # the maximum number of results in each cache; each `Prospects` has caches of its own


class Prospects:
    """Computes the VP that one more building would bring on each empty square, under one set of rules.

    These VP are exact, but leave out printed VP, Customers and bonuses, and count losses as 0. They include the gains
    of other buildings: for example, a new Harbor also brings the VP that the longest row and column gain.
    """

    def __init__(self, rules: Rules) -> None:
        self.points, self.board = rules.points, rules.board
        # The kinds of this mode. They stand at the beginning of GROWING, so that they have the same indexes in both.
        kinds = [kind for kind in GROWING if rules.mode in KINDS[kind].highest]
        assert tuple(kinds) == GROWING[: len(kinds)]
        self.shifts = range(0, len(kinds) * BITS, BITS)
        self.nothing: PackedVps = sum([1 << shift for shift in self.shifts])
        self.not_in_mode = [0] * (len(GROWING) - len(kinds))
        self.has_offices = Kind.OFFICE_TOWER in kinds
        self.decided_by_surroundings = [
            place for place in range(len(kinds)) if place not in {PUBLIC_SERVICE, HARBOR, OFFICE_TOWER}
        ]
        self.highest = KINDS[Kind.TOWER_BLOCK].highest[rules.mode]
        self.everything = (1 << len(self.board)) - 1
        near = self.board.neighbour_masks
        self.first_bits: dict[Kind, int] = {kind: place * len(self.board) for place, kind in enumerate(GROWING)}
        self.first_bits[Kind.PLAYGROUND] = self.first_bits[Kind.PARK]
        # For each square: the bit mask of the squares beside it, repeated for every kind. Its bitwise "and" with
        # PackedMasks leaves only the buildings beside the square.
        self.packed_near = [sum([around << self.first_bits[kind] for kind in GROWING]) for around in near]
        # Like `packed_near`, but the masks of both kinds of tower have all squares up to two steps away. Squares beside
        # a Park need these masks: the Park's gain from a new tower depends on the other towers beside the Park.
        self.packed_nearby = [
            packed | sum([(around | self._beside(around)) << self.first_bits[kind] & ~packed for kind in TOWERS])
            for packed, around in zip(self.packed_near, near, strict=True)
        ]
        self.harbor_lines = lru_cache(maxsize=KEPT)(self._harbor_lines)
        self.surrounded = lru_cache(maxsize=KEPT)(self._surrounded)
        self.beside = lru_cache(maxsize=KEPT)(self._beside)
        self.best_two = lru_cache(maxsize=KEPT)(self._best_two)
        self.next_service = lru_cache(maxsize=KEPT)(self._next_service)

    def _harbor_lines(self, mask: int) -> tuple[int, int]:
        """Return the VP of the longest row and column of Harbors, and the sum of their lengths."""
        table, row, column = self.points.harbor, longest_row(self.board, mask), longest_column(self.board, mask)
        return table[row] + table[column], row + column

    def empty_sides(self, settled: SettledCity) -> list[int]:
        """Count the empty squares beside Parks and Playgrounds, beside Factories, and beside Monuments: three counts.

        A square beside two Parks, for example, counts twice.
        """
        near = self.board.neighbour_masks
        empty = self.everything & ~settled.active
        return [
            sum([(near[square] & empty).bit_count() for square in squares_of(mask)]) for mask in _open_sided(settled)
        ]

    def empty_sides_with(self, before: Sequence[int], settled: SettledCity, kind: Kind, square: int) -> list[int]:
        """Return the counts of `empty_sides` after a building of this kind was built on the square."""
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

    def occurring(
        self, vps: Iterable[PackedVps], once: PackedVps = 0, twice: PackedVps = 0
    ) -> tuple[PackedVps, PackedVps]:
        """Return two sets of VP for each kind: the VP in at least one set of `vps`, and the VP in at least two sets.

        `once` and `twice` are the result of an earlier call. If they are given, add the sets of `vps` to this result.
        """
        for packed in vps:
            twice |= once & packed
            once |= packed
        return once, twice

    def next_buildings(self, once: PackedVps, twice: PackedVps) -> list[int]:
        """Return one flat list: the highest VP of one more building for each kind, then the second highest VP for each.

        The kinds are in the order of GROWING. `once` and `twice` are the result of `occurring`. VP below 0 count as 0,
        because a player does not have to build.
        """
        return self.best_two(once | self.nothing, twice | self.nothing)

    def _best_two(self, once: PackedVps, twice: PackedVps) -> list[int]:
        """Return the list of `next_buildings`.

        If the highest VP of a kind are also in `twice`, the second highest VP are equal to the highest VP.
        """
        best, second = [], []
        for shift in self.shifts:
            found, again = once >> shift & FIELD, twice >> shift & FIELD
            most = found.bit_length() - 1
            best.append(most)
            second.append(most if again >> most else (found ^ 1 << most).bit_length() - 1)
        return [*best, *self.not_in_mode, *second, *self.not_in_mode]

    def next_floors(self, settled: SettledCity) -> PackedVps:
        """Return as PackedVps the most VP that one more floor would bring to a Tower Block and to an Office Tower."""
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
        """Return a bit mask of the squares whose VP in `on_empty_squares` are changed by a new building.

        `kind` is the kind of the new building, and `way` its square and floor. The settled city includes this building.
        """
        square = way.square
        match kind:
            case Kind.TOWER_BLOCK:
                return self._around_tower(settled, square) if way.floor == 1 else 0
            case Kind.OFFICE_TOWER:
                # If another Office Tower is built beside this group, it joins the group. The VP of the new tower
                # depend on the size and the floors of the group. So these VP change on all squares beside the group.
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
        """Return one bit mask: the squares beside a new tower, and the squares beside the Parks next to the tower.

        The new tower changes the VP that another tower beside the same Park would add.
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
        """Return four values: the VP that a new building on a square brings, as far as its neighbours decide them.

        The first value has the complete VP of most kinds. The other three values are the incomplete VP of a Public
        Service, a Harbor and an Office Tower: the caller has to add the VP of districts, lines and groups. If no Harbor
        is beside the square, the VP of a Harbor are complete, so the first value has them too. The same is true for an
        Office Tower.

        `beside` has the buildings beside the square. If one of them is a Park, it also has the towers two steps away.
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
        for place, table in ((FACTORY, points.factory), (MONUMENT, points.monument)):
            vps[place] += sum([table.get(kind, 0) * count for kind, count in zip(GROWING, counts, strict=True)])
        packed = 0
        for kind in self.decided_by_surroundings:
            packed |= bit(kind, vps[kind])
        if not masks[HARBOR]:
            packed |= bit(HARBOR, vps[HARBOR])
        if self.has_offices and not counts[OFFICE_TOWER]:
            packed |= bit(OFFICE_TOWER, vps[OFFICE_TOWER])
        return packed, vps[PUBLIC_SERVICE], vps[HARBOR], vps[OFFICE_TOWER]

    def _joining(self, settled: SettledCity, beside: int) -> int:
        """Return the VP that a new Office Tower of one floor adds because it joins the groups beside it into one group.

        Leave out the VP that the new tower would have in a group of its own.
        """
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
    """Return PackedVps with only one value: `vp`, in the set of one kind. `kind` is the kind's index in GROWING.

    A `vp` below 0 counts as 0, because a player can leave the tile unbuilt.
    """
    return 1 << kind * BITS + vp if vp > 0 else 1 << kind * BITS


def _open_sided(settled: SettledCity) -> tuple[int, int, int]:
    masks = settled.masks
    return masks[Kind.PARK] | masks[Kind.PLAYGROUND], masks[Kind.FACTORY], masks[Kind.MONUMENT]
