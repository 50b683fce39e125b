"""Test the box check, which finds cities that cannot be built with the game's tiles."""

from pathlib import Path

import pytest

from scoring import MISSIONS, City, Mode, RuleError, audit, audit_game
from scoring.boards import BOARDS
from tests.scoring.box import (
    CLASSIC,
    DISCARDED_TOO,
    EXPERT,
    IMPOSSIBLE,
    MORE_THAN_BOX,
    UNUSUAL,
    findings,
    one,
    said,
)
from tests.tables import sections

# The number of tiles in a city ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mission", "count", "limit"),
    [
        pytest.param("T4T4T4T4/P---/----/---- 30i0e", CLASSIC, "17", "16", id="Classic has 16 turns"),
        pytest.param("T5T5T5T5P/-----/-----/----- 45i0e", EXPERT, "21", "20", id="Expert has 20 turns"),
    ],
)
def test_more_tiles_than_turns_are_impossible(text, mission, count, limit):
    one(findings(text, mission), IMPOSSIBLE, None, count, limit)


@pytest.mark.parametrize(
    ("text", "mission"),
    [
        pytest.param("T4T4T4P/PPP-/----/---- 24i0e", CLASSIC, id="Classic, 16 tiles"),
        pytest.param("T5T5T5PP/PPP--/-----/----- 30i0e", EXPERT, id="Expert, 20 tiles"),
    ],
)
def test_a_tile_every_turn_is_possible(text, mission):
    assert audit(City.parse(text), MISSIONS[mission], 4) == []


@pytest.mark.parametrize(
    ("text", "mission", "mentioned"),
    [
        pytest.param("PPPP/PPP-/----/---- 0i0e", CLASSIC, ("7", "16"), id="Classic, 7 tiles"),
        pytest.param("PPPP/PPPP/----/---- 0i0e", CLASSIC, None, id="Classic, 8 tiles"),
        pytest.param("----/----/----/---- 0i0e", CLASSIC, ("0", "16"), id="no tile"),
        pytest.param("PPPPP/PPPP-/-----/----- 0i0e", EXPERT, ("9", "20"), id="Expert, 9 tiles"),
        pytest.param("PPPPP/PPPPP/-----/----- 0i0e", EXPERT, None, id="Expert, 10 tiles"),
    ],
)
def test_a_city_of_less_than_half_the_turns_is_unusual(text, mission, mentioned):
    found = audit(City.parse(text), MISSIONS[mission], 4)
    if mentioned:
        one(found, UNUSUAL, None, *mentioned)
    else:
        assert found == []


def test_each_floor_is_a_tile():
    # Four towers of four floors are 16 tiles, one for each turn of a Classic game.
    assert findings("T4T4T4T4/----/----/---- 30i0e") == []


# The board and the number of players ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mission", "mentioned"),
    [
        pytest.param("T---/----/----/---- 1i0e", EXPERT, ("board of Classic", "played in Expert"), id="Classic city"),
        pytest.param("T----/-----/-----/----- 1i0e", CLASSIC, ("board of Expert", "in Classic"), id="Expert city"),
    ],
)
def test_a_city_on_the_other_board_gets_no_further_check(text, mission, mentioned):
    one(audit(City.parse(text), MISSIONS[mission], 4), IMPOSSIBLE, None, *mentioned)


@pytest.mark.parametrize("players", [0, 5])
def test_only_one_to_four_can_play(players):
    city = City.parse("T---/----/----/---- 1i0e")
    with pytest.raises(RuleError, match=rf"1 to 4 players, not {players}"):
        audit(city, MISSIONS[CLASSIC], players)
    with pytest.raises(RuleError, match=rf"1 to 4 players, not {players}"):
        audit_game([city], MISSIONS[CLASSIC], players)


def test_one_player_builds_one_city_from_the_tiles_of_two():
    solo = City.parse("T---/----/----/---- 1i0e")
    assert audit_game([solo], MISSIONS[CLASSIC], 1) == []
    one(audit_game([solo, solo], MISSIONS[CLASSIC], 1), IMPOSSIBLE, None, "2 cities in a game of one player")
    many = City.parse("HHHH/HHHH/HHHH/H--- 20i20e")
    assert audit(many, MISSIONS[CLASSIC], 1) == audit(many, MISSIONS[CLASSIC], 2)


