"""Whether a city, or all cities of a game, can have come out of the box: what is impossible about them, or unlikely."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from scoring.boards import Mode
from scoring.buildings import Building
from scoring.city import City
from scoring.house_rules import HouseRules
from scoring.kinds import Kind
from scoring.limits import tiles_a_city
from scoring.messages import Message, gettext, ngettext
from scoring.missions import Mission
from scoring.rules import Rules
from scoring.settled import other_mode
from scoring.tiles import (
    ENERGY_IN_BOX,
    INHABITANTS_IN_BOX,
    PLAYGROUND_INHABITANTS,
    check_players,
    playgrounds,
    possibly_face_up,
    rounds,
    tiles_in_use,
)

INHABITANTS = ngettext(
    "{count} Inhabitant, but these buildings bring {brought}.",
    "{count} Inhabitants, but these buildings bring {brought}.",
)
ENERGY = ngettext(
    "{count} Energy Unit, but these buildings bring {brought}.",
    "{count} Energy Units, but these buildings bring {brought}.",
)
SPAN = gettext("{lowest} to {highest}")
TOGETHER = gettext("These buildings cannot bring {inhabitants} Inhabitants and {energy} Energy Units together.")
TOO_MANY_PRINTED = ngettext(
    "{count} tile with {vp} VP printed on it ({kind}), but only {limit} can come up with {players} players.",
    "{count} tiles with {vp} VP printed on them ({kind}), but only {limit} can come up with {players} players.",
)
TOO_MANY_WITHOUT = ngettext(
    "{count} tile without printed VP ({kind}), but only {limit} can come up with {players} players.",
    "{count} tiles without printed VP ({kind}), but only {limit} can come up with {players} players.",
)

MOST_BY_A_TILE = 3  # Inhabitants or Energy Units printed on one tile


class Severity(StrEnum):
    IMPOSSIBLE = "impossible"
    MORE_THAN_BOX = "more_than_box"
    UNUSUAL = "unusual"


class Finding(NamedTuple):
    """Something wrong or odd. `square` is a name such as "B3", None for the whole city or game."""

    severity: Severity
    square: str | None
    message: Message
    decision: str | None = None


def audit(
    city: City, mission: Mission, players: int, house_rules: HouseRules | None = None, *, has_supply: bool = True
) -> list[Finding]:
    """Find what cannot be, or hardly, about one city; nothing about its supply where that is not known yet.

    Raises RuleError for a number of players the game is not for.
    """
    rules = mission.rules.with_house_rules(house_rules or HouseRules())
    check_players(players)
    if city.board != rules.board:
        return [Finding(Severity.IMPOSSIBLE, None, other_mode(city, rules))]
    out_of_the_box = _out_of_the_box([city], rules, players, has_supply=has_supply)
    return [*_tile_count(city, rules), *_wrong_kinds(city, rules), *out_of_the_box]


def audit_game(
    cities: Sequence[City], mission: Mission, players: int, house_rules: HouseRules | None = None
) -> list[Finding]:
    """Find what is impossible about the cities of a game together; a city on another board is left out.

    `audit` says what is wrong with each. Raises RuleError for a number of players the game is not for.
    """
    rules = mission.rules.with_house_rules(house_rules or HouseRules())
    check_players(players)
    ours = [city for city in cities if city.board == rules.board]
    if len(cities) > players:
        return [
            Finding(
                Severity.IMPOSSIBLE,
                None,
                Message(
                    ngettext(
                        "{count} city in a game of {players} players.", "{count} cities in a game of {players} players."
                    ),
                    count=len(cities),
                    players=players,
                ),
            )
        ]
    return [finding._replace(square=None) for finding in _out_of_the_box(ours, rules, players, has_supply=True)]


def _tile_count(city: City, rules: Rules) -> Iterator[Finding]:
    limit = tiles_a_city(rules)
    if city.tiles > limit:
        yield Finding(
            Severity.IMPOSSIBLE,
            None,
            Message(
                ngettext(
                    "{count} tile built, but a game has only {limit} turns.",
                    "{count} tiles built, but a game has only {limit} turns.",
                ),
                count=city.tiles,
                limit=limit,
            ),
        )
    elif city.tiles * 2 < limit:
        yield Finding(
            Severity.UNUSUAL,
            None,
            Message(
                ngettext(
                    "Only {count} tile built in {limit} turns: is something missing?",
                    "Only {count} tiles built in {limit} turns: is something missing?",
                ),
                count=city.tiles,
                limit=limit,
            ),
        )


def _wrong_kinds(city: City, rules: Rules) -> Iterator[Finding]:
    if rules.playgrounds:
        return
    for square, building in enumerate(city.squares):
        if building and building.kind is Kind.PLAYGROUND:
            yield Finding(
                Severity.IMPOSSIBLE,
                city.board.names[square],
                Message(gettext("This mission is played with Parks; there is no Playground in the bag.")),
            )


class _Sort(NamedTuple):
    """What a finished city shows of a tile: its kind, its printed VP, and whether it is marked as a Mayor tile."""

    kind: Kind
    vp: int = 0
    mayor: bool = False


# Inhabitants and Energy Units.
_Pair = tuple[int, int]


def _out_of_the_box(cities: Sequence[City], rules: Rules, players: int, *, has_supply: bool) -> Iterator[Finding]:
    """Find what these cities have more of than the box, or Inhabitants and Energy Units it does not give them."""
    built: Counter[_Sort] = Counter()
    last_square: dict[_Sort, str] = {}
    for city in cities:
        for square, building in enumerate(city.squares):
            for sort, count in _sorts(building):
                built[sort] += count
                last_square[sort] = city.board.names[square]
    excess = list(_too_many(built, rules, players))
    for sort, message in excess:
        yield Finding(Severity.MORE_THAN_BOX, last_square[sort], message)
    if not has_supply:
        return
    yield from _pieces(cities, rules)
    # What the box does not hold, or the mission not use, brings nothing one could count with.
    if not excess and (rules.playgrounds or _Sort(Kind.PLAYGROUND) not in built):
        discarded = sum(max(0, tiles_a_city(rules) - city.tiles) for city in cities) if rules.keep_discarded else 0
        supply = (sum(city.inhabitants for city in cities), sum(city.energy for city in cities))
        for message in _supply(supply, built, rules, players, discarded):
            yield Finding(Severity.IMPOSSIBLE, None, message, "D2" if discarded else None)


@cache
def _sorts(building: Building | None) -> tuple[tuple[_Sort, int], ...]:
    """Count the tiles of one square by sort."""
    if building is None:
        return ()
    plain, mayors = building.floors - building.mayors, building.mayors
    tiles = {_Sort(building.kind, building.vp): plain, _Sort(building.kind, building.vp, mayor=True): mayors}
    return tuple((sort, count) for sort, count in tiles.items() if count)


def _too_many(built: Counter[_Sort], rules: Rules, players: int) -> Iterator[tuple[_Sort, Message]]:
    """Yield what there is too much of, with the sort of tile to look at."""
    for kind in dict.fromkeys(sort.kind for sort in built):
        sorts = [sort for sort in built if sort.kind is kind]
        count = sum(built[sort] for sort in sorts)
        limit = _available(kind, rules, players)
        if kind is Kind.PLAYGROUND and not rules.playgrounds:
            continue  # impossible already, each of them
        if count > limit:
            message = Message(
                ngettext(
                    "{count} tile of this kind ({kind}), but only {limit} can come up with {players} players.",
                    "{count} tiles of this kind ({kind}), but only {limit} can come up with {players} players.",
                ),
                count=count,
                kind=kind.label,
                limit=limit,
                players=players,
            )
            yield sorts[-1], message
        else:
            yield from _too_many_of_a_sort(built, sorts, rules, players)
    # Each kind may be possible by itself, and both together not.
    green = [_Sort(Kind.PARK), _Sort(Kind.PLAYGROUND)]
    count = sum(built[sort] for sort in green)
    limit = _parks(rules.mode)
    each_is_possible = all(built[sort] <= _available(sort.kind, rules, players) for sort in green)
    if rules.playgrounds and each_is_possible and count > limit:
        yield (
            green[0],
            Message(
                ngettext(
                    "{count} Park or Playground, but only {limit} can be there: a Playground replaces a Park.",
                    "{count} Parks and Playgrounds, but only {limit} can be there: a Playground replaces a Park.",
                ),
                count=count,
                limit=limit,
            ),
        )


def _too_many_of_a_sort(
    built: Counter[_Sort], sorts: list[_Sort], rules: Rules, players: int
) -> Iterator[tuple[_Sort, Message]]:
    for sort in sorts:
        count, limit = built[sort], len(_tiles(sort, rules.mode, players))
        if count <= limit:
            continue
        if sort.mayor:
            yield (
                sort,
                Message(
                    ngettext(
                        "{count} Mayor tile, but the game has only {limit}: one a round, none in the last.",
                        "{count} Mayor tiles, but the game has only {limit}: one a round, none in the last.",
                    ),
                    count=count,
                    limit=limit,
                ),
            )
        else:
            text = TOO_MANY_PRINTED if sort.vp else TOO_MANY_WITHOUT
            yield sort, Message(text, count=count, kind=sort.kind.label, vp=sort.vp, limit=limit, players=players)


def _available(kind: Kind, rules: Rules, players: int) -> int:
    """Count the tiles of a kind that so many players can have seen face-up at most (D19)."""
    return _most_of(kind, rules.mode, players, swapped=rules.playgrounds)


@cache
def _most_of(kind: Kind, mode: Mode, players: int, *, swapped: bool) -> int:
    """Count what can come up of a kind; where Playgrounds are `swapped` for Parks, fewer of these."""
    if kind is Kind.PLAYGROUND:
        return len(playgrounds(mode))
    if kind is Kind.PARK and swapped:
        gone = Counter(playground.round for playground in playgrounds(mode) if playground.is_certain)
        return sum(
            min(
                sum(tile.kind is kind for tile in possibly_face_up(mode, players, number)),
                sum(tile.kind is kind for tile in tiles_in_use(mode, number)) - gone[number],
            )
            for number in rounds(mode)
        )
    return sum(tile.kind is kind for tile in possibly_face_up(mode, players))


@cache
def _parks(mode: Mode) -> int:
    """Count the Parks of the box, before some of them give way to Playgrounds."""
    return sum(tile.kind is Kind.PARK for tile in tiles_in_use(mode))


@cache
def _tiles(sort: _Sort, mode: Mode, players: int) -> tuple[_Pair, ...]:
    """List what the tiles of this sort bring, Mayor tiles first; these need not be marked."""
    if sort.kind is Kind.PLAYGROUND:
        return ((PLAYGROUND_INHABITANTS, 0),) * len(playgrounds(mode))
    tiles = sorted(possibly_face_up(mode, players), key=lambda tile: not tile.mayor)
    return tuple(
        (tile.inhabitants, tile.energy)
        for tile in tiles
        if tile.kind is sort.kind and tile.vp == sort.vp and (tile.mayor or not sort.mayor)
    )


def _pieces(cities: Sequence[City], rules: Rules) -> Iterator[Finding]:
    """Find more pieces than lie in the box; where tiles bring more than is printed, other markers have to help out."""
    inhabitants = sum(city.inhabitants for city in cities)
    energy = sum(city.energy for city in cities)
    if inhabitants > INHABITANTS_IN_BOX and rules.inhabitants_factor == 1:
        message = Message(
            ngettext(
                "{count} Inhabitant, but the box holds {limit}.", "{count} Inhabitants, but the box holds {limit}."
            ),
            count=inhabitants,
            limit=INHABITANTS_IN_BOX,
        )
        yield Finding(Severity.MORE_THAN_BOX, None, message)
    if energy > ENERGY_IN_BOX:
        yield Finding(
            Severity.MORE_THAN_BOX,
            None,
            Message(
                ngettext(
                    "{count} Energy Unit, but the box holds {limit}.",
                    "{count} Energy Units, but the box holds {limit}.",
                ),
                count=energy,
                limit=ENERGY_IN_BOX,
            ),
        )


def _supply(supply: _Pair, built: Counter[_Sort], rules: Rules, players: int, discarded: int) -> Iterator[Message]:
    """Find Inhabitants or Energy Units outside what these buildings can bring."""
    mayors = built[_Sort(Kind.TOWER_BLOCK, mayor=True)]
    possible: set[_Pair] = {(0, 0)}
    for sort, count in built.items():
        # Marked Mayor tiles are not there to be built again unmarked.
        marked = mayors if sort == _Sort(Kind.TOWER_BLOCK) else 0
        tiles = _tiles(sort, rules.mode, players)[marked:]
        possible = _sums(possible, _brought(tiles, count, rules.inhabitants_factor))
    offers = {(taken * rules.mayor_offer, taken * rules.mayor_offer) for taken in range(mayors + 1)}
    possible = _sums(possible, frozenset(offers))
    within = True
    for index, text in enumerate((INHABITANTS, ENERGY)):
        figures = [pair[index] for pair in possible]
        factor = rules.inhabitants_factor if index == 0 else 1
        lowest, highest = min(figures), max(figures) + discarded * MOST_BY_A_TILE * factor
        if not lowest <= supply[index] <= highest:
            within = False
            brought = lowest if lowest == highest else Message(SPAN, lowest=lowest, highest=highest)
            yield Message(text, count=supply[index], brought=brought)
    if within and not discarded and supply not in possible:
        yield Message(
            TOGETHER,
            inhabitants=supply[0],
            energy=supply[1],
        )


@cache
def _brought(tiles: tuple[_Pair, ...], count: int, factor: int) -> frozenset[_Pair]:
    """Return everything that `count` of these tiles can bring together."""
    by_count: list[set[_Pair]] = [{(0, 0)}, *(set() for _ in range(count))]
    for inhabitants, energy in tiles:
        for taken in range(count, 0, -1):
            by_count[taken] |= {
                (people + inhabitants * factor, units + energy) for people, units in by_count[taken - 1]
            }
    return frozenset(by_count[count])


def _sums(some: Iterable[_Pair], others: Iterable[_Pair]) -> set[_Pair]:
    return {(a + c, b + d) for a, b in some for c, d in others}
