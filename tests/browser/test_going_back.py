"""Test that the back button restores whole pages, even after a part was changed, but nothing after a logout."""

from campaign.models import Campaign
from tests.browser.checklists import SETTLED, tick
from tests.browser.conftest import PHONE
from tests.factories import enter, finished_game, open_game


def words_of(page):
    """Return the page's words, including words that are not rendered yet. inner_text() omits such words."""
    return page.locator("main").text_content().split()


def wait_until_whole(page, words=None):
    """Wait until the page has one head, one main part with these words, and one foot. None allows any words."""
    page.wait_for_function(
        """words => {
            const parts = ["main", ".site-head", ".site-foot"].map((part) => [...document.querySelectorAll(part)]);
            const found = parts[0].map((main) => main.textContent.trim().split(/\\s+/).join(" "));
            return parts.every((part) => part.length === 1) && (words === null || found[0] === words);
        }""",
        arg=words and " ".join(words),
    )


def goes_back_whole(page, before):
    """Leave the page. Check that going back once restores it, and going back twice restores the words `before`."""
    changed = words_of(page)
    assert changed != before
    page.goto("/offline/")
    page.go_back()
    wait_until_whole(page, changed)
    page.reload()
    wait_until_whole(page, changed)
    page.go_back()
    wait_until_whole(page, before)


def test_after_an_architect_was_played(visit):
    page = visit("/architects/?mission=8&players=2", **PHONE)
    before = words_of(page)
    page.locator(".play").first.tap()
    page.wait_for_url("**plays=**")
    goes_back_whole(page, before)


def test_after_the_tiles_were_filtered(visit):
    page = visit("/tiles/", **PHONE)
    before = words_of(page)
    page.locator("#id_round").select_option("2")
    page.wait_for_url("**round=2**")
    goes_back_whole(page, before)


def test_after_the_log_was_filtered_by_a_player(open_page, owner, campaign):
    finished_game(campaign)
    page = open_page(owner, f"{campaign.get_absolute_url()}log/", **PHONE)
    before = words_of(page)
    page.locator(".segment", has_text="Ben").tap()
    page.wait_for_url("**player=**")
    goes_back_whole(page, before)


def test_after_a_search_that_was_typed(visit):
    page = visit("/rules/", **PHONE)
    page.locator("#q").tap()
    page.keyboard.type("harbor")
    page.wait_for_url("**q=harbor")
    found = words_of(page)
    page.locator("#results .found").first.tap()
    page.wait_for_url("**/rules/harbor/")
    page.go_back()
    wait_until_whole(page, found)


def test_after_a_step_was_ticked(open_page, owner, campaign):
    game = open_game(campaign)
    page = open_page(owner, game.get_absolute_url(), **PHONE)
    tick(page, "tick-mats")
    page.locator(SETTLED).wait_for()
    ticked = words_of(page)
    page.goto("/offline/")
    page.go_back()
    wait_until_whole(page, ticked)
    page.locator("#tick-mats[aria-pressed=true]").wait_for(state="attached")


def test_after_a_city_was_entered(open_page, owner, campaign):
    game = finished_game(campaign)
    game.reopen()
    page = open_page(owner, game.present[0].get_absolute_url(), **PHONE)
    page.locator("#board-D4").tap()
    page.locator("#board-D4[aria-label*='Tower Block']").wait_for()
    page.goto("/offline/")
    page.go_back()
    wait_until_whole(page)
    page.locator("#board-D4[aria-label*='Tower Block']").wait_for()


def test_from_a_rule_that_was_opened_from_an_empty_square(open_page, owner, campaign):
    entry = open_game(campaign).present[0]
    enter(entry, "T---/----/----/---- 0i1e")
    page = open_page(owner, entry.get_absolute_url(), **PHONE)
    page.locator('.brush:has([value=""])').tap()
    page.locator("#board-B3").tap()
    page.locator(".rule-link[href^='/rules/placement/']").tap()
    page.wait_for_url("**/rules/placement/**")
    assert page.locator("h1").inner_text() == "Placement"
    page.go_back()
    page.wait_for_url(f"**{entry.get_absolute_url()}**")
    wait_until_whole(page)
    assert page.locator("#board-A1").is_visible()
    assert page.locator("#board-B3").is_visible()
    entry.refresh_from_db()
    assert entry.city == "T---/----/----/---- 0i1e"


# Send the event that a page gets when a browser restores it from memory. Playwright switches this memory off.
SHOW_AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"


def log_out(page):
    page.goto("/account/logout/")
    page.locator("main form button").tap()
    page.wait_for_url("/")


def test_after_logging_out_nothing_of_ones_own_is_shown(open_page, member):
    page = open_page(member, "/account/", **PHONE)
    log_out(page.context.new_page())
    assert page.url.endswith("/account/")
    page.evaluate(SHOW_AGAIN)
    page.wait_for_url("**/login/**")


def test_without_logging_out_a_page_stays_as_it_is(open_page, member):
    page = open_page(member, "/account/", **PHONE)
    page.evaluate("document.body.dataset.same = ''")
    page.evaluate(SHOW_AGAIN)
    page.wait_for_load_state("networkidle")
    assert page.locator("body[data-same]").count() == 1


def begin(page, name):
    page.locator("#id_name").fill(name)
    for number, player in enumerate(("Ada", "Ben")):
        page.locator(f"#id_players-{number}-name").fill(player)


def send(page):
    with page.expect_navigation():
        page.locator("main form.stack [type=submit]").tap()


def test_a_form_that_is_older_than_the_login_is_sent_with_the_new_token(visit):
    """Type a first campaign in one tab, begin another in a second tab, which makes a guest, and then send the first."""
    page = visit("/campaigns/new/", **PHONE)
    begin(page, "River Town")
    other = page.context.new_page()
    other.goto("/campaigns/new/")
    begin(other, "Hill Town")
    send(other)
    send(page)
    assert page.locator("h1").inner_text() == "River Town"
    assert sorted(Campaign.objects.values_list("name", flat=True)) == ["Hill Town", "River Town"]
    assert len(set(Campaign.objects.values_list("owner", flat=True))) == 1


def test_a_form_sent_twice_around_the_first_login_makes_one_campaign(visit):
    """Send the same form from two tabs that were opened before the guest existed."""
    page = visit("/campaigns/new/", **PHONE)
    begin(page, "River Town")
    key = page.locator("[name=once]").get_attribute("value")
    other = page.context.new_page()
    other.goto("/campaigns/new/")
    begin(other, "River Town")
    other.evaluate("key => document.querySelector('[name=once]').value = key", key)
    send(other)
    send(page)
    assert page.url == other.url
    assert Campaign.objects.count() == 1


def test_the_language_is_chosen_in_a_tab_that_is_older_than_the_login(visit):
    page = visit("/rules/", **PHONE)
    other = page.context.new_page()
    other.goto("/campaigns/new/")
    begin(other, "River Town")
    send(other)
    page.locator("#appearance summary").tap()
    page.locator("button[name=language][value=de]").tap()
    page.wait_for_selector("html[lang=de]")
