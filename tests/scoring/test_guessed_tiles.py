"""Test tiles that differ only in their player marker. Expert uses only some of them, but no source says which."""

from itertools import combinations

import pytest

from scoring.boards import Mode
from scoring.tiles import TILES, face_up, possibly_face_up, tiles_in_use


def groups():
    alike = {}
    for tile in TILES:
        if tile.alike:
            alike.setdefault(tile.alike, []).append(tile)
    return [pytest.param(name, group, id=name) for name, group in alike.items()]


def turned_each_way(group, players):
    """Return how many tiles of `group` can lie face-up, for each guess which of them Expert Mode uses."""
    used = sum(Mode.EXPERT in tile.modes for tile in group)
    return {sum(tile.players <= players for tile in kept) for kept in combinations(group, used)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("name", "group"), groups())
def test_expert_counts_a_group_by_the_best_and_the_worst_guess(name, group, players):
    ways = turned_each_way(group, players)
    assert sum(tile.alike == name for tile in face_up(Mode.EXPERT, players)) == min(ways)
    assert sum(tile.alike == name for tile in possibly_face_up(Mode.EXPERT, players)) == max(ways)


def test_some_guesses_make_a_difference_and_some_leave_nothing_certain():
    ways = [turned_each_way(group.values[1], 2) for group in groups()]
    assert any(len(way) > 1 for way in ways)
    assert any(min(way) == 0 for way in ways)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_classic_uses_all_tiles_of_a_group_and_knows_their_markers(players):
    known = tuple(tile for tile in tiles_in_use(Mode.CLASSIC) if tile.players <= players)
    assert face_up(Mode.CLASSIC, players) == possibly_face_up(Mode.CLASSIC, players) == known
