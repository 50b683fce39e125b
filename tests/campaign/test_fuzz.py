"""Send random requests to every address. Check that no server error, slow query or unescaped text occurs."""

import time
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.demo.sample import fill
from campaign.models import Game
from tests.addresses import routes
from tests.factories import CLASSIC_CITY, EXPERT_CITY, finished_game
from tests.pages import Page

pytestmark = pytest.mark.django_db

LONGEST_QUERY = 0.050  # seconds; measured as processor time with SQLite, and as elapsed time with PostgreSQL
ATTEMPTS = 5  # a query must be slow each time to fail a test, because a busy machine can slow down any query once
MARK = "<fuzz x='\"'>&"
PATTERNS = list(routes())
METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS")
PEOPLE = ("owner", "stranger", "")

NUMBERS = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "9" * 30,
    "9" * 5000,
    "1e9",
    "٣",
    "0x10",
    "2147483648",
    "NaN",
    "3+6+2",
    "+" * 61,
    "1.5",
    " 7 ",
]
WORDS = [
    "",
    " ",
    "on",
    MARK,
    f"</textarea>{MARK}",
    f"javascript:{MARK}",
    "\x00",
    "a\x00b",
    "\u202e\u0000",
    "\U0001f3d9" * 40,
    "x" * 5000,
    "../../etc/passwd",
    "' OR 1=1 --",
    "%s%n{{7*7}}{% csrf_token %}",
    "2026-02-30",
    "0001-01-01",
    "9999-12-31",
    "//evil.example/",
    CLASSIC_CITY,
    EXPERT_CITY,
    f"{CLASSIC_CITY} +4+./e.++/..../....",
    f"T3{MARK}/----/----/---- 1i1e",
    *("tap", "type", "up", "down", "digit", "mayor", "clear", "by_hand", "best", "supply", "undo", "redo", "paste"),
    *("A1", "D4", "E4", "Z9", "T", "S", "blue", "open", "finished"),
]
values = st.one_of(st.sampled_from(WORDS), st.sampled_from(NUMBERS), st.text(max_size=40), st.integers().map(str))


@pytest.fixture
def house(db):
    """Return sessions, addresses and form fields of the demo's campaigns, for random requests (see `house_of`)."""
    return house_of(fill(), PATTERNS)


@pytest.fixture
def hut(campaign, game):
    """Return the values for random requests to a small campaign. They use the form fields of every 16th page."""
    finished_game(campaign, 2)
    return house_of(campaign.owner, PATTERNS[::16])


def house_of(owner, patterns):
    """Collect the values for random requests, in a tuple of three collections.

    1. The session keys by person: {"owner": "...", "stranger": "...", "": ""}.
    2. The values for the variable parts of addresses: {"game_id": [3, 999_999_999]}.
    3. The names of the form fields on the pages of these `patterns`.
    """
    campaign = owner.campaigns.order_by("pk").first()
    game = Game.objects.get(campaign=campaign, state=Game.State.OPEN)
    sessions = {"": ""}
    for name, user in {"owner": owner, "stranger": type(owner).objects.create_user("stranger")}.items():
        client = Client()
        client.force_login(user)
        sessions[name] = client.cookies["sessionid"].value
    known = {
        "campaign_id": [campaign.public_id, "AAAAAAAAAAAA"],
        "game_id": [game.pk, campaign.games.first().pk, 999_999_999, 2**63, 2**200],
        "player_id": [game.present[0].player_id, game.present[2].player_id, 0, 2**63],
        "number": [1, 7, 10, 0, 2**63],
        "slug": ["harbor", "a-new-beginning", "x" * 200],
        "token": ["a" * 43, "x", MARK.replace("/", "")],
    }
    client = Client()
    client.cookies["sessionid"] = sessions["owner"]
    names = {"csrfmiddlewaretoken", "next", "q", "once"}
    for _route, pattern in patterns:
        page = client.get(path_of(pattern, lambda choices: choices[0], known))
        if page.get("Content-Type", "").startswith("text/html"):
            names |= set(Page(page).each("[name]", "name"))
    return sessions, known, sorted(names)


def path_of(pattern, choose, known):
    """Return an address for a URL pattern, with values that `choose` picks. Return "/nowhere/" if they do not fit."""
    names = set(pattern.pattern.converters) | ({"campaign_id"} if within_campaign(pattern) else set())
    for _attempt in range(8):
        try:
            return reverse(pattern.name, kwargs={name: choose(known.get(name, ["1", "x"])) for name in sorted(names)})
        except NoReverseMatch:
            continue
    return "/nowhere/"


def within_campaign(pattern):
    return any(each is pattern and route.startswith("campaigns/<") for route, each in PATTERNS)


class Watch:
    """Collects slow queries: `slow` maps the SQL of each query to its time in seconds."""

    def __init__(self):
        self.slow = {}
        # SQLite runs in this process. Its processor time does not depend on other programs.
        self.clock = time.thread_time if connection.vendor == "sqlite" else time.perf_counter

    def __call__(self, execute, sql, params, many, context):
        start = self.clock()
        try:
            return execute(sql, params, many, context)
        finally:
            if (took := self.clock() - start) > LONGEST_QUERY:
                self.slow[sql] = took


def bombard(house, data):
    """Send one random request and check the response. Roll back all changes in the database."""
    sessions, known, names = house
    route, pattern = data.draw(st.sampled_from(PATTERNS))
    path = path_of(pattern, lambda choices: data.draw(st.sampled_from(choices)), known)
    method = data.draw(st.sampled_from(METHODS))
    # `names` has about 200 field names, so a random request seldom contains all the fields that the view expects.
    sent = data.draw(st.dictionaries(st.sampled_from(names), values, max_size=12))
    if data.draw(st.booleans()):
        path += f"?{urlencode(sent, errors='replace')}"
    session = sessions[data.draw(st.sampled_from(PEOPLE))]
    headers = data.draw(
        st.sampled_from([{}, {"HX-Request": "true", "HX-Target": "city"}, {"HX-Request": "true", "HX-Target": MARK}])
    )

    def ask():
        client, watch = Client(), Watch()
        client.cookies["sessionid"] = session
        with transaction.atomic(), connection.execute_wrapper(watch):
            if method == "POST":
                response = client.post(path, sent, headers=headers)
            else:
                response = client.generic(method, path, headers=headers)
            content = b"".join(response.streaming_content) if response.streaming else response.content
            transaction.set_rollback(True)
        return response, content, watch.slow

    response, content, slow = ask()
    assert response.status_code < 500, (method, path, sent)
    if response.get("Content-Type", "").startswith("text/html"):
        assert b"<fuzz" not in content, (method, path, sent)
        assert b"{{7*7}}" in content or b"49{%" not in content
    assert not response.get("Location", "").startswith(("//", "javascript:")), (method, path, sent)
    for _again in range(ATTEMPTS - 1):
        if slow:
            slow = {sql: took for sql, took in ask()[2].items() if sql in slow}
    assert not slow, (route, method, path, sent, slow)


def unhurried(examples):
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@unhurried(10)
@given(data=st.data())
def test_random_requests_to_any_address_break_nothing(hut, data):
    bombard(hut, data)


@pytest.mark.slow
@pytest.mark.parametrize("half", [1, 2])  # two separate tests can run on two processors
@unhurried(2_000 // 2)  # other requests each time, so runs add up
@given(data=st.data())
def test_two_thousand_requests_break_nothing(house, half, data):
    bombard(house, data)
