"""Test open streams: how they learn of changes, stay open and end, and how many there may be."""

import asyncio
from contextlib import contextmanager
from unittest.mock import Mock

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from campaign.following import streams
from campaign.following.state import EVENTS, Followed, look
from campaign.following.streams import Watch, changes
from tests.factories import enter, open_game

PAGE = Followed(1)
NOW = (1, 7, 3)  # the state of a page: the first is the version of the campaign
TAPPED, RENAMED = (1, 8, 3), (2, 7, 3)


@pytest.fixture(autouse=True)
def watch(monkeypatch):
    """Let only the test itself look at the database, and tell streams what it found."""
    monkeypatch.setattr(streams, "watch", Watch())
    streams.watch.polls = Mock(done=lambda: False)
    return streams.watch


@contextmanager
def opened(events):
    with asyncio.Runner() as runner:

        def take():
            """Return the next event, or None at the end of the stream."""
            return runner.run(asyncio.wait_for(anext(events, None), 10))

        assert take() == f"retry: {streams.AGAIN}\ndata: {NOW}\n\n"
        yield take


@pytest.mark.django_db
def test_a_check_reads_the_counts_again_after_another_page_was_opened(watch, campaign, monkeypatch):
    # The query for other writes finds none. PostgreSQL's log grows late, and with every database of its server.
    monkeypatch.setattr(streams, "A_WRITE", dict.fromkeys(streams.A_WRITE, "SELECT 1"))
    evaluation = open_game(campaign).present[0]
    page = Followed(campaign.pk, evaluation.game_id, evaluation.player_id)
    before = look([page])
    with watch.follow(page, before[page]) as news:
        assert watch.find_changes() == before
        assert watch.find_changes() == {}
        enter(evaluation)
        with watch.follow(page, before[page]) as late:  # this page was rendered before the change
            found = watch.find_changes()
            assert found == look([page]) != before
            for _twice in range(2):
                watch.tell(found)
            assert [news.qsize(), late.qsize()] == [1, 1]
            assert news.get_nowait() == late.get_nowait() == found[page]
            assert watch.find_changes() == {}


def test_a_stream_sends_each_change_and_ends_when_the_campaign_itself_changes(watch):
    with opened(changes(PAGE, NOW, str)) as take:
        watch.tell({PAGE: NOW})
        watch.tell({PAGE: TAPPED, Followed(2): RENAMED})
        assert take() == f"data: {TAPPED}\n\n"
        watch.tell({PAGE: RENAMED})
        assert take() == f"data: {RENAMED}\n\n"
        assert take() is None
        assert not watch.streams


def test_a_stream_ends_after_minutes_so_that_the_access_of_its_page_is_checked_again(watch, monkeypatch):
    monkeypatch.setattr(streams, "LASTS", 0.2)
    monkeypatch.setattr(streams, "BEAT_EVERY", 0.1)
    with opened(changes(PAGE, NOW, str)) as take:
        beats = list(iter(take, None))
    assert set(beats) == {":\n\n"}
    assert not watch.streams


def test_all_streams_send_their_signs_of_life_at_the_same_moment(monkeypatch):
    monkeypatch.setattr(streams, "BEAT_EVERY", 0.2)

    async def beats():
        first, second = changes(PAGE, NOW, str), changes(PAGE, NOW, str)
        await anext(first)
        await anext(first)  # returns when all streams send their heartbeat
        early = asyncio.create_task(anext(first))
        await asyncio.sleep(0.1)
        await anext(second)
        late = asyncio.create_task(anext(second))
        sent = await early
        await asyncio.sleep(0.02)
        return late.done(), sent, late.result()

    assert asyncio.run(beats()) == (True, ":\n\n", ":\n\n")


OURS, THEIRS = "127.0.0.1", "192.0.2.7"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("limit", "address", "status"),
    [("MOST", THEIRS, 204), ("MOST_OF_ONE", OURS, 204), ("MOST_OF_ONE", THEIRS, 200)],
    ids=["of a process", "of an address", "of another address"],
)
def test_a_process_has_so_many_streams_and_other_pages_are_told_to_ask(
    as_owner, campaign, monkeypatch, limit, address, status
):
    monkeypatch.setattr(streams, limit, 1)
    browser = AsyncClient()
    browser.cookies = as_owner.cookies

    async def ask():
        return (await browser.get(campaign.get_absolute_url(), headers={"accept": EVENTS})).status_code

    async def ask_beside_another():
        with streams.watch.follow(PAGE, NOW, address):
            return await ask()

    assert async_to_sync(ask)() == 200
    assert async_to_sync(ask_beside_another)() == status
    assert not streams.watch.addresses
