"""Test the special Public Services whose VP the engine computes, by cases that were counted by hand."""

from pathlib import Path

import pytest

from scoring import (
    City,
    HouseRules,
    Mode,
    NotationError,
    Rules,
    audit,
    audit_game,
    best_swap,
    score,
    settle,
    tile_worths,
    total,
)
from scoring.kinds import SPECIALS, Special
from scoring.missions import Mission
from scoring.settling import best_total
from tests.scoring.box import MORE_THAN_BOX, UNUSUAL, one
from tests.tables import sections

EXPERT = Mission.parse("expert services")
NAMED = [special for special in Special if SPECIALS[special].is_one]
# The VP of Public Services in 1 and 2 districts.
ONE, TWO = 2, 5


def sheet_of(text):
    city = City.parse(text)
    allocation = city.allocation or settle(city, EXPERT.rules)
    sheet = score(city, allocation, EXPERT.rules)
    assert total(city, allocation, EXPERT.rules) == sheet.total
    return sheet


def services(text):
    return sheet_of(text).categories["public_service"]


def receipts(text, name):
    return [(line.squares, line.reason, line.vp) for line in sheet_of(text).lines if name in line.reason]


# The VP of each tile --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", sections(Path(__file__).with_name("services.txt")).values())
def test_a_tile_brings_what_it_counts(rows):
    found = {case: services(text) for text, _vp, case in rows}
    assert found == {case: sum(map(int, vp.split("+"))) for _text, vp, case in rows}


# Translates a grid into an allocation in which only Factories and Parks are active.
IDLE = str.maketrans("BDFP-", "..++.")

FULL = "PPGPP/PPMPP/PPPPP/PPPPP 1i0e"


def test_the_sheet_names_the_decision_about_playgrounds():
    assert [note.decision for note in sheet_of("DPG--/-----/-----/----- 2i0e").notes] == ["D25"]
    for text in ("DP---/-----/-----/----- 2i0e", "UPG--/-----/-----/----- 2i0e"):
        assert sheet_of(text).notes == ()


@pytest.mark.parametrize(
    ("line", "vp", "note"),
    [
        pytest.param("expert playgrounds services", ONE + 1, "House rule: “Park District” counts only Parks", id="on"),
        pytest.param(
            "expert services", ONE + 2, "“Park District”: a Playground counts", id="no Playgrounds are played"
        ),
    ],
)
def test_by_a_house_rule_a_park_district_counts_only_parks(line, vp, note):
    rules = Rules.parse(line).with_house_rules(HouseRules(park_district_parks_only=True))
    city = City.parse("DPG--/-----/-----/----- 2i0e")
    sheet = score(city, settle(city, rules), rules)
    assert sheet.categories["public_service"] == vp
    assert [(found.decision, str(found.message).startswith(note)) for found in sheet.notes] == [("D25", True)]


def test_the_house_rule_about_a_park_district_changes_no_other_rules():
    for line in ("classic playgrounds services", "expert services", "expert playgrounds", "classic playgrounds"):
        rules = Rules.parse(line)
        changed = rules.with_house_rules(HouseRules(park_district_parks_only=True))
        assert changed.points == rules.points


@pytest.mark.parametrize("letter", ["W", "E"])
def test_tiles_that_bring_resources_bring_no_vp(letter):
    assert services(f"{letter}----/-----/-----/----- 1i0e") == ONE
    assert services(f"{letter}---U2/-----/-----/----- 2i0e") == TWO + 2
    assert services(f"{letter}----/-----/-----/----- 0i0e") == 0


# The lines of the score sheet -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "lines"),
    [
        ("CU--U/-----/-----/----- 3i0e", "City Hall", [(("A1", "B1", "E1"), "“City Hall”: 3 Public Services", 3)]),
        ("LT-T-/-----/-----/----- 1i2e", "School", [(("A1", "B1", "D1"), "“School”: 2 Tower Blocks", 2)]),
        ("L----/-----/-----/----- 1i0e", "School", [(("A1",), "“School”: 0 Tower Blocks", 0)]),
        (
            "BF---/F----/-----/----- 4i0e",
            "Fire Station",
            [(("A1", "B1", "A2"), "“Fire Station”: 2 Factories beside it, 3 VP each", 6)],
        ),
        ("DP-G-/-----/-----/----- 2i0e", "Park District", [(("A1", "B1", "D1"), "“Park District”: 2 Parks", 2)]),
        (
            "NP---/PP---/-----/----- 1i0e",
            "City Planning",
            [(("A1", "B1", "A2", "B2"), "“City Planning”: 1 full district", 1)],
        ),
    ],
)
def test_a_receipt_names_the_tile_and_the_counted_buildings(text, name, lines):
    assert receipts(text, name) == lines


def test_a_full_city_has_a_receipt_of_its_own():
    found = receipts(FULL.replace("P", "N", 1), "City Planning")
    assert [(len(squares), reason, vp) for squares, reason, vp in found] == [
        (20, "“City Planning”: 5 full districts", 5),
        (1, "“City Planning”: every district is full", 1),
    ]


