"""Test the squares where a tile can be built, and the resources of a built tile."""

from dataclasses import replace
from pathlib import Path

import pytest

from scoring import MISSIONS, City, HouseRules
from scoring.drafts.mats import PlayerMat, Way
from tests.scoring.drafts.positions import tile
from tests.tables import sections


def mat_of(mission, city):
    mat = PlayerMat(MISSIONS[mission].rules)
    city = City.parse(city)
    mat.squares, mat.inhabitants, mat.energy = list(city.squares), city.inhabitants, city.energy
    return mat


@pytest.mark.parametrize(
    ("mission", "city", "kind", "number", "squares", "case"),
    sections(Path(__file__).with_name("squares.txt"))["squares"],
)
def test_where_a_tile_can_be_built(mission, city, kind, number, squares, case):
    mat = mat_of(int(mission), city)
    names = mat.rules.board.names
    found = [names[way.square] + f":{way.floor}" * (way.floor > 1) for way in mat.ways(tile(kind), int(number))]
    assert (found or ["none"]) == squares.split(), case


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
