"""Test that a page is rendered once after each change, for all readers. The cached page has no reader's data."""

import gzip
import html
import re
from datetime import timedelta

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import RosterEntry, ShareLink, Tick
from campaign.web import partials
from campaign.web.idempotency import FIELD
from scoring import MISSIONS
from tests.factories import CampaignFactory, enter, finished_game, open_game
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

MISSION = "/missions/7-price-of-silence/?players=3"
PAGES = ("mission", "result", "campaign", "standings", "log")
OF_A_CAMPAIGN = PAGES[1:]
TOKEN = re.compile(r"(?<![\w-])[A-Za-z0-9]{64}(?![\w-])")
READERS_OWN = re.compile(rf'{TOKEN.pattern}|data-tag="[^"]*"|name="{FIELD}" value="[^"]*"')
PACKED = {"accept-encoding": "gzip"}


def rename(campaign, _game=None):
    players = list(campaign.players.all())
    campaign.set_roster([RosterEntry(player, f"{player.name} II", player.colour) for player in players])


def change_house_rules(campaign, _game):
    campaign.tiebreak_mission = 3
    campaign.save()
    campaign.touch()


CHANGES = {
    "a city": lambda campaign, _game: enter(open_game(campaign, 3).present[0]),
    "a note": lambda _campaign, game: game.annotate(played_on=game.played_on, place="The club", notes="Rain"),
    "another attempt": lambda campaign, _game: finished_game(campaign, 1),
    "another mission": lambda campaign, _game: finished_game(campaign, 2),
    "a game begun": lambda campaign, _game: open_game(campaign, 2),
    "a game reopened": lambda _campaign, game: game.reopen(),
    "players renamed": rename,
    "house rules": change_house_rules,
    "finished again": lambda _campaign, game: (game.reopen(), game.finish()),
}


@pytest.fixture(autouse=True)
def nothing_drawn():
    caches["pages"].clear()


def addresses_of(campaign, finished):
    return {name: reverse(name, args=[campaign.public_id]) for name in ("campaign", "standings", "log")} | {
        "result": finished.get_absolute_url(),
        "mission": MISSION,
    }


@pytest.fixture
def addresses(campaign):
    return addresses_of(campaign, finished_game(campaign))


@pytest.fixture(params=sweep(PAGES, quick=2))
def address(request, addresses):
    return addresses[request.param]


@pytest.fixture(params=sweep(OF_A_CAMPAIGN, quick=1))
def address_in_campaign(request, addresses):
    return addresses[request.param]


@pytest.fixture
def drawn(monkeypatch):
    """Return a list that records the name of each template at each rendering."""
    names = []
    render = partials.render_to_string
    monkeypatch.setattr(partials, "render_to_string", lambda name, *args: names.append(name) or render(name, *args))
    return names


def text_of(response):
    content = response.content
    return (gzip.decompress(content) if response.headers.get("Content-Encoding") == "gzip" else content).decode()


def look(browser, address, **query):
    """Return a page without the parts that differ between readers."""
    return READERS_OWN.sub("", browser.get(address, query).content.decode())


# --- Rendering only once ----------------------------------------------------------------------------------------------


def test_a_page_is_rendered_once_and_again_after_a_change(as_owner, campaign, address_in_campaign, drawn):
    as_owner.get(address_in_campaign)
    as_owner.get(address_in_campaign)
    assert len(drawn) == 1
    campaign.touch()
    as_owner.get(address_in_campaign)
    assert len(drawn) == 2


def test_taps_and_ticks_of_an_open_game_render_nothing_again(as_owner, campaign, addresses, drawn):
    game = open_game(campaign, 2)
    for name in OF_A_CAMPAIGN:
        as_owner.get(addresses[name])
    before = len(drawn)
    enter(game.present[0])
    Tick.objects.create(game=game, step="mats")
    for name in OF_A_CAMPAIGN:
        as_owner.get(addresses[name])
    assert len(drawn) == before


SHOWN = ("a game reopened", "players renamed")  # every page shows these changes
TELLING = [("result", "a game reopened"), ("standings", "players renamed"), ("log", "a note"), ("campaign", "a city")]


@pytest.mark.parametrize(
    ("name", "change"),
    sweep(
        sorted(((name, change) for name in OF_A_CAMPAIGN for change in CHANGES), key=lambda case: case not in TELLING),
        quick=2,
    ),
)
def test_after_a_change_a_page_is_as_if_rendered_for_the_first_time(as_owner, campaign, addresses, name, change):
    before = look(as_owner, addresses[name])
    CHANGES[change](campaign, campaign.games.get())
    after = look(as_owner, addresses[name])
    caches["pages"].clear()
    assert after == look(as_owner, addresses[name])
    if change in SHOWN:
        assert after != before