# The number of tiles of each kind -------------------------------------------------------------------------------------

TILES, *_OTHERS = sections(Path(__file__).with_name("box_tiles.txt")).values()


def game_with(cells, mode):
    """Put these buildings on the squares of one or more cities, in reading order. The cities have no resources."""
    size = len(BOARDS[mode])
    width = BOARDS[mode].columns
    cells = list(cells)
    cities = []
    while cells:
        squares, cells = cells[:size], cells[size:]
        squares += ["-"] * (size - len(squares))
        cities.append("/".join("".join(squares[start : start + width]) for start in range(0, size, width)) + " 0i0e")
    return [City.parse(city) for city in cities]


def too_many(cells, mission, players):
    """Return the errors about tiles that the box does not have, for a game with these buildings."""
    found = audit_game(game_with(cells, MISSIONS[mission].rules.mode), MISSIONS[mission], players)
    return [finding for finding in found if finding.severity is MORE_THAN_BOX]


@pytest.mark.parametrize(("mission", "cell", "name", "two", "three", "four"), TILES)
def test_no_more_tiles_are_built_than_can_come_up(mission, cell, name, two, three, four):
    for players, limit in enumerate(map(int, (two, three, four)), start=2):
        assert too_many([cell] * limit, int(mission), players) == []
        said = (str(limit + 1), f"only {limit}") if limit else ("no tile",)
        one(too_many([cell] * (limit + 1), int(mission), players), MORE_THAN_BOX, None, name, *said)


@pytest.mark.parametrize(
    ("cells", "mission", "players", "kind", "count", "limit"),
    [
        pytest.param(["U"] * 3 + ["U1"] * 3 + ["U2"] * 3, CLASSIC, 2, "Public Service", 9, 8, id="Public Services"),
        pytest.param(["H"] * 6 + ["H2", "H2", "H3", "H3"], CLASSIC, 2, "Harbor", 10, 9, id="Harbors"),
        pytest.param(["U"] * 5 + ["U1"] * 2 + ["U2"] * 5, EXPERT, 2, "Public Service", 12, 11, id="Expert"),
    ],
)
def test_too_many_of_a_kind_are_said_once_whatever_is_printed_on_them(cells, mission, players, kind, count, limit):
    one(too_many(cells, mission, players), MORE_THAN_BOX, None, str(count), kind, f"only {limit}")


@pytest.mark.parametrize(
    ("text", "mission", "players", "square", "mentioned"),
    [
        pytest.param("SSSS/SSSS/S---/---- 0i0e", CLASSIC, 2, "A3", ("9", "Shop", "8", "2 players"), id="Shops"),
        pytest.param("MMM--/-----/-----/----- 0i0e", EXPERT, 2, "C1", ("3", "Monument", "2"), id="Monuments"),
        pytest.param("-U1--/----/----/---- 0i0e", CLASSIC, 2, "B1", ("Public Service", "no tile with 1 VP"), id="U1"),
        pytest.param("H3--H3/----/----/---- 0i0e", CLASSIC, 4, "D1", ("2", "3 VP", "Harbor", "1"), id="H3"),
        pytest.param("----/UUUU/---U/---- 0i0e", CLASSIC, 4, "D3", ("5", "without", "4"), id="U"),
        pytest.param(
            "PPPPP/PPPPG/GGGG-/----- 5i0e", 10, 4, "D2", ("14", "Parks and Playgrounds", "13"), id="too many together"
        ),
    ],
)
def test_a_finding_names_the_square_of_the_last_tile(text, mission, players, square, mentioned):
    one(findings(text, mission, players), MORE_THAN_BOX, square, *mentioned)


def test_each_kind_with_too_many_tiles_is_named():
    found = findings("MMM--/H3H3H3H3-/-----/----- 0i0e", EXPERT, 2)
    assert [(finding.severity, finding.square) for finding in found] == [(MORE_THAN_BOX, "C1"), (MORE_THAN_BOX, "D2")]


