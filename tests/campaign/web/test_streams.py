"""Open streams: one look for all of them, and one moment to say that they are still there."""

import asyncio
from types import SimpleNamespace

import pytest

from campaign.web import streams
from campaign.web.following import Followed, look
from campaign.web.streams import Follower, Watch
from tests.factories import enter, open_game


@pytest.mark.django_db
def test_a_look_counts_what_pages_show_once_one_more_is_open(campaign, monkeypatch):
    evaluation = open_game(campaign).present[0]
    page = Followed(campaign.pk, evaluation.game_id, evaluation.player_id)
    before = look([page])
    # No loop and no thread: the looks are ours here.
    monkeypatch.setattr(streams, "asyncio", SimpleNamespace(Event=asyncio.Event, get_running_loop=lambda: None))
    monkeypatch.setattr(Watch, "_run", lambda _watch, _loop: None)
    watch = Watch()
    with watch.follow(page, before[page]) as follower:
        assert watch._look() == before
        assert watch._look() == {}
        enter(evaluation)
        with watch.follow(page, before[page]) as late:  # it was answered just before that
            found = watch._look()
            assert found == look([page]) != before
            watch._tell(found)
            assert follower.counts == late.counts == found[page]
            assert watch._look() == {}


def test_all_streams_say_at_the_same_moment_that_they_are_there(monkeypatch):
    monkeypatch.setattr(streams, "BEAT_EVERY", 0.2)

    async def beats():
        await Follower(()).has_changed()  # from one such moment on
        first = asyncio.create_task(Follower(()).has_changed())
        await asyncio.sleep(0.1)
        second = asyncio.create_task(Follower(()).has_changed())
        changed = await first
        await asyncio.sleep(0.02)
        return second.done(), changed, second.result()

    assert asyncio.run(beats()) == (True, False, False)
