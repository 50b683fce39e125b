"""Test that a phone asks before it takes a player whom another phone has, and that the owner is told."""

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import ShareLink
from tests.factories import open_game
from tests.pages import Page

SCORE = ShareLink.LinkRole.SCORE


def who(campaign):
    return reverse("who", args=[campaign.public_id])


@pytest.fixture
def phones(campaign):
    """Return two phones that have opened the link for the table."""
    link, phones = ShareLink.renew(campaign, SCORE), (Client(), Client())
    for phone in phones:
        phone.get(reverse("join", args=[link.token]))
    return phones


def choose(phone, player, **more):
    return phone.post(who(player.campaign), {"player": player.pk} | more)


@pytest.fixture
def ben(campaign):
    return campaign.players.get(name="Ben")


def test_a_second_phone_is_asked_and_the_owner_is_told(as_owner, campaign, phones, ben):
    first, second = phones
    game = open_game(campaign)
    assert choose(first, ben).status_code == 302
    asked = Page(choose(second, ben))
    assert "Ben is on another phone. Is that you too?" in asked.words()
    told = "Ben is on two phones"
    assert told not in as_owner.get(campaign.get_absolute_url()).content.decode()

    assert choose(second, ben, too="on").status_code == 302
    for phone in phones:
        assert phone.get(reverse("evaluation", args=[campaign.public_id, game.pk, ben.pk])).status_code == 200
    pages = [campaign.get_absolute_url(), game.get_absolute_url(), reverse("sharing", args=[campaign.public_id])]
    for address in pages:
        assert told in Page(as_owner.get(address)).words()
        assert told not in Page(first.get(address, follow=True)).words()
    as_owner.post(reverse("sharing", args=[campaign.public_id]), {"do": "seen", "player": ben.pk})
    assert told not in Page(as_owner.get(campaign.get_absolute_url())).words()


def test_the_open_page_of_the_owner_hears_of_it(as_owner, campaign, phones, ben):
    headers = {"HX-Request": "true", "HX-Target": "so-far"}
    tag = as_owner.get(campaign.get_absolute_url(), headers=headers)["ETag"]
    choose(phones[0], ben)
    choose(phones[1], ben, too="on")
    again = as_owner.get(campaign.get_absolute_url(), headers=headers | {"If-None-Match": tag})
    assert "Ben is on two phones" in Page(again).words()


def test_a_phone_is_not_asked_about_its_own_player(phones, ben):
    choose(phones[0], ben)
    assert choose(phones[0], ben).status_code == 302
    choose(phones[1], ben, too="on")
    assert choose(phones[1], ben).status_code == 302


def test_a_phone_that_chooses_somebody_else_frees_its_player(campaign, phones, ben):
    choose(phones[0], ben)
    choose(phones[0], campaign.players.get(name="Ada"))
    assert choose(phones[1], ben).status_code == 302
    ben.refresh_from_db()
    assert ben.taken_at is None


def test_a_player_with_an_account_is_on_another_phone(member, phones, ben):
    assert "Ben is on another phone." in Page(choose(phones[0], ben)).words()


def test_a_player_with_a_pin_belongs_to_whoever_knows_it(phones, ben):
    ben.set_pin("1234")
    choose(phones[0], ben, pin="1234")
    assert "has a PIN" in Page(choose(phones[1], ben)).words()
    assert choose(phones[1], ben, pin="1234").status_code == 302


def test_only_the_owner_puts_the_line_away(browser_of, campaign, ben, phones):
    choose(phones[0], ben)
    choose(phones[1], ben, too="on")
    address = reverse("sharing", args=[campaign.public_id])
    for person in ("member", "score link", "look link", "stranger"):
        assert browser_of(person).post(address, {"do": "seen", "player": ben.pk}).status_code in (403, 404), person
        ben.refresh_from_db()
        assert ben.taken_at, person
