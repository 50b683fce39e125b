"""Test the construction site: the free places for Architects, and the tile to which an Architect points."""

from random import Random

import pytest

from scoring import MISSIONS
from scoring.drafts.sites import FACE_UP, PLACE_NAMES, PLACES, lay
from scoring.kinds import Kind
from scoring.tiles import playgrounds, rounds
from tests.scoring.drafts.positions import CELLS, site_with, tile

PLAYERS = (1, 2, 3, 4)


def place(name):
    return PLACE_NAMES.index(name)


def test_twenty_places_go_around_the_site_clockwise():
    assert len(PLACES) == len(set(PLACE_NAMES)) == 20
    assert PLACE_NAMES[0] == "↓1"
    assert PLACE_NAMES[4:6] == ("↓5", "←1")
    assert PLACE_NAMES[9:11] == ("←5", "↑5")
    assert PLACE_NAMES[14:16] == ("↑1", "→5")
    assert PLACE_NAMES[19] == "→1"


@pytest.mark.parametrize(
    ("name", "number", "cell"),
    [
        pytest.param("↓1", 1, 0, id="the first tile of the first column"),
        pytest.param("↓3", 2, 7, id="the second one below the third column's head"),
        pytest.param("↓5", 5, 24, id="#5 reaches the far end"),
        pytest.param("←2", 1, 9, id="from the right the row's last tile comes first"),
        pytest.param("←2", 4, 6, id="from the right, four tiles in"),
        pytest.param("↑4", 1, 23, id="from below the lowest tile comes first"),
        pytest.param("→5", 3, 22, id="from the left, three tiles in"),
    ],
)
def test_an_architects_number_is_the_distance_of_its_tile(name, number, cell):
    park = tile("park")
    site = site_with({cell: park})
    assert site.tile_from(place(name), number) is park
    assert site.put(place(name), number) is park
    assert site.urbanist == cell
    assert site.tiles[cell] is None


def test_the_urbanist_bars_the_four_ends_of_his_lines():
    site = site_with({})
    site.put(place("↓3"), 2)  # the Urbanist moves to row 2, column 3
    barred = {PLACE_NAMES[spot] for spot in range(20)} - {PLACE_NAMES[spot] for spot in site.free_places()}
    assert barred == {"↓3", "↑3", "→2", "←2"}


def test_the_urbanist_moves_to_an_empty_square_too():
    site = site_with({})
    assert site.put(place("→1"), 4) is None
    assert site.urbanist == 3


def test_a_place_is_free_again_when_the_urbanist_leaves_its_line_but_not_under_an_architect():
    site = site_with({})
    site.put(place("↓3"), 2)
    site.put(place("↓1"), 5)
    free = {PLACE_NAMES[spot] for spot in site.free_places()}
    assert {"↑3", "→2", "←2"} <= free
    assert "↓3" not in free


def test_a_place_that_is_taken_or_barred_is_refused():
    site = site_with({})
    site.put(place("↓3"), 2)
    with pytest.raises(ValueError, match="free place"):
        site.put(place("→2"), 1)


@pytest.mark.parametrize(
    ("players_place", "number", "rivals_place"),
    [
        pytest.param("↓1", 1, "↓2", id="the place beside it"),
        pytest.param("↓5", 1, "←2", id="the Urbanist bars row 1"),
        pytest.param("→1", 5, "↓1", id="after the last place comes the first"),
    ],
)
def test_the_next_free_place_is_looked_for_clockwise(players_place, number, rivals_place):
    site = site_with({})
    site.put(place(players_place), number)
    assert PLACE_NAMES[site.next_free_place(place(players_place))] == rivals_place


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mission", MISSIONS)
def test_every_round_lays_25_tiles_face_up_by_players(mission, players):
    rules = MISSIONS[mission].rules
    for number in rounds(rules.mode):
        site = lay(rules, players, number, Random(number))
        assert len(site.tiles) == CELLS
        assert CELLS - site.tiles.count(None) == FACE_UP[max(players, 2)]
        laid = sum(tile is not None and tile.kind is Kind.PLAYGROUND for tile in site.tiles)
        certain = sum(one.round == number and one.is_certain for one in playgrounds(rules.mode))
        assert laid == (certain if rules.playgrounds else 0)