@pytest.mark.parametrize(
    ("text", "vp"),
    [
        pytest.param("C-U--/-----/-----/----- 0i0e", 3, id="City Hall: its district, and itself"),
        pytest.param("LT---/-----/-----/----- 0i1e", 3, id="School"),
        pytest.param("NP---/PP---/-----/----- 0i0e", 3, id="City Planning"),
    ],
)
def test_the_line_of_an_inactive_tile_gives_the_vp_it_would_have_brought(text, vp):
    reasons = [line.reason for line in sheet_of(text).lines]
    assert f"left without an Inhabitant; by itself it would have brought {vp} VP" in reasons


@pytest.mark.parametrize(
    ("text", "inhabitants", "vp"),
    [("BF---/-----/-----/----- 1i0e", 2, 2 + 3), ("D-PP-/-----/-----/----- 1i0e", 2, 2 + 2)],
)
def test_the_line_of_an_inactive_tile_names_the_inhabitants_it_lacks(text, inhabitants, vp):
    city = City.parse(text)
    idle = score(city, City.parse(f"{text} {text.partition(' ')[0].translate(IDLE)}").allocation, EXPERT.rules)
    reasons = [line.reason for line in idle.lines]
    assert f"left without its {inhabitants} Inhabitants; by itself it would have brought {vp} VP" in reasons


# Notation -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("special", NAMED)
def test_a_named_tile_is_a_letter_of_expert_mode(special):
    letter = SPECIALS[special].letter
    text = f"{letter}----/-----/-----/----- 1i0e"
    assert str(City.parse(text)) == text
    assert City.parse(text).squares[0].special is special
    for wrong, position in ((f"{letter}---/----/----/---- 1i0e", 0), (text.replace(letter, f"{letter}1"), 1)):
        with pytest.raises(NotationError) as caught:
            City.parse(wrong)
        assert caught.value.position == position


@pytest.mark.parametrize("special", NAMED)
def test_a_city_has_each_named_tile_at_most_once(special):
    letter = SPECIALS[special].letter
    with pytest.raises(NotationError, match="the expansion has only one") as caught:
        City.parse(f"{letter}-P--/-----/--{letter}--/----- 2i0e")
    assert caught.value.position == 14


def test_letters_are_different():
    letters = [facts.letter for facts in SPECIALS.values()]
    assert len(set(letters)) == len(letters)
    assert set(SPECIALS) == set(Special)


# The box check --------------------------------------------------------------------------------------------------------


def found_in(text, mission=EXPERT):
    return [finding for finding in audit(City.parse(text), mission, 4) if finding.severity is not UNUSUAL]


def test_a_game_has_each_named_tile_at_most_once():
    city = City.parse("C----/-----/-----/----- 0i0e")
    one(audit_game([city, city], EXPERT, 2), MORE_THAN_BOX, None, "2 tiles City Hall", "only one")
    other = City.parse("L----/-----/-----/----- 0i0e")
    assert audit_game([city, other], EXPERT, 2) == []


@pytest.mark.parametrize(
    ("text", "is_possible"),
    [
        pytest.param("C----/-----/-----/----- 0i0e", True, id="City Hall brings nothing"),
        pytest.param("C----/-----/-----/----- 1i0e", False, id="City Hall brings no Inhabitant"),
        pytest.param("W----/-----/-----/----- 3i0e", True, id="the Maternity Ward brings three"),
        pytest.param("W----/-----/-----/----- 0i0e", False, id="none are too few"),
        pytest.param("W----/-----/-----/----- 4i0e", False, id="four are too many"),
        pytest.param("E----/-----/-----/----- 0i3e", True, id="the Electric Utility brings three"),
        pytest.param("E----/-----/-----/----- 0i2e", False, id="two are too few"),
        pytest.param("WE---/-----/-----/----- 3i3e", True, id="both"),
        pytest.param("BD---/-----/-----/----- 0i0e", True, id="these bring nothing"),
        pytest.param("D----/-----/-----/----- 2i0e", False, id="the Park District brings nothing"),
        pytest.param("WEX--/-----/-----/----- 9i9e", True, id="no check beside a typed tile"),
    ],
)
def test_the_supply_that_named_tiles_bring_is_known(text, is_possible):
    assert (found_in(text) == []) is is_possible


def test_named_tiles_are_impossible_without_the_expansion():
    found = found_in("CL---/-----/-----/----- 0i0e", Mission.parse("expert"))
    assert [finding.square for finding in found] == ["A1", "B1"]


# Analysis -------------------------------------------------------------------------------------------------------------


def test_worths_and_swaps_count_the_vp_of_named_tiles():
    city = City.parse("N-PP-/PPP--/-----/----- 1i0e")
    # A1 brings 2 VP for its district, and saves the 1 VP that an unemployed Inhabitant costs
    assert tile_worths(city, EXPERT.rules)["A1"] == 3
    swap = best_swap(city, EXPERT.rules)
    assert swap.gain == 1
    assert best_total(swap.city, EXPERT.rules) == best_total(city, EXPERT.rules) + 1


def test_classic_mode_has_typed_tiles_only():
    assert [special for special in Special if Mode.CLASSIC in SPECIALS[special].highest] == [Special.TYPED]
    assert Rules.parse("classic services").services
