"""The box check: what each finding says about a city or a game, and that no city dealt from the box gets one."""

import json
import re
from pathlib import Path

import pytest

from scoring import MISSIONS, City, HouseRules, Mode, RuleError, Severity, audit, audit_game
from scoring.boards import BOARDS
from scoring.buildings import Building
from scoring.kinds import KINDS, Kind
from scoring.tiles import PLAYGROUND_INHABITANTS, playgrounds, possibly_face_up, rounds
from tests.scoring.cities import dice

IMPOSSIBLE, MORE_THAN_BOX, UNUSUAL = Severity.IMPOSSIBLE, Severity.MORE_THAN_BOX, Severity.UNUSUAL
CLASSIC, EXPERT = 1, 5
EMPTY = {Mode.CLASSIC: "/----" * 4, Mode.EXPERT: "/-----" * 4}
DISCARDED_TOO = HouseRules(keep_discarded=True)
REAL_CITIES = json.loads(Path(__file__).with_name("boards.json").read_text(encoding="utf-8"))["boards"]


def findings(text, mission=CLASSIC, players=4, house_rules=None):
    """What the check says about a city, but for its having few tiles."""
    found = audit(City.parse(text), MISSIONS[mission], players, house_rules)
    return [finding for finding in found if finding.severity is not UNUSUAL]


def said(finding):
    """The words of a finding, without the punctuation, between blanks."""
    return f" {' '.join(re.findall(r'[0-9A-Za-z]+', str(finding.message)))} "


def one(found, severity, square, *mentioned):
    """There is one finding, and its sentence mentions all this."""
    assert len(found) == 1
    assert (found[0].severity, found[0].square) == (severity, square)
    for words in mentioned:
        assert f" {words} " in said(found[0])


# Tiles in all ---------------------------------------------------------------------------------------------------------


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
    # 4 towers of 4 floors are the 16 tiles of a Classic game.
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


@pytest.mark.parametrize("players", [0, 1, 5])
def test_only_two_to_four_can_play(players):
    city = City.parse("T---/----/----/---- 1i0e")
    with pytest.raises(RuleError, match=rf"2 to 4 players, not {players}"):
        audit(city, MISSIONS[CLASSIC], players)
    with pytest.raises(RuleError, match=rf"2 to 4 players, not {players}"):
        audit_game([city], MISSIONS[CLASSIC], players)


# Tiles of a kind ------------------------------------------------------------------------------------------------------

# In Classic every marker is known. Expert-only tiles of unknown marker may all be face-up (D19).
# mission, notation, name: how many can come up with 2, 3 and 4 players
TILES = [
    (CLASSIC, "T", "Tower Block", (18, 22, 26)),
    (CLASSIC, "S", "Shop", (8, 8, 12)),
    (CLASSIC, "P", "Park", (9, 9, 13)),
    (CLASSIC, "F", "Factory", (12, 16, 16)),
    (CLASSIC, "U", "without printed VP Public Service", (4, 4, 4)),
    (CLASSIC, "U1", "1 VP", (0, 4, 8)),
    (CLASSIC, "U2", "2 VP", (4, 4, 4)),
    (CLASSIC, "H", "without printed VP Harbor", (6, 10, 13)),
    (CLASSIC, "H1", "1 VP", (0, 0, 1)),
    (CLASSIC, "H2", "2 VP", (2, 2, 2)),
    (CLASSIC, "H3", "3 VP", (1, 1, 1)),
    (EXPERT, "T", "Tower Block", (19, 23, 26)),
    (EXPERT, "S", "Shop", (11, 11, 14)),
    (EXPERT, "P", "Park", (10, 10, 13)),
    (EXPERT, "F", "Factory", (12, 15, 15)),
    (EXPERT, "U", "without printed VP Public Service", (5, 5, 5)),
    (EXPERT, "U1", "1 VP", (1, 5, 7)),
    (EXPERT, "U2", "2 VP", (5, 5, 5)),
    (EXPERT, "H", "without printed VP Harbor", (8, 11, 13)),
    (EXPERT, "H1", "1 VP", (0, 0, 1)),
    (EXPERT, "H2", "2 VP", (2, 2, 2)),
    (EXPERT, "H3", "3 VP", (3, 3, 3)),
    (EXPERT, "O", "Office Tower", (17, 17, 17)),
    (EXPERT, "M", "Monument", (2, 3, 4)),
]


