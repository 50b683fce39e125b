"""Test in browsers of three time zones, with a server in two, that a game has the day of its table."""

from datetime import UTC, date, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from campaign.models import Game
from tests.browser.conftest import SMALL

# A moment of this week in UTC, and the day that it has in a zone.
MOMENTS = [
    ("America/Los_Angeles", "2026-11-28 06:09", date(2026, 11, 27)),
    ("America/Los_Angeles", "2026-11-28 08:01", date(2026, 11, 28)),
    ("Pacific/Auckland", "2026-11-28 11:01", date(2026, 11, 29)),
    ("Asia/Kolkata", "2026-11-27 18:31", date(2026, 11, 28)),
    # after a change of summer time, in the hour that its wrong offset would put on the other day
    ("America/Los_Angeles", "2026-11-02 07:30", date(2026, 11, 1)),
    ("Pacific/Auckland", "2026-09-27 11:30", date(2026, 9, 28)),
]


@pytest.fixture(params=["UTC", "America/Los_Angeles"])
def _server_in_any_zone(request, settings):
    settings.TIME_ZONE = request.param
    timezone.get_default_timezone.cache_clear()
    yield
    timezone.get_default_timezone.cache_clear()


@pytest.mark.usefixtures("_server_in_any_zone")
@pytest.mark.parametrize(("zone", "moment", "day"), MOMENTS)
def test_a_game_that_is_begun_on_the_first_visit_has_the_day_of_the_phone(new_browser, monkeypatch, zone, moment, day):
    now = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    page = new_browser(timezone_id=zone, **SMALL).new_page()
    page.clock.set_fixed_time(now)
    page.goto(reverse("play"))
    assert page.locator("[data-day]").inner_text() == f"{day:%A, %B} {day.day}, {day.year}"
    page.locator("[name=players-0-name]").fill("Ann")
    page.locator("[name=players-1-name]").fill("Bob")
    page.locator("form button.button--start").tap()
    page.locator("#evening").wait_for()
    assert not page.locator("#planned").count()
    game = Game.objects.get()
    # Chromium calls India's zone by its old name, Asia/Calcutta.
    assert game.campaign.time_zone.partition("/")[0] == zone.partition("/")[0]
    assert (game.played_on, game.campaign.today) == (day, day)
