"""Compute scores and best allocations a second time, without any code of the engine.

This module is written from the rulebooks and the campaign manual alone. If the engine agrees with it, the engine
probably follows the rules.

The parameter `city` is a text in the notation, or an object that `str()` turns into the notation. The parameter
`mission` is a number from 1 to 10, or any mission line, such as "classic rows=3".
"""

from itertools import product
from typing import NamedTuple

LINES = {
    1: "classic",
    2: "classic playgrounds sets=3:3",
    3: "classic playgrounds wild=1",
    4: "classic playgrounds wild=1 shared",
    5: "expert",
    6: "expert offer=1 mayors=3",
    7: "expert districts=4,2",
    8: "classic sequence",
    9: "classic playgrounds inhabitants=2 unemployed=2 jobs=1",
    10: "expert playgrounds own",
}

CLASSIC_DISTRICTS = ("1122", "1122", "3344", "3344")
EXPERT_DISTRICTS = ("11422", "11422", "55433", "55433")

NAMED = "CLNWEBD"  # special Public Services with known rules; all other special ones share the letter X
SERVICES = "UX" + NAMED

# VP from the rulebooks and the campaign manual. A tuple gives VP by number: TOWER_BLOCK[3] is the VP of three floors.
# FACTORY and MONUMENT give VP by the letter of a neighbour.
TOWER_BLOCK = (0, 1, 3, 6, 10, 15)
TOWER_BLOCK_BY_MANUAL = (0, 2, 5, 6, 10, 15)
SHOP = (0, 1, 2, 4, 7, 11)
PUBLIC_SERVICE = (0, 2, 5, 9, 14, 20)
PARK = (0, 2, 4, 7, 11)
HARBOR = (0, 0, 3, 7, 12, 18)
FACTORY = {"S": 2, "H": 3, "O": 4}
MONUMENT = {"F": -5, "H": -5, "T": 0, "O": 0, "M": 0, **dict.fromkeys(SERVICES, 2), "S": 3, "P": 5, "G": 5}
OFFICE_TOWER = {  # OFFICE_TOWER[size][floors]: the VP of a tower with this many floors in a group of this size
    1: (None, 0, 1, 3, 6, 10),
    2: (None, 1, 3, 6, 10, 15),
    3: (None, 2, 5, 9, 14, 20),
    4: (None, 3, 7, 12, 18, 25),
    5: (None, 4, 9, 15, 22, 30),
}

TAKES_ENERGY = "TSO"
TAKES_INHABITANT = SERVICES + "FHO"
TAKES_TWO = "BD"  # the services that need two Inhabitants
NEVER_LEAVES = "PGM"
PARKS = "PG"

# No city has more empty squares, or more Inhabitants on its buildings, than these limits.
SQUARES_LIMIT = 50
INHABITANTS_LIMIT = 200


class HouseRules(NamedTuple):
    """The house rules that change points. They have the same names as in the engine."""

    manual_tower_points: bool = False
    harbor_workers: bool = False
    monument_parks_only: bool = False
    park_district_parks_only: bool = False


NO_HOUSE_RULES = HouseRules()


class Plan(NamedTuple):
    """A city that was parsed from its notation, without the allocation.

    `buildings` maps (row, column) to (letter, digit, Mayor tiles). It has no entries for empty squares. For a special
    Public Service such as "X9:3", `typed_workers` maps (row, column) to 3, the number of Inhabitants that it needs.
    """

    rows: int
    columns: int
    buildings: dict[tuple[int, int], tuple[str, int, int]]
    inhabitants: int
    energy: int
    typed_workers: dict[tuple[int, int], int] = {}  # noqa: RUF012 - no code changes this dictionary

    @property
    def squares(self):
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def letter(self, square):
        return self.buildings[square][0] if square in self.buildings else "-"

    def having(self, letters):
        return [square for square in self.squares if square in self.buildings and self.letter(square) in letters]

    def workers(self, square):
        """Return how many Inhabitants work in this building if it is activated. Customers of a Shop are no workers."""
        letter = self.letter(square)
        return self.typed_workers.get(square, (letter in TAKES_INHABITANT) + (letter in TAKES_TWO))

    def beside(self, square):
        row, column = square
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [other for other in around if other in self.buildings]

    def district(self, square):
        row, column = square
        return (EXPERT_DISTRICTS if self.columns == 5 else CLASSIC_DISTRICTS)[row][column]


def read(city):
    """Parse a city from its notation. Ignore the allocation."""
    grid, supply = str(city).split(" ")[:2]
    buildings, typed_workers = {}, {}
    columns = set()
    for row, text in enumerate(grid.split("/")):
        column = -1
        before_it = ""
        for sign in text:
            if before_it == ":":
                typed_workers[row, column] = int(sign)
            elif sign == ":":
                pass
            elif sign == "*":
                letter, digit, mayors = buildings[row, column]
                buildings[row, column] = (letter, digit, mayors + 1)
            elif sign.isdigit():
                letter, before, mayors = buildings[row, column]
                typed = 10 * before if letter == "X" else 0
                buildings[row, column] = (letter, typed + int(sign), mayors)
            else:
                column += 1
                if sign != "-":
                    buildings[row, column] = (sign, 1 if sign in "TO" else 0, 0)
            before_it = sign
        columns.add(column + 1)
    (width,) = columns
    inhabitants, energy = supply.removesuffix("e").split("i")
    return Plan(len(grid.split("/")), width, buildings, int(inhabitants), int(energy), typed_workers)


