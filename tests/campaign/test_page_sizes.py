"""What travels to a phone: pages are compressed, also those that grow with a campaign."""

import gzip

import pytest
from django.urls import reverse

from tests.factories import many_finished_games

MOST_OF_A_PAGE = 60_000  # bytes


@pytest.mark.parametrize("page", ["campaign", "standings", "log"])
def test_a_page_of_thirty_games_is_small(as_owner, campaign, page):
    many_finished_games(campaign, 30)
    answer = as_owner.get(reverse(page, args=[campaign.public_id]), headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(answer.content)
    assert len(answer.content) <= MOST_OF_A_PAGE


def test_a_compressed_page_still_answers_a_repeat_visit_with_304(client):
    address = reverse("missions")
    first = client.get(address, headers={"accept-encoding": "gzip"})
    again = client.get(address, headers={"accept-encoding": "gzip", "if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
