"""Test the catalogue of tiles against the totals in the rulebooks, and against the tables for each round."""

from collections import Counter
from pathlib import Path

import pytest

from scoring import Kind, Mode
from scoring.tiles import (
    ENERGY_IN_BOX,
    INHABITANTS_IN_BOX,
    PLAYGROUND_INHABITANTS,
    PLAYGROUNDS,
    TILES,
    face_up,
    playgrounds,
    possibly_face_up,
    tiles_in_use,
)
from tests.tables import sections

CLASSIC_ROUNDS = (1, 2, 3, 4)
EXPERT_ROUNDS = (1, 2, 3, 4, 5)


def values(tile):
    """Return (kind, Inhabitants, Energy Units, VP) of a tile, as in box_tiles.txt."""
    return tile.kind, tile.inhabitants, tile.energy, tile.vp


_SHOWN, OF_KINDS, *OF_ROUNDS = sections(Path(__file__).with_name("box_tiles.txt")).values()
KINDS = {Kind(kind): tuple(map(int, counts)) for kind, *counts in OF_KINDS}


@pytest.mark.parametrize(("kind", "counts"), [pytest.param(kind, counts, id=kind) for kind, counts in KINDS.items()])
def test_the_tiles_of_a_kind(kind, counts):
    tiles = [tile for tile in TILES if tile.kind == kind]
    backs = Counter(tuple(sorted(tile.modes)) for tile in tiles)
    assert counts == (
        len(tiles),
        sum(Mode.CLASSIC in tile.modes for tile in tiles),
        sum(Mode.EXPERT in tile.modes for tile in tiles),
        backs[Mode.CLASSIC, Mode.EXPERT],
        backs[Mode.CLASSIC,],
        backs[Mode.EXPERT,],
    )


def test_the_box_holds_142_tiles_of_eight_kinds():
    assert len(TILES) == 142
    assert {tile.kind for tile in TILES} == set(KINDS)


def test_each_tile_has_a_name_of_its_own():
    assert len({tile.id for tile in TILES}) == len(TILES)


def test_100_tiles_are_used_in_classic_and_125_in_expert_83_of_them_in_both():
    classic, expert = set(tiles_in_use(Mode.CLASSIC)), set(tiles_in_use(Mode.EXPERT))
    assert (len(classic), len(expert), len(classic & expert)) == (100, 125, 83)
    assert classic | expert == set(TILES)


def test_the_box_holds_65_inhabitants_and_50_energy_units():
    assert (INHABITANTS_IN_BOX, ENERGY_IN_BOX) == (65, 50)


@pytest.mark.parametrize("number", EXPERT_ROUNDS)
@pytest.mark.parametrize(("mode", "table"), [*zip((Mode.CLASSIC, Mode.EXPERT), OF_ROUNDS, strict=True)])
def test_the_tiles_of_a_round(mode, table, number):
    expected = {}
    for kind, inhabitants, energy, vp, *counts in table:
        of_round = "".join(counts[number - 1 : number])  # Classic has no fifth round
        expected[Kind(kind), int(inhabitants), int(energy), int(vp)] = int(of_round or 0)
    assert Counter(values(tile) for tile in tiles_in_use(mode, number)) == Counter(expected)


@pytest.mark.parametrize(
    ("mode", "in_rounds"),
    [
        pytest.param(Mode.CLASSIC, [1, 2, 3], id="Classic"),
        pytest.param(Mode.EXPERT, [1, 2, 3, 4], id="Expert"),
    ],
)
def test_one_tower_of_1_inhabitant_has_the_mayor_in_each_round_except_the_last(mode, in_rounds):
    mayors = [tile for tile in tiles_in_use(mode) if tile.mayor]
    assert sorted(tile.round for tile in mayors) == in_rounds
    assert {values(tile) for tile in mayors} == {(Kind.TOWER_BLOCK, 1, 0, 0)}


@pytest.mark.parametrize("number", CLASSIC_ROUNDS)
@pytest.mark.parametrize(
    ("players", "count"),
    [
        pytest.param(2, 16, id="2 players"),
        pytest.param(3, 20, id="3 players"),
        pytest.param(4, 25, id="4 players"),
    ],
)
def test_the_face_up_tiles_of_a_classic_round(number, players, count):
    tiles = face_up(Mode.CLASSIC, players, number)
    assert len(tiles) == count
    assert {tile.round for tile in tiles} == {number}
    # `possibly_face_up` adds tiles with unknown player markers, but Classic has none.
    assert possibly_face_up(Mode.CLASSIC, players, number) == tiles


