"""Find impossible or unlikely tiles and supplies in cities, by comparing the cities with the pieces in the box."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from scoring.boards import Mode
from scoring.buildings import Building
from scoring.city import City
from scoring.house_rules import HouseRules
from scoring.kinds import SPECIALS, Kind, Special
from scoring.kinds.services.base import FACE_UP, TILES
from scoring.limits import tiles_a_city
from scoring.messages import Message, gettext, ngettext
from scoring.missions import Mission
from scoring.notation import Supply
from scoring.rules import Rules
from scoring.settled import other_mode
from scoring.tiles import (
    ENERGY_IN_BOX,
    INHABITANTS_IN_BOX,
    PLAYGROUND_INHABITANTS,
    SOLO,
    check_players,
    nearest_table,
    playgrounds,
    possibly_face_up,
    tiles_in_use,
)

TOO_MANY_CITIES = ngettext(
    "{count} city in a game of {players} players.", "{count} cities in a game of {players} players."
)
TOO_MANY_CITIES_FOR_ONE = ngettext("{count} city in a game of one player.", "{count} cities in a game of one player.")
INHABITANTS = ngettext(
    "{count} Inhabitant, but these buildings bring {brought}.",
    "{count} Inhabitants, but these buildings bring {brought}.",
)
ENERGY = ngettext(
    "{count} Energy Unit, but these buildings bring {brought}.",
    "{count} Energy Units, but these buildings bring {brought}.",
)
INHABITANTS_WITH_DISCARDED = ngettext(
    "{count} Inhabitant, but these buildings and the discarded tiles bring {brought}.",
    "{count} Inhabitants, but these buildings and the discarded tiles bring {brought}.",
)
ENERGY_WITH_DISCARDED = ngettext(
    "{count} Energy Unit, but these buildings and the discarded tiles bring {brought}.",
    "{count} Energy Units, but these buildings and the discarded tiles bring {brought}.",
)
MORE_TILES_THAN_TURNS = ngettext(
    "{count} tile built, but a game has only {limit} turns.", "{count} tiles built, but a game has only {limit} turns."
)
FEW_TILES = ngettext(
    "Only {count} tile built in {limit} turns: is something missing?",
    "Only {count} tiles built in {limit} turns: is something missing?",
)
SPAN = gettext("{lowest} to {highest}")
TOGETHER = gettext("These buildings cannot bring {inhabitants} Inhabitants and {energy} Energy Units together.")
TOO_MANY_OF_A_KIND = ngettext(
    "{count} tile of this kind ({kind}), but only {limit} can come up with {players} players.",
    "{count} tiles of this kind ({kind}), but only {limit} can come up with {players} players.",
)
TOO_MANY_PRINTED = ngettext(
    "{count} tile with {vp} VP printed on it ({kind}), but only {limit} can come up with {players} players.",
    "{count} tiles with {vp} VP printed on them ({kind}), but only {limit} can come up with {players} players.",
)
TOO_MANY_WITHOUT = ngettext(
    "{count} tile without printed VP ({kind}), but only {limit} can come up with {players} players.",
    "{count} tiles without printed VP ({kind}), but only {limit} can come up with {players} players.",
)
TOO_MANY_SPECIAL = ngettext(
    "{count} special Public Service, but only {limit} can come up with {players} players.",
    "{count} special Public Services, but only {limit} can come up with {players} players.",
)
NONE_OF_A_KIND = gettext("{kind}: no such tile comes up with {players} players.")
NONE_PRINTED = gettext("{kind}: no tile with {vp} VP printed on it comes up with {players} players.")
TOO_MANY_OF_A_NAME = gettext("{count} tiles {tile}, but the expansion has only one.")
TOO_MANY_GREEN = ngettext(
    "{count} Park or Playground, but only {limit} can be there: a Playground replaces a Park.",
    "{count} Parks and Playgrounds, but only {limit} can be there: a Playground replaces a Park.",
)
TOO_MANY_INHABITANTS = ngettext(
    "{count} Inhabitant, but the box holds {limit}.", "{count} Inhabitants, but the box holds {limit}."
)
TOO_MANY_ENERGY_UNITS = ngettext(
    "{count} Energy Unit, but the box holds {limit}.", "{count} Energy Units, but the box holds {limit}."
)
NO_PLAYGROUNDS = gettext("This mission is played with Parks; there is no Playground in the bag.")
NO_SERVICES = gettext("This mission is played without the expansion and its special Public Services.")

TOO_MANY_MAYORS = ngettext(
    "{count} Mayor tile, but the game has only {limit}: one a round, none in the last.",
    "{count} Mayor tiles, but the game has only {limit}: one a round, none in the last.",
)
TOO_MANY_MAYORS_IN_A_SHORT_GAME = ngettext(
    "{count} Mayor tile, but this short game has only {limit}: one a round.",
    "{count} Mayor tiles, but this short game has only {limit}: one a round.",
)

MOST_BY_A_TILE = 3  # the highest number of Inhabitants, or of Energy Units, printed on one tile


class Severity(StrEnum):
    IMPOSSIBLE = "impossible"
    MORE_THAN_BOX = "more_than_box"
    UNUSUAL = "unusual"


class Finding(NamedTuple):
    """Something impossible or unlikely in a city or in a game."""

    severity: Severity
    square: str | None  # a name such as "B3"; None for the whole city or game
    message: Message
    decision: str | None = None  # the number of a decision about unclear rules, such as "D2" (docs/rules.md section 0)


def audit(
    city: City, mission: Mission, players: int, house_rules: HouseRules | None = None, *, has_supply: bool = True
) -> list[Finding]:
    """List everything impossible or unlikely in one city. Check the supply only if `has_supply` is set.

    If the city has another mode than the mission, list only this fault. Raises RuleError for a number of players that
    the game does not allow.
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
    """Check whether one box holds enough tiles and resources for all cities of a game. `audit` checks a single city.

    If there are more cities than players, list only this fault. Ignore cities that have another mode than the mission.
    Raises RuleError for a number of players that the game does not allow.
    """
    rules = mission.rules.with_house_rules(house_rules or HouseRules())
    check_players(players)
    ours = [city for city in cities if city.board == rules.board]
    if len(cities) > players:
        text = TOO_MANY_CITIES_FOR_ONE if players == SOLO else TOO_MANY_CITIES
        return [Finding(Severity.IMPOSSIBLE, None, Message(text, count=len(cities), players=players))]
    return [finding._replace(square=None) for finding in _out_of_the_box(ours, rules, players, has_supply=True)]


