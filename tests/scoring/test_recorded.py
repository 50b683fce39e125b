"""Test that recorded cities get the recorded answers, word for word. See record.py for how to record them again."""

import pytest

from tests.scoring.record import answer, recorded
from tests.scoring.second_opinion import HouseRules, points

RECORDS = recorded()
SCORED = [record for record in RECORDS if "refused" not in record["answer"]]

every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])
every_sheet = pytest.mark.parametrize("record", SCORED, ids=lambda record: record["name"])


@every_record
def test_a_recorded_city_is_answered_as_recorded(record):
    assert answer(record) == record["answer"]


@every_sheet
def test_the_second_opinion_scores_a_recorded_city_the_same(record):
    sheet, house = record["answer"], record["house_rules"]
    options = HouseRules(house.get("manual_tower_points", False), house.get("harbor_workers", False))
    figures = sheet["total"], sheet["tiebreak"]["inhabitants_on_buildings"], sheet["tiebreak"]["empty_squares"]
    assert figures == points(record["city"], sheet["allocation"], record["mission"], options)