def test_members_share_a_rendered_page(browser_of, addresses, drawn):
    browsers = [browser_of(person) for person in ("owner", "member", "score link", "look link")]
    for name in ("standings", "log"):
        for browser in browsers:
            browser.get(addresses[name])
    assert len(drawn) == 2


def test_each_language_theme_and_table_has_its_own_page(client, drawn):
    client.get(MISSION)
    client.get(MISSION, headers={"accept-language": "de"})
    client.get(MISSION.replace("players=3", "players=4"))
    client.get(MISSION + "&harbor_workers=1")
    client.cookies["theme"] = "dark"
    client.get(MISSION)
    assert len(drawn) == 5


def test_each_player_and_each_language_has_a_log(as_owner, campaign, addresses):
    english = look(as_owner, addresses["log"])
    assert look(as_owner, addresses["log"], player=campaign.players.get(name="Ada").pk) != english
    as_owner.cookies["django_language"] = "de"
    assert look(as_owner, addresses["log"]) != english


def test_other_parameters_in_the_address_render_nothing_again(client, drawn):
    for junk in ("", "&x=1", "&x=2", "&tiebreak_mission=99"):
        client.get(MISSION + junk)
    assert len(drawn) == 1


def test_a_page_has_the_host_of_its_request(client, settings):
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    for host in settings.ALLOWED_HOSTS:
        assert f"http://{host}/" in client.get(MISSION, headers={"host": host}).content.decode()


def test_a_planned_evening_is_shown_as_an_open_game_on_its_day(as_owner, campaign, monkeypatch):
    tomorrow = timezone.localdate() + timedelta(days=1)
    open_game(campaign, 3, played_on=tomorrow)
    assert "To the evening" in as_owner.get(campaign.get_absolute_url()).content.decode()
    for place in ("campaign.campaigns.views.localdate", "django.utils.timezone.localdate"):
        monkeypatch.setattr(place, lambda *_args, **_zone: tomorrow)
    assert "On the table" in as_owner.get(campaign.get_absolute_url()).content.decode()


# --- Data of a single reader ------------------------------------------------------------------------------------------


def test_a_page_of_a_campaign_shows_nothing_of_another(browser_of, campaign, stranger):
    other = stranger.campaigns.get()
    for person, own in (("owner", campaign), ("stranger", other)):
        assert own.name in look(browser_of(person), addresses_of(own, finished_game(own))["standings"])


def test_each_answer_has_its_own_valid_csrf_token(browser_of, address):
    tokens = []
    for browser in (browser_of("owner", enforce_csrf_checks=True), browser_of("member", enforce_csrf_checks=True)):
        for _look in range(2):
            [token] = set(TOKEN.findall(text_of(browser.get(address))))
            assert (
                browser.post(reverse("set_language"), {"language": "de", "csrfmiddlewaretoken": token}).status_code
                == 302
            )
            browser.cookies.pop("django_language")
            tokens.append(token)
    assert len(set(tokens)) == 4


def test_no_cached_page_has_a_token_or_a_name_of_its_reader(browser_of, address, monkeypatch):
    pages = []
    render = partials.render_to_string
    monkeypatch.setattr(partials, "render_to_string", lambda *args: pages.append(render(*args)) or pages[-1])
    seen = text_of(browser_of("owner").get(address))
    [page] = pages
    assert set(TOKEN.findall(page)) == {partials.PLACEHOLDER}
    assert "owner" not in re.sub(r"<[^>]*>", "", page)
    assert TOKEN.search(seen)
    assert partials.PLACEHOLDER not in seen


def test_an_open_page_has_the_tag_of_its_own_reader(browser_of, campaign, addresses):
    for name in ("campaign", "result"):
        tags = set()
        for person in ("owner", "member", "score link"):
            page = browser_of(person).get(addresses[name]).content.decode()
            tags.add(html.unescape(page.split('data-tag="')[1].split('" hx-get')[0]))
        assert len(tags) == 3


def test_only_a_guest_without_a_recovery_code_is_offered_one(as_owner, owner, campaign):
    offer = reverse("recovery")
    finished_game(campaign)
    owner.set_unusable_password()
    owner.save()
    as_owner.force_login(owner)
    assert offer in as_owner.get(campaign.get_absolute_url()).content.decode()
    owner.recovery_hash = "a hash"
    owner.save()
    assert offer not in as_owner.get(campaign.get_absolute_url()).content.decode()


def test_each_reader_sees_only_the_buttons_that_they_may_use(browser_of, addresses):
    for person, owns, begins in (("owner", True, True), ("member", False, True), ("look link", False, False)):
        browser = browser_of(person)
        page = look(browser, addresses["campaign"])
        assert ("/reopen/" in look(browser, addresses["result"])) is owns
        assert ("/sharing/" in page) is owns
        assert ("games/new/" in page) is begins


