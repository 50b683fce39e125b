"""The setup of every mission for two, three and four players, derived by hand from docs/rules.md."""

from dataclasses import dataclass

import pytest

from scoring import MISSIONS, HouseRules, Kind, Mode, RuleError
from scoring.setups import setup
from scoring.tiles import nearest_table

PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class Expected:
    """A mission as sections 3, 7, 8 and 9 have it. Figures are for one player where they grow with the table."""

    mode: Mode
    rounds: int
    playgrounds: tuple[str, ...] = ()
    numbers: tuple[int, ...] = (1, 2, 3, 4)  # one of each for each player
    gray: int = 0  # wild #5s for each player
    pool: bool = False
    unused: int = 0


FOUR_PLAYGROUNDS = ("1623A", "2623A", "3622A", "4624A")
FIFTH = ("5619A",)  # possible, D14
FIVE = (1, 2, 3, 4, 5)

EXPECTED = {
    1: Expected(Mode.CLASSIC, 4),
    2: Expected(Mode.CLASSIC, 4, FOUR_PLAYGROUNDS),
    3: Expected(Mode.CLASSIC, 4, FOUR_PLAYGROUNDS, gray=1, unused=1),
    4: Expected(Mode.CLASSIC, 4, FOUR_PLAYGROUNDS, gray=1, pool=True, unused=1),
    5: Expected(Mode.EXPERT, 5, numbers=FIVE, pool=True, unused=1),
    6: Expected(Mode.EXPERT, 5, numbers=FIVE, pool=True, unused=1),
    7: Expected(Mode.EXPERT, 5, numbers=FIVE, pool=True, unused=1),
    8: Expected(Mode.CLASSIC, 4),
    9: Expected(Mode.CLASSIC, 4, FOUR_PLAYGROUNDS),
    10: Expected(Mode.EXPERT, 5, FOUR_PLAYGROUNDS + FIFTH, numbers=FIVE, unused=1),
}
# Section 1, Classic: 5 tiles a round are marked 4, and 4 are marked 3-4.
CLASSIC_FACE_UP = {2: 16, 3: 20, 4: 25}
# Section 7, by round.
MONUMENTS = {2: (0, 1, 1, 0, 0), 3: (0, 1, 1, 1, 0), 4: (0, 1, 1, 1, 1)}
# Section 3: tiles with these markers stay face-down.
FACE_DOWN = {2: (3, 4), 3: (4,), 4: ()}
# Four turns each.
TAKES = {2: 8, 3: 12, 4: 16}
# Section 1: kinds of each round, before Parks become Playgrounds.
T, S, U, P, G, F, H, O, M = Kind  # noqa: E741
CLASSIC_KINDS = (
    {T: 7, S: 3, U: 4, P: 3, F: 4, H: 4},
    {T: 7, S: 3, U: 4, P: 3, F: 4, H: 4},
    {T: 6, S: 3, U: 4, P: 4, F: 4, H: 4},
    {T: 6, S: 3, U: 4, P: 3, F: 4, H: 5},
)
EXPERT_KINDS = (
    {T: 6, S: 3, U: 3, P: 3, F: 3, H: 4, O: 3},
    {T: 5, S: 2, U: 4, P: 3, F: 3, H: 4, O: 3, M: 1},
    {T: 5, S: 3, U: 4, P: 2, F: 3, H: 4, O: 3, M: 1},
    {T: 5, S: 3, U: 3, P: 3, F: 3, H: 3, O: 4, M: 1},
    {T: 5, S: 3, U: 3, P: 2, F: 3, H: 4, O: 4, M: 1},
)
KINDS = {Mode.CLASSIC: CLASSIC_KINDS, Mode.EXPERT: EXPERT_KINDS}

TABLES = [
    pytest.param(number, players, id=f"mission {number}, {players} players")
    for number in EXPECTED
    for players in PLAYERS
]


@pytest.mark.parametrize(("number", "players"), TABLES)
def test_mats_rounds_and_reserve(number, players):
    table, expected = setup(MISSIONS[number], players), EXPECTED[number]
    assert table.mat_side is expected.mode
    assert [one.number for one in table.rounds] == list(range(1, expected.rounds + 1))
    assert (table.inhabitants_reserve, table.energy_reserve) == (65, 50)


@pytest.mark.parametrize(("number", "players"), TABLES)
def test_architects_by_number_and_owner(number, players):
    supply, expected = setup(MISSIONS[number], players).architects, EXPECTED[number]
    of_each = dict.fromkeys(expected.numbers, players)
    if expected.gray:
        of_each[5] = expected.gray * players
    assert supply.of_each_number == of_each
    assert (supply.own, supply.wild_each) == (expected.numbers, expected.gray)
    assert supply.shared is expected.pool
    assert supply.unused_each == expected.unused


