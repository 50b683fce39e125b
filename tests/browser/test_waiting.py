"""Test that taps made offline wait on the phone, even if the page is closed, and that each is stored exactly once."""

import random
from itertools import pairwise

import pytest

from scoring import City
from tests.browser.conftest import PHONE
from tests.factories import open_game

# `make test` does not install Playwright, so it skips these tests.
Error = pytest.importorskip("playwright.sync_api").Error

NO_NETWORK = ("ERR_", "Failed to fetch", "sendError", "htmx:afterRequest", "409", "502")
pytestmark = pytest.mark.browser(complaints=NO_NETWORK)

TAPS = 300
LETTERS = "SUPFH"
NOTHING_WAITS = "() => !Object.keys(localStorage).some((key) => key.startsWith('waiting:'))"
TAP = """([letter, square]) => {
    document.querySelector(`.brush__input[value="${letter}"]`).click();
    document.getElementById(`board-${square}`).click();
}"""


class Network:
    """The network of one phone: it works, or is away, or loses responses although the requests arrive."""

    def __init__(self, context, chance=None):
        self.is_away = False
        self.loses_answers = False
        self.chance = chance
        context.route("**/*", self.pass_on)

    def pass_on(self, route):
        if self.is_away:
            route.abort("connectionfailed")
        elif self.loses_answers and route.request.method == "POST" and self.chance.random() < 0.5:
            route.fetch()
            route.abort("connectionfailed")
        else:
            route.continue_()

    def change(self):
        self.is_away = self.chance.random() < 0.5
        self.loses_answers = self.chance.random() < 0.5

    def come_back(self):
        self.is_away = self.loses_answers = False


def lose_network(page):
    """Switch off the network of a page. Return the Network object, which can switch it on again."""
    network = Network(page.context)
    network.is_away = True
    return network


def come_back_to_another_page(page, network):
    """Close a page with waiting taps. Then switch the network on, and let another page of the site send the taps."""
    context = page.context
    page.close(run_before_unload=True)
    network.come_back()
    page = context.new_page()
    page.goto("/rules/")
    page.wait_for_function(NOTHING_WAITS)


class Tapper:
    """A user who taps random squares of a city. `tapped` lists the taps as pairs, such as ("B3", "S")."""

    def __init__(self, page, squares, seed):
        self.page, self.address, self.squares = page, page.url, squares
        self.chance = random.Random(seed)
        self.network = Network(page.context, self.chance)
        self.tapped = []

    def tap(self):
        square = self.chance.choice(self.squares)
        before = next((letter for name, letter in reversed(self.tapped) if name == square), "")
        letter = self.chance.choice(LETTERS.replace(before, ""))
        self.page.evaluate(TAP, [letter, square])
        self.tapped.append((square, letter))

    def lose_the_page(self):
        """Reload the city's page, or replace its tab by a new one. Sometimes the new tab opens another page first."""
        address = self.address
        if self.chance.random() < 0.5:
            context, page = self.page.context, self.page
            self.page = context.new_page()
            page.close()
            address = self.chance.choice([self.address, "/missions/"])
        self.open(address)
        if address != self.address:
            self.network.come_back()
            # the other page of the site sends the waiting taps of the closed page
            self.page.wait_for_function(NOTHING_WAITS)
            self.open(self.address)

    def open(self, address):
        try:
            self.page.goto(address)
        except Error:  # an offline browser shows its own error page
            self.network.come_back()
            lost, self.page = self.page, self.page.context.new_page()
            lost.close()
            self.page.goto(address)


def changes(evaluation):
    """Yield a pair such as ("B3", "S") for each tap in the history. Fail if one tap changed several squares."""
    records = evaluation.history.exclude(city="").order_by("history_id")
    cities = [City.parse("----/----/----/---- 0i0e"), *(City.parse(record.city) for record in records)]
    for before, after in pairwise(cities):
        ((name, building),) = (
            (name, new)
            for name, old, new in zip(after.board.names, before.squares, after.squares, strict=True)
            if old != new
        )
        yield name, str(building)[:1]


def test_every_tap_is_stored_once_whatever_the_network_does(open_page, owner, member, campaign):
    evaluation = open_game(campaign).present[0]
    names = evaluation.game.rules.board.names
    chance = random.Random(23)
    phones = [
        Tapper(open_page(who, evaluation.get_absolute_url(), **PHONE), names[half::2], seed)
        for half, (who, seed) in enumerate([(owner, 1), (member, 2)])
    ]
    for number in range(TAPS):
        phone = chance.choice(phones)
        phone.tap()
        if number % 10 == 0:
            chance.choice(phones).network.change()
        if number % 25 == 24:
            phone.lose_the_page()
    for phone in phones:
        phone.network.come_back()
    for phone in phones:
        phone.page.wait_for_function(NOTHING_WAITS)
    told = list(changes(evaluation))
    assert len(told) == TAPS
    for phone in phones:
        assert [change for change in told if change[0] in phone.squares] == phone.tapped


