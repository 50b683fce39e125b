"""Every figure of a mission's setup, typed from docs/rules.md sections 1, 3, 7, 8 and 9."""

import pytest

from scoring import MISSIONS, HouseRules, Kind, RuleError
from scoring.boards import Mode
from scoring.setups import setup
from scoring.tiles import face_up, possibly_face_up

CLASSIC = (1, 2, 3, 4, 8, 9)
WITH_PLAYGROUNDS = (2, 3, 4, 9, 10)
CAST = (2, 3, 4)

# How many tiles of a kind come in each round, Parks not yet swapped for Playgrounds.
CLASSIC_KINDS = {
    Kind.TOWER_BLOCK: (7, 7, 6, 6),
    Kind.SHOP: (3, 3, 3, 3),
    Kind.PUBLIC_SERVICE: (4, 4, 4, 4),
    Kind.PARK: (3, 3, 4, 3),
    Kind.FACTORY: (4, 4, 4, 4),
    Kind.HARBOR: (4, 4, 4, 5),
}
EXPERT_KINDS = {
    Kind.TOWER_BLOCK: (6, 5, 5, 5, 5),
    Kind.SHOP: (3, 2, 3, 3, 3),
    Kind.PUBLIC_SERVICE: (3, 4, 4, 3, 3),
    Kind.PARK: (3, 3, 2, 3, 2),
    Kind.FACTORY: (3, 3, 3, 3, 3),
    Kind.HARBOR: (4, 4, 4, 3, 4),
    Kind.OFFICE_TOWER: (3, 3, 3, 4, 4),
    Kind.MONUMENT: (0, 1, 1, 1, 1),
}


every_table = pytest.mark.parametrize(
    ("mission", "players"), [(mission, players) for mission in MISSIONS for players in CAST]
)


def rounds_of(mission, players=2):
    return setup(MISSIONS[mission], players).rounds


@every_table
def test_a_setup_knows_its_table_and_what_is_in_the_box(mission, players):
    laid = setup(MISSIONS[mission], players)
    assert (laid.mission, laid.players, laid.rules) == (MISSIONS[mission], players, MISSIONS[mission].rules)
    assert laid.mat_side == (Mode.CLASSIC if mission in CLASSIC else Mode.EXPERT)
    assert (laid.inhabitants_reserve, laid.energy_reserve) == (65, 50)


@every_table
def test_every_round_covers_the_site_and_everybody_takes_four_tiles(mission, players):
    rounds = rounds_of(mission, players)
    assert [each.number for each in rounds] == list(range(1, 5 if mission in CLASSIC else 6))
    assert {(each.tiles, each.takes) for each in rounds} == {(25, 4 * players)}


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_kinds_of_a_round(mission):
    kinds = CLASSIC_KINDS if mission in CLASSIC else EXPERT_KINDS
    for place, each in enumerate(rounds_of(mission)):
        expected = {kind: counts[place] for kind, counts in kinds.items() if counts[place]}
        if mission in WITH_PLAYGROUNDS and each.number <= 4:
            expected = {**expected, Kind.PARK: expected[Kind.PARK] - 1, Kind.PLAYGROUND: 1}
        assert each.kinds == expected
        assert list(each.kinds) == [kind for kind in Kind if kind in expected]


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_playground_comes_each_round_where_the_mission_has_them(mission):
    for each in rounds_of(mission):
        # The fifth of Expert is not certain to be in the box, so its Park stays in the count.
        coming = [(playground.round, playground.is_certain) for playground in each.playgrounds]
        assert coming == ([(each.number, each.number <= 4)] if mission in WITH_PLAYGROUNDS else [])


@pytest.mark.parametrize(("players", "count"), [(2, 16), (3, 20), (4, 25)])
def test_the_face_up_tiles_of_classic_are_known(players, count):
    for each in rounds_of(1, players):
        assert (each.face_up, each.face_up_at_least, each.face_up_at_most) == (count, count, count)


def test_all_tiles_of_expert_are_face_up_with_four_players():
    assert [each.face_up for each in rounds_of(5, 4)] == [25] * 5


@pytest.mark.parametrize("players", [2, 3])
def test_with_fewer_players_expert_knows_limits_only(players):
    for each in rounds_of(5, players):
        assert each.face_up is None
        assert each.face_up_at_least == len(face_up(Mode.EXPERT, players, each.number))
        assert each.face_up_at_most == len(possibly_face_up(Mode.EXPERT, players, each.number))
        assert each.face_up_at_least < each.face_up_at_most


