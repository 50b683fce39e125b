"""Test a whole game on four phones in three languages. Each phone does some of the tasks, and all show the same."""

import statistics
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils.translation import gettext, ngettext, override

from campaign.models.phase import SETUP, phases_of
from scoring import City, Mode
from scoring.tiles import rounds
from tests.browser.checklists import move_to, steps_of, tick
from tests.browser.conftest import SMALL, SMALLEST
from tests.browser.test_campaign_night import begin, enter_briefly, let_in, speak, start_campaign
from tests.browser.test_waiting import NO_NETWORK, Network
from tests.browser.thumb import Thumb, tap

pytestmark = pytest.mark.browser(complaints=NO_NETWORK)

SOON = 20_000  # milliseconds within which a phone must show a change
QUICK = 3  # seconds within which a phone with server-sent events shows a change; pages without them poll less often
# The language, device and city of each player. The cities lack most tiles, so the site asks whether they are right.
TABLE = {
    "Ada": ("en", SMALL, "T2S--/P---/----/---- 12i3e"),
    "Ben": ("de", SMALL, "FF--/UH--/----/---- 11i2e"),
    "Cleo": ("ru", SMALL, "SP--/T3P--/----/---- 10i1e"),
    "Dan": ("en", SMALLEST, "HH--/T1U--/----/---- 13i2e"),
}
ROUNDS = phases_of(rounds(Mode.CLASSIC))[1:]
LEAVES, COMES_BACK = ROUNDS[2:4]  # one phone is offline from the first phase to the second


@dataclass
class Phone:
    """The phone of one player at the table."""

    name: str
    language: str
    city: City
    page: Any

    def find(self, selector, message, **values):
        """Find visible elements by a translated message. `values` fill its placeholders."""
        with override(self.language):
            text = ngettext(message, message, values["count"]) if "count" in values else gettext(message)
        return self.page.locator(f"{selector}:visible", has_text=text % values)

    def reads(self, selector, message, **values):
        self.find(selector, message, **values).first.wait_for(timeout=SOON)

    def is_at(self, phase):
        """Check that the phone shows the game's phase, such as "round-2", and only one primary button."""
        bar = f"#now :is([data-stage='{phase}'], [data-leads-on='{phase}']):not([hidden])"
        self.page.locator(bar).wait_for(timeout=SOON)
        assert self.page.locator("main .button--start:visible").count() == 1
        kind, _, number = phase.partition("-")
        if kind == "round":
            self.reads("#next-step", "Round %(number)s is over", number=number)
        elif kind == "before":
            self.page.locator(f"#next-step[value=round-{number}]").wait_for(timeout=SOON)

    def move_to(self, phase):
        move_to(self.page, phase)


@pytest.fixture
def phones(phone):
    """Return the phones of four players who have begun mission 1. The first player invited the others by a link."""
    pages = {name: phone("en", **device) for name, (_language, device, _city) in TABLE.items()}
    first, *others = pages
    ada = pages[first]
    campaign = start_campaign(ada, tuple(TABLE))
    let_in(ada, campaign, {name: pages[name] for name in others})
    ada.goto(campaign)
    begin(ada).tap()
    ada.locator("#evening").wait_for()
    phones = []
    for name, (language, _device, city) in TABLE.items():
        pages[name].goto(ada.url)
        speak(pages[name], language)
        phones.append(Phone(name, language, City.parse(city), pages[name]))
    return phones


def tick_on_each(phones):
    """Tick a different checklist step on each phone. Check that every phone shows all ticks."""
    steps = steps_of(phones[0].page)
    for phone, step in zip(phones, steps, strict=False):
        tick(phone.page, step)
    for phone in phones:
        for step in steps[: len(phones)]:
            phone.page.locator(f"#{step}[aria-pressed=true]").wait_for(timeout=SOON, state="attached")
        marks = phone.page.locator("[data-stage]:not([hidden]) .segments-bar > .is-done")
        assert marks.count() == len(phones)