def test_two_phones_on_one_square_are_both_told_whose_building_stays(open_page, owner, member, campaign):
    evaluation = open_game(campaign).present[1]
    ada, ben = (open_page(who, evaluation.get_absolute_url(), **PHONE) for who in (owner, member))
    network = lose_network(ada)
    for square in ("A1", "B1", "C1"):
        ada.locator(f"#board-{square}").tap()
    ada.locator(".offline-mark", has_text="3 taps wait for the network").wait_for()
    ben.locator(".brush:has([value=S])").tap()
    ben.locator("#board-B1").tap()
    ben.locator("#editor:not([data-busy])").wait_for()
    network.come_back()
    ada.locator("#said", has_text="Ben changed B1 first, and that stays. Your other taps are saved.").wait_for()
    ben.locator("#said", has_text="B1 stays as you entered it: the owner of the campaign came later.").wait_for()
    evaluation.refresh_from_db()
    assert evaluation.city == "TST-/----/----/---- 0i0e"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("1 tap waits for the network", "2 taps wait for the network", "5 taps wait for the network")),
        ("de", ("1 Eingabe wartet auf das Netz", "2 Eingaben warten auf das Netz", "5 Eingaben warten auf das Netz")),
        ("ru", ("1 нажатие ждёт сети", "2 нажатия ждут сети", "5 нажатий ждут сети")),
    ],
)
def test_waiting_taps_are_counted_in_words_and_the_mark_covers_no_square(open_page, owner, campaign, language, words):
    device = PHONE | {"viewport": {"width": 360, "height": 560}, "locale": language}
    page = open_page(owner, open_game(campaign).present[0].get_absolute_url(), **device)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    network = lose_network(page)
    for squares, said in zip((["A1"], ["B1"], ["C1", "D1", "A2"]), words, strict=True):
        for square in squares:
            page.locator(f"#board-{square}").tap()
        page.locator(".offline-mark", has_text=said).wait_for()
    mark, board = page.locator(".offline-mark").bounding_box(), page.locator("#board-A1").bounding_box()
    assert mark["y"] + mark["height"] <= board["y"]
    assert not page.locator(".toast").count()
    network.come_back()
    page.locator(".offline-mark").wait_for(state="hidden")
    page.wait_for_function(NOTHING_WAITS)


def test_a_supply_typed_without_a_network_waits_too(open_page, owner, campaign):
    evaluation = open_game(campaign).present[0]
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    network = lose_network(page)
    page.locator("#inhabitants").fill("12")  # the page is closed before it sends this number
    come_back_to_another_page(page, network)
    evaluation.refresh_from_db()
    assert evaluation.city == "----/----/----/---- 12i0e"


def test_points_of_a_pad_saved_without_a_network_wait(open_page, owner, campaign):
    evaluation = open_game(campaign).present[0]
    page = open_page(owner, f"{evaluation.get_absolute_url()}pad/", **PHONE)
    network = lose_network(page)
    page.locator("#id_tower_block").fill("3+6")
    page.locator("#pad [type=submit]").tap()
    page.locator(".offline-mark", has_text="1 tap waits for the network").wait_for()
    come_back_to_another_page(page, network)
    evaluation.refresh_from_db()
    assert evaluation.pad == {"tower_block": "3+6"}


def test_late_points_get_a_message_and_stay_in_the_form(open_page, owner, member, campaign):
    evaluation = open_game(campaign).present[1]
    address = f"{evaluation.get_absolute_url()}pad/"
    page = open_page(owner, address, **PHONE)
    network = lose_network(page)
    page.locator("#id_tower_block").fill("3+6")
    page.locator("#pad [type=submit]").tap()
    page.locator(".offline-mark", has_text="1 tap waits for the network").wait_for()
    evaluation.record({"tower_block": "7"}, version=0)
    network.come_back()
    page.goto("/rules/")
    page.locator(".toast", has_text="typed Tower Blocks for Ben").wait_for()
    page.goto(address)
    assert page.locator("#id_tower_block").input_value() == "3+6"
    evaluation.refresh_from_db()
    assert evaluation.pad == {"tower_block": "7"}
