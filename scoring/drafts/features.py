"""The features by which a drafter (a program that plays) values a city. Each feature is a whole number with a name.

Some features are the present VP of the city's buildings. Other features describe the chances of the city: the VP that
one more building of each kind would bring, and the resources that are lacking or unused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scoring.boards import squares_of
from scoring.bonuses import Bonus, DistrictCompletion, PlaygroundSets
from scoring.buildings import Building
from scoring.drafts.mats import Way
from scoring.drafts.prospects import CACHE_SIZE, GROWING, PackedMasks, PackedVps, Prospects
from scoring.kinds import KINDS, Digit, Kind
from scoring.rules import Rules
from scoring.settled import SettledCity, Spending

# The kinds whose VP depend on buildings only. Shops are missing because their VP depend on the supply. Playgrounds are
# missing because they count as Parks.
SCORED_STANDING = (
    Kind.TOWER_BLOCK,
    Kind.PARK,
    Kind.FACTORY,
    Kind.HARBOR,
    Kind.PUBLIC_SERVICE,
    Kind.OFFICE_TOWER,
    Kind.MONUMENT,
)
MOST_FLOORS = 5
# The VP of an unfinished Playground set are counted in twelfths, because 12 is divisible by every possible set size.
SET_PARTS = 12
BALANCE = 6  # the largest surplus or lack of a resource that the balance features count
FEW = 2  # a lack of at most 2 Inhabitants or Energy Units is small: two more tiles can easily bring them

STANDING_FEATURES = (
    "always_one",
    *[f"{kind}_vp" for kind in SCORED_STANDING],
    "mission_vp",
    "squares_built",
    *[f"best_next_{kind}_vp" for kind in GROWING],
    *[f"second_best_next_{kind}_vp" for kind in GROWING],
    *[f"tower_blocks_of_{floors}" for floors in range(1, MOST_FLOORS + 1)],
    *[f"office_towers_of_{floors}" for floors in range(1, MOST_FLOORS + 1)],
    "largest_office_group",
    "factories_beside_office_towers",
    "parks_beside_office_towers",
    "empty_beside_office_towers",
    "empty_between_factories_and_office_towers",
    "empty_between_parks_and_office_towers",
    "empty_beside_parks",
    "empty_beside_factories",
    "empty_beside_monuments",
    "longest_harbor_lines",
    "part_of_a_playground_set_vp",
    *[f"districts_with_{empty}_empty_vp" for empty in (1, 2, 3)],
)
SUPPLY_FEATURES = (
    "printed_vp",
    "shops_vp",
    "inhabitants_lacking",
    "energy_lacking",
    "inhabitants_lacking_beyond_two",
    "energy_lacking_beyond_two",
    "inhabitants_unused",
    "energy_unused",
    "customers_missing",
    "inhabitants_balance",
    "energy_balance",
    "dearer_unused_vp",
    "mission_penalty_vp",
)
FEATURES = (*STANDING_FEATURES, *SUPPLY_FEATURES)

NOTHING_SPENT = Spending(0, 0, (), 0, 0)
NO_CUSTOMERS: dict[int, int] = {}
NO_PROSPECTS = (0, 0, 0, 0)


class Needs(NamedTuple):
    """The resources that activate all buildings of a city, and the numbers of its Shops and Parks."""

    inhabitants: int
    energy: int
    shops: int
    parks: int
    workers: int  # number of Inhabitants on buildings that count as workers for a bonus


NO_NEEDS = Needs(0, 0, 0, 0, 0)


class Standing(NamedTuple):
    """The values of STANDING_FEATURES for a city, in this order, and the resources that its buildings need."""

    features: tuple[int, ...]
    needs: Needs


@dataclass(slots=True)
class StandingBuildings:
    """The features of a city, and intermediate results for computing them again after one more tile."""

    standing: Standing
    vps: list[int]  # the VP of all buildings of one kind, for each kind in SCORED_STANDING
    packed: PackedMasks
    on_empty_squares: dict[int, PackedVps]
    next_floors: PackedVps
    stacks: tuple[int, ...]
    empty_sides: list[int]
    # A cache: maps a bit mask of squares to the result of `Prospects.occurring` for all empty squares not in the mask.
    known_outside: dict[int, tuple[PackedVps, PackedVps]] = field(default_factory=dict)


class FeatureReader:
    """Computes the features of cities under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.prospects = Prospects(rules)
        # The kinds of building whose Inhabitants count as workers for a bonus.
        self.workplaces = frozenset[Kind]().union(*[bonus.workplaces for bonus in rules.bonuses])
        self.mission = [(bonus, PROSPECTS[type(bonus)]) for bonus in rules.bonuses if type(bonus) in PROSPECTS]
        self.supply = lru_cache(maxsize=CACHE_SIZE)(self._supply)
        self.needs_with = lru_cache(maxsize=CACHE_SIZE)(self._needs_with)
        tables = {Kind.FACTORY: rules.points.factory, Kind.MONUMENT: rules.points.monument}
        towers = (Kind.TOWER_BLOCK, Kind.OFFICE_TOWER)
        # Maps each kind of new building to the kinds whose VP it can change, as indexes of SCORED_STANDING.
        self.scored_by = {
            kind: tuple(
                index
                for index, own in enumerate(SCORED_STANDING)
                if kind is own
                or kind in tables.get(own, ())
                or (own is Kind.PARK and kind in (*towers, Kind.PLAYGROUND))
            )
            for kind in Kind
        }

    def read(self, squares: Sequence[Building | None], masks: dict[Kind, int]) -> StandingBuildings:
        """Compute the features that depend only on buildings, as if all buildings were activated.

        The buildings in `squares` must have no printed VP. Printed VP are a separate feature ("printed_vp").
        """
        settled = SettledCity(self.rules, squares, masks, [], NO_CUSTOMERS, NOTHING_SPENT)
        needs = NO_NEEDS
        for kind, mask in masks.items():
            for _building in range(mask.bit_count()):
                needs = self.needs_with(needs, kind)
        prospects = self.prospects
        vps = [standing_vp(settled, kind) for kind in SCORED_STANDING]
        packed = prospects.pack(masks)
        on_empty_squares = prospects.on_empty_squares(settled, packed, prospects.everything)
        next_floors = prospects.next_floors(settled)
        next_vps = prospects.next_buildings(*prospects.occurring([next_floors, *on_empty_squares.values()]))
        by_height, empty_sides = stacks(settled), prospects.empty_sides(settled)
        standing = Standing(self._features(settled, vps, next_vps, by_height, empty_sides), needs)
        return StandingBuildings(standing, vps, packed, on_empty_squares, next_floors, by_height, empty_sides)

    def read_on(
        self, before: StandingBuildings, squares: Sequence[Building | None], masks: dict[Kind, int], way: Way
    ) -> Standing:
        """Return the features and the needed resources after one more tile. This is faster than `read`.

        `squares` and `masks` include the new tile.
        """
        settled = SettledCity(self.rules, squares, masks, [], NO_CUSTOMERS, NOTHING_SPENT)
        kind = settled.building(way.square).kind
        vps = before.vps.copy()
        for index in self.scored_by[kind]:
            vps[index] = standing_vp(settled, SCORED_STANDING[index])
        prospects = self.prospects
        needs, packed, empty_sides = before.standing.needs, before.packed, before.empty_sides
        if way.floor == 1:
            needs = self.needs_with(needs, kind)
            packed = prospects.packed_with(packed, kind, way.square)
            empty_sides = prospects.empty_sides_with(empty_sides, settled, kind, way.square)
        next_floors, by_height = before.next_floors, before.stacks
        if KINDS[kind].digit is Digit.FLOORS:
            next_floors, by_height = prospects.next_floors(settled), stacks(settled)
        changed = prospects.changed_by(settled, kind, way) | 1 << way.square
        outside = before.known_outside.get(changed)
        if outside is None:
            unchanged = [vps for square, vps in before.on_empty_squares.items() if not changed >> square & 1]
            outside = before.known_outside[changed] = prospects.occurring(unchanged)
        inside = prospects.on_empty_squares(settled, packed, changed).values()
        next_vps = prospects.next_buildings(*prospects.occurring([next_floors, *inside], *outside))
        return Standing(self._features(settled, vps, next_vps, by_height, empty_sides), needs)

    def _needs_with(self, needs: Needs, kind: Kind) -> Needs:
        facts = KINDS[kind]
        return Needs(
            inhabitants=needs.inhabitants + facts.inhabitants,
            energy=needs.energy + facts.energy,
            shops=needs.shops + (kind is Kind.SHOP),
            parks=needs.parks + (kind is Kind.PARK),
            workers=needs.workers + facts.inhabitants * (kind in self.workplaces),
        )

    def _features(
        self,
        settled: SettledCity,
        vps: list[int],
        next_vps: list[int],
        by_height: tuple[int, ...],
        empty_sides: list[int],
    ) -> tuple[int, ...]:
        return (
            1,
            *vps,
            sum([bonus.points(settled) for bonus in self.rules.bonuses]) if self.rules.bonuses else 0,
            settled.active.bit_count(),
            *next_vps,
            *by_height,
            *self.prospects.office_pairs(settled),
            *empty_sides,
            self.prospects.harbor_lines(settled.masks[Kind.HARBOR])[1],
            *(self._mission_prospects(settled) if self.mission else NO_PROSPECTS),
        )

    def _mission_prospects(self, settled: SettledCity) -> list[int]:
        vps = list(NO_PROSPECTS)
        for bonus, prospects in self.mission:
            for index, vp in prospects(bonus, settled):
                vps[index] += vp
        return vps

    def _supply(self, needs: Needs, inhabitants: int, energy: int, printed: int) -> tuple[int, ...]:
        """Return the values of SUPPLY_FEATURES. Assume that Customers fill one Shop after the other."""
        rules, table = self.rules, self.rules.points.shop
        full_shop = rules.points.customers_a_shop
        spare_inhabitants, spare_energy = inhabitants - needs.inhabitants, energy - needs.energy
        seats = full_shop * needs.shops
        customers = min(max(spare_inhabitants, 0), seats)
        full, rest = divmod(customers, full_shop)
        unused_inhabitants = max(0, spare_inhabitants - seats)
        unused_energy = max(0, spare_energy - needs.parks)
        workers = min(needs.workers, inhabitants)
        return (
            printed,
            full * table[-1] + table[rest],
            max(0, -spare_inhabitants),
            max(0, -spare_energy),
            max(0, -spare_inhabitants - FEW),
            max(0, -spare_energy - FEW),
            unused_inhabitants,
            unused_energy,
            seats - customers,
            max(-BALANCE, min(BALANCE, spare_inhabitants)),
            max(-BALANCE, min(BALANCE, spare_energy)),
            unused_inhabitants * (rules.unused_inhabitant - 1) + unused_energy * (rules.unused_energy - 1),
            sum([bonus.penalty(customers, workers) for bonus in rules.bonuses]),
        )