def game_with(cells, mode):
    """Cities for these buildings, in reading order, without any resources."""
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
    """Findings about the number of these tiles in a game."""
    found = audit_game(game_with(cells, MISSIONS[mission].rules.mode), MISSIONS[mission], players)
    return [finding for finding in found if finding.severity is MORE_THAN_BOX]


@pytest.mark.parametrize(
    ("mission", "cell", "name", "limit", "players"),
    [
        pytest.param(mission, cell, name, limit, players, id=f"mission {mission}, {cell}, {players} players")
        for mission, cell, name, limits in TILES
        for players, limit in zip((2, 3, 4), limits, strict=True)
    ],
)
def test_no_more_tiles_are_built_than_can_come_up(mission, cell, name, limit, players):
    assert too_many([cell] * limit, mission, players) == []
    one(too_many([cell] * (limit + 1), mission, players), MORE_THAN_BOX, None, str(limit + 1), name, f"only {limit}")


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
        pytest.param("-U1--/----/----/---- 0i0e", CLASSIC, 2, "B1", ("1", "1 VP", "0"), id="U1"),
        pytest.param("H3--H3/----/----/---- 0i0e", CLASSIC, 4, "D1", ("2", "3 VP", "Harbor", "1"), id="H3"),
        pytest.param("----/UUUU/---U/---- 0i0e", CLASSIC, 4, "D3", ("5", "without", "4"), id="U"),
        pytest.param(
            "PPPPP/PPPPG/GGGG-/----- 5i0e", 10, 4, "D2", ("14", "Parks and Playgrounds", "13"), id="Parks beside G"
        ),
    ],
)
def test_the_last_one_of_too_many_is_pointed_at(text, mission, players, square, mentioned):
    one(findings(text, mission, players), MORE_THAN_BOX, square, *mentioned)


def test_each_kind_there_is_too_much_of_is_named():
    found = findings("MMM--/H3H3H3H3-/-----/----- 0i0e", EXPERT, 2)
    assert [(finding.severity, finding.square) for finding in found] == [(MORE_THAN_BOX, "C1"), (MORE_THAN_BOX, "D2")]


# One Mayor tile a round but the last: 3 in Classic, 4 in Expert, with any number of players.
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
def test_there_are_as_many_mayor_tiles_as_rounds_but_the_last(cells, mission, mentioned, players):
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


# Four Playgrounds in Classic; in Expert the fifth counts as possible (D14).
@pytest.mark.parametrize(
    ("mission", "limit"),
    [*(pytest.param(mission, 4, id=f"mission {mission}") for mission in (2, 3, 4, 9)), pytest.param(10, 5, id="10")],
)
def test_there_are_four_playgrounds_in_classic_and_perhaps_five_in_expert(mission, limit):
    assert too_many(["G"] * limit, mission, 4) == []
    one(too_many(["G"] * (limit + 1), mission, 4), MORE_THAN_BOX, None, str(limit + 1), "Playground", f"only {limit}")


# Of the 13 Parks four (in Expert certainly four) are swapped for Playgrounds.
@pytest.mark.parametrize("mission", [2, 3, 4, 9, 10])
def test_nine_parks_are_left_beside_the_playgrounds(mission):
    assert too_many(["P"] * 9, mission, 4) == []
    one(too_many(["P"] * 10, mission, 4), MORE_THAN_BOX, None, "10", "Park", "only 9")


def test_parks_and_playgrounds_together_are_the_thirteen_parks_of_the_mode():
    # In Expert the fifth Playground takes the place of a Park that might have stayed.
    assert too_many(["P"] * 8 + ["G"] * 5, 10, 4) == []
    one(too_many(["P"] * 9 + ["G"] * 5, 10, 4), MORE_THAN_BOX, None, "14", "Parks and Playgrounds", "only 13")


