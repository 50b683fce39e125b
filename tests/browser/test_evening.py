"""Test a whole evening on one phone, by touch, from the first visit to the standings."""

import re

from campaign.models import Campaign
from scoring import MISSIONS, City
from tests.browser.checklists import SETTLED, begin_round, steps_of, tick
from tests.browser.conftest import PHONE
from tests.factories import open_game

ADA = "T2S--/P---/----/---- 2i3e"
BEN = "T3SU1-/P-FH2/----/---- 12i5e"
FRONT_PAGE = re.compile(r"/campaigns/[\w-]+/$")


def type_into(page, field, text):
    page.locator(field).tap()
    page.keyboard.type(text)


def test_from_the_first_visit_to_the_standings(visit):
    page = visit("/", **PHONE)
    page.locator("main a", has_text="Start a campaign").tap()
    type_into(page, "#id_name", "River Town")
    for number, name in enumerate(("Ada", "Ben")):
        type_into(page, f"#id_players-{number}-name", name)
    page.locator("main [type=submit]").tap()
    page.wait_for_url(FRONT_PAGE)

    page.locator("#next a", has_text="Play").tap()
    page.locator("main [type=submit]").tap()
    page.locator("#evening").wait_for()
    tick(page, "tick-mats")
    for number in (1, 2, 3, 4):
        begin_round(page, number)
        page.locator("#next-step", has_text=f"Round {number} is over").tap()

    # Ada's city is entered by taps.
    page.locator("#next-step", has_text="Enter your city").tap()  # the creator is the first player
    for letter, squares in {"T": ("A1", "A1"), "S": ("B1",), "P": ("A2",)}.items():
        page.locator(f'.brush:has([value="{letter}"])').tap()
        for square in squares:
            page.locator(f"#board-{square}").tap()
    for field, count in {"#inhabitants": 2, "#energy": 3}.items():
        for _tap in range(count):
            page.locator(f".stepper:has({field}) [data-step=up]").tap()
    page.locator("#editor:not([data-busy])").wait_for()
    assert page.locator("#id_city").input_value() == ADA
    page.locator(".editor__back").tap()

    # Ben's city is entered as a line of text.
    page.locator("#next-step", has_text="Enter the city of Ben").tap()
    type_into(page, "#id_city", BEN)
    page.locator("#paste").tap()
    page.locator("#board-A1[aria-label*='Tower Block']").wait_for()
    page.locator(".editor__back").tap()

    page.locator("#finish").tap()
    page.locator("#finish", has_text="Yes").tap()  # confirm, as the page warns of errors in these cities
    page.locator(".podium__place--won", has_text="Ben").wait_for()
    campaign = Campaign.objects.get()
    totals = [evaluation.total for evaluation in campaign.games.get().evaluations.order_by("player__position")]
    assert page.locator("#podium h2").inner_text() == f"Ben wins with {totals[1]} VP"

    page.locator(".page-head a").first.tap()
    page.wait_for_url(FRONT_PAGE)
    page.locator("main .rows a[href$='/standings/']").tap()
    page.wait_for_url("**/standings/")
    table = page.locator("#standings table").first.locator("tbody tr")
    assert [row.split()[1:3] for row in table.all_inner_texts()] == [["B", "Ben"], ["A", "Ada"]]
    # The list is folded, so its inner texts are empty.
    sums = page.locator("#missions tfoot td").all_text_contents()
    assert [text.strip() for text in sums] == [str(total) for total in totals]
    assert [str(City.parse(city)) for city in (ADA, BEN)] == [
        evaluation.city for evaluation in campaign.games.get().evaluations.order_by("player__position")
    ]
    assert page.locator("#missions tbody tr").count() == len(MISSIONS)


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