def numbers(mission, word):
    """Return the numbers of a word in a mission line: [4, 2] for "districts=4,2", and [] for a missing word."""
    for said in LINES.get(mission, mission).split():
        name, _, value = said.partition("=")
        if name == word:
            return [int(number) for number in value.replace(":", " ").replace(",", " ").replace("/", " ").split()]
    return []


def number(mission, word, without=0):
    return (numbers(mission, word) or [without])[0]


def has_word(mission, word):
    return word in LINES.get(mission, mission).split()


def counted_parks(mission, house_rules):
    """Return the letters of the buildings that a Park District counts as Parks."""
    return "P" if house_rules.park_district_parks_only and has_word(mission, "playgrounds") else PARKS


def by_monument(mission, house_rules):
    """Return the VP of one neighbour of a Monument, by its letter."""
    return MONUMENT | {"G": 0} if house_rules.monument_parks_only and has_word(mission, "playgrounds") else MONUMENT


def is_expert(mission):
    return LINES.get(mission, mission).startswith("expert")


def tower_table(mission, house_rules):
    if said := numbers(mission, "towers"):
        return [0, *said]
    return TOWER_BLOCK_BY_MANUAL if house_rules.manual_tower_points else TOWER_BLOCK


def park_table(mission):
    return [0, *(numbers(mission, "parks") or PARK[1:])]


def vp_by_gaps(mission, gaps):
    """Return the VP that the mission gives for a district with this number of empty squares."""
    said = numbers(mission, "districts")
    return said[gaps] if gaps < len(said) else 0


def worker_letters(house_rules):
    return SERVICES + ("FOH" if house_rules.harbor_workers else "FO")


def customers_limit(mission):
    return 5 if is_expert(mission) else 4


# Points of one allocation ---------------------------------------------------------------------------------------------


def points(city, allocation, mission, house_rules=NO_HOUSE_RULES):
    """Return (VP, Inhabitants on buildings, empty squares). Raises ValueError if the allocation does not fit."""
    plan = read(city)
    marks = read_marks(plan, allocation, mission)

    # Find the activated buildings, and count the resources that they take.
    stays = {square: building for square, building in plan.buildings.items() if marks[square] != "."}
    customers = sum(int(mark) for mark in marks.values() if mark.isdigit())
    on_buildings = customers + sum(map(plan.workers, stays))
    energy_used = sum(letter in TAKES_ENERGY for letter, _, _ in stays.values())
    absorbed = sum(mark == "e" for mark in marks.values())
    inhabitants_left = plan.inhabitants - on_buildings
    energy_left = plan.energy - energy_used - absorbed
    if inhabitants_left < 0 or energy_left < 0:
        raise ValueError("more than the supply")

    # Score the city without the buildings that are not activated.
    after = plan._replace(buildings=stays)
    empty = [square for square in plan.squares if square not in stays]
    vp = sum(SHOP[int(mark)] for mark in marks.values() if mark.isdigit())
    vp += sum(vp_of_building(after, square, mission, house_rules) for square in stays)
    vp += vp_of_lines_and_districts(after)
    vp -= energy_left * number(mission, "pollution", 1)
    vp -= inhabitants_left * number(mission, "unemployed", 1)
    vp += number(mission, "mayors") * sum(mayors for _, _, mayors in stays.values())
    workers = sum(map(after.workers, after.having(worker_letters(house_rules))))
    vp -= number(mission, "jobs") * max(0, customers - workers)
    vp += vp_of_collections(after, empty, mission)
    return vp, on_buildings, len(empty)


def vp_of_collections(after, empty, mission):
    """Return the VP that the mission gives for sets, districts, rows, corners and variety."""
    vp = 0
    if said := numbers(mission, "sets"):
        size, each = said
        vp += len(after.having("G")) // size * each
    for district in "12345" if after.columns == 5 else "1234":
        vp += vp_by_gaps(mission, sum(after.district(square) == district for square in empty))
    for row in range(after.rows):
        if not any(square[0] == row for square in empty):
            vp += number(mission, "rows")
    for corner in ((0, 0), (0, after.columns - 1), (after.rows - 1, 0), (after.rows - 1, after.columns - 1)):
        if corner in empty:
            vp += number(mission, "corners")
    standing = {after.letter(square) for square in after.buildings}
    wanted = ["T", "S", SERVICES, "PG", "F", "H"] + (["O", "M"] if is_expert(mission) else [])
    if all(standing & set(letters) for letters in wanted):
        vp += number(mission, "variety")
    return vp


