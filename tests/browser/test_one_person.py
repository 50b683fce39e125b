"""Test on two phones that a name is taken only after a question, and that one person of two names is merged."""

from django.urls import reverse

from campaign.models import ShareLink
from tests.browser.conftest import SMALL, SMALLEST
from tests.factories import PlayerFactory, enter, open_game


def test_a_second_phone_asks_and_the_owner_reads_of_it_at_once(open_page, visit, campaign, owner):
    game = open_game(campaign)
    ada = open_page(owner, game.get_absolute_url(), **SMALL)
    join = reverse("join", args=[ShareLink.renew(campaign, "score").token])
    for number in range(2):
        phone = visit(join, **SMALLEST)
        phone.get_by_role("button", name="Ben").tap()
        if number:
            phone.get_by_text("Ben is on another phone. Is that you too?").wait_for()
            phone.get_by_role("button", name="Yes, that is me").tap()
        phone.locator("#evening").wait_for()
    told = ada.get_by_text("Ben is on two phones")
    told.wait_for()
    ada.get_by_role("button", name="That is fine").tap()
    told.wait_for(state="detached")
    assert campaign.players.get(name="Ben").taken_at is None


def test_an_open_city_moves_to_the_other_name_and_back(open_page, campaign, owner, member):
    """Ben has an account, and is typed as the guest Benjamin on his evening."""
    guest = PlayerFactory(campaign=campaign, name="Benjamin", colour="purple", is_guest=True)
    game = open_game(campaign, absent=["Ben"])
    entry = game.evaluations.get(player=guest)
    enter(entry)
    player = campaign.players.get(name="Ben")
    phone = open_page(member, entry.get_absolute_url(), **SMALL)
    ada = open_page(owner, reverse("campaign_settings", args=[campaign.public_id]), **SMALLEST)
    ada.get_by_role("link", name="One person twice?").tap()
    for name in ("Benjamin", "Ben "):
        ada.locator(".choice", has_text=name).first.tap()
    ada.get_by_role("button", name="Show what will happen").tap()
    ada.get_by_role("button", name="Merge").tap()
    ada.get_by_text("Ben is one person from now on.").wait_for()
    phone.wait_for_url(f"**/{game.pk}/{player.pk}/**")
    assert phone.locator("h1").inner_text().endswith("Ben")

    ada.get_by_role("button", name="Take apart").tap()
    ada.get_by_text("Benjamin is a person of their own again.").wait_for()
    assert game.evaluations.get(player=guest).city == entry.city
    assert game.evaluations.get(player=player).absent
