"""Test that open pages show changes of the game at once, and cost little while nothing changes."""

import html
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.urls import reverse
from lxml.html import fromstring

from campaign.following import streams
from campaign.following.state import GONE, Followed, look
from campaign.models import ShareLink
from tests.factories import enter, enter_all, finished_game, many_finished_games, open_game
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

PEOPLE = ("anonymous", "stranger", "look link", "score link", "member")


class Page:
    """An open page that requests its changed part, as follow.js does."""

    def __init__(self, client, address, part, query=""):
        self.client, self.address, self.part, self.query = client, address, part, query
        text = client.get(address).content.decode()
        assert f'hx-target="#{part}"' in text
        self.tag = text.split('data-tag="')[1].split('" hx-get')[0].replace("&quot;", '"')

    def ask(self, query=None):
        headers = {"HX-Request": "true", "HX-Target": self.part, "If-None-Match": self.tag}
        response = self.client.get(self.address + (self.query if query is None else query), headers=headers)
        if response.status_code in (200, 204):
            self.tag = response["ETag"]
        return response


def editor(client, game, name="Ada"):
    evaluation = game.evaluations.get(player__name=name)
    return Page(client, evaluation.get_absolute_url(), "city", f"?editing=on&version={evaluation.version}")


@pytest.fixture(params=sweep(["evening", "campaign", "editor"], quick=1))
def page(request, as_owner, campaign, game):
    return {
        "campaign": lambda: Page(as_owner, campaign.get_absolute_url(), "so-far"),
        "evening": lambda: Page(as_owner, game.get_absolute_url(), "evening"),
        "editor": lambda: editor(as_owner, game),
    }[request.param]()


ASKING = 3  # the number of queries: session, user, and the campaign with its state


def test_without_a_change_the_answer_is_304_after_three_queries_but_never_for_a_whole_page(
    page, django_assert_num_queries
):
    assert page.tag.startswith('W/"')  # weak, because a proxy that compresses makes strong tags weak
    for _ in range(3):
        with django_assert_num_queries(ASKING):
            response = page.ask()
        assert response.status_code == 304
        assert not response.content
        assert response["ETag"] == page.tag
    assert page.client.get(page.address).status_code == 200


@pytest.mark.parametrize("games", [1, 20])
def test_more_games_make_no_more_queries(as_owner, campaign, django_assert_num_queries, games):
    many_finished_games(campaign, games)
    page = Page(as_owner, campaign.get_absolute_url(), "so-far")
    with django_assert_num_queries(ASKING):
        assert page.ask().status_code == 304


@pytest.mark.parametrize("name", sweep(["Ada", "Ben"], quick=1))
def test_an_entered_city_changes_its_own_page_and_the_page_of_its_game(page, game, name):
    enter(game.evaluations.get(player__name=name))
    response = page.ask()
    assert response.status_code == (200 if page.part == "evening" or (page.part, name) == ("city", "Ada") else 304)
    if response.status_code == 200:
        text = response.content.decode()
        assert f'id="{page.part}"' in text
        assert "<html" not in text
    assert page.ask().status_code == 304


def test_a_city_entered_in_another_game_changes_no_page(page, campaign):
    other = open_game(campaign, 2)
    page.ask()
    enter(other.present[0])
    assert page.ask().status_code == 304


def test_a_result_of_another_game_changes_all_pages_except_cities(page, campaign):
    finished_game(campaign, 2)
    assert page.ask().status_code == (304 if page.part == "city" else 200)


def test_the_sender_of_a_tap_need_not_request_its_effect(as_owner, game):
    page = editor(as_owner, game)
    tap = {"version": "0", "square": "B2", "brush": "T", "do": "tap"}
    headers = {"HX-Request": "true", "HX-Target": "city"}
    response = as_owner.post(page.address, tap, headers=headers)
    assert response["ETag"] != page.tag
    page.tag = response["ETag"]
    assert page.ask().status_code == 304
    enter(game.evaluations.get(player__name="Ada"))
    assert page.ask().status_code == 200


def test_after_a_late_tap_the_page_still_requests_changes(as_owner, game):
    page = editor(as_owner, game)
    tap = {"version": "0", "square": "B2", "brush": "T", "do": "tap"}
    headers = {"HX-Request": "true", "HX-Target": "city"}
    as_owner.post(page.address, tap, headers=headers)
    late = as_owner.post(page.address, tap, headers=headers)
    assert late.status_code == 409
    assert "ETag" not in late