def read_marks(plan, allocation, mission):
    """Map each square to its mark, such as "+" or "3". Raises ValueError if the allocation does not fit the city."""
    if (plan.columns == 5) != is_expert(mission):
        raise ValueError("a city of the other mode")
    marks = {
        (row, column): mark for row, text in enumerate(str(allocation).split("/")) for column, mark in enumerate(text)
    }
    if sorted(marks) != plan.squares:
        raise ValueError("one mark a square")
    for square, mark in marks.items():
        if mark not in marks_of(plan.letter(square), mission):
            raise ValueError(f"{mark!r} on {plan.letter(square)!r}")
    return marks


def vp_of_building(after, square, mission, house_rules):
    """Return the VP of one activated building. Leave out the VP of Customers, of Harbor lines and of districts."""
    letter, digit, _ = after.buildings[square]
    around = [after.letter(other) for other in after.beside(square)]
    if letter == "T":
        return tower_table(mission, house_rules)[digit]
    if letter == "O":
        return OFFICE_TOWER[min(5, len(group_of(after, square)))][digit]
    if letter in PARKS:
        return park_table(mission)[sum(neighbour in "TO" for neighbour in around)]
    if letter in SERVICES:
        return vp_of_service(after, letter, digit, around, counted_parks(mission, house_rules))
    if letter in "FM":
        table = FACTORY if letter == "F" else by_monument(mission, house_rules)
        return sum(table.get(neighbour, 0) for neighbour in around)
    return digit  # the printed VP of a Harbor; 0 for a Shop


def vp_of_service(after, letter, digit, around, parks):
    """Return the VP that a Public Service's tile gives. `parks` are the letters of buildings that count as Parks."""
    if letter == "C":  # the letter of City Hall
        return len(after.having(SERVICES))
    if letter == "L":  # the letter of School
        return len(after.having("T"))
    if letter == "N":  # the letter of City Planning
        with_gaps = {after.district(square) for square in after.squares if square not in after.buildings}
        return 5 - len(with_gaps) if with_gaps else 6
    if letter == "B":  # the letter of Fire Station
        return 3 * around.count("F")
    if letter == "D":  # the letter of Park District
        return len(after.having(parks))
    return digit


def vp_of_lines_and_districts(after):
    harbors = set(after.having("H"))
    return (
        PUBLIC_SERVICE[len({after.district(square) for square in after.having(SERVICES)})]
        + HARBOR[max(longest(harbors, (row, 0), (0, 1)) for row in range(after.rows))]
        + HARBOR[max(longest(harbors, (0, column), (1, 0)) for column in range(after.columns))]
    )


def marks_of(letter, mission):
    """Return every mark that the notation allows for this letter."""
    if letter == "-":
        return "."
    if letter == "S":
        return "." + "012345"[: customers_limit(mission) + 1]
    if letter == "P":
        return "+e"
    if letter in NEVER_LEAVES:
        return "+"
    return ".+"


def group_of(plan, square):
    """Return all squares of the group to which this Office Tower belongs. Neighbours in a group share a side."""
    group = {square}
    waiting = [square]
    while waiting:
        for other in plan.beside(waiting.pop()):
            if plan.letter(other) == "O" and other not in group:
                group.add(other)
                waiting.append(other)
    return group


def longest(squares, start, step):
    """Walk from `start` in steps of `step`. Return the length of the longest unbroken run of `squares`."""
    best = run = 0
    row, column = start
    for _ in range(5):
        run = run + 1 if (row, column) in squares else 0
        best = max(best, run)
        row, column = row + step[0], column + step[1]
    return best


# Every allocation -----------------------------------------------------------------------------------------------------


def allocations(city, mission):
    """Yield every allocation for which the supply suffices."""
    plan = read(city)
    letters = [plan.letter(square) for square in plan.squares]
    for marks in product(*(marks_of(letter, mission) for letter in letters)):
        text = "".join(marks)
        activated = [square for square, mark in zip(plan.squares, marks, strict=True) if mark != "."]
        workers = sum(map(plan.workers, activated))
        energy = sum(plan.letter(square) in TAKES_ENERGY for square in activated)
        customers = sum(int(mark) for mark in marks if mark.isdigit())
        if workers + customers <= plan.inhabitants and energy + text.count("e") <= plan.energy:
            yield "/".join(text[row * plan.columns : (row + 1) * plan.columns] for row in range(plan.rows))


def brute_force(city, mission, house_rules=NO_HOUSE_RULES):
    """Return (VP, Inhabitants on buildings, empty squares, allocation) of the best allocation of a small city."""
    best = None
    for allocation in allocations(city, mission):
        vp, inhabitants, empty = points(city, allocation, mission, house_rules)
        if best is None or (vp, inhabitants, -empty) > best[0]:
            best = (vp, inhabitants, -empty), allocation
    (vp, inhabitants, empty), allocation = best
    return vp, inhabitants, -empty, allocation
