"""Test that open pages follow the game, cheaply while nothing changes and at once after a change."""

import html

import pytest
from django.urls import reverse

from campaign.following.counts import GONE, ChangeStream, Followed, look
from campaign.models import ShareLink
from tests.factories import enter, finished_game, many_finished_games, open_game
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

PEOPLE = ("anonymous", "stranger", "look link", "score link", "member")


class Page:
    """An open page that asks for its changed part, as follow.js does."""

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


@pytest.fixture
def game(campaign):
    return open_game(campaign)


def editor(client, game, name="Ada"):
    evaluation = game.evaluations.get(player__name=name)
    return Page(client, evaluation.get_absolute_url(), "city", f"?editing=on&version={evaluation.version}")


@pytest.fixture(params=["campaign", "evening", "editor"])
def page(request, as_owner, campaign, game):
    return {
        "campaign": lambda: Page(as_owner, campaign.get_absolute_url(), "so-far"),
        "evening": lambda: Page(as_owner, game.get_absolute_url(), "evening"),
        "editor": lambda: editor(as_owner, game),
    }[request.param]()


ASKING = 3  # queries: two for the sender, one for the campaign and its change counts


def test_while_nothing_changes_the_answer_is_304_and_three_queries(page, django_assert_num_queries):
    for _ in range(3):
        with django_assert_num_queries(ASKING):
            response = page.ask()
        assert response.status_code == 304
        assert not response.content
        assert response["ETag"] == page.tag


@pytest.mark.parametrize("games", [1, 20])
def test_no_more_queries_however_much_was_played(as_owner, campaign, django_assert_num_queries, games):
    many_finished_games(campaign, games)
    page = Page(as_owner, campaign.get_absolute_url(), "so-far")
    with django_assert_num_queries(ASKING):
        assert page.ask().status_code == 304


def test_the_tag_outlives_a_proxy_that_compresses(page):
    """Check that the tag is weak.

    A proxy that compresses weakens a strong tag, and the page would then send another tag than the stream.
    """
    assert page.tag.startswith('W/"')


def test_the_page_itself_is_never_304(page):
    assert page.client.get(page.address).status_code == 200


@pytest.mark.parametrize("name", sweep(["Ada", "Ben"], quick=1))
def test_a_city_that_was_entered_is_seen_by_its_game_and_whoever_has_it_open(page, game, name):
    enter(game.evaluations.get(player__name=name))
    response = page.ask()
    assert response.status_code == (200 if page.part == "evening" or (page.part, name) == ("city", "Ada") else 304)
    if response.status_code == 200:
        text = response.content.decode()
        assert f'id="{page.part}"' in text
        assert "<html" not in text
    assert page.ask().status_code == 304


def test_what_is_entered_in_another_game_is_asked_for_by_nobody(page, campaign):
    other = open_game(campaign, 2)
    page.ask()
    enter(other.present[0])
    assert page.ask().status_code == 304


def test_a_result_is_asked_for_by_all_but_the_cities(page, campaign):
    """Check that another game's result changes the open pages of the campaign and of an evening, but not of a city."""
    finished_game(campaign, 2)
    assert page.ask().status_code == (304 if page.part == "city" else 200)


def test_who_tapped_need_not_ask_what_the_tap_has_done(as_owner, game):
    page = editor(as_owner, game)
    tap = {"version": "0", "square": "B2", "brush": "T", "do": "tap"}
    headers = {"HX-Request": "true", "HX-Target": "city"}
    response = as_owner.post(page.address, tap, headers=headers)
    assert response["ETag"] != page.tag
    page.tag = response["ETag"]
    assert page.ask().status_code == 304
    enter(game.evaluations.get(player__name="Ada"))
    assert page.ask().status_code == 200


def test_a_tap_that_came_too_late_still_asks(as_owner, game):
    page = editor(as_owner, game)
    tap = {"version": "0", "square": "B2", "brush": "T", "do": "tap"}
    headers = {"HX-Request": "true", "HX-Target": "city"}
    as_owner.post(page.address, tap, headers=headers)
    late = as_owner.post(page.address, tap, headers=headers)
    assert late.status_code == 409
    assert "ETag" not in late


def test_a_new_game_a_finished_one_and_new_settings_are_changes(as_owner, campaign, game):
    page = Page(as_owner, campaign.get_absolute_url(), "so-far")
    finished_game(campaign, 2)
    assert page.ask().status_code == 200
    game.annotate(notes="Rain")
    assert page.ask().status_code == 200
    campaign.touch()
    assert page.ask().status_code == 200
    assert page.ask().status_code == 304


def test_a_tick_is_seen_on_every_open_page_and_taken_back(as_owner, browser_of, game):
    page = Page(as_owner, game.get_absolute_url(), "evening")
    other = browser_of("member")
    for how, count in (("done", 1), ("undone", 0), ("done", 1)):
        other.post(reverse("tick_step", args=[game.campaign.public_id, game.pk]), {how: "mats"})
        response = page.ask()
        assert response.status_code == 200
        assert response.content.decode().count('name="undone"') == count
        assert page.ask().status_code == 304


def test_what_happens_elsewhere_is_no_change(page, stranger):
    finished_game(stranger.campaigns.get())
    assert page.ask().status_code == 304


def test_an_evening_that_was_finished_is_another_page(as_owner, game):
    page = Page(as_owner, game.get_absolute_url(), "evening")
    for evaluation in game.present:
        enter(evaluation)
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


def test_an_editor_without_its_tools_is_another_page(as_owner, game):
    page = editor(as_owner, game)
    for evaluation in game.present:
        enter(evaluation)
    game.finish()
    assert page.ask()["HX-Redirect"] == game.get_reveal_url()
    looking = Page(as_owner, page.address, "city", "?version=2")
    game.reopen()
    assert looking.ask()["HX-Refresh"] == "true"


