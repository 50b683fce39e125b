"""Test the squares where a tile can be built, and the resources of a built tile."""

from dataclasses import replace

import pytest

from scoring import MISSIONS, City, HouseRules
from scoring.drafts.mats import PlayerMat, Way
from tests.scoring.drafts.positions import tile


def mat_of(mission, city):
    mat = PlayerMat(MISSIONS[mission].rules)
    city = City.parse(city)
    mat.squares, mat.inhabitants, mat.energy = list(city.squares), city.inhabitants, city.energy
    return mat


@pytest.mark.parametrize(
    ("mission", "city", "kind", "number", "squares"),
    [
        pytest.param(1, "----/----/----/---- 0i0e", "park", 2, "B1 A2 B2 C2 D2 B3 B4", id="row and column, Classic"),
        pytest.param(
            1, "-P--/PPPP/-P--/---- 0i0e", "park", 2, "B4", id="only empty squares, whatever stands on the others"
        ),
        pytest.param(5, "-----/-----/-----/----- 0i0e", "shop", 4, "C1 B2 C2 E2 C3 A4 C4 E4", id="district and number"),
        pytest.param(
            1, "T---/----/----/---- 0i0e", "tower_block", 2, "A1:2 B1 A2 B2 C2 D2 B3 B4", id="floor 2 with #2"
        ),
        pytest.param(
            1,
            "T2---/----/----/---- 0i0e",
            "tower_block",
            4,
            "D1 D2 D3 A4 B4 C4 D4",
            id="a third floor needs #3, or an open square",
        ),
        pytest.param(
            1, "----/----/----/T2--- 0i0e", "tower_block", 4, "D1 D2 D3 A4:3 B4 C4 D4", id="on an open square"
        ),
        pytest.param(
            1, "T4---/----/----/---- 0i0e", "tower_block", 1, "B1 C1 D1 A2 A3 A4", id="four floors in Classic"
        ),
        pytest.param(5, "T5----/-----/-----/----- 0i0e", "tower_block", 1, "B1 C1 D1 A2 B2 A3 D3", id="five in Expert"),
        pytest.param(
            5, "O----/-----/-----/----- 0i0e", "tower_block", 1, "B1 C1 D1 A2 B2 A3 D3", id="another kind of stack"
        ),
        pytest.param(
            5,
            "--O4--/-----/-----/----- 0i0e",
            "office_tower",
            5,
            "C1:5 A2 D2 A3 B3 A4 B4 C4 D4",
            id="an Office Tower by its next floor",
        ),
        pytest.param(1, "PPPP/PPPP/PPPP/PPPP 0i0e", "park", 3, "", id="no room"),
    ],
)
def test_where_a_tile_can_be_built(mission, city, kind, number, squares):
    mat = mat_of(mission, city)
    names = mat.rules.board.names
    found = [names[way.square] + f":{way.floor}" * (way.floor > 1) for way in mat.ways(tile(kind), number)]
    assert found == squares.split()


def test_building_brings_the_printed_resources_and_the_offer():
    mat = mat_of(6, "-----/-----/-----/----- 1i1e")
    mat.build(tile("tower_block", inhabitants=1, mayor=True), Way(0, 1), offer=1)
    assert str(mat.city) == "T*----/-----/-----/----- 3i2e"


def test_a_tile_brings_twice_its_inhabitants_in_mission_9():
    mat = mat_of(9, "----/----/----/---- 0i0e")
    mat.build(tile("harbor", inhabitants=1, energy=1), Way(5, 1))
    assert str(mat.city) == "----/-H--/----/---- 2i1e"


def test_a_floor_keeps_the_mayor_tiles_below_it():
    mat = mat_of(1, "T2*---/----/----/---- 0i0e")
    mat.build(tile("tower_block", inhabitants=2), Way(0, 3))
    assert str(mat.city) == "T3*---/----/----/---- 2i0e"


@pytest.mark.parametrize(
    ("keeps", "supply"), [pytest.param(False, (0, 0), id="rulebooks"), pytest.param(True, (2, 1), id="D2")]
)
def test_a_discarded_tile_brings_resources_only_by_house_rule(keeps, supply):
    mat = PlayerMat(MISSIONS[1].rules.with_house_rules(replace(HouseRules(), keep_discarded=keeps)))
    mat.discard(tile("harbor", inhabitants=2, energy=1))
    assert (mat.inhabitants, mat.energy, mat.discarded) == (*supply, 1)
    assert not any(mat.squares)
