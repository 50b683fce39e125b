"""Count the VP that one more building of each kind would bring to a city, by the point tables and its surroundings."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from scoring.boards import SIDES, squares_of
from scoring.drafts.mats import Way
from scoring.kinds import KINDS, Kind
from scoring.kinds.harbor import longest_column, longest_row
from scoring.rules import Rules
from scoring.settled import SettledCity

# The kinds whose next building is valued. A Playground is valued as the Park that it replaces.
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
# Sets of VP for all kinds, in one number. Each kind of GROWING has BITS bits; bit number n is set if n VP are in the
# set. Kinds that the mode lacks have no bits. The bitwise "or" of two such numbers is the union of their sets.
PackedVps = int
BITS = 64
FIELD = (1 << BITS) - 1
# The kinds whose empty neighbouring squares are counted, each with the index of its count in `empty_sides`.
OPEN_SIDED = {Kind.PARK: 0, Kind.PLAYGROUND: 0, Kind.FACTORY: 1, Kind.MONUMENT: 2}
KEPT = 1 << 15  # the most results in each cache; each set of rules has caches of its own


class Prospects:
    """Computes the VP that further buildings would bring under one set of rules. The VP are exact for each square."""

    def __init__(self, rules: Rules) -> None:
        self.points, self.board = rules.points, rules.board
        # GROWING lists first the kinds that both modes have. So the kinds of a mode are always the first ones of
        # GROWING.
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
        # For each square, the squares up to two steps away. They matter to a tower beside a Park: the VP that the tower
        # adds to the Park depend on the Park's other towers.
        self.nearby = [around | _united([near[other] for other in squares_of(around)]) for around in near]
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
        """Count the empty squares beside Parks, beside Factories and beside Monuments.

        A square beside two such buildings counts twice.
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

    def next_buildings(self, vps: Iterable[PackedVps], next_floors: PackedVps) -> list[int]:
        """Return the most VP that one more building of each kind of GROWING would bring, then the second most VP.

        `vps` has the VP for each empty square. No VP are below 0, because nobody has to build.
        """
        once, twice = self.nothing | next_floors, self.nothing
        for packed in vps:
            twice |= once & packed
            once |= packed
        return self.best_two(once, twice)

    def _best_two(self, once: PackedVps, twice: PackedVps) -> list[int]:
        """Return a list of the highest VP of each kind, and then a list of the second highest VP of each kind.

        `once` has all VP that occur for a kind, `twice` only the VP that occur for it more than once.
        """
        best, second = [], []
        for shift in self.shifts:
            found, again = once >> shift & FIELD, twice >> shift & FIELD
            most = found.bit_length() - 1
            best.append(most)
            second.append(most if again >> most else (found ^ 1 << most).bit_length() - 1)
        return [*best, *self.not_in_mode, *second, *self.not_in_mode]

    def next_floors(self, settled: SettledCity) -> PackedVps:
        """Return the most VP that one more floor would bring to a Tower Block, and to an Office Tower."""
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
        """Return as a bit mask the squares whose prospects change because a building of this kind was built."""
        square = way.square
        match kind:
            case Kind.TOWER_BLOCK:
                return self._around_tower(settled, square) if way.floor == 1 else 0
            case Kind.OFFICE_TOWER:
                # An Office Tower beside the group would join it, so its VP depend on the group's size and floors.
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
        """Return the squares beside a new tower, and beside the Parks that it adds VP to.

        The VP that one more tower adds to a Park depend on the Park's other towers.
        """
        around, masks = self.board.neighbour_masks[square], settled.masks
        return around | self.beside(around & (masks[Kind.PARK] | masks[Kind.PLAYGROUND]))

    def _beside(self, mask: int) -> int:
        """Return the squares beside any square of a mask."""
        return _united([self.board.neighbour_masks[square] for square in squares_of(mask)])

    def on_empty_squares(self, settled: SettledCity, known: dict[int, PackedVps], changed: int) -> dict[int, PackedVps]:
        """Return for each empty square the VP that a building on this square would bring.

        `changed` is the mask of the squares to compute anew. `known` has the VP of all other empty squares; the new VP
        are added to it.
        """
        masks, near = settled.masks, self.board.neighbour_masks
        shops, services, factories = masks[Kind.SHOP], masks[Kind.PUBLIC_SERVICE], masks[Kind.FACTORY]
        harbors, offices, monuments = masks[Kind.HARBOR], masks[Kind.OFFICE_TOWER], masks[Kind.MONUMENT]
        green, towers = masks[Kind.PARK] | masks[Kind.PLAYGROUND], masks[Kind.TOWER_BLOCK] | offices
        served, next_service = self.next_service(services)
        lines_now = self.harbor_lines(harbors)[0]
        for square in squares_of(changed & ~settled.active):
            around = near[square]
            packed, service, harbor, office = self.surrounded(
                square,
                around & green,
                towers & (self.nearby[square] if around & green else around),
                (around & shops, around & services, around & factories, around & harbors, around & offices),
                around & monuments,
            )
            packed |= bit(PUBLIC_SERVICE, service if served >> square & 1 else service + next_service)
            if around & harbors:
                packed |= bit(HARBOR, harbor + self.harbor_lines(harbors | 1 << square)[0] - lines_now)
            if around & offices:
                packed |= bit(OFFICE_TOWER, office + self._joining(settled, around & offices))
            known[square] = packed
        return known

    def _surrounded(
        self, square: int, green: int, towers: int, others: tuple[int, int, int, int, int], monuments: int
    ) -> tuple[PackedVps, int, int, int]:
        """Return the VP that one more building on a square brings by the squares around it.

        The first value holds the VP of the kinds that depend on these squares only. The other values are the VP of a
        Public Service, a Harbor and an Office Tower. For these, squares farther away can add VP: for a Harbor and an
        Office Tower only if such a building stands beside the square.

        All arguments after `square` are bit masks of buildings beside the square. Only `towers` can also have towers
        two steps away. `others` has the masks of Shops, Public Services, Factories, Harbors and Office Towers.
        """
        near, points = self.board.neighbour_masks, self.points
        shops, services, factories, harbors, offices = others
        beside = {
            Kind.TOWER_BLOCK: towers & ~offices & near[square],
            Kind.SHOP: shops,
            Kind.PUBLIC_SERVICE: services,
            Kind.PARK: green,
            Kind.FACTORY: factories,
            Kind.HARBOR: harbors,
            Kind.OFFICE_TOWER: offices,
            Kind.MONUMENT: monuments,
        }
        counts = [beside[kind].bit_count() for kind in GROWING]
        # The VP that the Factories and the Monuments beside the square gain by the new neighbor, for each new kind.
        vps = [
            points.factory.get(kind, 0) * counts[FACTORY] + points.monument.get(kind, 0) * counts[MONUMENT]
            for kind in GROWING
        ]
        greener = 0
        for park in squares_of(green):
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
        if not harbors:
            packed |= bit(HARBOR, vps[HARBOR])
        if self.has_offices and not offices:
            packed |= bit(OFFICE_TOWER, vps[OFFICE_TOWER])
        return packed, vps[PUBLIC_SERVICE], vps[HARBOR], vps[OFFICE_TOWER]

    def _joining(self, settled: SettledCity, beside: int) -> int:
        """Return the VP that an Office Tower of one floor adds, because it joins the groups beside it into one group.

        Leave out the VP that the new tower would have in a group of its own.
        """
        joined = [group for group in self.board.groups(settled.masks[Kind.OFFICE_TOWER]) if group & beside]
        together = self._office_row(_united(joined), 1)
        gained = together[1] - self.points.office_tower[1][1]
        for group in joined:
            row = self._office_row(group)
            floors = [settled.building(square).floors for square in squares_of(group)]
            gained += sum([together[floor] - row[floor] for floor in floors])
        return gained

    def _next_service(self, services: int) -> tuple[int, int]:
        """Return the squares of all districts that have a Public Service.

        Also return the VP that a Public Service in one more district would add.
        """
        table = self.points.public_service
        districts = [mask for mask in self.board.district_masks.values() if mask & services]
        count = len(districts)
        is_complete = count == len(self.board.district_masks)
        return _united(districts), 0 if is_complete else table[count + 1] - table[count]


def bit(kind: int, vp: int) -> PackedVps:
    """Return the set that holds only `vp` for one kind. `kind` is an index of GROWING.

    A `vp` below 0 counts as 0, because nobody has to build.
    """
    return 1 << kind * BITS + vp if vp > 0 else 1 << kind * BITS


def _open_sided(settled: SettledCity) -> tuple[int, int, int]:
    masks = settled.masks
    return masks[Kind.PARK] | masks[Kind.PLAYGROUND], masks[Kind.FACTORY], masks[Kind.MONUMENT]


def _united(masks: Sequence[int]) -> int:
    united = 0
    for mask in masks:
        united |= mask
    return united
