"""Read the pages of the test campaign that club.py stores."""

import re

from django.test import Client
from django.urls import reverse

from tests.pages import Page

# Django writes a full hour without minutes, such as "5 a.m.", "noon" or "midnight".
HOUR = r"\d{1,2}:\d\d( [ap]\.?m\.?)?|\d{1,2} [ap]\.m\.|noon|midnight"
MOMENT = re.compile(rf"\b(\w+\.? \d+, 20\d\d|(Today|Yesterday)?,? ?({HOUR}))", re.IGNORECASE)


def said_of(campaign, client):
    """Return the texts of the campaign's pages, without dates and times, such as {"standings": "Ada 17 VP"}."""
    first, second, evening = campaign.games.order_by("mission")
    ada = campaign.players.get(name="Ada").pk
    addresses = {
        "campaign": reverse("campaign", args=[campaign.public_id]),
        "settings": reverse("campaign_settings", args=[campaign.public_id]),
        "standings": reverse("standings", args=[campaign.public_id]),
        "log": reverse("log", args=[campaign.public_id]),
        "first": first.get_absolute_url(),
        "second": second.get_absolute_url(),
        "evening": evening.get_absolute_url(),
        "city": reverse("city", args=[campaign.public_id, first.pk, ada]),
        "editor": reverse("evaluation", args=[campaign.public_id, evening.pk, ada]),
    } | {
        f"history {game.mission}": reverse("game_history", args=[campaign.public_id, game.pk])
        for game in (first, second, evening)
    }
    said = {}
    for name, address in addresses.items():
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        said[name] = MOMENT.sub("", Page(answer).words("main"))
    return said


def status_of(address, session=None):
    """Open an address in a new browser, optionally with the key of a stored session. Return the HTTP status."""
    client = Client()
    if session:
        client.cookies["sessionid"] = session
    return client.get(address, follow=True).status_code


def login(name):
    return Client().post(reverse("login"), {"username": name, "password": "a password of some length"}).status_code
