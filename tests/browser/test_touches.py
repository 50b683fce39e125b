"""Count the touches of a newcomer's first game and of an evening on three phones, played by finger."""

import re

from django.urls import reverse

from scoring import City
from tests.browser.conftest import QUIET
from tests.browser.test_campaign_night import enter_briefly, let_in
from tests.browser.thumb import Thumb

FRONT_PAGE = re.compile(r"/campaigns/[\w-]+/$")
PLAYERS = ("Ada", "Ben", "Cleo")
CITIES = ("SSSS/PPPP/T1T1T1T1/FFF- 12i3e", "HHHH/PPPP/T1T1T1T1/SSS- 11i2e", "UUUU/PPPP/T1T1T1T1/FFF- 10i1e")
OF_A_CITY = 23  # the most taps for a city of fifteen tiles
OF_AN_EVENING = 83  # the most taps on all three phones: begin, four rounds, three cities, finish


def test_a_newcomer_is_in_round_1_after_five_taps_and_four_fields(visit):
    page = visit("/", **QUIET)
    thumb = Thumb(page)
    thumb.tap("main a:has-text('Start a campaign')")
    fields = {"#id_name": "River Town"} | {f"#id_players-{number}-name": name for number, name in enumerate(PLAYERS)}
    assert len(fields) <= 4
    for field, text in fields.items():
        page.locator(field).fill(text)
    thumb.tap("main .bar .button--start")
    page.wait_for_url(FRONT_PAGE)
    thumb.tap("#next .button--start")
    thumb.tap("main form .button--start")
    thumb.tap("#next-step[value=round-1]")
    page.locator("#next-step:has-text('Round 1 is over')").wait_for()
    assert thumb.taps <= 5


def test_an_evening_of_mission_2_on_three_phones_takes_few_taps(open_page, visit, live_server, owner, campaign):
    ada = open_page(owner, campaign.get_absolute_url(), **QUIET)
    others = {name: visit("/rules/", **QUIET) for name in PLAYERS[1:]}
    let_in(ada, f"{live_server.url}{campaign.get_absolute_url()}", others)
    ada.goto(f"{reverse('new_game', args=[campaign.public_id])}?mission=2")
    first = Thumb(ada)
    first.tap("main form .button--start")
    for number in range(1, 5):
        first.tap(f"#next-step[value=round-{number}]")
        first.tap(f"#next-step:has-text('Round {number} is over')")
    ada.locator("#cities").wait_for()
    evening, taps = ada.url, 0
    for page, text in zip((ada, *others.values()), CITIES, strict=True):
        city, thumb = City.parse(text), first if page is ada else Thumb(page)
        assert city.tile_count == 15
        page.goto(evening)
        thumb.tap("#next-step[href]")
        page.locator("#editor").wait_for()
        before = thumb.taps
        enter_briefly(thumb, city)
        assert page.locator("#id_city").input_value() == str(city)
        assert thumb.taps - before <= OF_A_CITY
        thumb.tap(".editor__back")
        page.locator("#cities").wait_for()
        taps += 0 if page is ada else thumb.taps
    ada.goto(evening)
    first.tap("#finish")
    if ada.locator("#finish:has-text('Yes')").or_(ada.locator("#result")).get_attribute("id") == "finish":
        first.tap("#finish:has-text('Yes')")
    ada.locator("#podium").wait_for()
    taps += first.taps
    print(f"{taps} taps on three phones")  # noqa: T201
    assert taps <= OF_AN_EVENING
