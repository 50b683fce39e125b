"""Find the best allocation by integer programming, to check the engine's search independently."""

from tests.scoring.second_opinion import (
    FACTORY,
    HARBOR,
    INHABITANTS_LIMIT,
    NEVER_LEAVES,
    NO_HOUSE_RULES,
    OFFICE_TOWER,
    PARK,
    PARKS,
    PUBLIC_SERVICE,
    SERVICES,
    SHOP,
    SQUARES_LIMIT,
    TAKES_ENERGY,
    TAKES_INHABITANT,
    by_monument,
    counted_parks,
    customers_limit,
    is_expert,
    number,
    read,
    tower_table,
    worker_letters,
)


def ortools():
    from ortools.sat.python import cp_model  # noqa: PLC0415 - only requirements/dev.txt installs it

    return cp_model


def solve(city, mission, house_rules=NO_HOUSE_RULES):
    """Return the best allocation, proven by CP-SAT: (VP, Inhabitants on buildings, empty squares, allocation)."""
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
    """The search for the best allocation of a city, as an integer programme.

    A claim is a 0/1 variable. It can be 1 only if a condition is true, such as "this tower stands in a group of four".
    `terms` lists the points of all claims, and their sum is the VP of the city.
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
        self.customers = {}  # for each Shop, a list of 0/1 variables: number n is 1 if the Shop has n Customers
        self.absorbs = {square: self.yes_or_no() for square in plan.having("P")}
        self.terms = []
        self.spend()
        self.single_buildings()
        self.neighbours()
        self.public_services()
        self.special_services()
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
        """Return a new 0/1 variable that can be 1 only if all `claims` are 1."""
        claim = self.yes_or_no()
        for other in claims:
            self.model.add(claim <= other)
        return claim

    def by_count(self, count, table):
        """Return an expression for `table[count]`, where `count` is a sum of variables."""
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
        self.on_buildings = self.shopping + self.workers_in(TAKES_INHABITANT)
        energy = sum(self.active[square] for square in self.plan.having(TAKES_ENERGY)) + sum(self.absorbs.values())
        self.model.add(self.on_buildings <= self.plan.inhabitants)
        self.model.add(energy <= self.plan.energy)
        self.terms.append(-number(self.mission, "unemployed", 1) * (self.plan.inhabitants - self.on_buildings))
        self.terms.append(-(self.plan.energy - energy))

    def workers_in(self, letters):
        return sum(self.plan.workers(square) * self.active[square] for square in self.plan.having(letters))

    def single_buildings(self):
        for square, (letter, digit, mayors) in self.plan.buildings.items():
            if letter == "T":
                floors = tower_table(self.mission, self.house_rules)[digit]
                self.terms.append((floors + number(self.mission, "mayors") * mayors) * self.active[square])
            elif letter in (*SERVICES, "H"):
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
                table = by_monument(self.mission, self.house_rules)
                self.terms.extend(table[self.plan.letter(other)] * self.active[other] for other in around)

    def public_services(self):
        served = []
        for district in "12345":
            services = [
                self.active[square] for square in self.plan.having(SERVICES) if self.plan.district(square) == district
            ]
            if services:
                claim = self.yes_or_no()
                self.model.add_max_equality(claim, services)
                served.append(claim)
        self.terms.append(self.by_count(sum(served), PUBLIC_SERVICE[: len(served) + 1]))

    def special_services(self):
        """Add the points of the special Public Services whose rules are known (see NAMED)."""
        plan = self.plan
        counted = {"C": plan.having(SERVICES), "L": plan.having("T")}
        counted["D"] = plan.having(counted_parks(self.mission, self.house_rules))
        vp_each = {"B": 3}
        for square in plan.having("CLBD"):
            letter = plan.letter(square)
            others = counted.get(letter, [other for other in plan.beside(square) if plan.letter(other) == "F"])
            for other in others:
                self.terms.append(vp_each.get(letter, 1) * self.all_of([self.active[square], self.active[other]]))
        for square in plan.having("N"):
            full = []
            for district in "12345":
                members = [other for other in plan.squares if plan.district(other) == district]
                if all(other in plan.buildings for other in members):
                    full.append(self.all_of([self.active[square], *[self.active[other] for other in members]]))
            self.terms.extend(full)
            if len(full) == 5:
                self.terms.append(self.all_of(full))

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
        """Add the points of Office Towers. For each one, the solver chooses a connected group of up to five."""
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
        """Add the points of the ten missions. For other mission lines, use `brute_force`."""
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
            workers = self.workers_in(worker_letters(self.house_rules))
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
    """Return all connected sets of at most `limit` of these squares, without duplicates."""
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
