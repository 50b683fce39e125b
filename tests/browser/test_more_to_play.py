"""Test a composed mission on two phones, a single game, a solo game, and a second campaign of the same group."""

import pytest
from django.urls import reverse

from campaign.models import Campaign, Game, ShareLink
from tests.browser.checklists import tick
from tests.browser.conftest import QUIET
from tests.browser.test_campaign_night import fill_in_pads
from tests.browser.thumb import Thumb
from tests.factories import CampaignFactory, campaign_of_three, finished_game

LINE = 30  # the height of a line of the title is at least this many pixels
CITIES = ("T3SU1-/P-FH2/----/---- 12i5e", "T2SU1-/P-FH2/----/---- 11i5e", "T1SU1-/P-F-/----/---- 8i2e")


def begin(page):
    page.locator("main form button.button--start").tap()
    page.locator("#evening").wait_for()


def finish(page, *sums):
    """Type a number of VP on the score pad of each player at the table, and finish the game."""
    game = page.url
    fill_in_pads(page, game, *sums)
    page.goto(game)
    page.locator("#finish").tap()
    page.wait_for_url(lambda url: url != game)


def test_a_composed_mission_on_two_phones_keeps_its_result_after_a_change(open_page, visit, owner):
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben"))
    ada = open_page(owner, reverse("compose", query={"rules": "classic"}), **QUIET)
    ada.locator(".rchip--add").tap()
    ada.locator("#id_sequence").check()
    ada.wait_for_url("**rules=classic+sequence**")
    ada.locator("#add .pop__close").tap()
    ada.locator("#composer summary").tap()
    ada.locator("#id_name").fill("In a Row")
    ada.locator("#id_name").blur()
    ada.wait_for_url("**name=In+a+Row**")
    ada.locator(".page-head [popovertarget=more]").tap()
    ada.locator("[name=go][value=into]").tap()
    ada.wait_for_url("**/settings/programme/**")
    assert ada.locator("input[value='classic sequence']").count() == 1
    ada.locator("main form.stack .bar .button--start").tap()
    ada.locator("text=Saved.").wait_for()
    campaign.refresh_from_db()
    assert [mission.number for mission in campaign.missions][-1] == 0

    ada.goto(reverse("new_game", args=[campaign.public_id]) + "?mission=11")
    begin(ada)
    game = ada.url
    ben = visit(reverse("join", args=[ShareLink.renew(campaign, "score").token]), **QUIET)
    with ben.expect_navigation():
        ben.locator("button", has_text="Ben").tap()
    ben.goto(game)
    tick(ada, "tick-mats")
    ben.locator("#tick-mats[aria-pressed=true]").wait_for(state="attached")
    assert "In a Row" in ben.locator("h1").inner_text()
    finish(ada, 20, 12)
    assert "Ada" in ada.locator(".podium__place--won").inner_text()

    ada.goto(campaign.get_programme_url())
    ada.locator(".planned summary", has_text="In a Row").tap()
    ada.locator("input[value='classic sequence']").fill("classic rows=3")
    ada.locator("main form.stack .bar .button--start").tap()
    ada.locator("text=1 finished game keeps the rules it was scored by.").wait_for()
    ben.goto(game)
    assert "20" in ben.locator(".podium__place--won").inner_text()
    assert Game.objects.get().stamp.line == "classic sequence"


def test_a_single_game_goes_from_home_to_its_record(visit):
    page = visit("/", **QUIET)
    page.locator("main a", has_text="Just one game").first.tap()
    for number, name in enumerate(("Ada", "Ben")):
        page.locator(f"#id_players-{number}-name").fill(name)
    begin(page)
    finish(page, 31, 28)
    page.locator("a", has_text="Games and records").first.tap()
    record = page.locator("#records .rows li")
    record.wait_for()
    assert "Ada" in record.inner_text()
    assert "31" in record.inner_text()
    assert page.locator("#solo-records").count() == 0


def test_one_player_plays_against_a_rival_and_has_a_record(visit):
    page = visit("/play/", **QUIET)
    page.locator("#id_players-0-name").fill("Ada")
    begin(page)
    assert "light rival" in page.locator("#story").text_content()
    page.locator("#next-step[value=round-1]").tap()
    page.locator(
        ".twist li:visible", has_text="Turn over one of the rival's Architects after each of your turns."
    ).wait_for()
    finish(page, 31)
    assert "VP below par" in page.locator("#podium h2").inner_text()
    assert "31" in page.locator(".podium__place").inner_text()
    page.locator("a", has_text="Games and records").first.tap()
    page.locator("#solo-records").wait_for()
    assert page.locator("#records").count() == 0
    title = page.locator("#games .rows__text b")
    assert title.bounding_box()["height"] < 2 * LINE, "the game's title breaks"


