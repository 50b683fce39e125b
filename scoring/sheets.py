"""The score sheet: every point of a settled city, with its reason."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind
from scoring.lines import Line, Note
from scoring.messages import Message
from scoring.rules import MANUAL_TOWER_BLOCK, TOWER_BLOCK, Rules
from scoring.settled import SettledCity, carry_out, groups, runs

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
    settled = carry_out(city, allocation, rules)
    lines = tuple(_lines(settled))
    categories = dict.fromkeys(CATEGORIES, 0)
    for line in lines:
        categories[line.category] += line.vp
    tiebreak = Tiebreak(settled.inhabitants_on_buildings, settled.empty_squares)
    return ScoreSheet(sum(categories.values()), categories, lines, tiebreak, tuple(_notes(settled)))


def _lines(settled: SettledCity) -> Iterator[Line]:
    brought: dict[Kind, int] = {}
    for kind, lines in LINES.items():
        of_kind = lines(settled, settled.of(*SCORED_WITH.get(kind, (kind,))))
        brought[kind] = sum([line.vp for line in of_kind])
        yield from of_kind
    for square in settled.idle:
        yield _idle_line(settled, square, brought)
    for bonus in settled.rules.bonuses:
        yield from bonus.lines(settled)
    yield from _unused_lines(settled)


def _tower_block_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    table, names = settled.rules.points.tower_block, settled.board.names
    lines = []
    for square in squares:
        floors = settled.building(square).floors
        lines.append(Line("tower_block", (names[square],), table[floors], Message("floors", count=floors)))
    return lines


def _shop_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    table, names = settled.rules.points.shop, settled.board.names
    lines = []
    for square in squares:
        # A Shop that is only imagined open is imagined full.
        count = settled.customers.get(square, len(table) - 1)
        message = Message("customers", count=count) if count else Message("no_customers")
        lines.append(Line("shop", (names[square],), table[count], message))
    return lines


def _public_service_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    if not squares:
        return []
    districts = len({settled.board.districts[square] for square in squares})
    vp = settled.rules.points.public_service[districts]
    line = Line("public_service", settled.names(squares), vp, Message("districts", count=districts))
    return [line, *_printed_lines(settled, squares)]


def _park_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    table = settled.rules.points.park
    towers = {*settled.of(Kind.TOWER_BLOCK), *settled.of(Kind.OFFICE_TOWER)}
    lines = []
    for square in squares:
        beside = [neighbour for neighbour in settled.board.neighbours[square] if neighbour in towers]
        message = Message("towers_beside", count=len(beside)) if beside else Message("no_tower_beside")
        lines.append(Line("park", settled.names([square, *beside]), table[len(beside)], message))
    return lines


def _factory_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    return _neighbour_lines(settled, squares, "factory", settled.rules.points.factory)


def _monument_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    return _neighbour_lines(settled, squares, "monument", settled.rules.points.monument)


def _neighbour_lines(settled: SettledCity, squares: list[int], category: str, vp_of: Mapping[Kind, int]) -> list[Line]:
    """For each square a line for each kind of activated building beside it that brings points or costs them."""
    lines = []
    for square in squares:
        beside: dict[Kind, list[int]] = {}
        for neighbour in settled.board.neighbours[square]:
            kind = settled.active.get(neighbour)
            if kind and kind in vp_of:
                beside.setdefault(kind, []).append(neighbour)
        for kind, neighbours in beside.items():
            message = Message(f"beside.{kind}", count=len(neighbours), vp=vp_of[kind])
            names = settled.names([square, *neighbours])
            lines.append(Line(category, names, vp_of[kind] * len(neighbours), message))
        if not beside:
            lines.append(Line(category, settled.names([square]), 0, Message("nothing_beside")))
    return lines


def _harbor_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    if not squares:
        return []
    board, table = settled.board, settled.rules.points.harbor
    row = max(runs(squares, board.rows), key=len)
    column = max(runs(squares, board.column_lines), key=len)
    lines = [
        Line("harbor", settled.names(run), table[len(run)], Message(key, count=len(run)))
        for run, key in ((row, "harbor_row"), (column, "harbor_column"))
        if len(run) > 1
    ]
    counted = {square for run in (row, column) if len(run) > 1 for square in run}
    others = [square for square in squares if square not in counted]
    if others:
        lines.append(
            Line("harbor", settled.names(others), 0, Message("no_counted_line" if lines else "no_harbor_line"))
        )
    return [*lines, *_printed_lines(settled, squares)]


def _office_tower_lines(settled: SettledCity, squares: list[int]) -> list[Line]:
    table = settled.rules.points.office_tower
    lines = []
    for group in groups(squares, settled.board):
        row = table[min(len(group), len(table) - 1)]
        for square in group:
            floors = settled.building(square).floors
            message = Message("office_floors", count=floors, group=len(group))
            lines.append(Line("office_tower", settled.names([square]), row[floors], message))
    return lines


def _printed_lines(settled: SettledCity, squares: list[int]) -> Iterator[Line]:
    for square in squares:
        building = settled.building(square)
        if building.vp:
            yield Line(building.kind.value, settled.names([square]), building.vp, Message("printed", count=building.vp))


# How each category scores the activated squares of its kind, in the order of CATEGORIES.
LINES: dict[Kind, Callable[[SettledCity, list[int]], list[Line]]] = {
    Kind.TOWER_BLOCK: _tower_block_lines,
    Kind.SHOP: _shop_lines,
    Kind.PUBLIC_SERVICE: _public_service_lines,
    Kind.PARK: _park_lines,
    Kind.FACTORY: _factory_lines,
    Kind.HARBOR: _harbor_lines,
    Kind.OFFICE_TOWER: _office_tower_lines,
    Kind.MONUMENT: _monument_lines,
}
# Kinds whose buildings score together, not one by one.
COLLECTIVE = frozenset({Kind.PUBLIC_SERVICE, Kind.HARBOR, Kind.OFFICE_TOWER})
SCORED_WITH = {Kind.PARK: (Kind.PARK, Kind.PLAYGROUND)}


def _idle_line(settled: SettledCity, square: int, brought: dict[Kind, int]) -> Line:
    """What an unactivated building would add to what its category brought, had it alone been activated too."""
    kind = settled.building(square).kind
    if kind in COLLECTIVE:
        squares, already = sorted([*settled.of(kind), square]), brought[kind]
    else:
        squares, already = [square], 0
    vp = sum([line.vp for line in LINES[kind](settled, squares)]) - already
    if kind is Kind.SHOP:
        message = Message("idle.shop", vp=vp, count=settled.rules.points.customers_a_shop)
    elif not KINDS[kind].energy:
        message = Message("idle.inhabitant", vp=vp)
    elif not KINDS[kind].inhabitants:
        message = Message("idle.energy", vp=vp)
    else:
        message = Message("idle.both", vp=vp)
    return Line(kind.value, settled.names([square]), 0, message)


def _unused_lines(settled: SettledCity) -> Iterator[Line]:
    spending, rules = settled.spending, settled.rules
    unused = spending.unused_inhabitants
    if unused:
        message = Message("unused_inhabitants", count=unused, vp=-rules.unused_inhabitant)
        yield Line("unused_inhabitants", (), -rules.unused_inhabitant * unused, message)
    if spending.absorbing:
        message = Message("absorbed", count=len(spending.absorbing))
        yield Line("unused_energy", settled.names(spending.absorbing), 0, message)
    unused = spending.unused_energy
    if unused:
        message = Message("unused_energy", count=unused, vp=-rules.unused_energy)
        yield Line("unused_energy", (), -rules.unused_energy * unused, message)


def _notes(settled: SettledCity) -> Iterator[Note]:
    """The decisions that changed, or could have changed, a figure of this sheet (docs/rules.md section 0)."""
    rules = settled.rules
    if any(
        TOWER_BLOCK[floors] != MANUAL_TOWER_BLOCK[floors]
        for floors in (settled.building(square).floors for square in settled.of(Kind.TOWER_BLOCK))
    ):
        yield Note("D1", Message("note.D1_manual" if rules.house_rules.manual_tower_points else "note.D1"))
    offices = settled.of(Kind.OFFICE_TOWER)
    largest = len(rules.points.office_tower) - 1
    if len(offices) > largest and max(map(len, groups(offices, settled.board))) > largest:
        yield Note("D4", Message("note.D4", count=largest))
    if settled.idle:
        yield Note("D5", Message("note.D5"))
    yield from chain.from_iterable(bonus.notes(settled) for bonus in rules.bonuses)
    monuments = settled.of(Kind.MONUMENT)
    if monuments:
        yield Note("D3", Message("note.D3"))
        playgrounds = settled.of(Kind.PLAYGROUND)
        if any(neighbour in playgrounds for square in monuments for neighbour in settled.board.neighbours[square]):
            yield Note("D15", Message("note.D15"))
