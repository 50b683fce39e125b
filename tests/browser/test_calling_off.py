"""Test on two phones that a game is begun once, called off on both, and brought back."""

from django.urls import reverse

from campaign.models import Game
from tests.browser.conftest import SMALL, SMALLEST


def test_two_phones_begin_one_game_and_lose_it_together(open_page, campaign, owner, member):
    new = reverse("new_game", args=[campaign.public_id])
    ben, ada = open_page(member, new, **SMALL), open_page(owner, new, **SMALLEST)
    for phone in (ben, ada):
        phone.locator("form button.button--start").tap()
        phone.locator("#evening").wait_for()
    assert "Ben has begun this mission already." in ada.locator("main").inner_text()
    assert ben.url == ada.url
    game = Game.objects.get()

    ben.get_by_role("button", name="More").tap()
    ben.get_by_role("link", name="Call the game off").tap()
    ben.get_by_role("button", name="Into the bin").tap()
    ada.wait_for_url(f"**{reverse('game_bin', args=[campaign.public_id])}")
    assert "Ben put this game into the bin." in ada.locator("main").inner_text()
    assert not Game.objects.exists()

    ada.get_by_role("button", name="Bring it back").tap()
    ada.locator("#evening").wait_for()
    assert Game.objects.get() == game
