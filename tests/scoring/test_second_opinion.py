"""Compare the engine with second_opinion.py: the points of any allocation, and the best allocation of a city."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import MISSIONS, AllocationError, City, HouseRules, Mode, Rules, score, settle
from scoring.boards import BOARDS
from tests.scoring.cities import (
    CITIES_WITH_SERVICES,
    REAL_CITIES,
    SUPPLIES,
    cities,
    dice,
    every_mission,
    mode_of,
    random_allocation,
    random_city,
    settled_cities,
    small_cities,
)
from tests.scoring.integer_programme import solve
from tests.scoring.second_opinion import NAMED, brute_force, points

pytestmark = [pytest.mark.slow, pytest.mark.no_mutants]

CLASSIC_SERVICES, EXPERT_SERVICES = "classic playgrounds services", "expert playgrounds own services"

NO_HOUSE_RULES = HouseRules()
HOUSES = (
    NO_HOUSE_RULES,
    HouseRules(manual_tower_points=True),
    HouseRules(harbor_workers=True),
    HouseRules(manual_tower_points=True, harbor_workers=True),
    HouseRules(monument_parks_only=True),
)
# Some tests try every allocation, which takes long. So they give Hypothesis no time limit.
unhurried = settings(deadline=None)
houses = st.sampled_from(HOUSES)


def figures(city, allocation, mission, house=NO_HOUSE_RULES):
    """Score an allocation by the engine. Return (VP, Inhabitants on buildings, empty squares)."""
    sheet = score(city, allocation, MISSIONS[mission].rules.with_house_rules(house))
    return sheet.total, sheet.tiebreak.inhabitants_on_buildings, sheet.tiebreak.empty_squares


def settled_figures(city, mission, house=NO_HOUSE_RULES):
    """Return the figures of the best allocation that the engine finds."""
    return figures(city, settle(city, MISSIONS[mission].rules.with_house_rules(house)), mission, house)


# Published cities -----------------------------------------------------------------------------------------------------

published = pytest.mark.parametrize("board", REAL_CITIES, ids=lambda board: board["name"])


@published
def test_the_integer_programme_reaches_the_published_total(board):
    assert solve(board["city"], 10)[0] == board["total"]


@pytest.mark.parametrize("board", CITIES_WITH_SERVICES, ids=lambda board: board["name"])
def test_the_integer_programme_reaches_the_published_total_with_special_services(board):
    assert solve(board["city"], EXPERT_SERVICES)[0] == board["total"]


# Points ---------------------------------------------------------------------------------------------------------------


@every_mission
@unhurried
@given(data=st.data(), house=houses)
def test_any_allocation_scores_as_the_second_opinion_says(mission, data, house):
    city = data.draw(settled_cities(mode_of(mission)))
    assert figures(city, city.allocation, mission, house) == points(city, city.allocation, mission, house)


@every_mission
@unhurried
@given(seed=st.integers(0, 10**6), house=houses)
def test_any_allocation_of_a_played_city_scores_as_the_second_opinion_says(mission, seed, house):
    rng = dice(seed)
    city = random_city(rng, mission, rng.choice(SUPPLIES))
    allocation = random_allocation(rng, city, mission)
    settled = City.parse(f"{city} {allocation}")
    assert figures(city, settled.allocation, mission, house) == points(city, allocation, mission, house)


@every_mission
@unhurried
@given(data=st.data())
def test_the_engine_refuses_the_allocations_the_second_opinion_refuses(mission, data):
    city = data.draw(settled_cities(mode_of(mission)))
    marks = list(str(city.allocation))
    place = data.draw(st.sampled_from([number for number, mark in enumerate(marks) if mark != "/"]))
    marks[place] = data.draw(st.sampled_from(".+e012345"))
    inhabitants = data.draw(st.integers(max(0, city.inhabitants - 3), city.inhabitants))
    energy = data.draw(st.integers(max(0, city.energy - 3), city.energy))
    changed = City.parse(f"{str(city).split()[0]} {inhabitants}i{energy}e {''.join(marks)}")
    try:
        expected = points(changed, changed.allocation, mission)
    except ValueError:
        with pytest.raises(AllocationError):
            figures(changed, changed.allocation, mission)
    else:
        assert figures(changed, changed.allocation, mission) == expected


# The best allocation by brute force -----------------------------------------------------------------------------------

CLASSIC_CORNER = ("-", "T2", "S", "U1", "P", "G", "F", "H")
EXPERT_CORNER = ("-", "T2", "S", "U", "P", "F", "H1", "O3", "M")


def corner_cities(mission):
    """Yield cities with all combinations of buildings on the upper left squares. Skip turned and mirrored ones."""
    kinds = EXPERT_CORNER if mode_of(mission) == "expert" else CLASSIC_CORNER
    board = BOARDS[mode_of(mission)]
    supplies = list(product((0, 1, 3, 6), (0, 1, 3)))
    for number, (a, b, c, d) in enumerate(product(range(len(kinds)), repeat=4)):
        # Keep one of the turned and mirrored versions. The numbers are indexes of `kinds`, for A1, B1, A2 and B2.
        if a == min(a, b, c, d) and b <= c:
            rest = "-" * (board.columns - 2)
            rows = [kinds[a] + kinds[b] + rest, kinds[c] + kinds[d] + rest, *2 * ["-" * board.columns]]
            inhabitants, energy = supplies[number % len(supplies)]
            yield City.parse(f"{'/'.join(rows)} {inhabitants}i{energy}e")


@every_mission
def test_no_allocation_of_any_corner_beats_the_settled_one(mission):
    for city in corner_cities(mission):
        assert settled_figures(city, mission) == brute_force(city, mission)[:3], city


@every_mission
@unhurried
@given(data=st.data(), house=houses)
def test_no_allocation_of_a_small_city_beats_the_settled_one(mission, data, house):
    city = data.draw(small_cities(mode_of(mission)))
    assert settled_figures(city, mission, house) == brute_force(city, mission, house)[:3]


# The best allocation by integer programming ---------------------------------------------------------------------------

CITIES_A_CHUNK = 20
CHUNKS = 5


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("supply", SUPPLIES)
@every_mission
def test_no_allocation_of_a_played_city_beats_the_settled_one(mission, supply, chunk):
    for number in range(chunk * CITIES_A_CHUNK, (chunk + 1) * CITIES_A_CHUNK):
        city = random_city(dice(mission, supply, number), mission, supply)
        house = HOUSES[number % len(HOUSES)]
        assert settled_figures(city, mission, house) == solve(city, mission, house)[:3], (city, house)


def with_special_services(rng, city):
    """Put up to seven special Public Services into a city, and return the notation."""
    named = rng.sample(NAMED, 4) if city.mode is Mode.EXPERT else []
    signs = [rng.choice(("X", "X4", "X9:3", "X2:2")), *named, "X7", "X15:3"]
    grid, _, supply = str(city).partition(" ")
    buildings = re.findall(r"[A-Z-][0-9*]*|/", grid)
    places = [place for place, sign in enumerate(buildings) if sign[0] in "U-"]
    places += rng.sample([place for place, sign in enumerate(buildings) if sign[0] not in "U-/"], 3)
    for place, sign in zip(places, signs, strict=False):
        buildings[place] = sign
    return f"{''.join(buildings)} {supply}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("line", [CLASSIC_SERVICES, EXPERT_SERVICES])
def test_no_allocation_of_a_played_city_with_special_services_beats_the_settled_one(line, supply, chunk):
    mission = {CLASSIC_SERVICES: 2, EXPERT_SERVICES: 10}[line]
    for number in range(chunk * CITIES_A_CHUNK, (chunk + 1) * CITIES_A_CHUNK):
        rng = dice(line, supply, number)
        text = with_special_services(rng, random_city(rng, mission, supply))
        house = HouseRules(park_district_parks_only=bool(number % 2))
        rules, city = Rules.parse(line).with_house_rules(house), City.parse(text)
        sheet = score(city, settle(city, rules), rules)
        found = sheet.total, sheet.tiebreak.inhabitants_on_buildings, sheet.tiebreak.empty_squares
        assert found == solve(text, line, house)[:3], (text, house)


@every_mission
@unhurried
@given(data=st.data(), house=houses)
def test_no_allocation_of_any_city_beats_the_settled_one(mission, data, house):
    city = data.draw(cities(mode_of(mission)))
    assert settled_figures(city, mission, house) == solve(city, mission, house)[:3]
