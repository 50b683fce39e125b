"""Test every address of the URL configuration in every role: nobody gets in without a right."""

import re
from functools import partial
from http.cookies import SimpleCookie

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.template import Template
from django.urls import reverse

from campaign import urls
from campaign.access import SAFE_METHODS, AccessRule, rule_of
from campaign.http import Role
from tests.addresses import path_to, routes
from tests.factories import CampaignFactory, finished_game, open_game
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

WRITING = ("PUT", "PATCH", "DELETE", "POST")
METHODS = (*SAFE_METHODS, *WRITING)  # POST comes last, because it may log the sender out
METHODS_OF_FORMS = ("GET", "POST")
PEOPLE = {
    "anonymous": Role.STRANGER,
    "stranger": Role.STRANGER,
    "look link": Role.LOOK,
    "score link": Role.SCORE,
    "member": Role.MEMBER,
    "owner": Role.OWNER,
}
WITHOUT_ACCOUNT = ("anonymous", "look link", "score link")


ROUTES = dict(routes())
OF_A_CAMPAIGN = {route: pattern for route, pattern in ROUTES.items() if "<slug:campaign_id>" in route}
ONE_OF_EACH_RULE = dict({rule_of(pattern.callback): (route, pattern) for route, pattern in ROUTES.items()}.values())
WITH_ROWS = {route: pattern for route, pattern in ROUTES.items() if "<int:" in route}
# Views that may answer 404 even to people with access, because the request has no data or the object does not exist.
MAY_BE_MISSING = {
    "authority", "bin", "join", "sharing", "card_png", "card_svg", "evenings", "shown_result", "shown_card",
    "move_game", "shown_chronicle", "game_bin",
}  # fmt: skip
# Only the owner, and whoever began a game, may delete it.
REFUSALS = {name: [404] for name in MAY_BE_MISSING} | {"delete_game": [403]}


@pytest.fixture
def path_of(campaign):
    """Return a function that gives the address of a URL pattern, for a campaign with an open game."""
    return partial(path_to, campaign=campaign, game=open_game(campaign))


@pytest.fixture
def answers(path_of):
    """Return a function that sends a request with each method, returns the responses, and undoes all changes."""

    def ask(client, path, methods, **headers):
        cookies = SimpleCookie(client.cookies.output(header="", sep=";"))
        with transaction.atomic():
            answered = {method: client.generic(method, path, headers=headers) for method in methods}
            transaction.set_rollback(True)
        client.cookies = cookies
        return answered

    return ask


def test_every_view_has_an_access_rule():
    rules = {route: rule_of(pattern.callback) for route, pattern in ROUTES.items()}
    without = [route for route, rule in rules.items() if not isinstance(rule, AccessRule)]
    assert without == [], "decorate them with one of campaign.access"


@pytest.fixture
def bare_answers(monkeypatch, settings):
    """Let views answer without rendering pages, which takes most of the time. These tests do not read the pages."""
    monkeypatch.setattr(Template, "render", lambda _template, _context: "")
    nothing_kept = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = settings.CACHES | {"pages": nothing_kept}
    settings.CSRF_FAILURE_VIEW = lambda _request, reason: HttpResponse(reason, status=403)
    monkeypatch.setattr(urls, "handler403", lambda _request, **_error: HttpResponse(status=403), raising=False)
    monkeypatch.setattr(urls, "handler404", lambda _request, **_error: HttpResponse(status=404), raising=False)


@pytest.mark.usefixtures("bare_answers")
@pytest.mark.parametrize(
    ("person", "routes", "methods"),
    sweep(
        [
            *(
                pytest.param(person, ROUTES, METHODS_OF_FORMS, id=f"every address by GET and POST-{person}")
                for person in ("owner", "stranger")
            ),
            *(
                pytest.param(person, ONE_OF_EACH_RULE, METHODS, id=f"an address of each rule by every method-{person}")
                for person in ("member", "score link", "look link", "anonymous")
            ),
            *(pytest.param(person, ROUTES, METHODS, id=f"every address by every method-{person}") for person in PEOPLE),
        ],
        quick=2 + 2,
    ),
)
def test_every_rule_is_kept_and_no_answer_is_for_others(person, routes, methods, path_of, browser_of, answers):
    client = browser_of(person, enforce_csrf_checks=True)
    client.cookies[settings.CSRF_COOKIE_NAME] = token = "t" * 32
    broken, stored = [], []
    for route, pattern in routes.items():
        for method, response in answers(client, path_of(pattern), methods, **{"X-CSRFToken": token}).items():
            if not is_kept(person, pattern, method, response):
                broken.append(f"{method} {route}: {response.status_code}")
            cached = response.get("Cache-Control", "")
            if not {"private", "no-store"} & set(cached.split(", ")):
                stored.append(f"{method} {route}: {cached}")
    assert broken == stored == []


