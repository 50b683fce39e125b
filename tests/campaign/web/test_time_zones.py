"""Test that the day is that of the table: of the campaign's time zone, or else of each phone's."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign import zones
from campaign.campaigns.home import InBrief
from campaign.models import Campaign, Game, ShareLink
from campaign.takeaway.bg_stats import play_address
from campaign.transfer import exported, import_campaign
from campaign.transfer.reading import ImportRefusedError
from tests.factories import CampaignFactory, finished_game, open_game
from tests.forms import NEW, evening, roster
from tests.pages import Page
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

AUCKLAND, KOLKATA, LOS_ANGELES = "Pacific/Auckland", "Asia/Kolkata", "America/Los_Angeles"


@pytest.fixture(params=sweep(["UTC", LOS_ANGELES], quick=1))
def _server_in_any_zone(request, settings):
    settings.TIME_ZONE = request.param
    timezone.get_default_timezone.cache_clear()
    yield
    timezone.get_default_timezone.cache_clear()


@pytest.fixture
def at(monkeypatch):
    """Return a function that sets the clock to a moment in UTC: `at("2026-11-28 06:09")`."""

    def set_clock(moment):
        now = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return set_clock


def phone_in(zone, browser=None):
    browser = browser or Client()
    browser.cookies["zone"] = zone
    return browser


# In each row, the moments are just before and just after midnight in the zone.
MIDNIGHTS = [
    pytest.param(LOS_ANGELES, "2026-11-28 07:59", "2026-11-28 08:01", date(2026, 11, 27), id="Los Angeles"),
    pytest.param(AUCKLAND, "2026-09-27 10:59", "2026-09-27 11:01", date(2026, 9, 27), id="on its first summer night"),
    pytest.param(KOLKATA, "2026-11-28 18:29", "2026-11-28 18:31", date(2026, 11, 28), id="Kolkata"),
    pytest.param(LOS_ANGELES, "2026-11-02 07:59", "2026-11-02 08:01", date(2026, 11, 1), id="after its summer time"),
    pytest.param(
        LOS_ANGELES, "2026-11-01 06:59", "2026-11-01 07:01", date(2026, 10, 31), id="on its last summer night"
    ),
    pytest.param(AUCKLAND, "2026-11-28 10:59", "2026-11-28 11:01", date(2026, 11, 28), id="Auckland"),
    pytest.param(AUCKLAND, "2026-09-26 11:59", "2026-09-26 12:01", date(2026, 9, 26), id="before its summer time"),
]


@pytest.mark.usefixtures("_server_in_any_zone")
@pytest.mark.parametrize(("zone", "before", "after", "day"), sweep(MIDNIGHTS))
def test_a_game_has_the_day_of_the_phone_that_begins_it(at, zone, before, after, day):
    form = {"mission": "1"} | roster(("Ann", "blue"), ("Bob", "green"))
    for moment, ahead in ((before, 0), (after, 1)):
        at(moment)
        phone = phone_in(zone)
        shown = Page(phone.get(reverse("play"))).words("[data-day]")
        assert phone.post(reverse("play"), form).status_code == 302
        game = Game.objects.latest("pk")
        assert game.played_on.toordinal() == day.toordinal() + ahead
        assert f"{game.played_on.day}" in shown
        assert game.campaign.time_zone == zone
        assert not game.is_planned


@pytest.mark.usefixtures("_server_in_any_zone")
@pytest.mark.parametrize(("zone", "before", "after", "day"), sweep(MIDNIGHTS))
def test_a_planned_game_becomes_the_game_of_today_at_midnight_of_the_table(at, owner, zone, before, after, day):
    campaign = CampaignFactory(owner=owner, time_zone=zone)
    at(before)
    game = open_game(campaign, played_on=date.fromordinal(day.toordinal() + 1))
    browser = phone_in(KOLKATA if zone != KOLKATA else AUCKLAND)  # a player who reads from elsewhere
    browser.force_login(owner)
    for moment, is_planned in ((before, True), (after, False)):
        at(moment)
        assert ("To the evening" in browser.get(campaign.get_absolute_url()).content.decode()) is is_planned
        assert Page(browser.get(game.get_absolute_url())).has("#planned") is is_planned
        # the front page lists campaigns of several zones
        known = Campaign.objects.get().prefetch_games()
        assert InBrief.of(known, has_seen_mayor=False).is_planned is is_planned


def test_a_cached_page_shows_no_other_zones_day(at, as_owner, campaign, browser_of):
    at("2026-11-28 20:00")
    open_game(campaign, played_on=date(2026, 11, 29))
    zones_of_phones = {AUCKLAND: False, LOS_ANGELES: True}
    for _twice in range(2):
        for zone, is_planned in zones_of_phones.items():
            page = phone_in(zone, as_owner).get(campaign.get_absolute_url()).content.decode()
            assert ("To the evening" in page) is is_planned


def test_correcting_an_open_game_to_today_plans_nothing(at, as_owner, campaign):
    at("2026-11-28 06:00")  # in Kolkata it is noon of the 28th; in Los Angeles it is still the 27th
    Campaign.objects.update(time_zone=KOLKATA)
    game = open_game(campaign)
    edit = reverse("edit_game", args=[campaign.public_id, game.pk])
    assert phone_in(LOS_ANGELES, as_owner).post(edit, evening(campaign, played_on="2026-11-28")).status_code == 302
    assert not Page(as_owner.get(game.get_absolute_url())).has("#planned")


def test_the_form_of_a_game_proposes_the_day_of_the_table(at, as_owner, campaign):
    at("2026-11-28 06:09")
    Campaign.objects.update(time_zone=LOS_ANGELES)
    page = Page(phone_in(AUCKLAND, as_owner).get(reverse("new_game", args=[campaign.public_id])))
    assert page.value("[name=played_on]") == "2026-11-27"
    assert "27" in page.words("#day")


def test_a_calendar_app_without_cookies_gets_the_evenings_of_the_tables_day(at, campaign):
    at("2026-11-28 06:09")
    open_game(campaign, played_on=date(2026, 11, 27))
    address = reverse("evenings", args=[ShareLink.renew(campaign, ShareLink.LinkRole.LOOK).token])
    assert b"DTSTART" not in Client().get(address).content
    Campaign.objects.update(time_zone=LOS_ANGELES)
    assert b"DTSTART;VALUE=DATE:20261127" in Client().get(address).content


def test_bg_stats_gets_noon_of_the_table(as_owner, campaign):
    game = finished_game(campaign, played_on=date(2024, 5, 4))
    address = reverse("take_along", args=[campaign.public_id, game.pk])
    noons = {LOS_ANGELES: "2024-05-04 19:00:00", AUCKLAND: "2024-05-04 00:00:00", KOLKATA: "2024-05-04 06:30:00"}
    for zone, noon in noons.items():
        Campaign.objects.update(time_zone=zone)
        links = Page(as_owner.get(address)).each("a", "href")
        [link] = [link for link in links if link.startswith(play_address(game).partition("?")[0])]
        assert json.loads(parse_qs(urlsplit(link).query)["data"][0])["playDate"] == noon


def test_the_history_shows_times_of_the_table(at, as_owner, campaign):
    Campaign.objects.update(time_zone=KOLKATA)
    game = open_game(campaign)
    game.history.update(history_date=datetime(2026, 11, 27, 20, 0, tzinfo=UTC))
    page = Page(as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk]))).words("main")
    assert "Nov. 28, 2026, 1:30 a.m." in page


# --- Which zone -------------------------------------------------------------------------------------------------------


def test_a_name_that_no_time_zone_has_is_ignored(as_owner, campaign):
    for name in ("", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "<b>", "x" * 5000, "\x00"):
        response = phone_in(name, as_owner).get(reverse("new_game", args=[campaign.public_id]))
        assert response.status_code == 200, name
        assert name[:9] not in Page(response).words() or not name


def test_a_new_campaign_keeps_the_zone_of_the_phone(client):
    assert phone_in(KOLKATA, client).post(reverse("new_campaign"), NEW).status_code == 302
    assert Campaign.objects.get().time_zone == KOLKATA


def test_the_settings_change_the_zone(as_owner, campaign):
    typed = {"Asia/Kolkata": KOLKATA, " los angeles ": LOS_ANGELES, "kolkata": KOLKATA, "": "", "utc": "UTC"}
    for zone, kept in typed.items():
        assert save(as_owner, campaign, zone).status_code == 302
        campaign.refresh_from_db()
        assert campaign.time_zone == kept


def test_a_wrong_zone_is_told_beside_its_field_and_stays_typed(as_owner, campaign):
    page = Page(save(as_owner, campaign, "Europe/Berln"))
    assert "Write the time zone as Europe/Berlin, or only its city." in page.words()
    assert page.value("[name=time_zone]") == "Europe/Berln"
    assert Campaign.objects.get().time_zone == ""


def test_the_settings_propose_the_zone_of_the_device(as_owner, campaign):
    page = Page(phone_in(AUCKLAND, as_owner).get(settings_of(campaign)))
    assert page.each("#zones option", "value") == [AUCKLAND]


def settings_of(campaign):
    return reverse("campaign_settings", args=[campaign.public_id])


def save(client, campaign, zone):
    rows = [(player.name, player.colour, str(player.pk), True) for player in campaign.players.all()]
    return client.post(settings_of(campaign), NEW | roster(*rows) | {"time_zone": zone, "version": campaign.version})


def test_a_file_has_the_zone_and_no_wrong_one(campaign, stranger):
    Campaign.objects.filter(pk=campaign.pk).update(time_zone=KOLKATA)
    file = exported(Campaign.objects.get(pk=campaign.pk))
    assert import_campaign(json.dumps(file).encode(), stranger).time_zone == KOLKATA
    file["campaign"]["time_zone"] = "Mars/Olympus"
    with pytest.raises(ImportRefusedError, match="a time zone such as Europe/Berlin"):
        import_campaign(json.dumps(file).encode(), stranger)


@pytest.mark.parametrize(
    ("variable", "link", "zone"),
    [
        (KOLKATA, "/usr/share/zoneinfo/Europe/Berlin", KOLKATA),
        ("", "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
        (":/etc/localtime", "/var/db/timezone/zoneinfo/America/Los_Angeles", LOS_ANGELES),
        ("", "/etc/localtime", "UTC"),
    ],
)
def test_a_site_is_in_the_zone_of_its_machine(monkeypatch, variable, link, zone):
    monkeypatch.setenv("TZ", variable)
    monkeypatch.setattr(Path, "resolve", lambda _path: Path(link))
    assert zones.zone_of_machine() == zone