# Each round except the last has one Mayor tile: 3 in Classic and 4 in Expert, for any number of players.
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("cells", "mission", "mentioned"),
    [
        pytest.param(["T2**", "T*"], CLASSIC, None, id="Classic, 3"),
        pytest.param(["T2**", "T2**"], CLASSIC, ("4", "only 3"), id="Classic, 4"),
        pytest.param(["T3***", "T*"], EXPERT, None, id="Expert, 4"),
        pytest.param(["T5****", "T*"], EXPERT, ("5", "only 4"), id="Expert, 5"),
    ],
)
def test_each_round_except_the_last_has_one_mayor_tile(cells, mission, mentioned, players):
    found = too_many(cells, mission, players)
    if mentioned:
        one(found, MORE_THAN_BOX, None, *mentioned)
    else:
        assert found == []


def test_too_many_mayor_tiles_in_a_city_are_seen_in_its_tower_block():
    one(findings("P---/-T4****--/----/---- 4i0e"), MORE_THAN_BOX, "B2", "4", "Mayor", "3")


# Parks and Playgrounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", [1, 5, 6, 7, 8])
def test_each_playground_is_impossible_where_the_mission_keeps_the_parks(mission):
    classic, expert = "G---/--G-/----/---- 2i0e", "G----/--G--/-----/----- 2i0e"
    found = findings(classic if MISSIONS[mission].rules.mode is Mode.CLASSIC else expert, mission)
    assert [(finding.severity, finding.square) for finding in found] == [(IMPOSSIBLE, "A1"), (IMPOSSIBLE, "C2")]
    assert all("Playground" in said(finding) for finding in found)


@pytest.mark.parametrize("mission", [2, 3, 4, 9, 10])
def test_playgrounds_are_fine_where_the_mission_brings_them(mission):
    row = "G---" if MISSIONS[mission].rules.mode is Mode.CLASSIC else "G----"
    assert findings(f"{row}/{row}/{row}/{row} {8 if mission == 9 else 4}i0e", mission) == []


# Classic has four Playgrounds. Expert may have a fifth one (decision D14 in docs/rules.md).
@pytest.mark.parametrize(
    ("mission", "limit"),
    [*(pytest.param(mission, 4, id=f"mission {mission}") for mission in (2, 3, 4, 9)), pytest.param(10, 5, id="10")],
)
def test_there_are_four_playgrounds_in_classic_and_perhaps_five_in_expert(mission, limit):
    assert too_many(["G"] * limit, mission, 4) == []
    one(too_many(["G"] * (limit + 1), mission, 4), MORE_THAN_BOX, None, str(limit + 1), "Playground", f"only {limit}")


# Playgrounds replace four of the 13 Parks in Classic, and at least four in Expert.
@pytest.mark.parametrize("mission", [2, 3, 4, 9, 10])
def test_nine_parks_are_left_beside_the_playgrounds(mission):
    assert too_many(["P"] * 9, mission, 4) == []
    one(too_many(["P"] * 10, mission, 4), MORE_THAN_BOX, None, "10", "Park", "only 9")


def test_parks_and_playgrounds_together_are_the_thirteen_parks_of_the_mode():
    # Each Playground replaces one of the 13 Parks of Expert. So 5 Playgrounds and 8 Parks are possible together.
    assert too_many(["P"] * 8 + ["G"] * 5, 10, 4) == []
    one(too_many(["P"] * 9 + ["G"] * 5, 10, 4), MORE_THAN_BOX, None, "14", "Parks and Playgrounds", "only 13")


def test_a_parks_mission_has_all_thirteen_parks():
    assert too_many(["P"] * 13, CLASSIC, 4) == []
    assert too_many(["P"] * 13, EXPERT, 4) == []


@pytest.mark.parametrize(
    ("text", "mission"),
    [
        pytest.param("GGGG/G---/----/---- 5i0e", CLASSIC, id="five in Classic"),
        pytest.param("GGGGG/G----/-----/----- 6i0e", EXPERT, id="six in Expert"),
    ],
)
def test_more_playgrounds_than_exist_are_each_impossible_in_a_parks_mission(text, mission):
    found = findings(text, mission)
    assert {finding.severity for finding in found} == {IMPOSSIBLE}
    assert len(found) == text.count("G")