def test_a_parks_mission_has_all_thirteen_parks():
    assert too_many(["P"] * 13, CLASSIC, 4) == []
    assert too_many(["P"] * 13, EXPERT, 4) == []


# What the buildings bring ---------------------------------------------------------------------------------------------


def row(cells, mission):
    """A city with these buildings in its first row."""
    mode = MISSIONS[mission].rules.mode
    return "".join(cells + ["-"] * (BOARDS[mode].columns - len(cells))) + EMPTY[mode][: -(BOARDS[mode].columns + 1)]


# Buildings of a city: fewest and most Inhabitants, fewest and most Energy Units that its tiles can bring together.
# Classic towers bring 1 (ten of them), 2 (twelve) or 3 (four); Factories 1 (five), 2 (seven) or 3 (four);
# Harbors without VP are four of 2 Inhabitants, three of 2 Energy Units and six of one each.
# Expert: towers 6, 14 and 6; Factories 1, 9 and 5; Harbors 3, 3 and 7.
BRINGS = [
    (CLASSIC, ["P", "S"], (0, 0), (0, 0)),
    (CLASSIC, ["U", "U1", "U2"], (0, 0), (0, 0)),
    (CLASSIC, ["H1", "H2", "H3"], (0, 0), (0, 0)),
    (CLASSIC, ["T"], (1, 3), (0, 0)),
    (CLASSIC, ["T*"], (1, 1), (0, 0)),
    (CLASSIC, ["T2*"], (2, 4), (0, 0)),
    (CLASSIC, ["T4"], (4, 12), (0, 0)),
    (CLASSIC, ["T4", "T"], (5, 14), (0, 0)),
    (CLASSIC, ["T4", "T4", "T3"], (12, 26), (0, 0)),
    (CLASSIC, ["F"], (0, 0), (1, 3)),
    (CLASSIC, ["F", "F", "F", "F"], (0, 0), (4, 12)),
    (EXPERT, ["F", "F"], (0, 0), (3, 6)),
    (EXPERT, ["F", "F", "F", "F", "F"], (0, 0), (9, 15)),
    (EXPERT, ["O5", "M"], (0, 0), (0, 0)),
    (EXPERT, ["T5", "T2"], (8, 20), (0, 0)),
    (CLASSIC, ["H"], (0, 2), (0, 2)),
    (CLASSIC, ["H", "H", "H", "H"], (1, 8), (0, 7)),
    (EXPERT, ["H", "H", "H", "H"], (1, 7), (1, 7)),
    (2, ["G", "G"], (2, 2), (0, 0)),
    (10, ["G", "T"], (2, 4), (0, 0)),
    (9, ["G"], (2, 2), (0, 0)),
    (9, ["T"], (2, 6), (0, 0)),
    (9, ["T4", "F"], (8, 24), (1, 3)),
    (6, ["T*"], (1, 2), (0, 1)),
    (6, ["T"], (1, 3), (0, 0)),
    (6, ["T3**"], (3, 7), (0, 2)),
]


@pytest.mark.parametrize(
    ("mission", "cells", "inhabitants", "energy"),
    [pytest.param(*case, id=f"mission {case[0]}, {' '.join(case[1])}") for case in BRINGS],
)
def test_the_resources_are_those_the_buildings_can_bring(mission, cells, inhabitants, energy):
    grid = row(cells, mission)
    possible = {
        (count, units)
        for count in range(inhabitants[1] + 2)
        for units in range(energy[1] + 2)
        if findings(f"{grid} {count}i{units}e", mission) == []
    }
    assert (min(count for count, _ in possible), max(count for count, _ in possible)) == inhabitants
    assert (min(units for _, units in possible), max(units for _, units in possible)) == energy