def _tile_count(city: City, rules: Rules) -> Iterator[Finding]:
    count, limit = city.tile_count, tiles_a_city(rules)
    if count > limit:
        yield Finding(Severity.IMPOSSIBLE, None, Message(MORE_TILES_THAN_TURNS, count=count, limit=limit))
    elif count * 2 < limit:
        yield Finding(Severity.UNUSUAL, None, Message(FEW_TILES, count=count, limit=limit))


def _wrong_kinds(city: City, rules: Rules) -> Iterator[Finding]:
    for name, building in zip(city.board.names, city.squares, strict=True):
        if building and building.kind is Kind.PLAYGROUND and not rules.playgrounds:
            yield Finding(Severity.IMPOSSIBLE, name, Message(NO_PLAYGROUNDS))
        if building and building.special and not rules.services:
            yield Finding(Severity.IMPOSSIBLE, name, Message(NO_SERVICES))


class _Sort(NamedTuple):
    """Tiles that look equal in a finished city, because they have the same values in these fields."""

    kind: Kind
    vp: int = 0
    mayor: bool = False
    special: Special | None = None


def _out_of_the_box(cities: Sequence[City], rules: Rules, players: int, *, has_supply: bool) -> Iterator[Finding]:
    """Yield a finding for tiles, Inhabitants or Energy Units that cannot all come from one box."""
    players = nearest_table(players)  # a solo player uses the construction site for two players
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
    # Check the supply only if the resources of all tiles are known. They are unknown for a tile that the box or the
    # mission lacks, and for a special Public Service without a name.
    special = {sort.special: count for sort, count in built.items() if sort.special}
    is_known = rules.playgrounds or _Sort(Kind.PLAYGROUND) not in built
    if special and not (rules.services and all(SPECIALS[name].supply for name in special)):
        is_known = False
    if not excess and is_known:
        discarded = sum(max(0, tiles_a_city(rules) - city.tile_count) for city in cities) if rules.keep_discarded else 0
        if rules.keep_discarded:
            discarded += sum(special.values())  # a player discards a standard Public Service to build a special one
        supply = (sum(city.inhabitants for city in cities), sum(city.energy for city in cities))
        for message in _supply(supply, built, rules, players, discarded):
            yield Finding(Severity.IMPOSSIBLE, None, message, "D2" if discarded else None)


