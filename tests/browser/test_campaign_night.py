"""Test a whole campaign on two phones, in three languages, from the first visit to the election of the mayor."""

from urllib.parse import urlsplit

import pytest

from scoring import MISSIONS, City
from tests.browser.checklists import begin_round, steps_of, tick
from tests.browser.conftest import QUIET
from tests.browser.test_every_page import UNREADABLE_BUTTONS
from tests.browser.thumb import Thumb
from tests.factories import CampaignFactory, PlayerFactory, finished_game, many_finished_games

# Cities that were built on real mats, with 16 tiles each. Some tiles have printed points.
CITIES = ("UFT2-/FHSU1/HT4--/-PSH 14i5e", "U1T2SF/--FT3/UPSU2/-T2P- 14i5e", "HU1FU2/--HS/FTPT3/SHHT 13i5e")
GUEST_PLAYS = 3  # the mission that the guest plays


def speak(page, language):
    page.locator("#appearance summary").tap()
    page.locator(f"button[name=language][value={language}]").tap()
    page.wait_for_selector(f"html[lang={language}]")


def begin(page):
    """Open the form for the next mission. Return the button that begins the game."""
    page.locator("#next .button--start").tap()
    page.wait_for_url("**/games/new/**")
    return page.locator("main form button.button--start")


def fill_in_pads(page, game, *sums):
    """Type a number of VP on the score pad of each player at the table, in seat order."""
    page.goto(game)
    pads = [address.rstrip("/").removesuffix("/pad") + "/pad/" for address in seats(page)]
    for pad, figure in zip(pads, sums, strict=True):
        page.goto(pad)
        page.locator(".pad__sum").first.fill(str(figure))
        page.locator("#pad .bar [type=submit]").tap()
        page.wait_for_url(lambda url: "/pad/" not in url)


def seats(page):
    return [one.get_attribute("href") for one in page.locator(".seat > a:has(.seat__state)").all()]


def start_campaign(ada, names=("Ada", "Ben", "Cleo")):
    ada.goto("/")
    ada.locator("main a", has_text="Start a campaign").tap()
    ada.locator("#id_name").fill("River Town")
    for number, name in enumerate(names):
        ada.locator(f"#id_players-{number}-name").fill(name)
    ada.locator("main form.stack [type=submit]").tap()
    ada.locator(".rows [popovertarget=code]").wait_for()
    return ada.url


def let_in(ada, campaign, others):
    """Open Ada's share link on the other phones, and choose their players. `others` maps names to pages."""
    ada.locator(".rows [popovertarget=code]").tap()
    ada.locator("#let-in .qr").wait_for()
    ada.goto(f"{campaign}sharing/")
    link = ada.locator("#address-score").input_value()
    for name, phone in others.items():
        phone.goto(link)
        phone.locator("button", has_text=name).tap()
        phone.wait_for_url(campaign)


def tick_together(ada, ben):
    """Tick checklist steps on both phones, one of them offline: both show all ticks. Then tap through the rounds."""
    tick(ada, "tick-mats")
    ben.locator("#tick-mats[aria-pressed=true]").wait_for(state="attached")
    second = next(step for step in steps_of(ben) if step != "tick-mats")
    ben.context.set_offline(True)
    tick(ben, second)
    ben.locator(f"#{second}[aria-pressed=true]").wait_for(state="attached")
    assert ada.locator(f"#{second}").get_attribute("aria-pressed") == "false"
    ben.context.set_offline(False)
    ada.locator(f"#{second}[aria-pressed=true]").wait_for(state="attached")
    assert_is_silent(ada)
    for number in range(1, 5):
        begin_round(ada, number)
        if number < 4:
            ada.locator("#next-step", has_text=f"Round {number} is over").tap()
    ben.locator("#next-step[value=counting]").wait_for()


def assert_is_silent(page):
    """Check that an open page sends no request for 2.5 seconds."""
    asked = []

    def note(request):
        asked.append(request.url)

    page.wait_for_timeout(500)
    page.on("request", note)
    page.wait_for_timeout(2_500)
    page.remove_listener("request", note)
    assert asked == []


