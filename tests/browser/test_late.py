"""Test two phones that change the same data while one is offline. Both then name the user whose value is stored."""

import pytest

from campaign.games.evening import stretches_of, table_of
from campaign.models import Game, Tick
from campaign.models.phase import SETUP
from tests.browser.checklists import SETTLED, STEPS, open_steps, steps_of, tick
from tests.browser.conftest import PHONE
from tests.browser.test_waiting import NO_NETWORK, lose_network
from tests.factories import enter_all

pytestmark = pytest.mark.browser(complaints=NO_NETWORK)

WAITS = "1 tap waits for the network"


@pytest.fixture
def phones(open_page, owner, member, game):
    """Return `phones(address)`, which opens a page on two phones, the first offline. It returns (ada, ben, network)."""

    def phones(address):
        ada, ben = (open_page(who, address, **PHONE) for who in (owner, member))
        return ada, ben, lose_network(ada)

    return phones


@pytest.fixture
def tables(phones, game):
    return phones(game.get_absolute_url())


def test_both_phones_are_told_of_a_conflict_in_one_sum_of_the_score_pad(phones, game):
    ada, ben, network = phones(f"{game.present[1].get_absolute_url()}pad/")
    ada.locator("#id_tower_block").fill("3+6")
    ada.locator("#id_park").fill("4")
    ada.locator("#pad [type=submit]").tap()
    ada.locator(".offline-mark", has_text=WAITS).wait_for()
    ben.locator("#id_tower_block").fill("8")
    ben.locator("#pad [type=submit]").tap()
    ben.locator("#evening").wait_for()
    network.come_back()
    ada.locator(".toast", has_text="Meanwhile Ben typed Tower Blocks for Ben.").wait_for()
    said = "Ben, Tower Blocks: what you typed stays, because the owner of the campaign came later."
    ben.locator("#evening .alert", has_text=said).wait_for()
    ada.locator("#id_tower_block").wait_for()
    assert [ada.locator(f"#id_{name}").input_value() for name in ("tower_block", "park")] == ["3+6", "4"]
    ada.locator("#pad [type=submit]").tap()
    ada.locator("#evening").wait_for()
    ben.locator("#evening .alert").wait_for(state="detached")


def test_both_phones_are_told_of_a_conflict_in_the_supply(phones, game):
    ada, ben, network = phones(game.present[1].get_absolute_url())
    ada.locator("#inhabitants").fill("12")
    ada.locator("#inhabitants").blur()
    ada.locator(".offline-mark", has_text=WAITS).wait_for()
    ben.locator(".stepper:has(#energy) [data-step=up]").tap()
    ben.locator("#editor:not([data-busy])").wait_for()
    network.come_back()
    ada.locator("#said", has_text="Ben changed the supply first. Your change was not saved.").wait_for()
    said = "The supply stays as you entered it: the owner of the campaign came later."
    ben.locator("#said", has_text=said).wait_for()


@pytest.fixture
def all_but_the_last_step(game):
    """Tick all steps of the setup but the last, in which the group chooses the first player."""
    *before, _last = stretches_of(table_of(game), frozenset())[SETUP].part.steps
    Tick.objects.bulk_create(Tick(game=game, step=step.key) for step in before)


def choose(page, name):
    button = page.locator("button[name=first]", has_text=name)
    button.tap()
    assert button.get_attribute("aria-pressed") == "true"


@pytest.mark.usefixtures("all_but_the_last_step")
def test_both_phones_are_told_who_was_chosen_to_go_first(tables):
    ada, ben, network = tables
    choose(ada, "Cleo")
    choose(ada, "Ada")  # a phone's second choice does not collide with its own first choice
    ada.locator(".offline-mark", has_text="2 taps wait for the network").wait_for()
    choose(ben, "Ben")
    ben.locator(SETTLED).wait_for()
    network.come_back()
    ada.locator(".toast", has_text="First player: Ben chose first, and that stays.").first.wait_for()
    said = "First player: what you chose stays, because the owner of the campaign came later."
    ben.locator("#evening .alert", has_text=said).wait_for()
    for page in (ada, ben):
        page.locator("button[name=first][aria-pressed=true]", has_text="Ben").wait_for()
    choose(ada, "Cleo")
    ben.locator("button[name=first][aria-pressed=true]", has_text="Cleo").wait_for()
    ben.locator("#evening .alert").wait_for(state="detached")


