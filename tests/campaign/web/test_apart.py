"""Test the views that need no database. They run in threads that never wait for the database."""

from types import SimpleNamespace

import pytest
from django.db import OperationalError
from django.urls import reverse

from campaign.web import availability as module
from campaign.web.apart import is_apart
from campaign.web.availability import Availability
from tests.addresses import path_to, routes
from tests.factories import open_game


def apart(path, cookie=""):
    return is_apart({"PATH_INFO": path, "HTTP_COOKIE": cookie})


@pytest.mark.parametrize("session", ["", "csrftoken=a; sessionid=b"])
def test_library_and_calculator_are_served_apart(session):
    for name in ("rules", "tiles", "architects", "calculator", "offline", "manifest", "service_worker", "livez"):
        assert apart(reverse(name), session), name
    assert apart("/static/campaign/css/site.css", session)


def test_missions_are_served_apart_without_a_session_or_a_database(monkeypatch):
    for address in (reverse("missions"), "/missions/7-price-of-silence/"):
        assert apart(address)
        assert not apart(address, "sessionid=b")
        monkeypatch.setattr("campaign.web.apart.availability.is_away", True)
        assert apart(address, "sessionid=b")
        monkeypatch.undo()


def test_pages_that_need_the_database_are_not_served_apart():
    for path in ("/", "/campaigns/abc/", "/healthz", "/nowhere"):
        assert not apart(path)


def test_no_view_that_is_served_apart_makes_a_query(client, campaign, django_assert_num_queries):
    game = open_game(campaign)
    paths = [path_to(pattern, campaign, game) for _route, pattern in routes()]
    served = [path for path in paths if apart(path)]
    assert len(served) > 8
    for path in served:
        with django_assert_num_queries(0):
            client.get(path)


def test_without_a_database_a_mission_is_shown_with_its_story_folded(as_owner, campaign, monkeypatch):
    def away(*_args):
        raise OperationalError("away")

    open_game(campaign, 7)
    folded = "unfold it when your campaign has come this far"
    assert folded not in as_owner.get("/missions/7-price-of-silence/").content.decode()
    monkeypatch.setattr("campaign.library.readers.furthest_mission", away)
    page = as_owner.get("/missions/7-price-of-silence/")
    assert (page.status_code, folded in page.content.decode()) == (200, True)


class Database:
    """A database that counts attempts to connect."""

    def __init__(self):
        self.is_up = True
        self.tries = 0

    def connect(self):
        self.tries += 1
        if not self.is_up:
            raise OperationalError("connection refused")
        return "a connection"


@pytest.fixture
def clock(monkeypatch):
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_a_lost_database_is_tried_once_a_second(clock):
    availability, database = Availability(), Database()
    database.is_up = False
    for clock.seconds in (100, 100.3, 100.9, 101.1, 101.5):
        with pytest.raises(OperationalError):
            availability.connect(database.connect)
    assert database.tries == 2
    database.is_up = True
    clock.seconds = 102.2
    assert availability.connect(database.connect) == "a connection"
    assert not availability.is_away


def test_while_one_thread_tries_the_database_the_others_fail_at_once(clock):
    availability, database = Availability(), Database()
    availability.note(is_away=True)
    clock.seconds += 2

    def connect():
        with pytest.raises(OperationalError, match="a moment ago"):
            availability.connect(database.connect)
        return "a connection"

    assert availability.connect(connect) == "a connection"
    assert database.tries == 0


def test_a_thread_that_serves_apart_refuses_to_connect():
    availability = Availability()
    availability.leave_alone()
    with pytest.raises(OperationalError, match="needs no database"):
        availability.connect(lambda: "a connection")
