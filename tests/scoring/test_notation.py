"""Test the notation against docs/notation.md: grammar, canonical form, and the errors for texts that are no city."""

from ast import literal_eval
from pathlib import Path

import pytest

from scoring import (
    MISSIONS,
    Allocation,
    AllocationError,
    Building,
    City,
    Kind,
    Mode,
    NotationError,
    ScoringError,
    score,
    settle,
)
from tests.scoring.example import CATEGORIES, SETTLED, UNSETTLED
from tests.tables import sections

NO_CITY = "no city: text, position, word, case"
EXPERT = "O2OS-T2/FO2MPU2/HFSTP/H2H--U 11i7e"
EXPERT_SETTLED = "O2OS-T2/FO2MPU2/HFSTP/H2H--U 11i7e ++1.+/+++++/++0++/++..+"


def building_on(square, text):
    city = City.parse(text)
    return city.squares[city.board.names.index(square)]


@pytest.mark.parametrize(
    ("square", "kind", "floors", "vp"),
    [
        pytest.param("A1", Kind.TOWER_BLOCK, 3, 0, id="T3 is a Tower Block of 3 floors"),
        pytest.param("B1", Kind.SHOP, 1, 0, id="S is a Shop"),
        pytest.param("C1", Kind.PUBLIC_SERVICE, 1, 1, id="U1 is a Public Service with 1 VP"),
        pytest.param("A2", Kind.PARK, 1, 0, id="P is a Park"),
        pytest.param("C2", Kind.FACTORY, 1, 0, id="F is a Factory"),
        pytest.param("D2", Kind.HARBOR, 1, 2, id="H2 is a Harbor with 2 VP"),
    ],
)
def test_letters_and_digits_of_a_classic_city(square, kind, floors, vp):
    building = building_on(square, UNSETTLED)
    assert (building.kind, building.floors, building.vp, building.mayors) == (kind, floors, vp, 0)


def test_a_dash_is_an_empty_square():
    assert building_on("D1", UNSETTLED) is None
    assert building_on("D4", UNSETTLED) is None


@pytest.mark.parametrize(
    ("square", "kind", "floors"),
    [
        pytest.param("A1", Kind.OFFICE_TOWER, 2, id="O2 is an Office Tower of 2 floors"),
        pytest.param("B1", Kind.OFFICE_TOWER, 1, id="O is an Office Tower of 1 floor"),
        pytest.param("C2", Kind.MONUMENT, 1, id="M is a Monument"),
        pytest.param("D3", Kind.TOWER_BLOCK, 1, id="T is a Tower Block of 1 floor"),
    ],
)
def test_letters_of_an_expert_city(square, kind, floors):
    building = building_on(square, EXPERT)
    assert (building.kind, building.floors) == (kind, floors)


def test_g_is_a_playground():
    assert building_on("A1", "G---/----/----/---- 1i0e").kind == Kind.PLAYGROUND


def test_rows_of_four_make_a_classic_city_and_rows_of_five_an_expert_city():
    assert City.parse(UNSETTLED).board.mode == Mode.CLASSIC
    assert City.parse(EXPERT).board.mode == Mode.EXPERT
    assert (len(City.parse(UNSETTLED).squares), len(City.parse(EXPERT).squares)) == (16, 20)


@pytest.mark.parametrize(
    ("cell", "floors", "mayors"),
    [
        pytest.param("T", 1, 0, id="no Mayor tile"),
        pytest.param("T*", 1, 1, id="the only floor"),
        pytest.param("T3*", 3, 1, id="1 of 3 floors"),
        pytest.param("T3**", 3, 2, id="2 of 3 floors"),
        pytest.param("T4****", 4, 4, id="all 4 floors"),
    ],
)
def test_stars_count_the_mayor_tiles_of_a_stack(cell, floors, mayors):
    building = building_on("A1", f"{cell}---/----/----/---- 4i1e")
    assert (building.kind, building.floors, building.mayors) == (Kind.TOWER_BLOCK, floors, mayors)


def test_the_supply_is_every_inhabitant_and_energy_unit():
    city = City.parse(UNSETTLED)
    assert (city.inhabitants, city.energy) == (12, 5)


def test_a_city_without_marks_is_unsettled():
    assert City.parse(UNSETTLED).allocation is None


def test_a_city_with_marks_is_settled():
    assert str(City.parse(SETTLED).allocation) == "+4+./e.++/..../...."


@pytest.mark.parametrize(
    ("cell", "digit"),
    [
        *(pytest.param(f"T{digit}", digit, id=f"T{digit}") for digit in range(1, 6)),
        *(pytest.param(f"O{digit}", digit, id=f"O{digit}") for digit in range(1, 6)),
    ],
)
def test_expert_stacks_have_up_to_5_floors(cell, digit):
    assert building_on("A1", f"{cell}----/-----/-----/----- 1i1e").floors == digit


