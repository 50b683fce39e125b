"""Every address, every role: nobody gets in who does not belong. Generated from the URL configuration itself."""

import re

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from campaign.access import Decision, Role, decision_of
from tests.factories import finished_game, open_game

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST")
PEOPLE = {"anonymous": Role.STRANGER, "stranger": Role.STRANGER, "member": Role.MEMBER, "owner": Role.OWNER}


def addresses(patterns=None, route=""):
    """Every route of the site with its view's name and decision; Django's admin keeps its own door."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = route + str(pattern.pattern)
        if here.startswith("admin/"):
            continue
        if isinstance(pattern, URLPattern):
            yield here, pattern
        else:
            yield from addresses(pattern.url_patterns, here)


ADDRESSES = [pytest.param(pattern, id=route or "/") for route, pattern in addresses()]


@pytest.fixture
def path_of(campaign):
    """An address of the campaign for a pattern: an open game's, of its first player."""
    game = open_game(campaign)
    values = {"campaign_id": campaign.public_id, "game_id": game.pk, "player_id": game.present[0].player_id}
    values |= {"number": 7, "slug": "price-of-silence", "page": "harbor"}

    def path(pattern, **others):
        names = pattern.pattern.converters.keys() | _converters_above(pattern)
        known = values | others
        assert names <= known.keys(), f"{pattern.name} takes {names - known.keys()}: teach path_of what to put there"
        return reverse(pattern.name, kwargs={name: known[name] for name in names})

    return path


def _converters_above(pattern):
    return (
        {"campaign_id"} if next(route for route, p in addresses() if p is pattern).startswith("campaigns/<") else set()
    )


@pytest.fixture
def client_of(owner, member, stranger):
    accounts = {"owner": owner, "member": member, "stranger": stranger}

    def client(person, **options):
        browser = Client(**options)
        if person in accounts:
            browser.force_login(accounts[person])
        return browser

    return client


@pytest.mark.parametrize("pattern", ADDRESSES)
def test_every_view_carries_a_decision(pattern):
    assert isinstance(decision_of(pattern.callback), Decision), "decorate it with one of campaign.access"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("pattern", ADDRESSES)
def test_the_decision_is_kept(pattern, person, method, path_of, client_of):
    decision, role = decision_of(pattern.callback), PEOPLE[person]
    response = client_of(person).generic(method, path_of(pattern))
    if decision.signed_in and person == "anonymous":
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("login"))
    elif role < decision.read:
        assert response.status_code == 404
    elif method == "POST" and role < decision.write:
        assert response.status_code == 403
    else:
        assert response.status_code in (200, 302, 405)
        assert not response.get("Location", "").startswith(reverse("login"))


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("pattern", ADDRESSES)
def test_nothing_is_posted_without_a_token(pattern, person, path_of, client_of):
    response = client_of(person, enforce_csrf_checks=True).post(path_of(pattern))
    assert response.status_code in (403, 405)


@pytest.mark.parametrize("person", ["anonymous", "stranger"])
@pytest.mark.parametrize("pattern", [param for param in ADDRESSES if "<slug:campaign_id>" in param.id])
def test_a_campaign_one_may_not_see_looks_like_one_that_is_not_there(pattern, person, path_of, client_of):
    client = client_of(person)
    hidden, missing = (client.get(path_of(pattern, **other)) for other in ({}, {"campaign_id": "AAAAAAAAAAAA"}))
    assert hidden.status_code == missing.status_code == 404
    a_token = re.compile(rb'"X-CSRFToken": "\w+"|name="csrfmiddlewaretoken" value="\w+"')
    assert a_token.sub(b"", hidden.content) == a_token.sub(b"", missing.content)


def test_a_game_is_found_in_its_own_campaign_only(client_of, campaign, stranger):
    game = finished_game(campaign)
    theirs = stranger.campaigns.get()
    client = client_of("stranger")
    for name in ("game", "edit_game"):
        assert client.get(reverse(name, args=[theirs.public_id, game.pk])).status_code == 404
    for name in ("finish_game", "reopen_game", "count_game"):
        assert client.post(reverse(name, args=[theirs.public_id, game.pk])).status_code == 404
    assert client.get(reverse("evaluation", args=[theirs.public_id, game.pk, 1])).status_code == 404