@cache
def _sorts(building: Building | None) -> tuple[tuple[_Sort, int], ...]:
    """Return the sorts of the tiles in a building, each with its number of tiles. Return () for an empty square."""
    if building is None:
        return ()
    if building.special:
        return ((_Sort(building.kind, special=building.special), 1),)
    plain, mayors = building.floors - building.mayors, building.mayors
    tiles = {_Sort(building.kind, building.vp): plain, _Sort(building.kind, building.vp, mayor=True): mayors}
    return tuple((sort, count) for sort, count in tiles.items() if count)


def _too_many(built: Counter[_Sort], rules: Rules, players: int) -> Iterator[tuple[_Sort, Message]]:
    """Yield a message for each kind of building with too many tiles, together with a `_Sort` of this kind."""
    for kind in dict.fromkeys(sort.kind for sort in built):
        # Without the expansion, `_wrong_kinds` already reports each special Public Service.
        sorts = [sort for sort in built if sort.kind is kind and (rules.services or not sort.special)]
        count = sum(built[sort] for sort in sorts)
        limit = _available(kind, rules, players)
        if kind is Kind.PLAYGROUND and not rules.playgrounds:
            continue  # `_wrong_kinds` already reports each Playground
        if count > limit:
            many = Message(TOO_MANY_OF_A_KIND, count=count, kind=kind.label, limit=limit, players=players)
            yield sorts[-1], many if limit else Message(NONE_OF_A_KIND, players=players, kind=kind.label)
        else:
            yield from _too_many_of_a_sort(built, sorts, rules, players)
    # Check the sum of Parks and Playgrounds, too. It can be impossible even if both numbers are possible.
    green = [_Sort(Kind.PARK), _Sort(Kind.PLAYGROUND)]
    count = sum(built[sort] for sort in green)
    limit = _parks(rules.mode, rules.rounds)
    each_is_possible = all(built[sort] <= _available(sort.kind, rules, players) for sort in green)
    if rules.playgrounds and each_is_possible and count > limit:
        yield green[0], Message(TOO_MANY_GREEN, count=count, limit=limit)


def _too_many_of_a_sort(
    built: Counter[_Sort], sorts: list[_Sort], rules: Rules, players: int
) -> Iterator[tuple[_Sort, Message]]:
    special = sum([built[sort] for sort in sorts if sort.special])
    if special and special > (limit := _most_special(rules.mode, rules.rounds, players)):
        last = next(sort for sort in reversed(sorts) if sort.special)
        yield last, Message(TOO_MANY_SPECIAL, count=special, limit=limit, players=players)
    for sort in sorts:
        if sort.special:
            if SPECIALS[sort.special].is_one and built[sort] > 1:
                yield sort, Message(TOO_MANY_OF_A_NAME, count=built[sort], tile=sort.special.label)
            continue
        count, limit = built[sort], len(_tiles(sort, rules.mode, rules.rounds, players))
        if count <= limit:
            continue
        if sort.mayor:
            text = TOO_MANY_MAYORS_IN_A_SHORT_GAME if rules.last_round else TOO_MANY_MAYORS
            yield sort, Message(text, count=count, limit=limit)
        elif sort.vp and not limit:
            yield sort, Message(NONE_PRINTED, players=players, kind=sort.kind.label, vp=sort.vp)
        else:
            text = TOO_MANY_PRINTED if sort.vp else TOO_MANY_WITHOUT
            yield sort, Message(text, count=count, kind=sort.kind.label, vp=sort.vp, limit=limit, players=players)


