"""A second opinion on every score and every best allocation, written from the rulebooks alone.

Nothing here comes from the engine: the cities are read again from their notation, the tables are typed again from
the rulebooks and the campaign manual, and the best allocation is searched in two ways that share nothing with the
engine's own: an integer programme (`solve`) and the trial of everything (`brute_force`). What the engine and this page
agree on, two readers of the rules have agreed on. Missions are told apart by number here, because the second opinion
must not lean on the engine's records.

Every function takes a city as text or as anything whose `str()` is its notation.
"""

from itertools import product
from typing import NamedTuple

EXPERT_MISSIONS = (5, 6, 7, 10)

CLASSIC_DISTRICTS = ("1122", "1122", "3344", "3344")
EXPERT_DISTRICTS = ("11422", "11422", "55433", "55433")

# Rulebooks: victory points by count; place 0 is "none".
TOWER_BLOCK = (0, 1, 3, 6, 10, 15)
TOWER_BLOCK_BY_MANUAL = (0, 2, 5, 6, 10, 15)
SHOP = (0, 1, 2, 4, 7, 11)
PUBLIC_SERVICE = (0, 2, 5, 9, 14, 20)
PARK = (0, 2, 4, 7, 11)
HARBOR = (0, 0, 3, 7, 12, 18)
FACTORY = {"S": 2, "H": 3, "O": 4}
MONUMENT = {"F": -5, "H": -5, "T": 0, "O": 0, "M": 0, "U": 2, "S": 3, "P": 5, "G": 5}
OFFICE_TOWER = {  # size of the group -> points of each of its towers by floors
    1: (None, 0, 1, 3, 6, 10),
    2: (None, 1, 3, 6, 10, 15),
    3: (None, 2, 5, 9, 14, 20),
    4: (None, 3, 7, 12, 18, 25),
    5: (None, 4, 9, 15, 22, 30),
}

TAKES_ENERGY = "TSO"
TAKES_INHABITANT = "UFHO"
NEVER_LEAVES = "PGM"
PARKS = "PG"

# One Inhabitant on a building outweighs every empty square, one victory point every Inhabitant: at most
# 20 squares, at most 5 Customers on each.
SQUARES_LIMIT = 50
INHABITANTS_LIMIT = 200


class HouseRules(NamedTuple):
    """The two options that change points. The engine's own record answers to the same names."""

    manual_tower_points: bool = False
    harbor_workers: bool = False


NO_HOUSE_RULES = HouseRules()


class Plan(NamedTuple):
    """A city as read by the second opinion: (row, column) -> (letter, digit, Mayor tiles), empty squares left out."""

    rows: int
    columns: int
    buildings: dict[tuple[int, int], tuple[str, int, int]]
    inhabitants: int
    energy: int

    @property
    def squares(self):
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def letter(self, square):
        return self.buildings[square][0] if square in self.buildings else "-"

    def having(self, letters):
        return [square for square in self.squares if square in self.buildings and self.letter(square) in letters]

    def beside(self, square):
        row, column = square
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [other for other in around if other in self.buildings]

    def district(self, square):
        row, column = square
        return (EXPERT_DISTRICTS if self.columns == 5 else CLASSIC_DISTRICTS)[row][column]


def read(city):
    """The plan of an unsettled or settled city in notation (its allocation is not looked at)."""
    grid, supply = str(city).split(" ")[:2]
    buildings = {}
    columns = set()
    for row, text in enumerate(grid.split("/")):
        column = -1
        for sign in text:
            if sign == "*":
                letter, digit, mayors = buildings[row, column]
                buildings[row, column] = (letter, digit, mayors + 1)
            elif sign.isdigit():
                letter, _, mayors = buildings[row, column]
                buildings[row, column] = (letter, int(sign), mayors)
            else:
                column += 1
                if sign != "-":
                    buildings[row, column] = (sign, 1 if sign in "TO" else 0, 0)
        columns.add(column + 1)
    (width,) = columns
    inhabitants, energy = supply.removesuffix("e").split("i")
    return Plan(len(grid.split("/")), width, buildings, int(inhabitants), int(energy))


def is_expert(mission):
    return mission in EXPERT_MISSIONS


def tower_table(house_rules):
    return TOWER_BLOCK_BY_MANUAL if house_rules.manual_tower_points else TOWER_BLOCK


def worker_letters(house_rules):
    return "UFOH" if house_rules.harbor_workers else "UFO"


def customers_limit(mission):
    return 5 if is_expert(mission) else 4


