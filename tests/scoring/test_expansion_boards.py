"""Test published Expert cities with the expansion: the best allocation of each city reaches its published total."""

import json
from pathlib import Path

import pytest

from scoring import City, Rules, score, settle
from tests.scoring.second_opinion import NAMED

RECORD = json.loads(Path(__file__).with_name("expansion_boards.json").read_text(encoding="utf-8"))
BOARDS = [
    pytest.param(board["city"], board["total"], id=f"{number}, {board['total']} VP")
    for number, board in enumerate(RECORD["boards"], start=1)
]
RULES = Rules.parse("expert playgrounds own services")


@pytest.mark.parametrize(("text", "total"), BOARDS)
def test_a_published_city_reaches_its_total(text, total):
    city = City.parse(text)
    sheet = score(city, settle(city, RULES), RULES)
    assert sheet.total == total
    assert sheet.tiebreak.empty_squares == city.squares.count(None)


def test_the_cities_have_tiles_that_are_computed_and_tiles_that_are_typed():
    letters = {sign for board in RECORD["boards"] for sign in board["city"].partition(" ")[0]}
    assert letters >= {"X", *NAMED}


def test_the_cities_have_typed_tiles_that_take_three_inhabitants():
    assert sum(":3" in board["city"] for board in RECORD["boards"]) > len(BOARDS) / 2