def _available(kind: Kind, rules: Rules, players: int) -> int:
    return _most_of(kind, rules.mode, rules.rounds, players, swapped=rules.playgrounds)


@cache
def _most_of(kind: Kind, mode: Mode, rounds: tuple[int, ...], players: int, *, swapped: bool) -> int:
    """Return how many tiles of a kind can lie face-up at most. If `swapped` is set, Playgrounds replace Parks."""
    if kind is Kind.PLAYGROUND:
        return _playgrounds(mode, rounds)
    if kind is Kind.PARK and swapped:
        gone = Counter(playground.round for playground in playgrounds(mode) if playground.is_certain)
        return sum(
            min(
                sum(tile.kind is kind for tile in possibly_face_up(mode, players, number)),
                sum(tile.kind is kind for tile in tiles_in_use(mode, number)) - gone[number],
            )
            for number in rounds
        )
    return sum(tile.kind is kind for number in rounds for tile in possibly_face_up(mode, players, number))


@cache
def _most_special(mode: Mode, rounds: tuple[int, ...], players: int) -> int:
    """Return how many special Public Services can be built at most.

    In each round, FACE_UP of them lie face-up. To build one, a player must take and discard a standard Public Service.
    """
    services = [
        sum(tile.kind is Kind.PUBLIC_SERVICE for tile in possibly_face_up(mode, players, number)) for number in rounds
    ]
    return min(TILES[mode], sum(min(FACE_UP, count) for count in services))


@cache
def _playgrounds(mode: Mode, rounds: tuple[int, ...]) -> int:
    return sum(playground.round in rounds for playground in playgrounds(mode))


@cache
def _parks(mode: Mode, rounds: tuple[int, ...]) -> int:
    """Count the Parks of these rounds, before Playgrounds replace some of them."""
    return sum(tile.kind is Kind.PARK for number in rounds for tile in tiles_in_use(mode, number))


@cache
def _tiles(sort: _Sort, mode: Mode, rounds: tuple[int, ...], players: int) -> tuple[Supply, ...]:
    """List the resources of each tile of this sort that can lie face-up, Mayor tiles first.

    A sort without the Mayor mark includes Mayor tiles, because players can forget to type the mark.
    """
    if sort.kind is Kind.PLAYGROUND:
        return ((PLAYGROUND_INHABITANTS, 0),) * _playgrounds(mode, rounds)
    tiles = [tile for number in rounds for tile in possibly_face_up(mode, players, number)]
    tiles.sort(key=lambda tile: not tile.mayor)
    return tuple(
        (tile.inhabitants, tile.energy)
        for tile in tiles
        if tile.kind is sort.kind and tile.vp == sort.vp and (tile.mayor or not sort.mayor)
    )


def _pieces(cities: Sequence[City], rules: Rules) -> Iterator[Finding]:
    """Yield a finding if the cities have more Inhabitants or Energy Units than the box holds.

    Do not check the Inhabitants if the mission multiplies them. Players then use other markers when the box runs out.
    """
    inhabitants = sum(city.inhabitants for city in cities)
    energy = sum(city.energy for city in cities)
    if inhabitants > INHABITANTS_IN_BOX and rules.inhabitants_factor == 1:
        message = Message(TOO_MANY_INHABITANTS, count=inhabitants, limit=INHABITANTS_IN_BOX)
        yield Finding(Severity.MORE_THAN_BOX, None, message)
    if energy > ENERGY_IN_BOX:
        message = Message(TOO_MANY_ENERGY_UNITS, count=energy, limit=ENERGY_IN_BOX)
        yield Finding(Severity.MORE_THAN_BOX, None, message)


