"""Make cities for tests: cities that a player could build, and any city that the notation allows.

`random_city` plays the turns of one player with the tiles of the box. The Hypothesis strategies `cities` and
`settled_cities` also make impossible cities, such as a city of twenty Office Towers.
"""

import json
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import strategies as st

from scoring import MISSIONS, City
from scoring.boards import BOARDS, Mode
from scoring.buildings import Building
from scoring.kinds import KIND_OF_LETTER, SPECIAL_OF_LETTER, Kind
from scoring.tiles import PLAYGROUND_INHABITANTS, playgrounds, rounds, tiles_in_use
from tests.scoring.second_opinion import TAKES_INHABITANT, customers_limit, marks_of, read

STACKED = (Kind.TOWER_BLOCK, Kind.OFFICE_TOWER)
TURNS = 4

SUPPLIES = ("natural", "scarce", "surplus")
BUILDING_CATEGORIES = ("tower_block", "shop", "public_service", "park", "factory", "harbor", "office_tower", "monument")


every_mission = pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: f"mission {mission}")
MISSIONS_OF = {mode: [number for number, mission in MISSIONS.items() if mission.rules.mode is mode] for mode in Mode}


def mode_of(mission):
    return MISSIONS[mission].rules.mode


# Published cities ----------------------------------------------------------------------------------------------------

REAL_CITIES, CITIES_WITH_SERVICES = (
    json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))["boards"]
    for name in ("boards.json", "expansion_boards.json")
)


def with_total(published):
    """Parametrize a test by published cities: `text` is a city in the notation, and `total` its VP."""
    boards = [
        pytest.param(board["city"], board["total"], id=f"{number}, {board['total']} VP")
        for number, board in enumerate(published, start=1)
    ]
    return pytest.mark.parametrize(("text", "total"), boards)


# Played cities --------------------------------------------------------------------------------------------------------


def dice(*seed):
    """Return a random generator. Equal seeds give equal random numbers on every machine."""
    return random.Random(" ".join(map(str, seed)))


def random_city(rng, mission, supply="natural"):
    """Make a city that one player could have built in this mission, without an allocation.

    The city has the resources of its tiles ("natural"), fewer ("scarce"), or more ("surplus").
    """
    rules = MISSIONS[mission].rules
    mode, board = rules.mode, rules.board
    taste = {kind: rng.choice((1, 1, 2, 6)) for kind in Kind}
    waste = rng.choice((0.0, 0.1, 0.3))
    squares = [None] * len(board)
    inhabitants = energy = 0
    for round_number in rounds(mode):
        offered = _offered(mission, mode, round_number)
        architects = rng.sample(range(1, 6 if mode is Mode.EXPERT else 5), TURNS)
        for number in architects:
            tile = rng.choices(offered, [taste[tile.kind] for tile in offered])[0]
            offered.remove(tile)
            places = _places(squares, board, tile.kind, number)
            if not places or rng.random() < waste:
                continue
            # Prefer squares beside buildings of the same kind, as people do with Harbors and Office Towers.
            alike = [sum(_kind(squares[other]) is tile.kind for other in board.neighbours[place]) for place in places]
            square = rng.choices(places, [1 + 3 * count for count in alike])[0]
            squares[square] = _built(squares[square], tile)
            inhabitants += tile.inhabitants
            energy += tile.energy
            if rules.mayor_offer and tile.mayor and rng.random() < 0.5:
                inhabitants += rules.mayor_offer
                energy += rules.mayor_offer
    inhabitants *= rules.inhabitants_factor
    if supply == "scarce":
        inhabitants, energy = (round(count * rng.uniform(0.2, 0.8)) for count in (inhabitants, energy))
    elif supply == "surplus":
        inhabitants, energy = (count + rng.randint(1, 12) for count in (inhabitants, energy))
    return City(board, tuple(squares), inhabitants, energy)


def _offered(mission, mode, round_number):
    tiles = list(tiles_in_use(mode, round_number))
    if MISSIONS[mission].rules.playgrounds:
        for playground in playgrounds(mode):
            if playground.round == round_number:
                park = next(tile for tile in tiles if tile.kind is Kind.PARK)
                tiles.remove(park)
                tiles.append(park._replace(kind=Kind.PLAYGROUND, inhabitants=PLAYGROUND_INHABITANTS))
    return tiles


def _places(squares, board, kind, number):
    opened = board.opened_by(number)
    floors = 5 if board.mode is Mode.EXPERT else 4
    places = [square for square in opened if squares[square] is None]
    if kind in STACKED:
        stacks = [
            square
            for square, building in enumerate(squares)
            if building and building.kind is kind and building.floors < floors
        ]
        # List each stack twice. Good players build high, so they choose stacks more often than empty squares.
        places += 2 * [square for square in stacks if square in opened or squares[square].floors + 1 == number]
    return places


def _kind(building):
    return building.kind if building else None


def _built(below, tile):
    if below is None:
        return Building(tile.kind, vp=tile.vp, mayors=int(tile.mayor))
    return Building(below.kind, floors=below.floors + 1, mayors=below.mayors + tile.mayor)


