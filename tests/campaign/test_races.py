"""Test that of many people who do the same at one moment, one does it. Runs on PostgreSQL, which lets all write."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, CampaignFullError, Game
from campaign.models.bounds import MOST_EVER_PLAYED, MOST_GAMES
from tests.factories import CampaignFactory, campaign_of_three, finished_game, open_game
from tests.forms import evening, roster

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer"),
]

AT_ONCE = 8


def at_once(do):
    """Call `do(number)` in several threads at the same moment. Return what the calls returned or raised."""
    start = Barrier(AT_ONCE)

    def begin(number):
        try:
            start.wait()
            return do(number)
        except CampaignFullError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(begin, range(AT_ONCE)))


def phones_of(owner):
    """Return several browsers of one account."""
    phones = [Client() for _ in range(AT_ONCE)]
    for phone in phones:
        phone.force_login(owner)
    return phones


@pytest.fixture
def over():
    campaign = campaign_of_three()
    with transaction.atomic():
        for place in campaign.missions.positions:
            finished_game(campaign, place)
    return campaign


def test_a_next_term_begins_once(over):
    phones = phones_of(over.owner)
    rows = roster(("Ada", "blue"), ("Ben", "green"), ("Cleo", "red"))
    typed = rows | {"name": "Summer", "programme": "ten", "word": "linden", "head_start": "none"}
    address = reverse("second_term", args=[over.public_id])
    answers = at_once(lambda number: phones[number].post(address, typed | {"once": f"key {number}"}).status_code)
    assert answers == [302] * AT_ONCE
    assert Campaign.objects.filter(before=over).count() == 1


def test_a_vote_is_counted_once_and_nobody_goes_back(over):
    phones = phones_of(over.owner)
    address = reverse("count_votes", args=[over.public_id])
    phones[0].post(address, {"to": 1})
    over.refresh_from_db()
    version = over.version
    at_once(lambda number: phones[number].post(address, {"to": 2, "seen": 1}).status_code)
    at_once(lambda number: phones[number].post(address, {"to": number % 2, "seen": 0}).status_code)
    over.refresh_from_db()
    assert (over.votes_counted, over.version) == (2, version + 1)


def test_the_last_game_that_fits_in_begins_once():
    campaign = CampaignFactory()
    Game.objects.bulk_create(Game(campaign=campaign, mission=2) for _ in range(MOST_GAMES - 1))
    at_once(lambda _number: open_game(Campaign.objects.get(pk=campaign.pk)))
    assert campaign.games.count() == MOST_GAMES


def test_the_last_person_who_fits_in_is_invited_once():
    campaign = CampaignFactory()
    for number in range(MOST_EVER_PLAYED - 4):
        campaign.invite(f"Guest {number}", in_standings=True)
    assert campaign.players.count() == MOST_EVER_PLAYED - 1
    at_once(lambda number: Campaign.objects.get(pk=campaign.pk).invite(f"Eve {number}", in_standings=True))
    assert campaign.players.count() == MOST_EVER_PLAYED


def test_phones_that_begin_a_game_with_one_guest_make_no_error():
    campaign = CampaignFactory(players=("Ada", "Ben"))
    phones, address = phones_of(campaign.owner), reverse("new_game", args=[campaign.public_id])
    typed = evening(campaign, guest_name="Eve")
    answers = at_once(lambda number: phones[number].post(address, typed | {"once": f"key {number}"}).status_code)
    assert set(answers) <= {200, 302}
    assert campaign.players.active().filter(name="Eve").count() == 1


def test_an_account_is_deleted_once(over):
    guest = get_user_model().make_guest()
    CampaignFactory(owner=guest)
    phones = phones_of(guest)
    field = f"campaign_{guest.campaigns.get().public_id}"
    answers = at_once(lambda number: phones[number].post(reverse("leave"), {field: "code"}).status_code)
    assert set(answers) <= {200, 302}
    assert Campaign.objects.filter(owner=guest.pk).count() == 0
    assert Campaign.objects.exclude(pk=over.pk).count() == 1