def test_new_games_finished_games_and_new_settings_change_open_pages(as_owner, campaign, game):
    page = Page(as_owner, campaign.get_absolute_url(), "so-far")
    finished_game(campaign, 2)
    assert page.ask().status_code == 200
    game.annotate(notes="Rain")
    assert page.ask().status_code == 200
    campaign.touch()
    assert page.ask().status_code == 200
    assert page.ask().status_code == 304


def test_setting_or_removing_a_tick_changes_the_open_page_of_another_user(as_owner, browser_of, game):
    page = Page(as_owner, game.get_absolute_url(), "evening")
    other = browser_of("member")
    for how, count in (("done", 1), ("undone", 0), ("done", 1)):
        other.post(reverse("tick_step", args=[game.campaign.public_id, game.pk]), {how: "mats"})
        response = page.ask()
        assert response.status_code == 200
        assert len(fromstring(response.content).cssselect(".step__label[aria-pressed=true]")) == count
        assert page.ask().status_code == 304


def test_a_game_in_another_campaign_is_no_change(page, stranger):
    finished_game(stranger.campaigns.get())
    assert page.ask().status_code == 304


def test_the_page_of_a_finished_game_redirects_to_the_result(as_owner, game):
    page = Page(as_owner, game.get_absolute_url(), "evening")
    enter_all(game)
    page.ask()
    game.finish()
    assert page.ask()["HX-Redirect"] == game.get_reveal_url()


def test_a_result_is_followed_until_the_game_is_reopened(as_owner, campaign):
    game = finished_game(campaign)
    page = Page(as_owner, game.get_absolute_url(), "result")
    assert page.ask().status_code == 304
    game.annotate(played_on=game.played_on, place="The club", notes="")
    assert "The club" in page.ask().content.decode()
    game.reopen()
    assert page.ask()["HX-Refresh"] == "true"


def test_an_editor_is_loaded_again_when_a_game_is_finished_or_reopened(as_owner, game):
    page = editor(as_owner, game)
    enter_all(game)
    game.finish()
    assert page.ask()["HX-Redirect"] == game.get_reveal_url()
    looking = Page(as_owner, page.address, "city", "?version=2")
    game.reopen()
    assert looking.ask()["HX-Refresh"] == "true"


# --- Streams ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def promise(monkeypatch):
    """Return a function that requests a page's stream, and returns the response and what the stream compares."""
    opened = {}

    async def no_events(page, state, tag, _address):
        opened.update(page=page, state=state, tag=tag(state))
        return
        yield

    def promise(client, address):
        browser = AsyncClient()
        browser.cookies = client.cookies
        opened.clear()

        async def read():
            response = await browser.get(address, headers={"Accept": "text/event-stream"})
            if response.streaming:
                assert [event async for event in response] == []
            return response

        return SimpleNamespace(response=async_to_sync(read)(), **opened)

    monkeypatch.setattr(streams, "changes", no_events)
    return promise


def test_a_stream_sends_the_tag_that_the_page_has_until_something_changes(promise, page, game):
    assert promise(page.client, page.address).tag == html.unescape(page.tag)
    game.annotate(notes="Rain")
    assert promise(page.client, page.address).tag != html.unescape(page.tag)


def test_a_stream_compares_the_same_counts_as_its_page(promise, page, campaign, game):
    for change in (
        campaign.touch,
        lambda: enter(game.present[0]),
        lambda: game.annotate(notes="Rain"),
        game.ticks.create,
    ):
        change()
        stream = promise(page.client, page.address)
        assert look([stream.page]) == {stream.page: stream.state}


def test_neither_the_site_nor_a_proxy_holds_back_the_events_of_a_stream(promise, page):
    headers = promise(page.client, page.address).response.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Content-Encoding"] == "identity"


