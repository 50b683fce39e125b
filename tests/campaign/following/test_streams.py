"""Test open streams: how they learn of changes, stay open and end, and how many there may be."""

import asyncio
import threading
from contextlib import ExitStack
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.urls import reverse

from campaign.following import watch
from campaign.following.counts import EVENTS, Followed, look
from campaign.following.listeners import Listener, departed
from campaign.following.watch import Follower, Watch
from campaign.web.connections import connections
from tests.factories import enter, open_game

ADA = Listener("192.0.2.1", "a session", 1, "a password's hash")
BEN = ADA._replace(address="192.0.2.2", session="another")


@pytest.fixture
def no_thread(monkeypatch):
    """Run no event loop and no thread, so that only the test itself looks at the database."""
    monkeypatch.setattr(watch, "asyncio", SimpleNamespace(Event=asyncio.Event, get_running_loop=lambda: None))
    monkeypatch.setattr(watch, "threading", SimpleNamespace(Event=threading.Event, Thread=Mock()))


@pytest.fixture
def no_other_write(monkeypatch):
    """Let the query for other writes find none. PostgreSQL's log grows late, and with every database of its server."""
    monkeypatch.setattr(watch, "A_WRITE", dict.fromkeys(watch.A_WRITE, "SELECT 1"))


@pytest.mark.django_db
@pytest.mark.usefixtures("no_thread", "no_other_write")
def test_a_check_reads_the_counts_again_after_another_page_was_opened(campaign):
    evaluation = open_game(campaign).present[0]
    page = Followed(campaign.pk, evaluation.game_id, evaluation.player_id)
    before = look([page])
    watch = Watch()
    with watch.follow(page, before[page], ADA) as follower:
        assert watch.find_changes() == before
        assert watch.find_changes() == {}
        enter(evaluation)
        with watch.follow(page, before[page], ADA) as late:  # this page was rendered before the change
            found = watch.find_changes()
            assert found == look([page]) != before
            watch.tell(found)
            assert follower.counts == late.counts == found[page]
            assert watch.find_changes() == {}


def test_all_streams_send_their_signs_of_life_at_the_same_moment(monkeypatch):
    monkeypatch.setattr(watch, "BEAT_EVERY", 0.2)

    async def beats():
        await Follower(ADA, ()).has_changed()  # returns when all streams send their heartbeat
        first = asyncio.create_task(Follower(ADA, ()).has_changed())
        await asyncio.sleep(0.1)
        second = asyncio.create_task(Follower(ADA, ()).has_changed())
        changed = await first
        await asyncio.sleep(0.02)
        return second.done(), changed, second.result()

    assert asyncio.run(beats()) == (True, False, False)


@pytest.fixture
def listening(as_owner, campaign):
    """Return the listener of a stream that the owner opened."""
    answer = as_owner.get(campaign.get_absolute_url(), headers={"accept": EVENTS})
    return answer.listener


def log_out(client, _owner):
    client.post(reverse("logout"))


def change_password(_client, owner):
    owner.set_password("an entirely new one")
    owner.save()


def shut_out(_client, owner):
    owner.is_active = False
    owner.save()


@pytest.mark.parametrize("end", [log_out, change_password, shut_out])
def test_a_stream_ends_with_the_session_it_began_in(as_owner, owner, listening, no_thread, end):
    assert departed([listening]) == set()
    end(as_owner, owner)
    assert departed([listening]) == {listening}
    watch = Watch()
    with watch.follow(Followed(1), (), listening) as follower:
        watch.find_changes()
        watch.dismiss(watch.find_departed())
        assert follower.is_over
        assert follower.changed.is_set()


def test_the_thread_of_a_watch_ends_the_streams_of_whoever_left(monkeypatch):
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(Watch, "find_changes", lambda _watch: {})
    monkeypatch.setattr(Watch, "find_departed", lambda _watch: {BEN})

    async def wait_for_ben():
        watched = Watch()
        with watched.follow(Followed(1), (), ADA) as ada, watched.follow(Followed(1), (), BEN) as ben:
            await asyncio.wait_for(ben.changed.wait(), timeout=30)
            watched.is_closed = True
            await asyncio.to_thread(watched.thread.join)  # the thread must end before the event loop
            return ada.is_over, ben.is_over

    assert asyncio.run(wait_for_ben()) == (False, True)


def test_the_stream_of_a_visitor_by_a_link_ends_with_the_session(browser_of, campaign):
    visitor = browser_of("look link")
    listener = visitor.get(campaign.get_absolute_url(), headers={"accept": EVENTS}).listener
    assert departed([listener]) == set()
    visitor.session.flush()
    assert departed([listener]) == {listener}


@pytest.mark.parametrize("listeners", [1, 20])
def test_finding_streams_of_users_without_access_takes_two_queries(db, django_assert_num_queries, listeners):
    with django_assert_num_queries(2):
        departed([ADA._replace(session=str(number), account=number) for number in range(listeners)])


def test_an_address_has_its_share_of_streams_and_leaves_the_rest_to_others(monkeypatch, settings, no_thread):
    settings.ADDRESS_SHARE = 50
    monkeypatch.setattr(connections, "most", 7)  # of 7 connections, four may be streams
    watch = Watch()
    with watch.follow(Followed(1), (), ADA), ExitStack() as stack:
        assert watch.has_room(ADA)
        stack.enter_context(watch.follow(Followed(2), (), ADA._replace(session="of the same address")))
        assert not watch.has_room(ADA)
        assert watch.has_room(BEN)
        stack.close()
        assert watch.has_room(ADA)