def enter_cities(ada, ben, site):
    """Enter Ada's city by taps, Ben's as text, and Cleo's points on a score pad. The server is down during a tap."""
    ada.locator("#next-step", has_text="Round 4 is over").tap()
    ada.locator("#next-step[href]").tap()
    ada.locator("#board-A1").tap()
    ada.locator("#board-A1.square--built").wait_for()
    site.end()
    ada.locator("#board-B1").tap()
    site.start()
    ada.locator("#editor:not([data-busy])").wait_for()
    assert ada.locator("#id_city").input_value().startswith("TT")
    ben.locator("#next-step[href]").tap()
    ben.locator("#id_city").fill("T3SU1-/P-FH2/----/---- 12i5e")
    ben.locator("#paste").tap()
    ben.locator("#board-A1.square--built").wait_for()
    ben.locator(".editor__back").tap()
    ben.locator("#cities").wait_for()
    ada.goto(seats(ben)[2] + "pad/")
    ada.locator(".pad__sum").first.fill("4+4")
    ada.locator("#pad .bar [type=submit]").tap()


# The test stops the server and takes a phone offline, so the browser logs these errors.
@pytest.mark.browser(complaints=("ERR_", "Failed to load", "Failed to fetch", "sendError", "htmx:afterRequest"))
def test_a_campaign_is_played_to_its_mayor_on_two_phones_in_three_languages(site, phone):
    ada, ben = phone("en", **QUIET), phone("de", **QUIET)
    campaign = start_campaign(ada)
    let_in(ada, campaign, {"Ben": ben})
    speak(ben, "de")

    # In mission 1, both phones show the game and its result.
    ada.goto(campaign)
    begin(ada).tap()
    ada.locator("#evening").wait_for()
    ben.reload()
    ben.locator("#next .button--start").tap()
    tick_together(ada, ben)
    enter_cities(ada, ben, site)
    ada.locator("#finish").tap()
    ada.locator("#finish", has_text="Yes").tap()
    for page in (ada, ben):
        page.wait_for_url("**?reveal")
        assert "Ben" in page.locator(".podium__place--won").inner_text()
        assert page.evaluate(UNREADABLE_BUTTONS) == []

    # Cleo comes late to mission 2, a guest plays mission 3, and Ben misses mission 4. In missions 5 to 10, Ada's page
    # is in Russian.
    everybody, without_ben = [20, 5, 10], [20, 10]
    for mission, language, absent, sums in (
        (2, "de", "Cleo", everybody),
        (3, "de", "", [*everybody, 30]),
        (4, "de", "Ben", without_ben),
        *((mission, "ru", "", everybody) for mission in range(5, 11)),
    ):
        if ada.locator("html").get_attribute("lang") != language:
            speak(ada, language)
        to_the_table = begin(ada)
        if absent:
            ada.locator("label.choice--card", has_text=absent).tap()
        if mission == GUEST_PLAYS:
            ada.locator("#guest summary").tap()
            ada.locator("#id_guest_name").fill("Dana")
        to_the_table.tap()
        ada.locator("#evening").wait_for()
        game = ada.url
        if absent == "Cleo":
            arrive(ada, game, "Cleo")
        fill_in_pads(ada, game, *sums)
        ada.goto(game)
        ada.locator("#finish").tap()
        ada.wait_for_url("**?reveal")
        if mission == GUEST_PLAYS:
            assert "Dana" in ada.locator(".podium__place--won").inner_text()
    ada.locator("#next .button--start").tap()
    ada.wait_for_url("**/election/")
    ada.locator("#see-mayor").tap()
    ada.locator(".election").wait_for()
    assert "Ada" in ada.locator(".election h2").inner_text()
    ben.goto(f"{campaign}standings/")
    assert not ben.locator(".election, #standings").count()  # Ben's phone keeps the secret until it looks
    ben.locator("#see-mayor").tap()
    ben.locator(".election").wait_for()
    ben.goto(f"{campaign}standings/")
    rows = [row.split()[2] for row in ben.locator("#standings > .table-box tbody tr").all_inner_texts()]
    assert rows == ["Ada", "Cleo", "Ben"]