def test_a_second_term_of_three_missions_begins_with_a_head_start(open_page, owner):
    first = campaign_of_three(owner=owner, name="Spring")
    for place in first.missions.positions:
        finished_game(first, place, cities=CITIES)
    page = open_page(owner, reverse("election", args=[first.public_id]), **QUIET)
    page.locator("a", has_text="Another term").tap()
    page.locator("input[name=programme][value=own]").check()
    page.locator("#head-start summary").tap()
    page.locator("input[name=head_start][value=half]").check()
    page.locator("main form button.button--start").tap()
    page.wait_for_url("**/settings/programme/")
    term = Campaign.objects.get(before=first)
    assert len(term.missions) == 3
    for place in term.missions.positions:
        finished_game(term, place, cities=CITIES[::-1])
    page.goto(reverse("election", args=[term.public_id]))
    if page.locator("#skip").count():
        page.locator("#skip").tap()
    ahead = term.players.get(name="Cleo").head_start
    assert ahead > 0
    assert f"Cleo began with a head start of {ahead} VP" in page.locator("#elected .reasons").inner_text()
    page.locator("a", has_text="All terms of office").tap()
    page.locator("#terms", has_text="Spring").wait_for()
    assert "Cleo" in page.locator("#mayors").inner_text()


def home_of_a_table(open_page, owner):
    finished_game(CampaignFactory(owner=owner, form=Campaign.Form.GAMES), 0, line="classic", in_standings=False)
    return open_page(owner, "/", **QUIET)


def test_a_returning_group_begins_a_single_game_in_three_taps(open_page, owner):
    page = home_of_a_table(open_page, owner)
    thumb = Thumb(page)
    thumb.tap("#next .button--start")
    page.wait_for_url("**/games/new/**")
    thumb.tap("main form button.button--start")
    page.locator("#evening").wait_for()
    assert thumb.taps <= 3


def test_a_mission_is_composed_and_played_tonight_in_eight_taps(open_page, owner):
    page = home_of_a_table(open_page, owner)
    thumb = Thumb(page)
    thumb.tap("main a:has-text('Deal a twist')")
    page.wait_for_url("**rules=**")
    thumb.tap(".rchip--add")
    thumb.tap("#add label:has([value=sequence])")
    thumb.tap("#add label:has([value=rounds])")
    thumb.tap("#add .pop__close")
    thumb.tap("[name=go][value=play]")
    page.wait_for_url("**/games/new/**")
    thumb.tap("main form button.button--start")
    page.locator("#evening").wait_for()
    print(f"{thumb.taps} taps")  # noqa: T201
    assert thumb.taps <= 8
    assert Game.objects.latest("pk").line.endswith("rounds=3")


# Playwright's Chromium has no share sheet, so this one keeps what the page shares.
SHARE_SHEET = """navigator.canShare = () => true;
    navigator.share = async ({ files: [file], title }) => {
        window.shared = [file.name, file.type, file.size > 0, title];
    };"""


def test_the_picture_of_a_result_goes_into_the_share_sheet_as_a_file(open_page, owner, campaign):
    game = finished_game(campaign, cities=CITIES)
    page = open_page(owner, "/offline/", **QUIET)
    page.add_init_script(SHARE_SHEET)
    page.goto(game.get_absolute_url())
    page.locator("[data-picture]").tap()
    shared = page.wait_for_function("() => window.shared").json_value()
    assert shared == ["1-a-new-beginning.png", "image/png", True, page.locator("#podium h2").inner_text()]


@pytest.mark.parametrize("sheet", ["", "navigator.share = navigator.canShare = () => false;"], ids=["none", "no files"])
def test_a_device_that_shares_no_files_downloads_the_picture(open_page, owner, campaign, sheet):
    page = open_page(owner, "/offline/", **QUIET)
    page.add_init_script(sheet)
    page.goto(finished_game(campaign, cities=CITIES).get_absolute_url())
    with page.expect_download() as download:
        page.locator("[data-picture]").tap()
    assert download.value.suggested_filename == "1-a-new-beginning.png"