@pytest.mark.parametrize("number", CLASSIC_ROUNDS)
def test_a_classic_round_has_16_unmarked_tiles_4_for_three_or_four_and_5_for_four(number):
    markers = Counter(tile.players for tile in tiles_in_use(Mode.CLASSIC, number))
    assert markers == {2: 16, 3: 4, 4: 5}


@pytest.mark.parametrize("number", EXPERT_ROUNDS)
def test_all_tiles_of_an_expert_round_are_face_up_with_4_players(number):
    assert set(face_up(Mode.EXPERT, 4, number)) == set(tiles_in_use(Mode.EXPERT, number))


@pytest.mark.parametrize("number", EXPERT_ROUNDS)
def test_more_players_turn_more_tiles(number):
    for shown in (face_up, possibly_face_up):
        two, three, four = (set(shown(Mode.EXPERT, players, number)) for players in (2, 3, 4))
        assert two <= three <= four


@pytest.mark.parametrize("number", EXPERT_ROUNDS)
@pytest.mark.parametrize("players", [2, 3])
def test_expert_tiles_with_unknown_markers_are_possible_but_not_certain(number, players):
    certain = set(face_up(Mode.EXPERT, players, number))
    possible = set(possibly_face_up(Mode.EXPERT, players, number))
    assert certain <= possible
    # A tile is uncertain if its player marker is unknown, or if two tiles differ only in their markers.
    unknown = {tile for tile in tiles_in_use(Mode.EXPERT, number) if tile.players is None}
    doubtful = {tile for tile in tiles_in_use(Mode.EXPERT, number) if tile.alike} & (possible - certain)
    assert possible - certain == unknown | doubtful
    for tile in doubtful:
        twins = [other for other in TILES if (other.round, values(other)) == (number, values(tile))]
        assert any(Mode.EXPERT not in twin.modes and twin.players != tile.players for twin in twins)


def test_in_seven_groups_of_equal_tiles_the_classic_only_one_is_a_guess():
    groups = {}
    for tile in TILES:
        if tile.alike:
            groups.setdefault(tile.alike, []).append(tile)
    assert len(groups) == 7
    for tiles in groups.values():
        assert len({(tile.round, values(tile)) for tile in tiles}) == 1
        assert {tile.modes for tile in tiles} == {(Mode.CLASSIC,), (Mode.CLASSIC, Mode.EXPERT)}


def test_only_expert_tiles_that_no_rule_names_have_unknown_markers():
    # Rules about Monuments and Mayor tiles settle the markers of these tiles.
    expert_only = {tile for tile in TILES if tile.modes == (Mode.EXPERT,)}
    settled = {tile for tile in expert_only if tile.kind == Kind.MONUMENT or tile.mayor}
    assert {tile for tile in TILES if tile.players is None} == expert_only - settled


@pytest.mark.parametrize(
    ("mode", "in_rounds"),
    [
        pytest.param(Mode.CLASSIC, [1, 2, 3], id="Classic"),
        pytest.param(Mode.EXPERT, [1, 2, 3, 4], id="Expert"),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_mayors_tower_is_face_up_at_every_table(mode, in_rounds, players):
    assert sorted(tile.round for tile in face_up(mode, players) if tile.mayor) == in_rounds


@pytest.mark.parametrize(
    ("players", "in_rounds"),
    [
        pytest.param(2, [2, 3], id="2 players"),
        pytest.param(3, [2, 3, 4], id="3 players"),
        pytest.param(4, [2, 3, 4, 5], id="4 players"),
    ],
)
def test_there_are_as_many_monuments_as_players(players, in_rounds):
    for shown in (face_up, possibly_face_up):
        monuments = [tile.round for tile in shown(Mode.EXPERT, players) if tile.kind == Kind.MONUMENT]
        assert sorted(monuments) == in_rounds


def test_a_playground_exists_for_each_round():
    assert [playground.round for playground in PLAYGROUNDS] == [1, 2, 3, 4, 5]
    assert PLAYGROUND_INHABITANTS == 1


def test_classic_uses_four_playgrounds_and_expert_five():
    assert [playground.round for playground in playgrounds(Mode.CLASSIC)] == [1, 2, 3, 4]
    assert [playground.round for playground in playgrounds(Mode.EXPERT)] == [1, 2, 3, 4, 5]
