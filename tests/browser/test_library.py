"""Test the library in a real browser: rules in two lines, ticks, and pages without scripts."""

import pytest

from campaign.library import contents
from scoring import MISSIONS
from tests.browser.conftest import PHONE

LINES_OF_RULES = """() => [...document.querySelectorAll(".said")].map((said) => {
  const range = document.createRange();
  range.setStart(said, 0);
  const why = said.querySelector(":scope > .why");
  why ? range.setEndBefore(why) : range.setEndAfter(said.lastChild);
  const tops = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top));
  return [new Set(tops).size, said.innerText];
})"""


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_phone_shows_each_rule_in_two_lines(visit, language):
    page = visit("/rules/", locale=language, **PHONE)
    addresses = [rule.get_absolute_url() for rule in contents.pages().values()]
    long = []
    for address in addresses + [contents.address_of_mission(mission) for mission in MISSIONS.values()]:
        page.goto(address)
        long += [said for lines, said in page.evaluate(LINES_OF_RULES) if lines > 2]
    assert long == [], "\n".join(long)


def test_the_lists_of_a_mission_unfold_by_keyboard_and_by_a_link_to_a_step(visit):
    page = visit("/missions/4-banding-together/?players=3")
    step = page.locator("[data-tick=mats]")
    assert not step.is_visible()
    page.locator("#setup summary").focus()
    page.keyboard.press("Enter")
    assert step.is_visible()
    page.goto("/missions/4-banding-together/?players=4#step-mats")
    page.wait_for_function("document.querySelector('[data-tick=mats]').checkVisibility()")


def test_ticks_survive_a_reload_and_belong_to_one_table(visit):
    page = visit("/missions/7-price-of-silence/?players=3#step-site", **PHONE)
    page.check("[data-tick=mats]")
    page.reload()
    assert page.is_checked("[data-tick=mats]")
    page.goto("/missions/7-price-of-silence/table/?players=3")
    assert page.is_checked("[data-tick=mats]")
    page.goto("/missions/7-price-of-silence/?players=2#step-site")
    assert not page.is_checked("[data-tick=mats]")


def test_all_ticks_are_cleared_at_once(visit):
    page = visit("/missions/1-a-new-beginning/?players=2#step-site")
    page.check("[data-tick=mats]")
    page.click("[data-untick]")
    page.reload()
    assert not page.is_checked("[data-tick=mats]")


def test_every_part_works_without_scripts(visit):
    page = visit("/missions/3-senior-architect/?players=2", java_script_enabled=False)
    assert page.locator(".step").count() > 20
    page.goto("/rules/")
    page.fill("#q", "tie")
    page.click("form[role=search] button")
    assert page.locator("#results .found").first.get_attribute("href").startswith("/rules/ties/")
    page.goto("/architects/?mission=8&players=2")
    page.click(".play")
    page.wait_for_url("**plays=1**")