def test_any_number_of_streams_is_checked_in_three_queries(campaign, django_assert_num_queries):
    games = [open_game(campaign, mission) for mission in (1, 2, 3)]
    pages = [Followed(campaign.pk), *(Followed(campaign.pk, game.pk) for game in games)]
    pages += [Followed(campaign.pk, each.game_id, each.player_id) for game in games for each in game.present]
    with django_assert_num_queries(3):
        assert len(look(pages)) == len(pages)
    with django_assert_num_queries(1):
        look(pages[-1:])


def test_pages_of_a_deleted_campaign_are_told_that_it_is_gone(campaign, game):
    pages = [
        Followed(campaign.pk),
        Followed(campaign.pk, game.pk),
        Followed(campaign.pk, game.pk, game.present[0].player_id),
    ]
    campaign.delete()
    assert set(look(pages).values()) == {GONE}


def test_only_readers_with_access_get_a_stream(promise, browser_of, game):
    statuses = {person: promise(browser_of(person), game.get_absolute_url()).response.status_code for person in PEOPLE}
    assert statuses == {"anonymous": 404, "stranger": 404, "look link": 200, "score link": 200, "member": 200}


def test_a_page_that_follows_nothing_has_no_stream(promise, as_owner, campaign):
    assert not promise(as_owner, f"{campaign.get_absolute_url()}standings/").response.streaming


def test_a_server_without_streams_answers_204(page):
    response = page.client.get(page.address, headers={"Accept": "text/event-stream"})
    assert (response.status_code, response.content) == (204, b"")
    assert "no-store" in response["Cache-Control"]


# --- The author of a change -------------------------------------------------------------------------------------------


def test_the_editor_names_the_author_of_each_change(client, browser_of, member, campaign, game):
    page = editor(browser_of("owner"), game)
    client.force_login(member)
    client.post(page.address, {"version": "0", "square": "B2", "brush": "T", "do": "tap"})
    response = page.ask()
    text = response.content.decode()
    assert "Ben changed B2." in text
    assert "Ben changed B2." in response["HX-Trigger"]
    assert 'name="version" value="1"' in text
    assert 'id="supply"' in text
    assert 'id="sheet"' in text


def test_a_visitor_by_a_link_is_named_by_the_chosen_player(browser_of, game):
    page = editor(browser_of("owner"), game)
    browser_of("score link").post(page.address, {"version": "0", "square": "B2", "brush": "T", "do": "tap"})
    assert "Ada changed B2." in page.ask().content.decode()


@pytest.mark.parametrize("query", ["", "?version=x&editing=on", "?version=-1&editing=on"])
def test_a_page_that_sends_no_valid_version_is_loaded_again(as_owner, game, query):
    page = editor(as_owner, game)
    enter(game.evaluations.get(player__name="Ada"))
    assert page.ask(query)["HX-Refresh"] == "true"


# --- The right to ask -------------------------------------------------------------------------------------------------


def test_a_valid_tag_gives_no_access(browser_of, campaign, game):
    tag = Page(browser_of("owner"), campaign.get_absolute_url(), "so-far").tag
    for person in ("anonymous", "stranger"):
        client = browser_of(person)
        response = client.get(campaign.get_absolute_url(), headers={"HX-Request": "true", "If-None-Match": tag})
        assert response.status_code == 404


def test_a_tag_is_valid_for_one_page_only(as_owner, campaign, game):
    page = Page(as_owner, campaign.get_absolute_url(), "so-far")
    page.address, page.part = game.get_absolute_url(), "evening"
    assert page.ask().status_code == 200


def test_a_user_who_loses_access_gets_404_at_the_next_request(browser_of, member, campaign):
    visitor = Page(browser_of("look link"), campaign.get_absolute_url(), "so-far")
    account = Page(browser_of("member"), campaign.get_absolute_url(), "so-far")
    assert (visitor.ask().status_code, account.ask().status_code) == (304, 304)
    ShareLink.withdraw(campaign, "look")
    assert (visitor.ask().status_code, account.ask().status_code) == (404, 200)
    leave = {"do": "leave", "player": campaign.players.get(name="Ben").pk}
    browser_of("owner").post(reverse("sharing", args=[campaign.public_id]), leave)
    assert account.ask().status_code == 404


def test_an_open_page_of_a_campaign_in_the_bin_gets_404(browser_of, campaign):
    page = Page(browser_of("owner"), campaign.get_absolute_url(), "so-far")
    campaign.throw_away()
    assert page.ask().status_code == 404
