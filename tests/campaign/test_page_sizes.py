"""Test the compressed size of pages, including pages that grow with a campaign."""

import gzip

import pytest
from django.urls import reverse

from campaign.library.contents import pages
from scoring import MISSIONS
from tests.factories import enter, finished_game, many_finished_games, open_game
from tests.sweeps import sweep

MOST_OF_A_PAGE = 30_000  # the most bytes of a compressed page


def size(client, address):
    """Return the number of bytes of a whole page after compression."""
    answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(answer.content)
    return len(answer.content)


@pytest.mark.parametrize("page", sweep(["campaign", "standings", "log", "chronicle"], quick=2))
def test_a_page_of_thirty_games_is_small(as_owner, campaign, page):
    many_finished_games(campaign, 30)
    assert size(as_owner, reverse(page, args=[campaign.public_id])) <= MOST_OF_A_PAGE


@pytest.mark.django_db
def test_a_page_of_the_library_is_small(client):
    for page in ("home", "missions", "rules", "tiles", "architects", "calculator"):
        assert size(client, reverse(page)) <= MOST_OF_A_PAGE, page


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sweep(pages(), quick=5))
def test_a_page_of_the_rules_is_small(client, slug):
    assert size(client, reverse("rule", args=[slug])) <= MOST_OF_A_PAGE


@pytest.mark.django_db
@pytest.mark.parametrize("mission", sweep(MISSIONS.values()), ids=lambda mission: mission.slug)
def test_a_mission_is_small(client, mission):
    assert size(client, reverse("mission", args=[mission.number, mission.slug])) <= MOST_OF_A_PAGE


def test_the_pages_of_an_evening_are_small(as_owner, campaign):
    game = open_game(campaign, 10)
    city = game.present[0]
    enter(city)
    for address in (game.get_absolute_url(), city.get_absolute_url()):
        assert size(as_owner, address) <= MOST_OF_A_PAGE
    result = finished_game(campaign, 5)
    assert size(as_owner, result.get_absolute_url()) <= MOST_OF_A_PAGE


def test_a_compressed_page_still_answers_a_repeat_visit_with_304(client):
    address = reverse("missions")
    first = client.get(address, headers={"accept-encoding": "gzip"})
    again = client.get(address, headers={"accept-encoding": "gzip", "if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