def standing_vp(settled: SettledCity, kind: Kind) -> int:
    """Return the VP that the scoring engine counts for a kind of building. Playgrounds are added to the Parks."""
    mask = settled.masks[kind]
    if kind is Kind.PARK:
        mask |= settled.masks[Kind.PLAYGROUND]
    return KINDS[kind].vp(settled, mask) if mask else 0


def stacks(settled: SettledCity) -> tuple[int, ...]:
    """Count the Tower Blocks and the Office Towers by height, and find the size of the largest Office Tower group."""
    counts = [0] * (2 * MOST_FLOORS)
    for square in squares_of(settled.masks[Kind.TOWER_BLOCK]):
        counts[settled.building(square).floors - 1] += 1
    offices = settled.masks[Kind.OFFICE_TOWER]
    for square in squares_of(offices):
        counts[MOST_FLOORS + settled.building(square).floors - 1] += 1
    return (*counts, max(map(int.bit_count, settled.board.groups(offices)), default=0))


def _part_of_a_set(bonus: Bonus, settled: SettledCity) -> list[tuple[int, int]]:
    assert isinstance(bonus, PlaygroundSets)
    waiting = settled.masks[Kind.PLAYGROUND].bit_count() % bonus.size
    # Two Playgrounds of a set of three, for example, count two thirds of the VP of the set.
    return [(0, SET_PARTS * bonus.vp * waiting // bonus.size)]


def _open_districts(bonus: Bonus, settled: SettledCity) -> list[tuple[int, int]]:
    """Return (number of empty squares, VP of a full district) for each district with 1 to 3 empty squares."""
    assert isinstance(bonus, DistrictCompletion)
    free = ~settled.active
    empty = [(mask & free).bit_count() for mask in settled.board.district_masks.values()]
    return [(count, bonus.vp[0]) for count in empty if count in (1, 2, 3)]


# The functions that compute the last four of STANDING_FEATURES, one function for each type of bonus. They return pairs
# such as (1, 5), which adds 5 VP to the second of these four features.
PROSPECTS: dict[type[Bonus], Callable[[Bonus, SettledCity], list[tuple[int, int]]]] = {
    PlaygroundSets: _part_of_a_set,
    DistrictCompletion: _open_districts,
}
