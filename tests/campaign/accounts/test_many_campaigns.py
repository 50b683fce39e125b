"""Test that an account with hundreds of campaigns has pages that are neither slow nor long, and can be left at once."""

import pytest
from django.test import Client
from django.urls import reverse

from campaign.accounts.forms import MOST_LISTED
from campaign.models import Campaign, User
from tests.addresses import routes
from tests.campaign.test_largest_campaign import LARGEST, LONGEST, MOST_QUERIES, cost
from tests.factories import PASSWORD, CampaignFactory, UserFactory, finished_game
from tests.pages import Page

MANY = 300
NAMES = ["'" * 30, "a" * 30, "b" * 30, "c" * 30]  # an apostrophe takes six bytes in a page


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("is_guest", [False, True])
def test_no_page_of_an_account_with_many_campaigns_is_slow_or_long(is_guest):
    user = User.make_guest() if is_guest else UserFactory()
    for number in range(MANY):
        form = "games" if number % 3 == 0 else "ten"
        campaign = CampaignFactory(owner=user, name="'" * 60, players=NAMES, form=form)
        if number < MANY // 5:
            finished_game(campaign, 1)
        if number < MANY // 2:
            finished_game(campaign, 2).bin.throw_away()
        CampaignFactory(owner=user, name="'" * 60, players=NAMES).throw_away()
    client = Client()
    client.force_login(user)
    game = campaign.games.model.objects.filter(campaign__owner=user, campaign__form="games").first()
    addresses = [reverse(pattern.name) for route, pattern in routes() if "<" not in route]
    addresses.append(reverse("move_game", args=[game.campaign.public_id, game.pk]))
    found = {address: cost(client, address) for address in addresses}
    assert {address: figures for address, figures in found.items() if exceeds(*figures)} == {}


def exceeds(seconds, size, queries):
    return seconds > LONGEST or size > LARGEST or queries > MOST_QUERIES


@pytest.fixture
def many():
    """Return a guest with one campaign more than a form lists."""
    guest = User.make_guest()
    for number in range(MOST_LISTED + 1):
        CampaignFactory(owner=guest, name=f"Table {number}")
    return guest


@pytest.fixture
def as_guest(client, many):
    client.force_login(many)
    return client


def test_a_guest_takes_all_of_many_campaigns_along(as_guest):
    user = UserFactory()
    assert f"({MOST_LISTED + 1})" in Page(as_guest.get(reverse("login"))).words("main")
    as_guest.post(reverse("login"), {"username": user.username, "password": PASSWORD, "take": "on"})
    assert user.campaigns.count() == MOST_LISTED + 1


def test_a_guest_leaves_all_of_many_campaigns_behind(as_guest, many):
    user = UserFactory()
    page = Page(as_guest.post(reverse("login"), {"username": user.username, "password": PASSWORD}))
    assert page.has("#left-code, .lead strong")
    assert (user.campaigns.count(), many.campaigns.count()) == (0, MOST_LISTED + 1)


def test_many_campaigns_stay_with_one_guest_whose_code_opens_them(as_guest):
    page = Page(as_guest.post(reverse("leave"), {"campaigns": "code"}))
    (code,) = page.each(".lead strong")
    assert f"All your campaigns ({MOST_LISTED + 1})" in page.words("main")
    Client().post(reverse("recover"), {"code": code})
    assert len(set(Campaign.objects.values_list("owner", flat=True))) == 1


def test_many_campaigns_are_deleted_at_once_after_an_answer(as_guest):
    assert "Choose what happens" in Page(as_guest.post(reverse("leave"), {})).words("main")
    as_guest.post(reverse("leave"), {"campaigns": "delete"})
    assert not Campaign.everything.exists()