def is_kept(person, pattern, method, response):
    """Tell whether an answer obeys the view's access rule for this person."""
    rule, role = rule_of(pattern.callback), PEOPLE[person]
    to_login = response.get("Location", "").startswith(reverse("login"))
    if rule.signed_in and person in WITHOUT_ACCOUNT:
        return to_login
    if role < rule.read:
        return response.status_code == 404
    if method not in SAFE_METHODS and role < rule.write:
        return response.status_code == 403
    return response.status_code in {200, 302, 405, *REFUSALS.get(pattern.name, ())} and not to_login


@pytest.mark.slow
def test_head_has_the_status_of_get_on_every_page(path_of, browser_of, answers, bare_answers):
    client, told_apart = browser_of("owner"), []
    for route, pattern in ROUTES.items():
        asked = answers(client, path_of(pattern), ("GET", "HEAD"))
        if asked["GET"].status_code != asked["HEAD"].status_code:
            told_apart.append(route)
    assert told_apart == []


@pytest.mark.parametrize("person", sweep(sorted(PEOPLE, key="owner".__ne__), quick=1))
def test_nothing_is_posted_without_a_token(person, path_of, browser_of, answers, bare_answers):
    client = browser_of(person, enforce_csrf_checks=True)
    taken = [
        f"{method} {route}: {response.status_code}"
        for route, pattern in ROUTES.items()
        for method, response in answers(client, path_of(pattern), WRITING).items()
        if response.status_code not in {403, 405}
    ]
    assert taken == []


@pytest.mark.parametrize("pattern", [pattern for route, pattern in ROUTES.items() if "<int:player_id>" in route])
def test_a_visitor_by_a_link_cannot_write_for_another_player(pattern, campaign, path_of, browser_of):
    client, path = browser_of("score link"), path_of(pattern, player_id=campaign.players.get(name="Ben").pk)
    assert {client.generic(method, path).status_code for method in WRITING} <= {403, 405}


@pytest.mark.parametrize(
    "methods", sweep([pytest.param(METHODS_OF_FORMS, id="forms"), pytest.param(METHODS, id="every method")], quick=1)
)
@pytest.mark.parametrize("foreign", ["game_id", "player_id"])
@pytest.mark.usefixtures("bare_answers")
def test_rows_of_another_campaign_are_not_there(foreign, methods, browser_of, campaign, stranger, answers):
    """Expect 404 for an address that joins one's own campaign with the key of another campaign's game or player."""
    own = CampaignFactory(owner=stranger)
    games = {"game_id": open_game(own), "player_id": open_game(own)}
    for game in (open_game(campaign), finished_game(campaign, 2)):
        theirs = {"game_id": game.pk, "player_id": game.present[0].player_id}
        client = browser_of("stranger")
        found = [
            f"{method} {route}: {response.status_code}"
            for route, pattern in WITH_ROWS.items()
            if foreign in route
            for path in [path_to(pattern, own, games[foreign], **{foreign: theirs[foreign]})]
            for method, response in answers(client, path, methods).items()
            if response.status_code not in {404, 405}
        ]
        assert found == []


A_TOKEN = re.compile(rb'"X-CSRFToken": "\w+"|name="csrfmiddlewaretoken" value="\w+"')


@pytest.mark.parametrize("person", sweep(["stranger", "anonymous"], quick=1))
def test_a_forbidden_campaign_looks_like_a_missing_one(person, path_of, browser_of):
    client, told_apart = browser_of(person), []
    for route, pattern in OF_A_CAMPAIGN.items():
        hidden, missing = (client.get(path_of(pattern, **other)) for other in ({}, {"campaign_id": "AAAAAAAAAAAA"}))
        assert hidden.status_code == missing.status_code == 404, route
        if A_TOKEN.sub(b"", hidden.content) != A_TOKEN.sub(b"", missing.content):
            told_apart.append(route)
    assert told_apart == []