def test_both_phones_are_told_the_phase_of_the_table(tables):
    ada, ben, network = tables
    ada.locator("#next-step").tap()
    ada.locator(".offline-mark", has_text=WAITS).wait_for()
    for phase in ("round-1", "before-2"):
        ben.locator(f"#next-step[value='{phase}']:not([aria-disabled=true])").tap()
        ben.locator(f"#now :is([data-stage='{phase}'], [data-leads-on='{phase}']):not([hidden])").wait_for()
    ben.locator(SETTLED).wait_for()
    network.come_back()
    ada.locator(".toast", has_text="Prepare round 2: Ben chose first, and that stays.").wait_for()
    said = "Prepare round 2: what you chose stays, because the owner of the campaign came later."
    ben.locator("#evening .alert", has_text=said).wait_for()
    for page in (ada, ben):
        page.locator("#now [data-leads-on='before-2']:not([hidden])").wait_for()


@pytest.mark.usefixtures("all_but_the_last_step")
def test_another_page_that_sends_a_late_choice_tells_the_refusal(tables):
    ada, ben, network = tables
    choose(ada, "Ada")
    ada.locator(".offline-mark", has_text=WAITS).wait_for()
    choose(ben, "Ben")
    ben.locator(SETTLED).wait_for()
    network.come_back()
    ada.goto("/rules/")
    ada.locator(".toast", has_text="First player: Ben chose first, and that stays.").wait_for()


def test_taps_that_reach_a_finished_game_are_told_once(tables):
    ada, _ben, network = tables
    for step in steps_of(ada)[:2]:
        tick(ada, step)
    ada.locator(".offline-mark", has_text="2 taps wait for the network").wait_for()
    game = Game.objects.get()
    enter_all(game)
    game.finish()
    network.come_back()
    told = ada.locator(".toast", has_text="This game was finished before your tap came, so the tap changed nothing.")
    told.wait_for()
    ada.locator(".offline-mark").wait_for(state="hidden")
    assert told.count() == 1


def test_what_a_page_says_while_it_leads_on_is_said_on_the_next_page(open_page, owner):
    page = open_page(owner, "/missions/", **PHONE)
    show = """(text) => {
        document.dispatchEvent(new CustomEvent("toast", { detail: { text, level: "warning" } }));
        location.assign("/rules/");
    }"""
    with page.expect_navigation(url="**/rules/"):
        page.evaluate(show, "Your tap came late")
    page.locator(".toast", has_text="Your tap came late").locator("button").tap()
    page.goto("/missions/")
    assert not page.locator(".toast").count()


def test_a_phone_is_told_once_that_another_phone_reversed_its_step(tables):
    ada, ben, network = tables
    labels = ada.locator(STEPS)
    step = labels.first.get_attribute("id")
    text = labels.first.locator(".step__said").text_content().strip()
    for done in ("true", "false"):
        tick(ada, step)
        ada.locator(f"#{step}[aria-pressed={done}]").wait_for(state="attached")
    ada.locator(".offline-mark", has_text="2 taps wait for the network").wait_for()
    tick(ben, step)
    ben.locator(SETTLED).wait_for()
    network.come_back()
    ben_says, ada_says = (page.locator(".toast", has_text="Meanwhile somebody else") for page in (ben, ada))
    ben_says.filter(has_text=f"Meanwhile somebody else unticked “{text}”.").wait_for()
    ben_says.locator("button").tap()  # a toast that is closed does not come back
    tick(ada, step)
    ben.locator(f"#{step}[aria-pressed=true]").wait_for(state="attached")
    tick(ben, step)
    ada_says.filter(has_text=f"Meanwhile somebody else unticked “{text}”.").wait_for()
    assert [ada_says.count(), ben_says.count()] == [1, 0]


def test_the_second_tab_of_a_phone_counts_as_the_same_user(tables):
    ada, ben, network = tables
    network.come_back()
    for page in (ada, ben):
        open_steps(page)
    first, second = ada.locator(STEPS).all()[:2]
    steps = [label.get_attribute("id") for label in (first, second)]
    for step in steps:
        ada.locator(f"#{step}").tap()
        ben.locator(f"#{step}[aria-pressed=true]").wait_for()
    tab = ada.context.new_page()
    tab.goto(ada.url)
    tick(tab, steps[0])
    ben.locator(f"#{steps[0]}[aria-pressed=false]").wait_for()
    ben.locator(f"#{steps[1]}").tap()
    ada.bring_to_front()
    text = second.locator(".step__said").inner_text().strip()
    ada.locator(".toast", has_text=f"Meanwhile somebody else unticked “{text}”.").wait_for()
    assert first.get_attribute("aria-pressed") == "false"
    assert ada.locator(".toast").count() == 1
