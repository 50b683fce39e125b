"""Test that what a phone keeps is shown and sent only to the person whom it belongs to, even without a logout."""

import pytest
from django.urls import reverse

from campaign.accounts import recovery
from campaign.models import ShareLink, User
from tests.browser.conftest import PHONE
from tests.browser.test_going_back import SHOW_AGAIN
from tests.browser.test_offline import A_CONNECTION_LOST, SEVEN, WITH_WORKER, kept, wait_for_worker
from tests.browser.test_waiting import NOTHING_WAITS
from tests.factories import PASSWORD, CampaignFactory, UserFactory, open_game

pytestmark = pytest.mark.browser(complaints=A_CONNECTION_LOST)

WAITING = "() => Object.keys(localStorage).filter((key) => key.startsWith('waiting:')).length"


def log_in(page, user):
    page.goto("/account/login/")
    page.locator("#id_username").fill(user.username)
    page.locator("#id_password").fill(PASSWORD)
    for box in page.locator("main form [type=checkbox]").all():
        box.uncheck()  # a guest's campaigns stay with the guest
    with page.expect_navigation():
        page.locator("main form [type=submit]").tap()


def recover(page, user):
    page.goto("/account/recover/")
    page.locator("#id_code").fill(recovery.renew_code(user))
    with page.expect_navigation():
        page.locator("main form [type=submit]").tap()


def begin_as_a_guest(page, _user):
    """Begin a campaign as a new guest, after the session of the account has ended."""
    page.context.clear_cookies(name="sessionid")
    page.goto(reverse("new_campaign"))
    page.locator("#id_name").fill("River Town")
    for number, name in enumerate(("Dana", "Eli")):
        page.locator(f"#id_players-{number}-name").fill(name)
    with page.expect_navigation():
        page.locator("main form.stack [type=submit]").tap()


def join(page, user):
    """Open a link to a campaign, after the session of the account has ended."""
    page.context.clear_cookies(name="sessionid")
    page.goto(reverse("join", args=[ShareLink.renew(user.campaigns.get(), "score").token]))


@pytest.fixture
def other():
    """Return the person who takes the phone."""
    user = UserFactory(username="other")
    CampaignFactory(owner=user)
    return user


@pytest.fixture
def first(request, owner, campaign):
    """Return the owner of the campaign, who has the phone first."""
    if request.param == "guest":
        campaign.owner = User.make_guest()
        campaign.save()
    return campaign.owner


@pytest.mark.parametrize(
    ("first", "take_over"),
    [("guest", log_in), ("account", recover), ("guest", begin_as_a_guest), ("account", join)],
    indirect=["first"],
)
def test_a_phone_that_changed_hands_shows_no_page_of_the_other_person(open_page, first, other, campaign, take_over):
    game = open_game(campaign)
    own = [campaign.get_absolute_url(), game.get_absolute_url(), game.present[0].get_absolute_url()]
    page = open_page(first, own[0], **WITH_WORKER)
    wait_for_worker(page)
    for address in own:
        page.goto(address)
        page.wait_for_load_state("load")
    assert set(own) <= kept(page)
    page.goto("/rules/")
    take_over(page, other)
    page.context.set_offline(True)
    for address in own:
        page.goto(address)
        assert page.locator("h1").inner_text() == "The road to the town hall is closed"
    assert not set(own) & kept(page)


@pytest.mark.browser(complaints=("404",))
def test_a_page_of_the_other_person_does_not_come_back_from_memory(open_page, owner, other, campaign):
    page = open_page(owner, campaign.get_absolute_url(), **PHONE)
    log_in(page.context.new_page(), other)
    page.evaluate(SHOW_AGAIN)
    page.locator("h1", has_not_text=campaign.name).wait_for()


def test_ticks_of_a_setup_are_forgotten_when_somebody_else_logs_in(open_page, owner, other):
    setup = f"{SEVEN}?players=3#step-site"
    page = open_page(owner, setup, **PHONE)
    page.check("[data-tick=mats]")
    page.reload()
    assert page.is_checked("[data-tick=mats]")
    log_in(page, other)
    page.goto(setup)
    assert not page.is_checked("[data-tick=mats]")
    log_in(page, owner)
    page.goto(setup)
    assert not page.is_checked("[data-tick=mats]")


def refuse_taps(page):
    """Let no tap arrive at the site. Return a function that ends this."""
    page.context.route(
        "**/games/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    return lambda: page.context.unroute("**/games/**")


def tap(page):
    page.locator("#board-A1").tap()
    page.locator(".offline-mark", has_text="1 tap waits for the network").wait_for()


def type_sum(page):
    page.locator("#id_tower_block").fill("3+6")
    page.route("**/livez", lambda route: route.abort())
    page.locator("#pad [type=submit]").first.tap()
    page.locator(".offline-mark", has_text="1 tap waits for the network").wait_for()
    page.unroute("**/livez")


@pytest.mark.browser(complaints=(*A_CONNECTION_LOST, "404"))
@pytest.mark.parametrize(
    ("first", "act", "page_name"),
    [("account", tap, ""), ("guest", type_sum, "pad/")],
    indirect=["first"],
    ids=["tap", "score pad"],
)
def test_what_waits_is_sent_only_for_its_author(open_page, first, member, campaign, act, page_name):
    evaluation = open_game(campaign).present[0]
    address = f"{evaluation.get_absolute_url()}{page_name}"
    page = open_page(first, address, **PHONE)
    code = recovery.renew_code(first)
    arrive = refuse_taps(page)
    act(page)
    page.goto("/rules/")
    log_in(page, member)
    arrive()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    evaluation.refresh_from_db()
    assert evaluation.version == 0, "the member's session sends nothing of the owner"
    if page_name:
        assert page.locator("#id_tower_block").input_value() == ""
    assert page.evaluate(WAITING) == 1
    page.goto("/account/recover/")
    page.locator("#id_code").fill(code)
    with page.expect_navigation():
        page.locator("main form [type=submit]").tap()
    page.wait_for_function(NOTHING_WAITS)
    evaluation.refresh_from_db()
    assert evaluation.history.latest("history_id").history_user == first
    assert evaluation.is_in


def test_logging_out_with_unsent_taps_says_what_is_lost(open_page, owner, campaign):
    evaluation = open_game(campaign).present[0]
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    page.goto("/account/logout/")
    assert not page.locator(".alert").is_visible()
    page.goto(evaluation.get_absolute_url())
    arrive = refuse_taps(page)
    tap(page)
    page.goto("/account/logout/")
    said = "1 tap on this device has not been sent. Logging out deletes it."
    page.locator(".alert", has_text=said).wait_for()
    arrive()
    page.locator(".alert").wait_for(state="hidden")
    evaluation.refresh_from_db()
    assert evaluation.is_in