def test_a_message_is_shown_once_and_to_one_user(browser_of, address):
    owner, member = browser_of("owner"), browser_of("member")
    message = Message(constants.SUCCESS, "Well built, Ada")
    owner.cookies["messages"] = CookieStorage(None)._encode([message])  # noqa: SLF001 - only Django signs messages
    assert "Well built, Ada" in owner.get(address).content.decode()
    assert "Well built, Ada" not in owner.get(address).content.decode()
    assert "Well built, Ada" not in member.get(address).content.decode()


def test_the_story_of_a_mission_that_is_to_come_stays_folded(browser_of, campaign, stranger, addresses):
    folded = "unfold it when your campaign has come this far"
    CampaignFactory(owner=stranger)
    assert folded in browser_of("stranger").get(MISSION).content.decode()
    open_game(campaign, 7)
    assert folded not in browser_of("owner").get(MISSION).content.decode()
    assert folded in browser_of("stranger").get(MISSION).content.decode()


# --- Compressed -------------------------------------------------------------------------------------------------------


def test_a_compressed_page_equals_the_page(as_owner, address):
    for _drawn_or_kept in range(2):
        plain, packed = as_owner.get(address), as_owner.get(address, headers=PACKED)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert TOKEN.sub("", text_of(packed)) == TOKEN.sub("", text_of(plain))
        assert len(packed.content) < len(plain.content) / 3


def test_the_size_of_a_compressed_page_reveals_nothing_of_the_token(as_owner, address):
    """Check that each response masks its token anew. The size could reveal a constant token to an attacker."""
    answers = [as_owner.get(address, headers=PACKED) for _ in range(10)]
    tokens = [token for answer in answers for token in set(TOKEN.findall(text_of(answer)))]
    assert len(tokens) == len(set(tokens)) == 10
    assert max(len(answer.content) for answer in answers) - min(len(answer.content) for answer in answers) > 10


@pytest.mark.slow
@pytest.mark.parametrize("mission", MISSIONS.values(), ids=lambda mission: mission.slug)
@pytest.mark.parametrize("view", ["mission", "mission_table", "mission_pad"])
def test_every_compressed_mission_equals_its_page(client, mission, view):
    address = reverse(view, args=[mission.number, mission.slug])
    packed = client.get(address, headers=PACKED)
    assert TOKEN.sub("", text_of(packed)) == TOKEN.sub("", client.get(address).content.decode())


# --- Copies in the browser --------------------------------------------------------------------------------------------


def test_a_browser_with_a_current_page_gets_304(as_owner, campaign, address, drawn):
    tag = as_owner.get(address).headers["ETag"]
    again = as_owner.get(address, headers={"if-none-match": tag} | PACKED)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    assert "Cookie" in again.headers["Vary"]
    assert again.headers["Cache-Control"] == "private, no-cache"


def test_after_a_change_the_browser_gets_the_page_again(as_owner, campaign, address_in_campaign):
    tag = as_owner.get(address_in_campaign).headers["ETag"]
    rename(campaign)
    assert as_owner.get(address_in_campaign, headers={"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize("cookie", sweep(map(pytest.param, [("theme", "dark"), ("django_language", "de")]), quick=1))
def test_another_theme_or_language_has_another_tag(as_owner, address, cookie):
    tag = as_owner.get(address).headers["ETag"]
    as_owner.cookies[cookie[0]] = cookie[1]
    assert as_owner.get(address, headers={"if-none-match": tag}).status_code == 200


def test_a_visitor_without_access_any_more_gets_404_in_place_of_304(browser_of, campaign, address_in_campaign):
    visitor = browser_of("look link")
    tag = visitor.get(address_in_campaign).headers["ETag"]
    assert visitor.get(address_in_campaign, headers={"if-none-match": tag}).status_code == 304
    ShareLink.objects.all().delete()
    assert visitor.get(address_in_campaign, headers={"if-none-match": tag}).status_code == 404


def test_each_reader_has_a_different_tag(browser_of, address):
    """Check that a browser's copy of a page is outdated once another user has logged in."""
    tag = browser_of("owner").get(address).headers["ETag"]
    assert browser_of("member").get(address, headers={"if-none-match": tag}).status_code == 200
    assert Client().get(MISSION, headers={"if-none-match": tag}).status_code == 200


def test_a_part_for_htmx_and_the_page_have_different_tags(as_owner, addresses):
    part = {"HX-Request": "true", "HX-Target": "log"}
    page, answer = as_owner.get(addresses["log"]), as_owner.get(addresses["log"], headers=part)
    assert "<title>" in page.content.decode()
    assert "<title>" not in answer.content.decode()
    assert page.headers["ETag"] != answer.headers["ETag"]
    assert {"HX-Request", "HX-Target"} <= set(answer.headers["Vary"].split(", "))
