"""Test ten Expert cities published with photographs: the best allocation of each city reaches its published total."""

import json
from pathlib import Path

import pytest

from scoring import MISSIONS, City, score, settle

RECORD = json.loads(Path(__file__).with_name("boards.json").read_text(encoding="utf-8"))
BOARDS = [
    pytest.param(board["city"], board["total"], id=f"{number}, {board['total']} VP")
    for number, board in enumerate(RECORD["boards"], start=1)
]
RULES = MISSIONS[10].rules


@pytest.mark.parametrize(("text", "total"), BOARDS)
def test_a_real_city_reaches_its_published_total(text, total):
    city = City.parse(text)
    assert score(city, settle(city, RULES), RULES).total == total


@pytest.mark.parametrize(("text", "total"), BOARDS)
def test_a_real_city_activates_every_building(text, total):
    city = City.parse(text)
    buildings = sum(building is not None for building in city.squares)
    sheet = score(city, settle(city, RULES), RULES)
    assert sheet.tiebreak.empty_squares == len(city.squares) - buildings