@pytest.mark.parametrize(
    ("text", "mission", "mentioned"),
    [
        pytest.param("TTTT/----/----/---- 3i0e", CLASSIC, ("3 Inhabitants", "4 to 12"), id="too few Inhabitants"),
        pytest.param("TTTT/----/----/---- 13i0e", CLASSIC, ("13 Inhabitants", "4 to 12"), id="too many Inhabitants"),
        pytest.param("FF--/----/----/---- 0i1e", CLASSIC, ("1 Energy Unit", "2 to 6"), id="too little energy"),
        pytest.param("FF--/----/----/---- 0i7e", CLASSIC, ("7 Energy Units", "2 to 6"), id="too much energy"),
        pytest.param("TTTT/----/----/---- 7i0e", 9, ("7 Inhabitants", "8 to 24"), id="doubled in mission 9"),
        pytest.param("T*----/-----/-----/----- 3i1e", 6, ("3 Inhabitants", "1 to 2"), id="one offer in mission 6"),
        pytest.param("HH--/----/----/---- 1i1e", CLASSIC, ("1 Inhabitants and 1 Energy", "together"), id="two Harbors"),
    ],
)
def test_resources_the_buildings_cannot_bring_are_impossible(text, mission, mentioned):
    one(findings(text, mission), IMPOSSIBLE, None, *mentioned)


def test_inhabitants_and_energy_are_judged_each():
    found = findings("TF--/----/----/---- 4i4e")
    assert [finding.severity for finding in found] == [IMPOSSIBLE, IMPOSSIBLE]
    assert "Inhabitants" in said(found[0])
    assert "Energy" in said(found[1])


@pytest.mark.parametrize(
    ("supply", "possible"),
    [
        pytest.param("2i0e", True, id="2 Inhabitants"),
        pytest.param("1i1e", True, id="one of each"),
        pytest.param("0i2e", True, id="2 Energy Units"),
        pytest.param("1i0e", False, id="one piece"),
        pytest.param("2i1e", False, id="three pieces"),
        pytest.param("2i2e", False, id="four pieces"),
    ],
)
def test_a_harbor_without_vp_brings_two_pieces(supply, possible):
    assert (findings(f"H---/----/----/---- {supply}") == []) == possible


# The offer: one Inhabitant and one Energy Unit, both or neither (D9).
@pytest.mark.parametrize(
    ("supply", "possible"),
    [
        pytest.param("2i0e", True, id="declined twice"),
        pytest.param("3i1e", True, id="taken once"),
        pytest.param("4i2e", True, id="taken twice"),
        pytest.param("3i0e", False, id="only the Inhabitant"),
        pytest.param("2i1e", False, id="only the Energy Unit"),
        pytest.param("4i1e", False, id="two Inhabitants, one Energy Unit"),
    ],
)
def test_the_mayors_favor_is_taken_whole_or_not_at_all(supply, possible):
    assert (findings(f"T2**----/-----/-----/----- {supply}", 6) == []) == possible
    # Nobody else offers it.
    assert (findings(f"T2**----/-----/-----/----- {supply}", 7) == []) == (supply == "2i0e")


def test_doubled_inhabitants_are_an_even_number():
    assert findings("T---/----/----/---- 4i0e", 9) == []
    one(findings("T---/----/----/---- 3i0e", 9), IMPOSSIBLE, None, "3 Inhabitants")


def test_a_city_with_more_than_the_box_is_not_asked_where_its_resources_came_from():
    assert [finding.severity for finding in findings("MMM--/-----/-----/----- 9i9e", EXPERT, 2)] == [MORE_THAN_BOX]


# A tile brings at most 3 Inhabitants or Energy Units. Fifteen tiles of sixteen: one was discarded.
FIFTEEN = "T4T4T4P/PP--/----/----"


