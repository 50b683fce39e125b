"""Test the building on a square after a tap. tests/browser/test_built.py runs the same cases in the phone's script."""

import json
from pathlib import Path

import pytest

from campaign.editor.differences import supply_of
from campaign.editor.moves import Do, Tap, tapped
from campaign.scores.boards import draw
from campaign.scores.cities import CityError
from campaign.scores.programmes import with_services
from scoring import MISSIONS, City

CASES = json.loads((Path(__file__).parent / "built.json").read_text())


def city_with(building, board):
    rows = "/".join("-" * board.columns for _row in range(len(board) // board.columns))
    return City.parse(f"{building}{rows[1:]} 0i0e" if building else f"{rows} 0i0e")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_tap_changes_a_square_as_built_json_says(case):
    mission = MISSIONS[case["mission"]]
    rules = (with_services(mission) if case.get("services") else mission).rules
    city, tap = city_with(case["before"], rules.board), case["tap"]
    move = Tap(Do(tap["do"]), letter=tap.get("brush", ""), digit=tap.get("digit", 0))
    try:
        after = tapped(city, move, rules, supply_of(city)).city
    except CityError:
        after = city
    assert draw(after).rows[0][0].tile.code == case["after"]