@pytest.mark.parametrize(("players", "in_rounds"), [(2, [2, 3]), (3, [2, 3, 4]), (4, [2, 3, 4, 5])])
def test_there_are_as_many_monuments_as_players_in_the_later_rounds(players, in_rounds):
    assert [each.number for each in rounds_of(7, players) if each.monuments == 1] == in_rounds
    assert sum(each.monuments for each in rounds_of(7, players)) == len(in_rounds)
    assert not any(each.monuments for each in rounds_of(8, players))


@pytest.mark.parametrize(("mission", "in_rounds"), [(1, [1, 2, 3]), (6, [1, 2, 3, 4])])
def test_the_mayor_tile_comes_every_round_but_the_last(mission, in_rounds):
    rounds = rounds_of(mission)
    assert [each.number for each in rounds if each.mayor_tile] == in_rounds
    assert {each.mayor_tile for each in rounds} == {True, False}


@pytest.mark.parametrize(("players", "markers"), [(2, (3, 4)), (3, (4,)), (4, ())])
def test_the_markers_of_larger_tables_stay_face_down(players, markers):
    assert {each.face_down for each in rounds_of(1, players)} == {markers}


@pytest.mark.parametrize("players", CAST)
@pytest.mark.parametrize(
    ("missions", "own", "wild", "shared", "unused"),
    [
        pytest.param((1, 2, 8, 9), (1, 2, 3, 4), 0, False, 0, id="their own four"),
        pytest.param((3,), (1, 2, 3, 4), 1, False, 1, id="their own four and a gray one"),
        pytest.param((4,), (1, 2, 3, 4), 1, True, 1, id="a pool with gray ones"),
        pytest.param((5, 6, 7), (1, 2, 3, 4, 5), 0, True, 1, id="a pool of five numbers"),
        pytest.param((10,), (1, 2, 3, 4, 5), 0, False, 1, id="their own five"),
    ],
)
def test_the_architects_of_a_table(players, missions, own, wild, shared, unused):
    numbers = (*own, 5) if wild else own
    for mission in missions:
        supply = setup(MISSIONS[mission], players).architects
        assert (supply.own, supply.wild_each, supply.shared, supply.unused_each) == (own, wild, shared, unused)
        assert supply.of_each_number == dict.fromkeys(numbers, players)


def test_re_election_with_four_architects_is_a_house_rule():
    laid = setup(MISSIONS[10], 3, HouseRules(four_architects=True))
    assert (laid.architects.own, laid.architects.unused_each) == ((1, 2, 3, 4), 0)
    assert laid.architects.of_each_number == {1: 3, 2: 3, 3: 3, 4: 3}


IN_SEQUENCE = (
    "A round opens with a #1. Each next Architect has the same number or the next one; after 4 comes 1."
    " If you have neither, play your next higher number, counting around."
)


@pytest.mark.parametrize(
    ("mission", "sentences"),
    [
        (1, ()),
        (2, ("Every full set of 3 Playgrounds brings 3 VP.",)),
        (3, ("A gray #5 is played as any number from 1 to 4.",)),
        (
            4,
            (
                "All Architects lie in one pool; everybody plays from it.",
                "A gray #5 is played as any number from 1 to 4.",
            ),
        ),
        (5, ("All Architects lie in one pool; everybody plays from it.",)),
        (
            6,
            (
                "All Architects lie in one pool; everybody plays from it.",
                "The first player does not take the Mayor tile on the first turn of a round.",
                "If you build a Mayor tile, you may also take 1 Inhabitant and as many Energy Units: both or neither.",
                "Each Mayor tile in an activated Tower Block brings 3 VP.",
            ),
        ),
        (
            7,
            (
                "All Architects lie in one pool; everybody plays from it.",
                "At the end a district without an empty square brings 4 VP, one with a single empty square 2 VP.",
            ),
        ),
        (
            8,
            (IN_SEQUENCE,),
        ),
        (
            9,
            (
                "Take 2 Inhabitants for each one printed on a tile.",
                "Each Customer above the number of workers costs 1 VP.",
                "Each Inhabitant without work or shop costs 2 VP.",
            ),
        ),
        (10, ()),
    ],
)
def test_what_the_table_is_told(mission, sentences):
    assert tuple(map(str, setup(MISSIONS[mission], 2).announcements)) == sentences


@pytest.mark.parametrize("players", [1, 5])
def test_a_table_seats_two_to_four(players):
    with pytest.raises(RuleError, match=f"2 to 4 players, not {players}"):
        setup(MISSIONS[1], players)