@pytest.mark.parametrize(
    ("supply", "mission", "house_rules", "possible"),
    [
        pytest.param("28i0e", CLASSIC, None, True, id="rulebooks, the most the buildings bring"),
        pytest.param("29i0e", CLASSIC, None, False, id="rulebooks, one more"),
        pytest.param("28i1e", CLASSIC, None, False, id="rulebooks, an Energy Unit"),
        pytest.param("31i0e", CLASSIC, DISCARDED_TOO, True, id="house rule, 3 Inhabitants more"),
        pytest.param("28i3e", CLASSIC, DISCARDED_TOO, True, id="house rule, 3 Energy Units"),
        pytest.param("32i0e", CLASSIC, DISCARDED_TOO, False, id="house rule, 4 Inhabitants more"),
        pytest.param("28i4e", CLASSIC, DISCARDED_TOO, False, id="house rule, 4 Energy Units"),
        pytest.param("13i0e", CLASSIC, DISCARDED_TOO, False, id="house rule, fewer than the buildings bring"),
        pytest.param("62i0e", 9, DISCARDED_TOO, True, id="house rule, doubled"),
        pytest.param("63i0e", 9, DISCARDED_TOO, False, id="house rule, more than doubled"),
    ],
)
def test_discarded_tiles_bring_something_only_by_house_rule(supply, mission, house_rules, possible):
    # Twelve floors bring 4*3 + 8*2 = 28 Inhabitants at the most, 10*1 + 2*2 = 14 at the least.
    found = findings(f"{FIFTEEN} {supply}", mission, 4, house_rules)
    assert (found == []) == possible
    if not possible:
        assert [finding.severity for finding in found] == [IMPOSSIBLE]
        assert [finding.decision for finding in found] == ["D2" if house_rules else None]


def test_whoever_built_a_tile_each_turn_discarded_none():
    assert findings("T4T4T4P/PPP-/----/---- 29i0e", house_rules=DISCARDED_TOO) != []


# The pieces in the box ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("supply", "mentioned"),
    [
        pytest.param("65i50e", None, id="all pieces"),
        pytest.param("66i0e", ("66 Inhabitants", "65"), id="66 Inhabitants"),
        pytest.param("0i51e", ("51 Energy Units", "50"), id="51 Energy Units"),
    ],
)
def test_the_box_holds_65_inhabitants_and_50_energy_units(supply, mentioned):
    found = [finding for finding in findings(f"T---/----/----/---- {supply}") if finding.severity is MORE_THAN_BOX]
    if mentioned:
        one(found, MORE_THAN_BOX, None, *mentioned)
    else:
        assert found == []


def test_where_inhabitants_are_doubled_other_markers_help_out():
    # 22 towers bring 4*3 + 12*2 + 6*1 = 42 at the most, doubled 84.
    cities = [City.parse("T4T4T4-/----/----/---- 42i0e"), City.parse("T4T4T2-/----/----/---- 42i0e")]
    assert audit_game(cities, MISSIONS[9], 4) == []


# All cities of a game -------------------------------------------------------------------------------------------------


def test_cities_that_are_fine_alone_can_be_too_many_shops_together():
    cities = [City.parse("SSSS/S---/----/---- 0i0e"), City.parse("SSSS/----/----/---- 0i0e")]
    assert all(findings(str(city), players=2) == [] for city in cities)
    one(audit_game(cities, MISSIONS[CLASSIC], 2), MORE_THAN_BOX, None, "9", "Shop", "8")
    assert audit_game(cities, MISSIONS[CLASSIC], 4) == []


def test_cities_that_are_fine_alone_can_have_too_many_inhabitants_together():
    # Only four towers in the box bring 3: one city may have them all, two may not.
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


def test_what_players_discarded_is_unknown_for_each_of_them():
    # Two cities of fifteen tiles: two discarded tiles, at most 6 Energy Units.
    game = [City.parse("FFFF/SSSS/PPPH2/UUU- 0i8e"), City.parse("FFFF/SSSS/PPPH2/U2U2U- 0i8e")]
    assert audit_game(game, MISSIONS[CLASSIC], 4, DISCARDED_TOO) == []
    # Eight Factories bring 4*3 + 4*2 = 20 at the most.
    game = [City.parse(str(city).replace("8e", "13e")) for city in game]
    assert audit_game(game, MISSIONS[CLASSIC], 4, DISCARDED_TOO) == []
    game = [*game[1:], City.parse(str(game[0]).replace("13e", "14e"))]
    one(audit_game(game, MISSIONS[CLASSIC], 4, DISCARDED_TOO), IMPOSSIBLE, None, "27 Energy Units", "to 26")