# --- Streams ----------------------------------------------------------------------------------------------------------


def promise(client, address):
    """Return the site's answer to a page that asks for a stream."""
    return client.get(address, headers={"Accept": "text/event-stream"})


def test_a_stream_sends_the_tag_that_the_page_has_until_something_changes(page, game):
    stream = promise(page.client, page.address)
    assert isinstance(stream, ChangeStream)
    assert stream.tag_of(stream.counts) == html.unescape(page.tag)
    game.annotate(notes="Rain")
    later = promise(page.client, page.address)
    assert later.tag_of(later.counts) != html.unescape(page.tag)


def test_a_stream_looks_at_what_its_page_is_answered_by(page, campaign, game):
    for change in (
        campaign.touch,
        lambda: enter(game.present[0]),
        lambda: game.annotate(notes="Rain"),
        game.ticks.create,
    ):
        change()
        stream = promise(page.client, page.address)
        assert look([stream.page]) == {stream.page: stream.counts}


def test_streams_look_in_three_queries_however_many_they_are(campaign, django_assert_num_queries):
    games = [open_game(campaign, mission) for mission in (1, 2, 3)]
    pages = [Followed(campaign.pk), *(Followed(campaign.pk, game.pk) for game in games)]
    pages += [Followed(campaign.pk, each.game_id, each.player_id) for game in games for each in game.present]
    with django_assert_num_queries(3):
        assert len(look(pages)) == len(pages)
    with django_assert_num_queries(1):
        look(pages[-1:])


def test_what_was_deleted_is_gone_for_whoever_follows_it(campaign, game):
    pages = [
        Followed(campaign.pk),
        Followed(campaign.pk, game.pk),
        Followed(campaign.pk, game.pk, game.present[0].player_id),
    ]
    campaign.delete()
    assert set(look(pages).values()) == {GONE}


def test_a_stream_is_promised_to_those_alone_who_may_read(browser_of, game):
    statuses = {person: promise(browser_of(person), game.get_absolute_url()).status_code for person in PEOPLE}
    assert statuses == {"anonymous": 404, "stranger": 404, "look link": 204, "score link": 204, "member": 204}


def test_a_page_that_follows_nothing_promises_no_stream(as_owner, campaign):
    assert promise(as_owner, f"{campaign.get_absolute_url()}standings/").status_code == 200


def test_a_server_without_streams_says_so_with_no_content(page):
    response = promise(page.client, page.address)
    assert (response.status_code, response.content) == (204, b"")
    assert "no-store" in response["Cache-Control"]


# --- The author of a change -------------------------------------------------------------------------------------------


def test_the_editor_says_who_changed_what(client, browser_of, member, campaign, game):
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


def test_who_came_by_a_link_is_called_by_the_player_they_said_they_are(browser_of, game):
    page = editor(browser_of("owner"), game)
    browser_of("score link").post(page.address, {"version": "0", "square": "B2", "brush": "T", "do": "tap"})
    assert "Ada changed B2." in page.ask().content.decode()


def test_the_same_city_on_two_phones_is_not_written_over_and_the_later_one_sees_why(browser_of, game):
    owner, visitor = browser_of("owner"), browser_of("score link")
    address = game.evaluations.get(player__name="Ada").get_absolute_url()
    tap = {"version": "0", "brush": "T", "do": "tap"}
    assert visitor.post(address, tap | {"square": "A1"}).status_code == 302
    late = owner.post(address, tap | {"square": "A1"})
    assert late.status_code == 409
    assert "Ada changed A1 first." in late.content.decode()


@pytest.mark.parametrize("query", ["", "?version=x&editing=on", "?version=-1&editing=on"])
def test_a_page_that_does_not_say_what_it_shows_is_loaded_again(as_owner, game, query):
    page = editor(as_owner, game)
    enter(game.evaluations.get(player__name="Ada"))
    assert page.ask(query)["HX-Refresh"] == "true"


# --- The right to ask -------------------------------------------------------------------------------------------------


def test_a_tag_is_no_ticket(browser_of, campaign, game):
    tag = Page(browser_of("owner"), campaign.get_absolute_url(), "so-far").tag
    for person in ("anonymous", "stranger"):
        client = browser_of(person)
        response = client.get(campaign.get_absolute_url(), headers={"HX-Request": "true", "If-None-Match": tag})
        assert response.status_code == 404


def test_a_tag_belongs_to_one_page(as_owner, campaign, game):
    page = Page(as_owner, campaign.get_absolute_url(), "so-far")
    page.address, page.part = game.get_absolute_url(), "evening"
    assert page.ask().status_code == 200


def test_whoever_loses_their_place_is_shown_out(browser_of, member, campaign):
    visitor = Page(browser_of("look link"), campaign.get_absolute_url(), "so-far")
    account = Page(browser_of("member"), campaign.get_absolute_url(), "so-far")
    assert (visitor.ask().status_code, account.ask().status_code) == (304, 304)
    ShareLink.withdraw(campaign, "look")
    assert (visitor.ask().status_code, account.ask().status_code) == (404, 200)
    leave = {"do": "leave", "player": campaign.players.get(name="Ben").pk}
    browser_of("owner").post(reverse("sharing", args=[campaign.public_id]), leave)
    assert account.ask().status_code == 404


def test_the_bin_shows_everybody_out(browser_of, campaign):
    page = Page(browser_of("owner"), campaign.get_absolute_url(), "so-far")
    campaign.throw_away()
    assert page.ask().status_code == 404