# Points of one allocation ------------------------------------------------------------------------------------------


def points(city, allocation, mission, house_rules=NO_HOUSE_RULES):
    """(VP, Inhabitants on buildings, empty squares) of a city settled in this way; ValueError when it cannot be."""
    plan = read(city)
    marks = read_marks(plan, allocation, mission)

    # Who stays, and what it took.
    stays = {square: building for square, building in plan.buildings.items() if marks[square] != "."}
    customers = sum(int(mark) for mark in marks.values() if mark.isdigit())
    on_buildings = customers + sum(letter in TAKES_INHABITANT for letter, _, _ in stays.values())
    energy_used = sum(letter in TAKES_ENERGY for letter, _, _ in stays.values())
    absorbed = sum(mark == "e" for mark in marks.values())
    inhabitants_left = plan.inhabitants - on_buildings
    energy_left = plan.energy - energy_used - absorbed
    if inhabitants_left < 0 or energy_left < 0:
        raise ValueError("more than the supply")

    # From here on the others have left the city.
    after = plan._replace(buildings=stays)
    empty = [square for square in plan.squares if square not in stays]
    vp = sum(SHOP[int(mark)] for mark in marks.values() if mark.isdigit())
    vp += sum(vp_of_building(after, square, house_rules) for square in stays)
    vp += vp_of_lines_and_districts(after)
    vp -= energy_left
    vp -= inhabitants_left * (2 if mission == 9 else 1)
    if mission == 2:
        vp += 3 * (len(after.having("G")) // 3)
    if mission == 6:
        vp += sum(3 * mayors for _, _, mayors in stays.values())
    if mission == 7:
        for district in "12345":
            gaps = sum(after.district(square) == district for square in empty)
            vp += {0: 4, 1: 2}.get(gaps, 0)
    if mission == 9:
        vp -= max(0, customers - len(after.having(worker_letters(house_rules))))
    return vp, on_buildings, len(empty)


def read_marks(plan, allocation, mission):
    """square -> mark; ValueError for a mark the notation does not allow there."""
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


def vp_of_building(after, square, house_rules):
    """What an activated building brings for itself, its digit and its neighbours. Customers are counted elsewhere."""
    letter, digit, _ = after.buildings[square]
    around = [after.letter(other) for other in after.beside(square)]
    if letter == "T":
        return tower_table(house_rules)[digit]
    if letter == "O":
        return OFFICE_TOWER[min(5, len(group_of(after, square)))][digit]
    if letter in PARKS:
        return PARK[sum(neighbour in "TO" for neighbour in around)]
    if letter == "F":
        return sum(FACTORY.get(neighbour, 0) for neighbour in around)
    if letter == "M":
        return sum(MONUMENT[neighbour] for neighbour in around)
    return digit  # printed VP; none on a Shop


def vp_of_lines_and_districts(after):
    harbors = set(after.having("H"))
    return (
        PUBLIC_SERVICE[len({after.district(square) for square in after.having("U")})]
        + HARBOR[max(longest(harbors, (row, 0), (0, 1)) for row in range(after.rows))]
        + HARBOR[max(longest(harbors, (0, column), (1, 0)) for column in range(after.columns))]
    )


def marks_of(letter, mission):
    """Every mark the notation allows on a square."""
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
    """The Office Towers that hang together with this one, sides only."""
    group = {square}
    waiting = [square]
    while waiting:
        for other in plan.beside(waiting.pop()):
            if plan.letter(other) == "O" and other not in group:
                group.add(other)
                waiting.append(other)
    return group


def longest(squares, start, step):
    """Length of the longest run of `squares` on the line that leaves `start` by `step`."""
    best = run = 0
    row, column = start
    for _ in range(5):
        run = run + 1 if (row, column) in squares else 0
        best = max(best, run)
        row, column = row + step[0], column + step[1]
    return best


# Every allocation ---------------------------------------------------------------------------------------------------


def allocations(city, mission):
    """Every allocation the supply can pay for."""
    plan = read(city)
    letters = [plan.letter(square) for square in plan.squares]
    for marks in product(*(marks_of(letter, mission) for letter in letters)):
        text = "".join(marks)
        activated = [letter for letter, mark in zip(letters, marks, strict=True) if mark != "."]
        workers = sum(letter in TAKES_INHABITANT for letter in activated)
        energy = sum(letter in TAKES_ENERGY for letter in activated)
        customers = sum(int(mark) for mark in marks if mark.isdigit())
        if workers + customers <= plan.inhabitants and energy + text.count("e") <= plan.energy:
            yield "/".join(text[row * plan.columns : (row + 1) * plan.columns] for row in range(plan.rows))


def brute_force(city, mission, house_rules=NO_HOUSE_RULES):
    """(VP, Inhabitants on buildings, empty squares, allocation) of the best of all allocations. Small cities only."""
    best = None
    for allocation in allocations(city, mission):
        vp, inhabitants, empty = points(city, allocation, mission, house_rules)
        if best is None or (vp, inhabitants, -empty) > best[0]:
            best = (vp, inhabitants, -empty), allocation
    (vp, inhabitants, empty), allocation = best
    return vp, inhabitants, -empty, allocation


# The integer programme ----------------------------------------------------------------------------------------------


def ortools():
    from ortools.sat.python import cp_model  # noqa: PLC0415 - only requirements/dev.txt brings it

    return cp_model


def solve(city, mission, house_rules=NO_HOUSE_RULES):
    """(VP, Inhabitants on buildings, empty squares, allocation), best first in that order, proven by CP-SAT."""
    cp_model = ortools()
    programme = Programme(read(city), mission, house_rules)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    status = solver.solve(programme.model)
    if status != cp_model.OPTIMAL:
        raise AssertionError(f"no proof for {city}: {solver.status_name(status)}")
    plan = programme.plan
    marks = [programme.mark(square, solver) for square in plan.squares]
    text = "".join(marks)
    return (
        solver.value(programme.vp),
        solver.value(programme.on_buildings),
        solver.value(programme.empty),
        "/".join(text[row * plan.columns : (row + 1) * plan.columns] for row in range(plan.rows)),
    )


class Programme:
    """The question "which allocation is best?" as integer variables, constraints and one objective.

    Where points only grow with a claim ("this row is a harbor line", "this tower stands in a group of four"), the
    model asks only that a claim be true, not that the largest true claim be made: the objective makes it.
    """

    def __init__(self, plan, mission, house_rules):
        if (plan.columns == 5) != is_expert(mission):
            raise ValueError("a city of the other mode")
        self.model = ortools().CpModel()
        self.plan = plan
        self.mission = mission
        self.house_rules = house_rules
        self.active = {
            square: self.yes_or_no() if self.plan.letter(square) not in NEVER_LEAVES else 1 for square in plan.buildings
        }
        self.customers = {}  # shop -> [exactly 0 Customers, exactly 1, ...]
        self.absorbs = {square: self.yes_or_no() for square in plan.having("P")}
        self.terms = []
        self.spend()
        self.single_buildings()
        self.neighbours()
        self.public_services()
        self.harbors()
        self.office_towers()
        self.mission_terms()
        self.vp = sum(self.terms)
        self.empty = plan.rows * plan.columns - sum(self.active.values())
        self.model.maximize(
            self.vp * (INHABITANTS_LIMIT * SQUARES_LIMIT) + self.on_buildings * SQUARES_LIMIT - self.empty
        )

    def yes_or_no(self):
        return self.model.new_bool_var("")

    def all_of(self, claims):
        """A claim that may be made only when all of these hold."""
        claim = self.yes_or_no()
        for other in claims:
            self.model.add(claim <= other)
        return claim

    def by_count(self, count, table):
        """Points of a table for a count, exactly."""
        steps = [self.yes_or_no() for _ in table]
        self.model.add_exactly_one(steps)
        self.model.add(sum(number * step for number, step in enumerate(steps)) == count)
        return sum(points * step for points, step in zip(table, steps, strict=True))

    def spend(self):
        for shop in self.plan.having("S"):
            choices = [self.yes_or_no() for _ in range(customers_limit(self.mission) + 1)]
            self.model.add(sum(choices) == self.active[shop])
            self.customers[shop] = choices
        self.shopping = sum(
            number * choice for choices in self.customers.values() for number, choice in enumerate(choices)
        )
        self.on_buildings = self.shopping + sum(self.active[square] for square in self.plan.having(TAKES_INHABITANT))
        energy = sum(self.active[square] for square in self.plan.having(TAKES_ENERGY)) + sum(self.absorbs.values())
        self.model.add(self.on_buildings <= self.plan.inhabitants)
        self.model.add(energy <= self.plan.energy)
        self.terms.append(-(2 if self.mission == 9 else 1) * (self.plan.inhabitants - self.on_buildings))
        self.terms.append(-(self.plan.energy - energy))

    def single_buildings(self):
        for square, (letter, digit, mayors) in self.plan.buildings.items():
            if letter == "T":
                floors = tower_table(self.house_rules)[digit]
                self.terms.append((floors + (3 * mayors if self.mission == 6 else 0)) * self.active[square])
            elif letter in "UH":
                self.terms.append(digit * self.active[square])
            elif letter == "S":
                self.terms.extend(SHOP[number] * choice for number, choice in enumerate(self.customers[square]))

    def neighbours(self):
        for square in self.plan.having("PGFM"):
            letter = self.plan.letter(square)
            around = self.plan.beside(square)
            if letter in PARKS:
                towers = [self.active[other] for other in around if self.plan.letter(other) in "TO"]
                self.terms.append(self.by_count(sum(towers), PARK[: len(towers) + 1]))
            elif letter == "F":
                for other in around:
                    if self.plan.letter(other) in FACTORY:
                        both = self.all_of([self.active[square], self.active[other]])
                        self.terms.append(FACTORY[self.plan.letter(other)] * both)
            else:
                self.terms.extend(MONUMENT[self.plan.letter(other)] * self.active[other] for other in around)

    def public_services(self):
        served = []
        for district in "12345":
            services = [
                self.active[square] for square in self.plan.having("U") if self.plan.district(square) == district
            ]
            if services:
                claim = self.yes_or_no()
                self.model.add_max_equality(claim, services)
                served.append(claim)
        self.terms.append(self.by_count(sum(served), PUBLIC_SERVICE[: len(served) + 1]))

    def harbors(self):
        plan = self.plan
        across = [[(row, column) for column in range(plan.columns)] for row in range(plan.rows)]
        down = [[(row, column) for row in range(plan.rows)] for column in range(plan.columns)]
        for lines in (across, down):
            claims = []
            for line in lines:
                for start in range(len(line)):
                    for end in range(start + 2, len(line) + 1):
                        run = line[start:end]
                        if all(plan.letter(square) == "H" for square in run):
                            claim = self.all_of([self.active[square] for square in run])
                            claims.append(claim)
                            self.terms.append(HARBOR[len(run)] * claim)
            self.model.add(sum(claims) <= 1)

    def office_towers(self):
        """Groups as connected sets of one to five squares: a tower may claim any set of active offices around it."""
        holding = {(tower, size): [] for tower in self.plan.having("O") for size in range(1, 6)}
        for group in connected_sets(self.plan, self.plan.having("O"), 5):
            claim = self.all_of([self.active[square] for square in group])
            for tower in group:
                holding[tower, len(group)].append(claim)
        for tower in self.plan.having("O"):
            floors = self.plan.buildings[tower][1]
            sizes = {size: self.yes_or_no() for size in OFFICE_TOWER}
            self.model.add(sum(sizes.values()) == self.active[tower])
            for size, claim in sizes.items():
                self.model.add(claim <= sum(holding[tower, size]))
                self.terms.append(OFFICE_TOWER[size][floors] * claim)

    def mission_terms(self):
        plan = self.plan
        if self.mission == 2:
            self.terms.append(3 * (len(plan.having("G")) // 3))
        if self.mission == 7:
            for district in "12345":
                built = sum(self.active[s] for s in plan.buildings if plan.district(s) == district)
                full, one_gap = self.yes_or_no(), self.yes_or_no()
                self.model.add(full + one_gap <= 1)
                self.model.add(built >= 4 * full + 3 * one_gap)
                self.terms.append(4 * full + 2 * one_gap)
        if self.mission == 9:
            workers = sum(self.active[square] for square in plan.having(worker_letters(self.house_rules)))
            above = self.model.new_int_var(0, INHABITANTS_LIMIT, "")
            self.model.add(above >= self.shopping - workers)
            self.terms.append(-above)

    def mark(self, square, solver):
        letter = self.plan.letter(square)
        if letter == "-":
            return "."
        if letter == "P":
            return "e" if solver.value(self.absorbs[square]) else "+"
        if not solver.value(self.active[square]):
            return "."
        if letter == "S":
            return str([solver.value(choice) for choice in self.customers[square]].index(1))
        return "+"


def connected_sets(plan, squares, limit):
    """Every connected set of 1 to `limit` of these squares, each once."""
    allowed = set(squares)
    found = frontier = {frozenset([square]) for square in squares}
    for _ in range(limit - 1):
        frontier = {
            group | {other}
            for group in frontier
            for square in group
            for other in plan.beside(square)
            if other in allowed and other not in group
        }
        found = found | frontier
    return sorted(found, key=sorted)
