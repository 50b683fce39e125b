"""Test that the box check accepts real cities, and random cities built with the game's tiles."""

import pytest

from scoring import MISSIONS, City, HouseRules, audit, audit_game
from scoring.buildings import Building
from scoring.kinds import KINDS, Kind
from scoring.tiles import PLAYGROUND_INHABITANTS, playgrounds, possibly_face_up, rounds
from tests.scoring.box import DISCARDED_TOO, EXPERT, UNUSUAL, findings
from tests.scoring.cities import REAL_CITIES, dice


def offered(rng, mission, players, number):
    """Return the tiles that can lie face-up in a round. Half of the time, add a Playground that the box may lack."""
    rules = MISSIONS[mission].rules
    tiles = list(possibly_face_up(rules.mode, players, number))
    parks = [tile for tile in tiles if tile.kind is Kind.PARK]
    swaps = [playground for playground in playgrounds(rules.mode) if playground.round == number]
    if rules.playgrounds and swaps and parks and (swaps[0].is_certain or rng.random() < 0.5):
        tiles.remove(parks[0])
        tiles.append(parks[0]._replace(kind=Kind.PLAYGROUND, inhabitants=PLAYGROUND_INHABITANTS))
    return tiles


class DealtCity:
    """A growing city. Its tiles go to random squares, because the box check ignores where a tile stands."""

    def __init__(self, board):
        self.board = board
        self.squares = [None] * len(board)
        self.mayors = self.inhabitants = self.energy = 0

    def build(self, rng, tile):
        """Put a tile on a stack or an empty square. Return False if there is no room."""
        most = KINDS[tile.kind].highest.get(self.board.mode, 0)
        stacks = [
            square
            for square, building in enumerate(self.squares)
            if building and building.kind is tile.kind in (Kind.TOWER_BLOCK, Kind.OFFICE_TOWER)
            if building.floors < most
        ]
        empty = [square for square, building in enumerate(self.squares) if building is None]
        if not stacks and not empty:
            return False
        square = rng.choice(stacks if stacks and (not empty or rng.random() < 0.7) else empty)
        below = self.squares[square]
        if below:
            self.squares[square] = Building(tile.kind, floors=below.floors + 1, mayors=below.mayors + tile.mayor)
        else:
            self.squares[square] = Building(tile.kind, vp=tile.vp, mayors=int(tile.mayor))
        self.mayors += tile.mayor
        return True

    def city(self, factor, offers):
        return City(self.board, tuple(self.squares), self.inhabitants * factor + offers, self.energy + offers)


def dealt_game(rng, mission, players, *, keep_discarded):
    """Build a random city for each player from tiles that can lie face-up. Skip some turns, and discard some tiles."""
    rules = MISSIONS[mission].rules
    taste = {kind: rng.choice((1, 1, 3, 30)) for kind in Kind}
    making = [DealtCity(rules.board) for _ in range(players)]
    for number in rounds(rules.mode):
        tiles = offered(rng, mission, players, number)
        for _ in range(4):
            for dealt in making:
                if rng.random() < 0.05:
                    continue
                tile = rng.choices(tiles, [taste[tile.kind] + tile.mayor * 2 for tile in tiles])[0]
                tiles.remove(tile)
                built = rng.random() > 0.05 and dealt.build(rng, tile)
                if built or keep_discarded:
                    dealt.inhabitants += tile.inhabitants
                    dealt.energy += tile.energy
    return making


@pytest.mark.parametrize("house_rules", [pytest.param(HouseRules(), id=""), pytest.param(DISCARDED_TOO, id="D2")])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mission", MISSIONS)
def test_no_city_dealt_from_the_box_raises_an_alarm(mission, players, house_rules):
    rules = MISSIONS[mission].rules
    rng = dice("dealt", mission, players, house_rules)
    for _ in range(8):
        making = dealt_game(rng, mission, players, keep_discarded=house_rules.keep_discarded)
        game = []
        for dealt in making:
            cities = [
                dealt.city(rules.inhabitants_factor, offers)
                for offers in range(dealt.mayors + 1 if rules.mayor_offer else 1)
            ]
            for city in cities:
                found = audit(city, MISSIONS[mission], players, house_rules)
                assert [finding for finding in found if finding.severity is not UNUSUAL] == [], city
            game.append(rng.choice(cities))
        # The box has 65 Inhabitants and 50 Energy Units. Under some rules, games can need more. Skip such games.
        found = audit_game(game, MISSIONS[mission], players, house_rules)
        pieces = sum(city.inhabitants for city in game), sum(city.energy for city in game)
        if pieces[0] <= 65 and pieces[1] <= 50:
            assert found == [], game


def test_dealt_cities_stack_and_discard_and_fill_the_board():
    rng = dice("dealt")
    cities = [dealt.city(1, 0) for _ in range(20) for dealt in dealt_game(rng, EXPERT, 4, keep_discarded=False)]
    tiles = [city.tile_count for city in cities]
    assert min(tiles) < 20 == max(tiles)
    assert max(building.floors for city in cities for building in city.squares if building) == 5


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "text", [pytest.param(city["city"], id=f"{number}") for number, city in enumerate(REAL_CITIES, start=1)]
)
def test_no_real_city_raises_an_alarm(text, players):
    assert findings(text, 10, players) == []
