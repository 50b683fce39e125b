"""Test the errors about numbers of Inhabitants and Energy Units that a city's buildings cannot bring."""

import pytest

from scoring import MISSIONS, City, audit_game
from scoring.boards import BOARDS
from tests.scoring.box import (
    CLASSIC,
    DISCARDED_TOO,
    EMPTY,
    EXPERT,
    IMPOSSIBLE,
    MORE_THAN_BOX,
    findings,
    one,
    said,
)


def row(cells, mission):
    """Return the grid of a city with these buildings in its first row, without the supply."""
    mode = MISSIONS[mission].rules.mode
    return "".join(cells + ["-"] * (BOARDS[mode].columns - len(cells))) + EMPTY[mode][: -(BOARDS[mode].columns + 1)]


# (mission, buildings, (fewest, most) Inhabitants that the buildings bring, (fewest, most) Energy Units that they bring)
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
def test_only_resources_that_the_buildings_can_bring_are_possible(mission, cells, inhabitants, energy):
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


def test_inhabitants_and_energy_units_get_separate_findings():
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


# In mission 6, a player who builds a Mayor tile takes an Inhabitant and an Energy Unit, or nothing (decision D9 in
# docs/rules.md).
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
    # In mission 7, Mayor tiles bring nothing extra. The two tiles of the tower bring exactly one Inhabitant each.
    assert (findings(f"T2**----/-----/-----/----- {supply}", 7) == []) == (supply == "2i0e")


def test_doubled_inhabitants_are_an_even_number():
    assert findings("T---/----/----/---- 4i0e", 9) == []
    one(findings("T---/----/----/---- 3i0e", 9), IMPOSSIBLE, None, "3 Inhabitants")


def test_the_resources_of_a_city_with_more_tiles_than_the_box_are_not_checked():
    assert [finding.severity for finding in findings("MMM--/-----/-----/----- 9i9e", EXPERT, 2)] == [MORE_THAN_BOX]


# A Classic city of 15 tiles. One of the player's 16 tiles was discarded, and brought at most 3 of one resource.
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
    # The twelve tower tiles bring 14 to 28 Inhabitants.
    found = findings(f"{FIFTEEN} {supply}", mission, 4, house_rules)
    assert (found == []) == possible
    if not possible:
        assert [finding.severity for finding in found] == [IMPOSSIBLE]
        assert [finding.decision for finding in found] == ["D2" if house_rules else None]


def test_a_player_who_built_a_tile_each_turn_discarded_none():
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


def test_a_mission_that_doubles_inhabitants_may_need_more_than_the_box_holds():
    # The 22 tower tiles bring at most 42 Inhabitants, which the mission doubles to 84.
    cities = [City.parse("T4T4T4-/----/----/---- 42i0e"), City.parse("T4T4T2-/----/----/---- 42i0e")]
    assert audit_game(cities, MISSIONS[9], 4) == []


def test_marked_mayor_tiles_are_not_counted_again_among_the_others():
    # At most ten of the sixteen tower tiles bring 1 Inhabitant, and the other six at least 2. The minimum is 22.
    assert findings("T4***T4T4T4/----/----/---- 22i0e") == []
    one(findings("T4***T4T4T4/----/----/---- 21i0e"), IMPOSSIBLE, None, "21 Inhabitants", "22 to")


@pytest.mark.parametrize(
    ("text", "mission"),
    [
        pytest.param("T*----/-----/-----/----- 2i0e", 6, id="half an offer taken"),
        pytest.param("T---/----/----/---- 3i0e", 9, id="an odd number in a mission that doubles"),
    ],
)
def test_a_finding_about_a_city_without_harbors_names_no_harbor(text, mission):
    (finding,) = findings(text, mission)
    assert finding.severity is IMPOSSIBLE
    assert "Harbor" not in said(finding)