def random_allocation(rng, city, mission):
    """Return a random allocation as text. The city's supply suffices for it."""
    plan = read(city)
    inhabitants, energy = plan.inhabitants, plan.energy
    marks = dict.fromkeys(plan.squares, ".")
    wish = rng.random()
    for square in rng.sample(plan.squares, len(plan.squares)):
        letter = plan.letter(square)
        wanted = rng.random() < wish
        if letter in "PGM":
            marks[square] = "+"
            if letter == "P" and wanted and energy:
                marks[square] = "e"
                energy -= 1
        elif letter != "-" and wanted and energy >= (letter in "TSO") and inhabitants >= (letter in TAKES_INHABITANT):
            energy -= letter in "TSO"
            inhabitants -= letter in TAKES_INHABITANT
            marks[square] = "+"
            if letter == "S":
                shopping = rng.randint(0, min(inhabitants, customers_limit(mission)))
                inhabitants -= shopping
                marks[square] = str(shopping)
    return "/".join("".join(marks[row, column] for column in range(plan.columns)) for row in range(plan.rows))


# Random cities that the notation allows -------------------------------------------------------------------------------


def _buildings(mode):
    expert = mode is Mode.EXPERT
    floors = range(1, 6 if expert else 5)
    buildings = {
        "-": ["-"],
        "P": ["P"],
        "G": ["G"],
        "S": ["S"],
        "F": ["F"],
        "U": ["U", "U1", "U2"],
        "X": ["X", "X1", "X9", "X10", "X20"],
        "H": ["H", "H1", "H2", "H3"],
        "T": [str(Building(Kind.TOWER_BLOCK, n, mayors=mayors)) for n in floors for mayors in range(n + 1)],
    }
    if expert:
        buildings["M"] = ["M"]
        buildings["O"] = [str(Building(Kind.OFFICE_TOWER, n)) for n in floors]
    assert buildings.keys() <= {"-"} | KIND_OF_LETTER.keys() | SPECIAL_OF_LETTER.keys()
    return buildings


def _cells(mode):
    """Map each letter to the states of a square: (building, mark, Inhabitants taken, Energy Units taken)."""
    cells = {}
    for letter, buildings in _buildings(mode).items():
        ways = []
        for building in buildings:
            if letter == "-":
                ways.append((building, ".", 0, 0))
            elif letter in "PGM":
                ways.append((building, "+", 0, 0))
                if letter == "P":
                    ways.append((building, "e", 0, 1))
            else:
                ways.append((building, ".", 0, 0))
                if letter == "S":
                    most = customers_limit(5 if mode is Mode.EXPERT else 1)
                    ways += [(building, str(customers), customers, 1) for customers in range(most + 1)]
                else:
                    ways.append((building, "+", int(letter in TAKES_INHABITANT), int(letter in "TO")))
        cells[letter] = ways * max(1, 24 // len(ways))  # a random choice then takes all letters about equally often
    return cells


_CELLS = {mode: _cells(mode) for mode in Mode}


@cache
def _one_cell(mode, letters):
    # Hypothesis simplifies failing cities towards the first element: an empty square, if `letters` has "-".
    return st.sampled_from([cell for letter, cells in _CELLS[mode].items() if letter in letters for cell in cells])


@cache
def _many_cells(mode, letters, count):
    return st.lists(_one_cell(mode, letters), min_size=count, max_size=count)


# For each mode, a strategy that draws the letters of a city: all letters, or one to four. Cities of few letters often
# have long rows of Harbors and large groups of Office Towers.
_LETTERS = {
    mode: st.just(frozenset(cells)) | st.frozensets(st.sampled_from(list(cells)), min_size=1, max_size=4)
    for mode, cells in _CELLS.items()
}
_MODES = st.sampled_from(list(Mode))
_SUPPLY = st.integers(0, 40)


def _grid(mode, buildings):
    columns = BOARDS[mode].columns
    return "/".join("".join(buildings[start : start + columns]) for start in range(0, len(buildings), columns))


@st.composite
def cities(draw, mode=None):
    """Generate any city of the mode without an allocation, with 0-40 units of each resource."""
    mode = mode or draw(_MODES)
    cells = draw(_many_cells(mode, draw(_LETTERS[mode]), len(BOARDS[mode])))
    inhabitants, energy = draw(_SUPPLY), draw(_SUPPLY)
    return City.parse(f"{_grid(mode, [cell[0] for cell in cells])} {inhabitants}i{energy}e")


@st.composite
def settled_cities(draw, mode=None):
    """Generate any city with an allocation for which its supply suffices."""
    mode = mode or draw(_MODES)
    cells = draw(_many_cells(mode, draw(_LETTERS[mode]), len(BOARDS[mode])))
    inhabitants = max(draw(_SUPPLY), sum(cell[2] for cell in cells))
    energy = max(draw(_SUPPLY), sum(cell[3] for cell in cells))
    grid, marks = _grid(mode, [cell[0] for cell in cells]), _grid(mode, [cell[1] for cell in cells])
    return City.parse(f"{grid} {inhabitants}i{energy}e {marks}")


@st.composite
def small_cities(draw, mode=None, allocations=500):
    """Generate a city of up to 6 buildings close together, with at most `allocations` possible allocations."""
    mode = mode or draw(_MODES)
    columns = BOARDS[mode].columns
    width = draw(st.integers(2, 3))
    row, column = draw(st.integers(0, 2)), draw(st.integers(0, columns - width))
    squares = ["-"] * len(BOARDS[mode])
    for number, (building, *_) in enumerate(draw(_many_cells(mode, draw(_LETTERS[mode]), 2 * width))):
        ways = len(marks_of(building[0], 5 if mode is Mode.EXPERT else 1))
        if ways <= allocations:
            allocations //= ways
            squares[(row + number // width) * columns + column + number % width] = building
    inhabitants, energy = draw(st.integers(0, 10)), draw(st.integers(0, 10))
    return City.parse(f"{_grid(mode, squares)} {inhabitants}i{energy}e")
