"""The score sheet: every point of a settled city, with its reason."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from scoring.buildings import KINDS, Kind
from scoring.city import Allocation, City
from scoring.lines import Line, Note
from scoring.messages import Message
from scoring.rules import MANUAL_TOWER_BLOCK, TOWER_BLOCK, Rules
from scoring.standing import Standing, groups, runs, stand

CATEGORIES = (
    "tower_block",
    "shop",
    "public_service",
    "park",
    "factory",
    "harbor",
    "office_tower",
    "monument",
    "mission",
    "unused_inhabitants",
    "unused_energy",
)


class Tiebreak(NamedTuple):
    """What decides between equal totals: more Inhabitants on buildings, then fewer empty squares (D17)."""

    inhabitants_on_buildings: int
    empty_squares: int


class ScoreSheet(NamedTuple):
    """A scored city. `lines` add up to `categories`, and these to `total`; all of it in VP."""

    total: int
    categories: dict[str, int]
    lines: tuple[Line, ...]
    tiebreak: Tiebreak
    notes: tuple[Note, ...]


def score(city: City, allocation: Allocation, rules: Rules) -> ScoreSheet:
    """Score a city whose resources are allocated. Raises AllocationError, or RuleError for a city of the other mode."""
    standing = stand(city, allocation, rules)
    lines = tuple(_lines(standing))
    categories = dict.fromkeys(CATEGORIES, 0)
    for line in lines:
        categories[line.category] += line.vp
    tiebreak = Tiebreak(standing.inhabitants_on_buildings, standing.empty_squares)
    return ScoreSheet(sum(categories.values()), categories, lines, tiebreak, tuple(_notes(standing)))


def _lines(standing: Standing) -> Iterator[Line]:
    for lines in LINES.values():
        yield from lines(standing)
    for square in standing.idle:
        yield _idle_line(standing, square)
    for bonus in standing.rules.bonuses:
        yield from bonus.lines(standing)
    yield from _unused_lines(standing)


def _tower_block_lines(standing: Standing) -> Iterator[Line]:
    table = standing.rules.points.tower_block
    for square in standing.of(Kind.TOWER_BLOCK):
        floors = standing.building(square).floors
        yield Line("tower_block", standing.names([square]), table[floors], Message("floors", count=floors))


def _shop_lines(standing: Standing) -> Iterator[Line]:
    table = standing.rules.points.shop
    for square in standing.of(Kind.SHOP):
        count = standing.customers[square]
        message = Message("customers", count=count) if count else Message("no_customers")
        yield Line("shop", standing.names([square]), table[count], message)


def _public_service_lines(standing: Standing) -> Iterator[Line]:
    squares = standing.of(Kind.PUBLIC_SERVICE)
    if squares:
        districts = len({standing.board.districts[square] for square in squares})
        vp = standing.rules.points.public_service[districts]
        yield Line("public_service", standing.names(squares), vp, Message("districts", count=districts))
        yield from _printed_lines(standing, squares)


def _park_lines(standing: Standing) -> Iterator[Line]:
    table = standing.rules.points.park
    towers = set(standing.of(Kind.TOWER_BLOCK, Kind.OFFICE_TOWER))
    for square in standing.of(Kind.PARK, Kind.PLAYGROUND):
        beside = [neighbour for neighbour in standing.board.neighbours[square] if neighbour in towers]
        message = Message("towers_beside", count=len(beside)) if beside else Message("no_tower_beside")
        yield Line("park", standing.names([square, *beside]), table[len(beside)], message)


def _factory_lines(standing: Standing) -> Iterator[Line]:
    for square in standing.of(Kind.FACTORY):
        yield from _neighbour_lines(standing, square, standing.rules.points.factory)


def _monument_lines(standing: Standing) -> Iterator[Line]:
    for square in standing.of(Kind.MONUMENT):
        yield from _neighbour_lines(standing, square, standing.rules.points.monument)


def _neighbour_lines(standing: Standing, square: int, vp_of: Mapping[Kind, int]) -> Iterator[Line]:
    """A line for each kind of activated building beside the square that brings points or costs them."""
    category = standing.building(square).kind.value
    around = standing.board.neighbours[square]
    found = False
    for kind, vp in vp_of.items():
        there = standing.squares.get(kind)
        beside = [neighbour for neighbour in around if neighbour in there] if there else None
        if beside:
            found = True
            message = Message(f"beside.{kind.value}", count=len(beside), vp=vp)
            yield Line(category, standing.names([square, *beside]), vp * len(beside), message)
    if not found:
        yield Line(category, standing.names([square]), 0, Message("nothing_beside"))


def _harbor_lines(standing: Standing) -> Iterator[Line]:
    squares = standing.of(Kind.HARBOR)
    if not squares:
        return
    board, table = standing.board, standing.rules.points.harbor
    row = max(runs(squares, board.rows), key=len)
    column = max(runs(squares, board.column_lines), key=len)
    if len(row) > 1:
        yield Line("harbor", standing.names(row), table[len(row)], Message("harbor_row", count=len(row)))
    if len(column) > 1:
        yield Line("harbor", standing.names(column), table[len(column)], Message("harbor_column", count=len(column)))
    if len(row) == len(column) == 1:
        yield Line("harbor", standing.names(squares), 0, Message("no_harbor_line"))
    yield from _printed_lines(standing, squares)


def _office_tower_lines(standing: Standing) -> Iterator[Line]:
    table = standing.rules.points.office_tower
    for group in groups(standing.of(Kind.OFFICE_TOWER), standing.board):
        row = table[min(len(group), len(table) - 1)]
        for square in group:
            floors = standing.building(square).floors
            message = Message("office_floors", count=floors, group=len(group))
            yield Line("office_tower", standing.names([square]), row[floors], message)


def _printed_lines(standing: Standing, squares: list[int]) -> Iterator[Line]:
    for square in squares:
        building = standing.building(square)
        if building.vp:
            yield Line(
                building.kind.value, standing.names([square]), building.vp, Message("printed", count=building.vp)
            )


# In the order of CATEGORIES: what brings points, by the kind that stands there (a Playground scores as a Park).
LINES: dict[Kind, Callable[[Standing], Iterator[Line]]] = {
    Kind.TOWER_BLOCK: _tower_block_lines,
    Kind.SHOP: _shop_lines,
    Kind.PUBLIC_SERVICE: _public_service_lines,
    Kind.PARK: _park_lines,
    Kind.FACTORY: _factory_lines,
    Kind.HARBOR: _harbor_lines,
    Kind.OFFICE_TOWER: _office_tower_lines,
    Kind.MONUMENT: _monument_lines,
}


def _idle_line(standing: Standing, square: int) -> Line:
    """What an unactivated building would have brought in its own category, had it alone been activated too."""
    kind = standing.building(square).kind
    lines = LINES[kind]
    brought = sum(line.vp for line in lines(standing.with_idle(square))) - sum(line.vp for line in lines(standing))
    if kind is Kind.SHOP:
        message = Message("idle.shop", vp=brought, count=standing.rules.points.customers_a_shop)
    elif not KINDS[kind].energy:
        message = Message("idle.inhabitant", vp=brought)
    elif not KINDS[kind].inhabitants:
        message = Message("idle.energy", vp=brought)
    else:
        message = Message("idle.both", vp=brought)
    return Line(kind.value, standing.names([square]), 0, message)


def _unused_lines(standing: Standing) -> Iterator[Line]:
    spending, rules = standing.spending, standing.rules
    unused = spending.unused_inhabitants
    if unused:
        message = Message("unused_inhabitants", count=unused, vp=-rules.unused_inhabitant)
        yield Line("unused_inhabitants", (), -rules.unused_inhabitant * unused, message)
    if spending.absorbed:
        yield Line("unused_energy", (), 0, Message("absorbed", count=spending.absorbed))
    unused = spending.unused_energy
    if unused:
        message = Message("unused_energy", count=unused, vp=-rules.unused_energy)
        yield Line("unused_energy", (), -rules.unused_energy * unused, message)


def _notes(standing: Standing) -> Iterator[Note]:
    """The decisions that changed, or could have changed, a figure of this sheet (rules.md section 0)."""
    rules = standing.rules
    if any(
        TOWER_BLOCK[floors] != MANUAL_TOWER_BLOCK[floors]
        for floors in (standing.building(square).floors for square in standing.of(Kind.TOWER_BLOCK))
    ):
        yield Note("D1", Message("note.D1_manual" if rules.house_rules.manual_tower_points else "note.D1"))
    offices = standing.of(Kind.OFFICE_TOWER)
    largest = len(rules.points.office_tower) - 1
    if len(offices) > largest and max(map(len, groups(offices, standing.board))) > largest:
        yield Note("D4", Message("note.D4", count=largest))
    if standing.idle:
        yield Note("D5", Message("note.D5"))
    yield from chain.from_iterable(bonus.notes(standing) for bonus in rules.bonuses)
    monuments = standing.of(Kind.MONUMENT)
    if monuments:
        yield Note("D3", Message("note.D3"))
        playgrounds = standing.of(Kind.PLAYGROUND)
        if any(neighbour in playgrounds for square in monuments for neighbour in standing.board.neighbours[square]):
            yield Note("D15", Message("note.D15"))