# No false alarm -------------------------------------------------------------------------------------------------------


def offered(rng, mission, players, number):
    """The tiles face-up in a round, with its Playground in place of one of its Parks."""
    rules = MISSIONS[mission].rules
    tiles = list(possibly_face_up(rules.mode, players, number))
    parks = [tile for tile in tiles if tile.kind is Kind.PARK]
    swaps = [playground for playground in playgrounds(rules.mode) if playground.round == number]
    if rules.playgrounds and swaps and parks and (swaps[0].is_certain or rng.random() < 0.5):
        tiles.remove(parks[0])
        tiles.append(parks[0]._replace(kind=Kind.PLAYGROUND, inhabitants=PLAYGROUND_INHABITANTS))
    return tiles


class DealtCity:
    """A city in the making; where a tile stands does not matter to the box."""

    def __init__(self, board):
        self.board = board
        self.squares = [None] * len(board)
        self.mayors = self.inhabitants = self.energy = 0

    def build(self, rng, tile):
        """Put a tile on a stack or an empty square; False where there is no room."""
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
    """A city for each player, from tiles that can lie face-up, and every offer accepted or not."""
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
        # More pieces than the box holds can come together by house rule or favor, and are then rightly found.
        found = audit_game(game, MISSIONS[mission], players, house_rules)
        pieces = sum(city.inhabitants for city in game), sum(city.energy for city in game)
        if pieces[0] <= 65 and pieces[1] <= 50:
            assert found == [], game


def test_dealt_cities_stack_and_discard_and_fill_the_board():
    # Else the test above would show little.
    rng = dice("dealt")
    cities = [dealt.city(1, 0) for _ in range(20) for dealt in dealt_game(rng, EXPERT, 4, keep_discarded=False)]
    tiles = [city.tiles for city in cities]
    assert min(tiles) < 20 == max(tiles)
    assert max(building.floors for city in cities for building in city.squares if building) == 5


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "text", [pytest.param(city["city"], id=f"{number}") for number, city in enumerate(REAL_CITIES, start=1)]
)
def test_no_real_city_raises_an_alarm(text, players):
    assert findings(text, 10, players) == []


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


def test_marked_mayor_tiles_are_not_counted_again_among_the_others():
    # Three Mayor tiles and the seven other towers of one Inhabitant, then six of two: 3 + 7 * 1 + 6 * 2 at least.
    assert findings("T4***T4T4T4/----/----/---- 22i0e") == []
    one(findings("T4***T4T4T4/----/----/---- 21i0e"), IMPOSSIBLE, None, "21 Inhabitants", "22 to")


@pytest.mark.parametrize(
    ("text", "square"),
    [
        pytest.param("U2U2U2U2/U2U--/----/---- 0i0e", "A2", id="too many of a printed value"),
        pytest.param("T4****T--/----/----/---- 5i0e", "A1", id="too many Mayor tiles"),
    ],
)
def test_a_finding_points_at_a_tile_there_are_too_many_of(text, square):
    assert [finding.square for finding in findings(text)] == [square]


@pytest.mark.parametrize(
    ("text", "mission"),
    [
        pytest.param("T*----/-----/-----/----- 2i0e", 6, id="half an offer taken"),
        pytest.param("T---/----/----/---- 3i0e", 9, id="an odd number where all are doubled"),
    ],
)
def test_no_harbor_is_blamed_where_there_is_none(text, mission):
    (finding,) = findings(text, mission)
    assert finding.severity is IMPOSSIBLE
    assert "Harbor" not in said(finding)


def test_playgrounds_alone_can_be_too_many():
    found = findings("GGGG/GGGG/GGGG/GG-- 14i0e", 2)
    one(found, MORE_THAN_BOX, "B4", "14", "Playground", "only 4")
