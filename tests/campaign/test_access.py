"""Every address, every role: nobody gets in who does not belong. Generated from the URL configuration itself."""

import re
from functools import partial

import pytest
from django.conf import settings
from django.urls import reverse

from campaign.access import SAFE_METHODS, Decision, Role, decision_of
from tests.addresses import path_to, routes
from tests.factories import finished_game, open_game

pytestmark = pytest.mark.django_db

WRITING = ("PUT", "PATCH", "DELETE", "POST")
METHODS = (*SAFE_METHODS, *WRITING)  # POST last: it may well log somebody out
PEOPLE = {
    "anonymous": Role.STRANGER,
    "stranger": Role.STRANGER,
    "look link": Role.LOOK,
    "score link": Role.SCORE,
    "member": Role.MEMBER,
    "owner": Role.OWNER,
}
WITHOUT_ACCOUNT = ("anonymous", "look link", "score link")


ADDRESSES = [pytest.param(pattern, id=route or "/") for route, pattern in routes()]


@pytest.fixture
def path_of(campaign):
    """An address of the campaign for a pattern: an open game's, of its first player."""
    return partial(path_to, campaign=campaign, game=open_game(campaign))


@pytest.mark.parametrize("pattern", ADDRESSES)
def test_every_view_carries_a_decision(pattern):
    assert isinstance(decision_of(pattern.callback), Decision), "decorate it with one of campaign.access"


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("pattern", ADDRESSES)
def test_the_decision_is_kept(pattern, person, path_of, browser_of):
    decision, role = decision_of(pattern.callback), PEOPLE[person]
    client, path = browser_of(person, enforce_csrf_checks=True), path_of(pattern)
    for method in METHODS:
        response = client.generic(method, path, headers={"X-CSRFToken": token_of(client)})
        told = f"{method}: {response.status_code}"
        to_login = response.get("Location", "").startswith(reverse("login"))
        if decision.signed_in and person in WITHOUT_ACCOUNT:
            assert to_login, told
        elif role < decision.read:
            assert response.status_code == 404, told
        elif method not in SAFE_METHODS and role < decision.write:
            assert response.status_code == 403, told
        else:
            assert response.status_code in {200, 302, 405, *REFUSALS.get(pattern.name, ())}, told
            assert not to_login, told


# What a view answers to those who may ask when it is asked for nothing in particular.
REFUSALS = {"bin": [404], "join": [404], "sharing": [404]}


def token_of(client):
    """The token against forged posts, as a page would bring it."""
    token = "t" * 32
    client.cookies[settings.CSRF_COOKIE_NAME] = token
    return token


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("pattern", ADDRESSES)
def test_nothing_is_posted_without_a_token(pattern, person, path_of, browser_of):
    client, path = browser_of(person, enforce_csrf_checks=True), path_of(pattern)
    assert {client.generic(method, path).status_code for method in WRITING} <= {403, 405}


@pytest.mark.parametrize("pattern", [param for param in ADDRESSES if "<row:player_id>" in param.id])
def test_by_a_link_nobody_writes_for_another_player(pattern, campaign, path_of, browser_of):
    client, path = browser_of("score link"), path_of(pattern, player_id=campaign.players.get(name="Ben").pk)
    assert {client.generic(method, path).status_code for method in WRITING} <= {403, 405}


@pytest.mark.parametrize("person", ["anonymous", "stranger"])
@pytest.mark.parametrize("pattern", [param for param in ADDRESSES if "<slug:campaign_id>" in param.id])
def test_a_campaign_one_may_not_see_looks_like_one_that_is_not_there(pattern, person, path_of, browser_of):
    client = browser_of(person)
    hidden, missing = (client.get(path_of(pattern, **other)) for other in ({}, {"campaign_id": "AAAAAAAAAAAA"}))
    assert hidden.status_code == missing.status_code == 404
    a_token = re.compile(rb'"X-CSRFToken": "\w+"|name="csrfmiddlewaretoken" value="\w+"')
    assert a_token.sub(b"", hidden.content) == a_token.sub(b"", missing.content)


def test_a_game_is_found_in_its_own_campaign_only(browser_of, campaign, stranger):
    game = finished_game(campaign)
    theirs = stranger.campaigns.get()
    client = browser_of("stranger")
    for name in ("game", "edit_game"):
        assert client.get(reverse(name, args=[theirs.public_id, game.pk])).status_code == 404
    for name in ("finish_game", "reopen_game", "count_game"):
        assert client.post(reverse(name, args=[theirs.public_id, game.pk])).status_code == 404
    assert client.get(reverse("evaluation", args=[theirs.public_id, game.pk, 1])).status_code == 404