def _supply(supply: Supply, built: Counter[_Sort], rules: Rules, players: int, discarded: int) -> Iterator[Message]:
    """Yield messages if these buildings cannot have brought this supply.

    `discarded` is the number of discarded tiles whose resources count, too (house rule D2 in docs/rules.md).
    """
    mayors = built[_Sort(Kind.TOWER_BLOCK, mayor=True)]
    possible: set[Supply] = {(0, 0)}
    for sort, count in built.items():
        if sort.special:
            possible = _sums(possible, _brought_by_special(sort.special, rules.inhabitants_factor))
            continue
        # Skip the Mayor tiles that the cities have. The loop counts them separately, as Tower Blocks with a Mayor.
        marked = mayors if sort == _Sort(Kind.TOWER_BLOCK) else 0
        tiles = _tiles(sort, rules.mode, rules.rounds, players)[marked:]
        possible = _sums(possible, _brought(tiles, count, rules.inhabitants_factor))
    offers = {(taken * rules.mayor_offer, taken * rules.mayor_offer) for taken in range(mayors + 1)}
    possible = _sums(possible, frozenset(offers))
    within = True
    texts = (INHABITANTS_WITH_DISCARDED, ENERGY_WITH_DISCARDED) if discarded else (INHABITANTS, ENERGY)
    for index, text in enumerate(texts):
        figures = [pair[index] for pair in possible]
        factor = rules.inhabitants_factor if index == 0 else 1
        lowest, highest = min(figures), max(figures)
        if discarded:
            printed = _printed_on_all(rules.mode, rules.rounds, swapped=rules.playgrounds)[index]
            all_tiles = printed * factor + mayors * rules.mayor_offer
            highest = max(highest, min(highest + discarded * MOST_BY_A_TILE * factor, all_tiles))
        if not lowest <= supply[index] <= highest:
            within = False
            brought = lowest if lowest == highest else Message(SPAN, lowest=lowest, highest=highest)
            yield Message(text, count=supply[index], brought=brought)
    if within and not discarded and supply not in possible:
        yield Message(TOGETHER, inhabitants=supply[0], energy=supply[1])


@cache
def _printed_on_all(mode: Mode, rounds: tuple[int, ...], *, swapped: bool) -> Supply:
    """Count the Inhabitants and Energy Units printed on all tiles of these rounds."""
    tiles = [tile for number in rounds for tile in tiles_in_use(mode, number)]
    on_playgrounds = _playgrounds(mode, rounds) * PLAYGROUND_INHABITANTS if swapped else 0
    return sum(tile.inhabitants for tile in tiles) + on_playgrounds, sum(tile.energy for tile in tiles)


@cache
def _brought(tiles: tuple[Supply, ...], count: int, factor: int) -> frozenset[Supply]:
    """Return every supply that `count` of these tiles can bring in total. `factor` multiplies the Inhabitants."""
    by_count: list[set[Supply]] = [{(0, 0)}, *(set() for _ in range(count))]
    for inhabitants, energy in tiles:
        for taken in range(count, 0, -1):
            by_count[taken] |= {
                (people + inhabitants * factor, units + energy) for people, units in by_count[taken - 1]
            }
    return frozenset(by_count[count])


@cache
def _brought_by_special(special: Special, factor: int) -> frozenset[Supply]:
    """Return the two possible supplies of this tile: with the printed Inhabitants, and with `factor` times as many.

    No source says whether a mission multiplies the Inhabitants of the expansion's tiles.
    """
    inhabitants, energy = SPECIALS[special].supply or (0, 0)
    return frozenset({(inhabitants, energy), (inhabitants * factor, energy)})


def _sums(some: Iterable[Supply], others: Iterable[Supply]) -> set[Supply]:
    return {(a + c, b + d) for a, b in some for c, d in others}