def tick_without_a_network(phone):
    """Tick a checklist step on a phone that is offline. Return the id of the step's element."""
    step = steps_of(phone.page)[0]
    tick(phone.page, step)
    phone.reads(".offline-mark", "%(count)s tap waits for the network", count=1)
    return step


def play_the_rounds(phones):
    """Tap through all rounds on the phones that are online. One phone is offline from LEAVES to COMES_BACK."""
    *_, away, _last = phones
    network, step, seconds = Network(away.page.context), "", []
    for turn, phase in enumerate(ROUNDS):
        if phase == LEAVES:
            network.is_away = True
            step = tick_without_a_network(away)
        here = [phone for phone in phones if phone is not away or not network.is_away]
        here[turn % len(here)].move_to(phase)
        moved = time.monotonic()
        for phone in here:
            phone.is_at(phase)
        seconds.append(time.monotonic() - moved)
        if phase == COMES_BACK:
            network.come_back()
            away.is_at(phase)
            for phone in phones:
                phone.page.locator(f"#{step}[aria-pressed=true]").wait_for(state="attached", timeout=SOON)
    assert statistics.median(seconds) < QUICK


def enter_the_cities(phones):
    for phone in phones:
        phone.reads("#next-step[href]", "Enter your city")
        tap(phone.page.locator("#next-step[href]"))
        phone.page.locator("#editor").wait_for()
        enter_briefly(Thumb(phone.page), phone.city)
        tap(phone.page.locator(".editor__back"))
        phone.page.locator("#cities").wait_for()
    for phone in phones:
        phone.reads("#finish", "Finish the game")
        assert phone.page.locator("#cities .seat--whole").count() == len(phones)
        assert phone.page.locator("#cities .vp").count() == 1  # before the count, a player sees only their own points


def count_together(leader, phones):
    """Confirm all cities on one phone, and reveal the points step by step. Check that all phones show each step."""
    tap(leader.find("#count-together", "Count together"))
    leader.reads("h1", "Is everything right?")
    tap(leader.find("#finish", "Yes, count together"))
    for phone in phones:
        phone.reads(".reveal__category", "All phones show this page.")
    next_one = leader.page.locator("#reveal-next")
    while next_one.count():
        step = int(leader.page.locator("#reveal").get_attribute("data-revealed")) + 1
        tap(next_one)
        for phone in phones:
            phone.page.locator(f"#reveal[data-revealed='{step}']").wait_for(timeout=SOON)
        assert len({tuple(phone.page.locator(".reveal__figure").all_inner_texts()) for phone in phones}) == 1
    tap(leader.find("#finish", "To the result"))


def look_at_the_result(phones):
    for phone in phones:
        phone.page.locator("#podium").wait_for(timeout=SOON)
    best = phones[0].page.locator(".podium__place--won")
    winner, total = (best.locator(part).text_content() for part in (".player__name", ".podium__total"))
    for phone in phones:
        phone.reads("#podium h2", "%(name)s wins with %(count)s VP", name=winner, count=int(total))


def go_on_to_the_next_mission(beginner, phones):
    """Begin the next mission on one phone. Check that the result page on the other phones links to the new game."""
    tap(beginner.page.locator("#next .button--start"))
    tap(beginner.page.locator("main form button.button--start"))
    beginner.page.locator("#evening").wait_for()
    for phone in phones:
        if phone is not beginner:
            tap(phone.page.locator(f"#next .button--start[href='{urlsplit(beginner.page.url).path}']"))
        phone.is_at(SETUP)


def test_four_phones_play_an_evening_in_three_languages(phones):
    _ada, ben, cleo, _dan = phones
    for phone in phones:
        phone.is_at(SETUP)
        phone.reads("#now .button--start", "Done, next")
    tick_on_each(phones)
    play_the_rounds(phones)
    enter_the_cities(phones)
    count_together(ben, phones)
    look_at_the_result(phones)
    go_on_to_the_next_mission(cleo, phones)
    read = [phone.page.locator("#next-step").inner_text() for phone in phones]
    assert read[0] == read[3]
    assert len(set(read)) == 3