def test_playgrounds_alone_can_be_too_many():
    found = findings("GGGG/GGGG/GGGG/GG-- 14i0e", 2)
    one(found, MORE_THAN_BOX, "B4", "14", "Playground", "only 4")


@pytest.mark.parametrize(
    ("text", "square"),
    [
        pytest.param("U2U2U2U2/U2U--/----/---- 0i0e", "A2", id="too many of a printed value"),
        pytest.param("T4****T--/----/----/---- 5i0e", "A1", id="too many Mayor tiles"),
    ],
)
def test_a_finding_names_the_square_of_a_tile_of_which_there_are_too_many(text, square):
    assert [finding.square for finding in findings(text)] == [square]


# All cities of a game -------------------------------------------------------------------------------------------------


def test_cities_that_are_fine_alone_can_be_too_many_shops_together():
    cities = [City.parse("SSSS/S---/----/---- 0i0e"), City.parse("SSSS/----/----/---- 0i0e")]
    assert all(findings(str(city), players=2) == [] for city in cities)
    one(audit_game(cities, MISSIONS[CLASSIC], 2), MORE_THAN_BOX, None, "9", "Shop", "8")
    assert audit_game(cities, MISSIONS[CLASSIC], 4) == []


def test_cities_that_are_fine_alone_can_have_too_many_inhabitants_together():
    # Only four tower tiles of Classic bring 3 Inhabitants. One city can have all four, but not both cities.
    cities = [City.parse("T4---/----/----/---- 12i0e")] * 2
    assert all(findings(str(city)) == [] for city in cities)
    one(audit_game(cities, MISSIONS[CLASSIC], 4), IMPOSSIBLE, None, "24 Inhabitants", "8 to 20")


def test_cities_that_are_fine_alone_can_have_too_many_mayor_tiles_together():
    cities = [City.parse("T2**---/----/----/---- 2i0e")] * 2
    one(audit_game(cities, MISSIONS[CLASSIC], 4), MORE_THAN_BOX, None, "4", "Mayor", "3")


def test_the_pieces_of_all_cities_come_from_one_box():
    cities = [City.parse("T4T4T4T4/----/----/---- 33i0e")] * 2
    found = [finding for finding in audit_game(cities, MISSIONS[CLASSIC], 4) if "box" in said(finding)]
    one(found, MORE_THAN_BOX, None, "66 Inhabitants", "65")


def test_a_game_has_no_more_cities_than_players():
    cities = [City.parse("T---/----/----/---- 1i0e")] * 3
    one(audit_game(cities, MISSIONS[CLASSIC], 2), IMPOSSIBLE, None, "3 cities", "2 players")
    assert audit_game(cities, MISSIONS[CLASSIC], 3) == []


def test_a_game_is_judged_by_the_cities_on_its_board():
    cities = [City.parse("MMMMM/-----/-----/----- 9i9e"), City.parse("T---/----/----/---- 1i0e")]
    assert audit_game(cities, MISSIONS[CLASSIC], 2) == []


def test_a_game_without_cities_has_nothing_wrong():
    assert audit_game([], MISSIONS[CLASSIC], 2) == []


def test_the_discarded_tiles_of_each_player_are_unknown():
    # Each player built 15 tiles in 16 turns, so each discarded one tile with unknown resources.
    game = [City.parse("FFFF/SSSS/PPPH2/UUU- 0i8e"), City.parse("FFFF/SSSS/PPPH2/U2U2U- 0i8e")]
    assert audit_game(game, MISSIONS[CLASSIC], 4, DISCARDED_TOO) == []
    # Eight Factories bring at most 20 Energy Units, and two discarded tiles at most 6: 26 in all.
    game = [City.parse(str(city).replace("8e", "13e")) for city in game]
    assert audit_game(game, MISSIONS[CLASSIC], 4, DISCARDED_TOO) == []
    game = [*game[1:], City.parse(str(game[0]).replace("13e", "14e"))]
    one(audit_game(game, MISSIONS[CLASSIC], 4, DISCARDED_TOO), IMPOSSIBLE, None, "27 Energy Units", "to 26")