def arrive(page, game, name):
    """Open the page that edits an open game, and add a player who was absent."""
    assert [page.locator(".seat > a:has(.seat__state)").count(), page.locator(".seat--absent").count()] == [2, 1]
    page.goto(f"{game}edit/")
    page.locator("label.choice--card", has_text=name).tap()
    page.locator("main form.stack .button--start").tap()
    page.wait_for_url(game)


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_after_a_game_of_four_result_and_standings_are_short(open_page, owner, language):
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dana"))
    game = finished_game(campaign, cities=CITIES)
    left = campaign.players.get(name="Dana")
    left.retired_at = game.finished_at
    left.save(update_fields=["retired_at"])
    # Dana has left the campaign and Emil is new, so the standings have five rows.
    PlayerFactory(campaign=campaign, name="Emil", colour=left.colour, position=4)
    page = open_page(owner, "/offline/", **QUIET | {"locale": language})
    for address in (game.get_absolute_url(), f"{campaign.get_absolute_url()}standings/"):
        page.goto(address)
        assert height_of(page) <= 1_600


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_mission_with_an_unfolded_story_is_short(open_page, owner, campaign, language):
    many_finished_games(campaign, len(MISSIONS))
    page = open_page(owner, "/offline/", **QUIET | {"locale": language})
    for mission in MISSIONS.values():
        page.goto(f"/missions/{mission.number}-{mission.slug}/?players=4")
        assert page.locator("html").get_attribute("lang") == language
        assert page.locator("section#story").count() == 1
        assert height_of(page) <= 3_500


def height_of(page):
    height = page.evaluate("document.documentElement.scrollHeight")
    print(f"{page.url} is {height} pixels high")  # noqa: T201
    return height


def test_an_evening_with_three_cities_takes_at_most_a_hundred_taps(open_page, owner, campaign):
    page = open_page(owner, campaign.get_absolute_url(), **QUIET)
    thumb, of_a_city = Thumb(page), []
    thumb.tap("#next .button--start")
    thumb.tap("main form button.button--start")
    for number in range(1, 5):
        thumb.tap(f"#next-step[value=round-{number}]")
        thumb.tap(f"#next-step:has-text('Round {number} is over')")
    thumb.tap("#next-step:has-text('Enter the city')")
    for text in CITIES:
        assert City.parse(text).tile_count == 16
        before = thumb.taps
        page.locator("#editor").wait_for()
        enter_briefly(thumb, City.parse(text))
        page.locator("#done").wait_for()
        assert page.locator("#id_city").input_value() == str(City.parse(text))
        of_a_city.append(thumb.taps - before)
        city = urlsplit(page.url).path
        thumb.tap("#done")
        page.wait_for_url(lambda url, city=city: urlsplit(url).path != city)
    thumb.tap("#finish")
    if page.locator("#finish:has-text('Yes')").or_(page.locator("#result")).get_attribute("id") == "finish":
        thumb.tap("#finish:has-text('Yes')")
    page.wait_for_url("**?reveal")
    thumb.tap("li [popovertarget=moves]")
    thumb.tap("#moves a[href$='/standings/']")
    page.wait_for_url("**/standings/")
    print(f"{thumb.taps} taps in all, {of_a_city} for the cities")  # noqa: T201
    assert thumb.taps <= 100
    assert max(of_a_city) <= 26


def enter_briefly(thumb, city):
    """Enter a city with as few taps as possible. The palette selects Tower Blocks by default, so they need no tap."""
    letters = sorted({str(building)[0] for building in city.squares if building}, key="TSPFHU".index)
    for letter in letters:
        if letter != "T":
            thumb.tap(f'.brush:has([value="{letter}"])')
        for name, building in zip(city.board.names, city.squares, strict=True):
            if building and str(building)[0] == letter:
                thumb.tap(f"#board-{name}")
                if building.floors - 1 + building.vp == 1:
                    thumb.tap(f"#board-{name}")
                elif building.floors > 1 or building.vp:
                    thumb.tap(f"#tray:not([inert]):has-text('{name}') #tray-{building.vp or building.floors}")
    thumb.tap("#inhabitants")
    supply = f"{city.inhabitants}{city.energy}"  # the focus moves to the second field after two digits
    thumb.page.keyboard.type(supply)
    thumb.taps += len(supply)
    thumb.page.locator("#energy").blur()  # unlike `evaluate`, Playwright's `blur` waits until the page has loaded
    thumb.page.locator("#editor:not([data-busy])").wait_for()