@pytest.mark.parametrize(
    ("cell", "vp"),
    [
        pytest.param(f"{letter}{vp}", vp, id=f"{letter}{vp}")
        for letter, top in (("U", 2), ("H", 3))
        for vp in range(top + 1)
    ],
)
def test_public_services_and_harbors_have_printed_points(cell, vp):
    assert building_on("A1", f"{cell}---/----/----/---- 1i0e").vp == vp


ROUND_TRIPS = [
    pytest.param(UNSETTLED, id="the contract's unsettled city"),
    pytest.param(SETTLED, id="the contract's settled city"),
    pytest.param(EXPERT, id="an Expert city"),
    pytest.param(EXPERT_SETTLED, id="a settled Expert city"),
    pytest.param("----/----/----/---- 0i0e", id="an empty Classic city"),
    pytest.param("-----/-----/-----/----- 0i0e", id="an empty Expert city"),
    pytest.param("----/----/----/---- 0i0e ..../..../..../....", id="an empty settled city"),
    pytest.param("T3**T2*T*T/UU1U2G/HH1H2H3/SFP- 65i50e", id="every Classic building"),
    pytest.param("TT2T3T4T5/OO2O3O4O5/T5*****UU1U2M/HH1H2H3G 65i50e", id="every Expert stack"),
    pytest.param("SSSS/----/----/---- 10i4e 0123/..../..../....", id="every number of Customers"),
    pytest.param("SS---/P----/G----/M---- 9i4e 45.../e..../+..../+....", id="every mark in Expert"),
]


@pytest.mark.parametrize("text", ROUND_TRIPS)
def test_a_canonical_text_comes_back_as_it_was(text):
    assert str(City.parse(text)) == text


@pytest.mark.parametrize("text", ROUND_TRIPS)
def test_a_printed_city_reads_as_the_same_city(text):
    city = City.parse(text)
    assert City.parse(str(city)) == city


@pytest.mark.parametrize("text", ROUND_TRIPS)
def test_repr_is_the_call_that_rebuilds_the_city(text):
    city = City.parse(text)
    assert eval(repr(city), {"City": City}) == city  # noqa: S307 - the engine's own text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        pytest.param("T1---/----/----/---- 1i1e", "T---/----/----/---- 1i1e", id="one floor"),
        pytest.param("T1*---/----/----/---- 1i1e", "T*---/----/----/---- 1i1e", id="one floor with the Mayor"),
        pytest.param("U0---/----/----/---- 1i1e", "U---/----/----/---- 1i1e", id="a Public Service without VP"),
        pytest.param("H0---/----/----/---- 1i1e", "H---/----/----/---- 1i1e", id="a Harbor without VP"),
        pytest.param("O1----/-----/-----/----- 1i1e", "O----/-----/-----/----- 1i1e", id="one office floor"),
        pytest.param(
            "T1U0H0-/----/----/---- 2i1e +++./..../..../....",
            "TUH-/----/----/---- 2i1e +++./..../..../....",
            id="and the marks stay",
        ),
    ],
)
def test_default_digits_are_not_printed(text, canonical):
    assert str(City.parse(text)) == canonical
    assert City.parse(text) == City.parse(canonical)


@pytest.mark.parametrize(
    ("building", "cell"),
    [
        pytest.param(Building(Kind.TOWER_BLOCK), "T", id="1 floor"),
        pytest.param(Building(Kind.TOWER_BLOCK, floors=3, mayors=1), "T3*", id="3 floors, 1 Mayor tile"),
        pytest.param(Building(Kind.SHOP), "S", id="Shop"),
        pytest.param(Building(Kind.PUBLIC_SERVICE, vp=2), "U2", id="Public Service, 2 VP"),
        pytest.param(Building(Kind.PARK), "P", id="Park"),
        pytest.param(Building(Kind.PLAYGROUND), "G", id="Playground"),
        pytest.param(Building(Kind.FACTORY), "F", id="Factory"),
        pytest.param(Building(Kind.HARBOR), "H", id="Harbor without VP"),
        pytest.param(Building(Kind.OFFICE_TOWER, floors=5), "O5", id="Office Tower, 5 floors"),
        pytest.param(Building(Kind.MONUMENT), "M", id="Monument"),
    ],
)
def test_a_building_is_written_as_in_a_city(building, cell):
    assert str(building) == cell
    assert building_on("A1", f"{cell}----/-----/-----/----- 0i0e") == building


def test_an_allocation_is_read_and_printed_on_its_own():
    assert str(Allocation.parse("+4+./e.++/..../....")) == "+4+./e.++/..../...."
    assert Allocation.parse("+4+./e.++/..../....") == City.parse(SETTLED).allocation


