"""Test the page of an evening by touch: its steps one at a time, and its phases on every phone."""

from tests.browser.checklists import SETTLED, steps_of
from tests.browser.conftest import PHONE
from tests.factories import open_game


def test_the_next_list_begins_at_its_first_step(open_page, owner, campaign):
    page = open_page(owner, open_game(campaign).get_absolute_url(), **PHONE)
    page.locator("footer").scroll_into_view_if_needed()
    page.locator("#next-step").tap()
    page.wait_for_function("() => scrollY === 0")
    page.locator("#next-step", has_text="Round 1 is over").tap()
    page.locator(".progress-steps__said:visible", has_text="Step 1 of").wait_for()
    page.wait_for_function("() => scrollY === 0")


def test_the_setup_is_done_one_step_at_a_time(open_page, owner, campaign):
    page = open_page(owner, open_game(campaign).get_absolute_url(), **PHONE)
    steps = len(steps_of(page))
    for number in range(1, steps + 1):
        page.locator(".progress-steps__said:visible", has_text=f"Step {number} of {steps}").wait_for()
        page.locator("#now [data-leads-on=setup] button[name=done]:not([aria-disabled=true])").tap()
    page.locator(".step-card:visible", has_text="The table is ready.").wait_for()
    page.locator("#now .bar__back:visible").tap()
    page.locator(".progress-steps__said:visible", has_text=f"Step {steps} of {steps}").wait_for()


def test_two_quick_taps_finish_one_step(open_page, owner, campaign):
    page = open_page(owner, open_game(campaign).get_absolute_url(), **PHONE)
    done = page.locator("#now [data-leads-on=setup] button[name=done]")
    done.dispatch_event("click")
    done.dispatch_event("click")
    page.locator(SETTLED).wait_for()
    assert campaign.games.get().ticks.count() == 1


def test_the_phase_is_the_same_on_every_phone_and_can_be_reversed_on_any(open_page, owner, member, campaign):
    address = open_game(campaign).get_absolute_url()
    ada, ben = (open_page(user, address, **PHONE) for user in (owner, member))
    ada.locator("#next-step[value=round-1]").tap()
    ben.locator("h2:visible", has_text="Round 1").wait_for()
    ben.locator(".page-head__button[popovertarget=more]").tap()
    ben.locator("button:visible", has_text="Back: Setup").tap()
    ada.locator("#next-step[value=round-1]").wait_for()
