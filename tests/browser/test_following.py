"""Test two phones at one table: each soon shows changes of the other, and nothing moves under a finger."""

import pytest

from campaign.models import Game
from campaign.models.phase import COUNTING
from tests.browser.conftest import LAPTOP, PHONE
from tests.factories import enter, enter_all, finished_game

FIVE_SECONDS = 5_000
SOON = 20_000  # milliseconds within which a phone must show a change; `make bench ARGS=following` measures the time


def ask_now(page):
    """Make the page ask the site for changes now."""
    page.evaluate("htmx.trigger(document.querySelector('[data-follow]'), 'follow')")
    page.wait_for_load_state("networkidle")


def test_the_page_of_a_game_updates_by_itself_until_its_end(open_page, owner, game):
    page = open_page(owner, game.get_absolute_url(), **PHONE)
    assert page.locator("#cities .seat--whole").count() == 0
    enter_all(game)
    page.locator("#finish").wait_for(timeout=SOON)
    assert page.locator("#cities .seat--whole").count() == 3
    assert page.locator("#cities .vp").count() == 0  # nobody sees other players' points before the count
    game.finish()
    page.wait_for_url("**/games/*/?reveal", timeout=SOON, wait_until="commit")
    page.locator("#result").wait_for()


def test_the_campaign_page_updates_by_itself(open_page, owner, campaign):
    page = open_page(owner, campaign.get_absolute_url(), **PHONE)
    finished_game(campaign)
    page.locator("#standings").wait_for(timeout=SOON)


def test_the_editor_updates_by_itself_and_names_the_other_user(open_page, owner, game):
    evaluation = game.present[0]
    game.campaign.players.filter(pk=evaluation.player_id).update(account=owner)
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    evaluation._history_user = owner
    enter(evaluation)
    page.locator("#said", has_text="changed").wait_for(timeout=SOON)
    assert page.locator("#inhabitants").input_value() == "12"
    assert page.locator("#announcer").inner_text().startswith("Ada changed")
    page.locator("#board-D4").tap()  # continue with the city that Ada changed
    page.locator("#board-D4[aria-label*='Tower Block']").wait_for()
    evaluation.refresh_from_db()
    assert evaluation.city.startswith("T3SU1-")


def test_a_phone_fetches_nothing_after_its_own_tap(open_page, owner, game):
    page = open_page(owner, game.present[0].get_absolute_url(), **PHONE)
    page.locator("#board-D4").tap()
    page.locator("#board-D4[aria-label*='Tower Block']:not(.is-pending)").wait_for()
    with page.expect_response(lambda response: "editing=on" in response.url, timeout=SOON) as asked:
        ask_now(page)
    assert asked.value.status == 304


def test_nothing_is_swapped_while_somebody_types(open_page, owner, game):
    evaluation = game.present[0]
    page = open_page(owner, evaluation.get_absolute_url(), **LAPTOP)
    page.locator("#id_city").fill("T3S")
    enter(evaluation)
    # a typed city must not be replaced before it is sent, whichever field has the focus
    for where in ("#id_city", "#inhabitants", "#board-A1"):
        page.locator(where).focus()
        ask_now(page)
        assert page.locator("#id_city").input_value() == "T3S"
    page.locator("#id_city").fill("")
    page.locator("#board-A1").focus()
    ask_now(page)
    page.locator("#said", has_text="changed").wait_for()
    assert page.evaluate("document.activeElement.id") == "board-A1"


def test_the_focus_stays_after_an_update(open_page, owner, campaign):
    finished_game(campaign)
    page = open_page(owner, campaign.get_absolute_url(), **LAPTOP)
    later = page.locator("#missions a[href*='/missions/4-']")
    later.focus()
    finished_game(campaign, 2)
    ask_now(page)
    page.locator("#missions .plot--played").nth(1).wait_for()
    assert "/missions/4-" in page.evaluate("document.activeElement.getAttribute('href')")


def test_a_hidden_page_sends_no_requests(open_page, owner, game):
    page = open_page(owner, game.get_absolute_url(), **PHONE)
    asked = []
    page.wait_for_load_state("networkidle")
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.on("request", lambda request: asked.append(request.url) if request.resource_type != "eventsource" else None)
    page.wait_for_timeout(FIVE_SECONDS)
    assert asked == []
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)
    assert len(asked) == 1


def test_nothing_is_swapped_without_a_change(open_page, owner, game):
    page = open_page(owner, game.get_absolute_url(), **PHONE)
    page.evaluate("document.querySelector('#evening').dataset.same = 'yes'")
    with page.expect_response(lambda response: response.status == 304, timeout=SOON):
        pass
    page.wait_for_timeout(200)
    assert page.locator("#evening[data-same]").count() == 1


def test_a_double_tap_on_finish_shows_the_result(open_page, owner, game):
    enter_all(game)
    Game.objects.filter(pk=game.pk).update(phase=COUNTING)
    page = open_page(owner, game.get_absolute_url(), **PHONE)
    page.locator("#finish").click()
    page.locator("#finish", has_text="Yes").dblclick()  # confirm: the page warns of errors in these cities
    page.locator("#result").wait_for()
    assert Game.objects.get().is_finished


@pytest.mark.browser(complaints=("404",))
def test_a_visitor_by_the_code_enters_a_city_until_the_link_is_withdrawn(new_browser, open_page, owner, campaign, game):
    # Once the rounds are over, the link leads to the visitor's own city. Before that, it leads to the page of the game.
    Game.objects.filter(pk=game.pk).update(phase=COUNTING)
    sharing = open_page(owner, f"{campaign.get_absolute_url()}sharing/", **LAPTOP)
    sharing.locator("#score form.bar button").click()
    address = sharing.locator("#address-score").input_value()
    phone = new_browser(**PHONE).new_page()
    phone.goto(address)
    assert address not in phone.url
    phone.locator("button", has_text="Ben").tap()
    phone.wait_for_url("**/games/**")
    with phone.expect_response(lambda response: response.request.method == "POST"):
        phone.locator("#board-A1").tap()
    phone.locator("#board-A1[aria-label*='Tower Block']").wait_for()
    assert game.evaluations.get(player__name="Ben").city.startswith("T")
    sharing.locator("[popovertarget=stop-score]").first.click()
    sharing.locator("#score button[value=withdraw]").click()
    sharing.locator("#score button", has_text="Make a link").wait_for()
    phone.locator(".trouble").wait_for(timeout=SOON)