@pytest.mark.parametrize(
    ("text", "position"),
    [
        pytest.param("", 0, id="no text"),
        pytest.param("+4+./e.x+/..../....", 7, id="unknown mark"),
        pytest.param("+4+./e.++/....", 14, id="3 rows"),
        pytest.param("+4+./e.++/..../...", 18, id="the last mark missing"),
        pytest.param("+4+./e.++/..../.....", 19, id="a mark too many"),
    ],
)
def test_wrong_marks_alone_are_refused_at_the_first_mistake(text, position):
    with pytest.raises(NotationError) as caught:
        Allocation.parse(text)
    assert caught.value.position == position


def test_the_contracts_example_is_settled_as_written():
    city = City.parse(UNSETTLED)
    assert str(settle(city, MISSIONS[1].rules)) == "+4+./e.++/..../...."


def test_the_contracts_example_scores_as_written():
    city = City.parse(UNSETTLED)
    rules = MISSIONS[1].rules
    sheet = score(city, settle(city, rules), rules)
    assert sheet.total == 16
    assert sheet.categories == CATEGORIES
    assert sheet.tiebreak.inhabitants_on_buildings == 7
    assert sheet.tiebreak.empty_squares == 10


def test_the_contracts_example_explains_its_tower_block():
    city = City.parse(SETTLED)
    lines = score(city, city.allocation, MISSIONS[1].rules).lines
    (line,) = (line for line in lines if line.category == "tower_block")
    assert (list(line.squares), line.vp) == (["A1"], 6)
    assert "3 floors" in line.reason


def test_a_text_that_is_no_city_is_refused_at_the_first_mistake():
    for text, position, mentions, case in sections(Path(__file__).with_name("refusals.txt"))[NO_CITY]:
        with pytest.raises(NotationError) as caught:
            City.parse(literal_eval(text))
        assert caught.value.position == int(position), case
        assert literal_eval(mentions) in str(caught.value), case


@pytest.mark.parametrize("cell", ["T12", "T01", "U00", "U01", "H12"])
def test_a_building_has_one_digit_at_most(cell):
    with pytest.raises(NotationError) as caught:
        City.parse(f"{cell}---/----/----/---- 1i1e")
    # The error may name one of two positions: the start of the number, or its second digit.
    assert caught.value.position in (1, 2)


@pytest.mark.parametrize("row", [2, 3, 4])
def test_a_row_of_another_length_is_named_by_its_number(row):
    rows = ["----"] * 4
    rows[row - 1] = "---"
    with pytest.raises(NotationError, match=f"{row}"):
        City.parse(f"{'/'.join(rows)} 1i1e")
    with pytest.raises(NotationError, match=f"{row}"):
        City.parse(f"----/----/----/---- 1i1e {'/'.join(rows).replace('-', '.')}")


def test_the_error_about_too_many_floors_names_the_limit_of_the_mode():
    with pytest.raises(NotationError, match="4"):
        City.parse("T5---/----/----/---- 1i1e")
    with pytest.raises(NotationError, match="5"):
        City.parse("T6----/-----/-----/----- 1i1e")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("----/---S1/----/---- 1i1e", id="digit on a Shop"),
        pytest.param("----/---O/----/---- 1i1e", id="Office Tower in Classic"),
        pytest.param("----/---U3/----/---- 1i1e", id="too many VP"),
        pytest.param("----/---T5/----/---- 1i1e", id="too many floors"),
        pytest.param("----/---F*/----/---- 1i1e", id="Mayor mark on a Factory"),
        pytest.param("----/---T**/----/---- 1i1e", id="too many Mayor tiles"),
    ],
)
def test_the_error_about_an_impossible_building_names_its_square(text):
    with pytest.raises(NotationError, match="D2"):
        City.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("T3SU1-/P-FH2/----/---- 12i5e ", id="space behind the supply"),
        pytest.param("T---/----/----/---- 1i1e +.../..../..../.... ", id="space behind the marks"),
        pytest.param("T---/----/----/---- 1i1e +.../..../..../.... 16", id="text behind the marks"),
        pytest.param("T---/----/----/---- 1i1e +.../..../..../.... +.../..../..../....", id="marks twice"),
    ],
)
def test_text_after_a_city_is_refused_at_its_beginning(text):
    with pytest.raises(NotationError) as caught:
        City.parse(text)
    whole = text.rstrip() if text.endswith(" ") else "T---/----/----/---- 1i1e +.../..../..../...."
    # The error may name one of two positions: the separator, or the character after it.
    assert caught.value.position in (len(whole), len(whole) + 1)


def test_a_text_of_more_than_200_characters_is_not_even_read():
    with pytest.raises(NotationError) as caught:
        City.parse("-" * 200)
    assert caught.value.position == 5  # the first row is already too long
    with pytest.raises(NotationError, match="200") as caught:
        City.parse("-" * 201)
    assert caught.value.position == 200


def test_every_refusal_is_a_scoring_error_and_a_value_error():
    for error in (NotationError, AllocationError):
        assert issubclass(error, ScoringError)
        assert issubclass(error, ValueError)
