"""Test ten Expert cities published with photographs: the best allocation of each city reaches its published total."""

from scoring import MISSIONS, City, score, settle
from tests.scoring.cities import REAL_CITIES, with_total

RULES = MISSIONS[10].rules


@with_total(REAL_CITIES)
def test_a_real_city_reaches_its_published_total(text, total):
    city = City.parse(text)
    assert score(city, settle(city, RULES), RULES).total == total


@with_total(REAL_CITIES)
def test_a_real_city_activates_every_building(text, total):
    city = City.parse(text)
    buildings = sum(building is not None for building in city.squares)
    sheet = score(city, settle(city, RULES), RULES)
    assert sheet.tiebreak.empty_squares == len(city.squares) - buildings
