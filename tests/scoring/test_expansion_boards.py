"""Test published Expert cities with the expansion: the best allocation of each city reaches its published total."""

from scoring import City, Rules, score, settle
from tests.scoring.cities import CITIES_WITH_SERVICES, with_total
from tests.scoring.second_opinion import NAMED

RULES = Rules.parse("expert playgrounds own services")


@with_total(CITIES_WITH_SERVICES)
def test_a_published_city_reaches_its_total(text, total):
    city = City.parse(text)
    sheet = score(city, settle(city, RULES), RULES)
    assert sheet.total == total
    assert sheet.tiebreak.empty_squares == city.squares.count(None)


def test_the_cities_have_tiles_that_are_computed_and_tiles_that_are_typed():
    letters = {sign for board in CITIES_WITH_SERVICES for sign in board["city"].partition(" ")[0]}
    assert letters >= {"X", *NAMED}


def test_the_cities_have_typed_tiles_that_take_three_inhabitants():
    assert sum(":3" in board["city"] for board in CITIES_WITH_SERVICES) > len(CITIES_WITH_SERVICES) / 2
