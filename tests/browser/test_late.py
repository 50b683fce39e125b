"""Test two phones that write the same field while one has no network.

Both phones tell which field it is, and whose value is stored.
"""

import pytest

from tests.browser.conftest import PHONE
from tests.browser.test_waiting import NO_NETWORK, Network
from tests.factories import open_game

pytestmark = [pytest.mark.browser(complaints=NO_NETWORK), pytest.mark.django_db(transaction=True)]

WAITS = "1 tap waits for the network"


@pytest.fixture
def phones(open_page, owner, member, campaign):
    """Return a function that opens a page of Ben's on two phones, and returns them with the network of the owner's
    phone.

    `phones("pad/")` opens his score pad.
    """
    evaluation = open_game(campaign).present[1]

    def phones(place=""):
        address = f"{evaluation.get_absolute_url()}{place}"
        ada, ben = (open_page(who, address, **PHONE) for who in (owner, member))
        network = Network(ada.context)
        network.is_away = True
        return ada, ben, network

    return phones


def test_both_phones_are_told_of_one_sum_of_the_score_pad(phones):
    ada, ben, network = phones("pad/")
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


def test_both_phones_are_told_of_the_supply(phones):
    ada, ben, network = phones()
    ada.locator("#inhabitants").fill("12")
    ada.locator("#inhabitants").blur()
    ada.locator(".offline-mark", has_text=WAITS).wait_for()
    ben.locator(".stepper:has(#energy) [data-step=up]").tap()
    ben.locator("#editor:not([data-busy])").wait_for()
    network.come_back()
    ada.locator("#said", has_text="Ben changed the supply first. Your change was not saved.").wait_for()
    said = "The supply stays as you entered it: the owner of the campaign came later."
    ben.locator("#said", has_text=said).wait_for()