@pytest.mark.parametrize(("number", "players"), TABLES)
def test_tiles_face_up_in_each_round(number, players):
    table, expected = setup(MISSIONS[number], players), EXPECTED[number]
    for one in table.rounds:
        assert (one.tiles, one.takes, one.face_down) == (25, TAKES[players], FACE_DOWN[players])
        if expected.mode is Mode.CLASSIC:
            assert one.face_up == CLASSIC_FACE_UP[players]
        elif players == 4:
            assert one.face_up == 25
        else:
            # D19: unknown markers; but a Monument that is not for this table stays face-down for certain.
            hidden = 25 - (one.kinds.get(M, 0) - MONUMENTS[players][one.number - 1])
            assert one.face_up is None
            assert one.face_up_at_least < one.face_up_at_most <= hidden


@pytest.mark.parametrize("players", [2, 3])
def test_of_the_last_expert_round_only_the_monument_is_known_to_stay_face_down(players):
    last = setup(MISSIONS[5], players).rounds[-1]
    assert (last.face_up_at_least, last.face_up_at_most) == (0, 24)


@pytest.mark.parametrize(("number", "players"), TABLES)
def test_playgrounds_take_the_place_of_the_park_of_their_number(number, players):
    table, expected = setup(MISSIONS[number], players), EXPECTED[number]
    swapped = [playground for one in table.rounds for playground in one.playgrounds]
    assert tuple(playground.id for playground in swapped) == expected.playgrounds
    for playground in swapped:
        assert playground.replaces == playground.id.removesuffix("A")
        assert playground.is_certain is (playground.id not in FIFTH)
    assert all(len(one.playgrounds) <= 1 for one in table.rounds)


@pytest.mark.parametrize(("number", "players"), TABLES)
def test_monuments_and_mayor_tiles_by_round(number, players):
    table, expected = setup(MISSIONS[number], players), EXPECTED[number]
    monuments = MONUMENTS[players] if expected.mode is Mode.EXPERT else (0, 0, 0, 0)
    assert tuple(one.monuments for one in table.rounds) == monuments
    assert [one.mayor_tile for one in table.rounds] == [True] * (expected.rounds - 1) + [False]


@pytest.mark.parametrize(("number", "players"), TABLES)
def test_kinds_in_the_bag_after_swapping(number, players):
    table, expected = setup(MISSIONS[number], players), EXPECTED[number]
    for one, kinds in zip(table.rounds, KINDS[expected.mode], strict=True):
        # The fifth Playground may be missing from the box, so it is not counted on (D14).
        swapped = 1 if expected.playgrounds and one.number <= 4 else 0
        green = {P: kinds[P] - swapped} | ({G: swapped} if swapped else {})
        assert one.kinds == kinds | green


POOL = "All Architects lie in one pool; everybody plays from it."
WILD = "A gray #5 is played as any number from 1 to 4."
ANNOUNCED = {
    1: [],
    2: ["Every full set of 3 Playgrounds brings 3 VP."],
    3: [WILD],
    4: [POOL, WILD],
    5: [POOL],
    6: [
        POOL,
        "The first player does not take the Mayor tile on the first turn of a round.",
        "If you build a Mayor tile, you may also take 1 Inhabitant and as many Energy Units: both or neither.",
        "Each Mayor tile in an activated Tower Block brings 3 VP.",
    ],
    7: [POOL, "At the end a district without an empty square brings 4 VP, one with a single empty square 2 VP."],
    8: [
        (
            "A round opens with a #1. Each next Architect has the same number or the next one; after 4 comes 1."
            " If you have neither, play your next higher number, counting around."
        )
    ],
    9: [
        "Take 2 Inhabitants for each one printed on a tile.",
        "Each Customer above the number of workers costs 1 VP.",
        "Each Inhabitant without work or shop costs 2 VP.",
    ],
    10: [],
}


@pytest.mark.parametrize("number", ANNOUNCED)
def test_what_is_announced(number):
    said = setup(MISSIONS[number], 3).announcements
    assert [str(message) for message in said] == ANNOUNCED[number]


def test_with_the_house_rule_the_last_mission_leaves_no_architect_unused():
    supply = setup(MISSIONS[10], 3, HouseRules(four_architects=True)).architects
    assert supply.of_each_number == {1: 3, 2: 3, 3: 3, 4: 3}
    assert supply.unused_each == 0


@pytest.mark.parametrize("players", [0, 1, 5])
def test_a_table_has_two_to_four_players(players):
    with pytest.raises(RuleError):
        setup(MISSIONS[1], players)


@pytest.mark.parametrize(("seats", "players"), [(0, 2), (1, 2), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_a_table_of_another_size_is_set_up_as_the_nearest_one(seats, players):
    assert nearest_table(seats) == players
