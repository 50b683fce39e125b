"""Test the analysis after the game: the best swap, the values of tiles and resources, and the best arrangement."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from scoring import (
    MISSIONS,
    Allocation,
    City,
    RuleError,
    best_swap,
    line_changes,
    rebuilding,
    rebuilt,
    score,
    settle,
    supply_worths,
    tile_worths,
    total,
)
from scoring.analysis.rebuilding import LAST_EXCHANGES, ROUNDS, _Town
from scoring.analysis.swaps import exchanged
from scoring.analysis.worths import SupplyWorths
from scoring.settled import carry_out
from tests.scoring.cities import REAL_CITIES, SUPPLIES, dice, every_mission, random_city

MANY = [pytest.param(range(start, start + 10), id=f"cities {start}-{start + 9}") for start in range(0, 50, 10)]


def best_total(city, mission):
    rules = MISSIONS[mission].rules
    return score(city, settle(city, rules), rules).total


def played(mission, number):
    return random_city(dice("analysis", mission, number), mission, SUPPLIES[number % 3])


def with_squares(city, squares):
    return replace(city, squares=tuple(squares), allocation=None)


def tiles(city):
    return sorted(str(building) for building in city.squares if building)


# One swap -------------------------------------------------------------------------------------------------------------


def every_swap(city):
    for one, other in combinations(range(len(city.squares)), 2):
        squares = list(city.squares)
        squares[one], squares[other] = squares[other], squares[one]
        yield (city.board.names[one], city.board.names[other]), with_squares(city, squares)


def is_the_best_swap(city, mission):
    before = best_total(city, mission)
    gains = {squares: best_total(swapped, mission) - before for squares, swapped in every_swap(city)}
    swap = best_swap(city, MISSIONS[mission].rules)
    most = max(gains.values())
    if most <= 0:
        assert swap is None
        return
    assert swap.squares == next(squares for squares, gain in gains.items() if gain == most)
    assert swap.gain == most
    assert swap.city == dict(every_swap(city))[swap.squares]


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("numbers", MANY)
@every_mission
def test_no_swap_of_many_cities_beats_the_best_one(mission, numbers):
    for number in numbers:
        is_the_best_swap(played(mission, number), mission)


@pytest.mark.parametrize(
    ("mission", "city", "squares", "gain", "swapped"),
    [
        pytest.param(
            1, "T4*---/----/----/---P 0i1e", ("A1", "D3"), 2, "----/----/---T4*/---P 0i1e", id="a tower to its Park"
        ),
        pytest.param(
            1, "H3---/--H-/----/---- 2i0e", ("A1", "C1"), 3, "--H3-/--H-/----/---- 2i0e", id="printed VP travel along"
        ),
        pytest.param(
            1, "T2P-U/S---/----/---- 4i2e", ("B1", "A2"), 0, None, id="equal places of a Park beside its tower"
        ),
        pytest.param(
            2, "T-GG/--G-/----/---- 0i1e", ("A1", "C1"), 4, "G-TG/--G-/----/---- 0i1e", id="a set stays whole anywhere"
        ),
        pytest.param(
            5, "MF---/-----/-----/----U 2i0e", ("A1", "E3"), 3, "-F---/-----/----M/----U 2i0e", id="a Monument moves"
        ),
    ],
)
def test_a_swap_exchanges_the_whole_contents_of_two_squares(mission, city, squares, gain, swapped):
    swap = best_swap(City.parse(city), MISSIONS[mission].rules)
    if swapped is None:
        assert swap is None
    else:
        assert (swap.squares, swap.gain, str(swap.city)) == (squares, gain, swapped)


def test_a_swapped_city_is_unsettled():
    city = City.parse("T4*---/----/----/---P 0i1e +.../..../..../...+")
    assert str(best_swap(city, MISSIONS[1].rules).city) == "----/----/---T4*/---P 0i1e"


def test_no_swap_improves_an_empty_city():
    assert best_swap(City.parse("----/----/----/---- 3i2e"), MISSIONS[1].rules) is None


def test_a_city_of_the_other_mode_is_not_analyzed():
    city, rules = City.parse("T---/----/----/---- 0i1e"), MISSIONS[5].rules
    for question in (best_swap, rebuilt, tile_worths, supply_worths):
        with pytest.raises(RuleError):
            question(city, rules)


# Changed lines of the score sheet -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.no_mutants
def test_the_lines_that_change_add_up_to_the_gain():
    for mission in MISSIONS:
        city, rules = played(mission, 3), MISSIONS[mission].rules
        swap = best_swap(city, rules)
        if swap:
            changes = line_changes(city, swap.city, rules)
            assert sum(line.vp for line in changes.new) - sum(line.vp for line in changes.gone) == swap.gain
            assert not set(changes.new) & set(changes.gone)


@pytest.mark.slow
@pytest.mark.no_mutants
def test_the_same_city_has_no_changed_lines():
    city = played(5, 1)
    changes = line_changes(city, city, MISSIONS[5].rules)
    assert (changes.gone, changes.new) == ((), ())


def test_a_tower_that_moves_to_its_park_changes_two_lines():
    # The Shop and its Customers stay, so the sheet's line about the Shop does not change.
    city, other = City.parse("T-S-/----/----/---P 2i2e"), City.parse("--S-/----/---T/---P 2i2e")
    changes = line_changes(city, other, MISSIONS[1].rules)
    assert [(line.squares, line.vp) for line in changes.gone] == [(("A1",), 1), (("D4",), 0)]
    assert [(line.squares, line.vp) for line in changes.new] == [(("D3",), 1), (("D4", "D3"), 2)]


def test_the_net_changes_leave_out_what_stays_the_same():
    city, other = City.parse("T-S-/----/----/---P 2i2e"), City.parse("--S-/----/---T/---P 2i2e")
    [change] = line_changes(city, other, MISSIONS[1].rules).net  # the tower brings 1 VP in both places
    assert (change.category, change.vp) == ("park", 2)
    assert [line.squares for line in change.lines] == [("D4", "D3")]


# Values of tiles and resources ----------------------------------------------------------------------------------------


def are_the_worths(city, mission):
    rules, best = MISSIONS[mission].rules, best_total(city, mission)
    without = {}
    for square, building in enumerate(city.squares):
        if building:
            squares = list(city.squares)
            squares[square] = None
            without[city.board.names[square]] = best - best_total(with_squares(city, squares), mission)
    assert tile_worths(city, rules) == without
    worths = supply_worths(city, rules)
    inhabitants, energy = city.inhabitants, city.energy
    assert worths.one_inhabitant_more == best_total(replace(city, inhabitants=inhabitants + 1), mission) - best
    assert worths.one_energy_unit_more == best_total(replace(city, energy=energy + 1), mission) - best
    if inhabitants:
        assert worths.one_inhabitant_fewer == best_total(replace(city, inhabitants=inhabitants - 1), mission) - best
    if energy:
        assert worths.one_energy_unit_fewer == best_total(replace(city, energy=energy - 1), mission) - best


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("numbers", MANY)
@every_mission
def test_the_worths_of_many_cities(mission, numbers):
    for number in numbers:
        are_the_worths(played(mission, number), mission)


def test_a_monument_among_harbors_is_worth_less_than_nothing():
    city = City.parse("HMH--/-----/-----/----- 2i0e")
    assert tile_worths(city, MISSIONS[5].rules) == {"A1": 0, "B1": -2, "C1": 0}


def test_each_unit_of_a_supply_has_its_worth():
    worths = supply_worths(City.parse("TS--/----/----/---- 3i1e"), MISSIONS[1].rules)
    # One Inhabitant more brings 3 VP, one less costs 2 VP. One Energy Unit more brings 1 VP, one less costs 7 VP.
    assert worths == SupplyWorths(3, -2, 1, -7)


def test_a_supply_of_0_has_no_worth_of_one_unit_fewer():
    worths = supply_worths(City.parse("T---/----/----/---- 0i0e"), MISSIONS[1].rules)
    assert (worths.one_energy_unit_more, worths.one_inhabitant_more) == (1, -1)
    assert (worths.one_inhabitant_fewer, worths.one_energy_unit_fewer) == (None, None)


# The best arrangement of a city's tiles -------------------------------------------------------------------------------


def is_never_worse(city, mission):
    rules = MISSIONS[mission].rules
    found, swap = rebuilt(city, rules), best_swap(city, rules)
    assert tiles(found) == tiles(city)
    assert (found.inhabitants, found.energy, found.allocation) == (city.inhabitants, city.energy, None)
    assert best_total(found, mission) >= best_total(swap.city if swap else city, mission)
    return found


@pytest.mark.slow
@pytest.mark.no_mutants
@every_mission
def test_rebuilt_cities_are_never_worse_and_always_the_same(mission):
    city = played(mission, 1)
    assert is_never_worse(city, mission) == rebuilt(city, MISSIONS[mission].rules)


def test_the_progress_of_rebuilding_ends_with_the_city_it_found():
    city, rules = City.parse("T4---/----/----/---P 0i1e"), MISSIONS[1].rules
    steps = list(rebuilding(city, rules))
    assert [step.total for step in steps] == sorted(step.total for step in steps)
    assert [step.done for step in steps] == list(range(1, len(steps) + 1))
    assert {step.work for step in steps} == {ROUNDS + LAST_EXCHANGES}
    assert all(best_total(step.city, 1) == step.total for step in steps)
    assert steps[-1].city == rebuilt(city, rules)
    assert steps[-1].total == 12


@pytest.mark.parametrize(
    ("mission", "city", "found"),
    [
        (1, "T2PS-/HFH-/----/---- 5i3e", "T2PH-/SFH-/----/---- 5i3e"),
        (7, "T2UO-P/-H-S-/-----/M---- 3i2e", "H-S--/-UM--/--PO-/--T2-- 3i2e"),
    ],
)
def test_a_city_is_rebuilt_in_the_recorded_way(mission, city, found):
    assert str(rebuilt(City.parse(city), MISSIONS[mission].rules)) == found


@pytest.mark.parametrize(
    ("mission", "text"),
    [
        pytest.param(6, "T2*T-P-/S-H-H/-----/F---O 3i2e", id="Mayor tiles"),
        pytest.param(7, "T2UO-P/-H-S-/-----/M---- 3i2e", id="districts"),
    ],
)
def test_an_exchange_changes_the_vp_of_a_town_as_much_as_the_citys_total(mission, text):
    city, rules = City.parse(text), MISSIONS[mission].rules
    marks = settle(city, rules).marks
    town, before = _Town(carry_out(city, Allocation(city.board, marks), rules)), []
    for one, other in combinations(range(len(marks)), 2):
        before.append((town.vp(), total(city, Allocation(city.board, marks), rules)))
        town.exchange(one, other)
        city = exchanged(city, one, other)
        marks = "".join(marks[{one: other, other: one}.get(square, square)] for square in range(len(marks)))
    assert len({by_place - vp for by_place, vp in before}) == 1


def every_arrangement(city):
    """Return an iterator of cities: every arrangement of the buildings, without duplicates."""
    buildings = Counter(building for building in city.squares if building)
    return (with_squares(city, squares) for squares in laid([None] * len(city.squares), list(buildings.items())))


def laid(squares, buildings):
    """Yield the squares for each way to put buildings on empty squares. `buildings` has pairs (building, count)."""
    if not buildings:
        yield squares
        return
    (building, count), *others = buildings
    for places in combinations([square for square, there in enumerate(squares) if there is None], count):
        yield from laid([building if square in places else there for square, there in enumerate(squares)], others)


SMALL = [
    (1, "HHH-/----/----/---- 3i0e"),
    (1, "TPS-/----/----/---- 4i2e"),
    (2, "GGG-/T2---/----/---- 0i1e"),
    (5, "MF---/P----/-----/----- 1i0e"),
    (5, "O3O---/O2----/-----/----- 2i3e"),
    (6, "T*P---/S----/-----/----- 3i2e"),
    (7, "TT---/U----/-----/----- 1i2e"),
    (9, "SU--/F---/----/---- 6i1e"),
]


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize(("mission", "text"), SMALL)
def test_rebuilding_few_tiles_finds_the_best_of_all_arrangements(mission, text):
    city, rules = City.parse(text), MISSIONS[mission].rules
    best = max(best_total(arrangement, mission) for arrangement in every_arrangement(city))
    assert best_total(rebuilt(city, rules), mission) == best


# Cities with six buildings. The best allocation activates all of them, so the tests need no search.
SIX = [
    (1, "HHHH/HH--/----/---- 6i0e"),
    (1, "UUUU/UH--/----/---- 6i0e"),
    (1, "TPPP/PP--/----/---- 0i1e"),
    (1, "FHHH/HH--/----/---- 6i0e"),
    (5, "O3O3O3O3O3/O3----/-----/----- 6i6e"),
    (7, "TTTTT/T----/-----/----- 0i6e"),
]


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize(("mission", "text"), SIX)
def test_rebuilding_six_tiles_finds_the_best_of_all_arrangements(mission, text):
    city, rules = City.parse(text), MISSIONS[mission].rules
    best = max(total(arrangement, all_activated(arrangement), rules) for arrangement in every_arrangement(city))
    assert best_total(rebuilt(city, rules), mission) == best


def all_activated(city):
    return Allocation(city.board, "".join("+" if building else "." for building in city.squares))


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("number", range(3))
def test_a_shuffled_published_city_is_rebuilt_nearly_as_well(number):
    rng, board = dice("shuffled", number), REAL_CITIES[number]
    city = City.parse(board["city"]).unsettled
    shuffled = with_squares(city, rng.sample(city.squares, len(city.squares)))
    found = rebuilt(shuffled, MISSIONS[10].rules)
    assert total(found, settle(found, MISSIONS[10].rules), MISSIONS[10].rules) >= 0.92 * board["total"]
