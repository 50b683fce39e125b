"""Test players' PINs. To enter a player's city, visitors with the table link type the PIN once per device."""

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Player, ShareLink
from campaign.transfer import exported
from tests.factories import CLASSIC_CITY, CampaignFactory, UserFactory
from tests.pages import Page


@pytest.fixture
def ada(campaign, game):
    player = campaign.players.get(name="Ada")
    player.set_pin("2468")
    return player


@pytest.fixture
def phone(campaign):
    """Return a browser that has opened the link for the table."""
    client = Client()
    link = campaign.share_links.active().filter(role="score").first() or ShareLink.renew(campaign, "score")
    client.get(reverse("join", args=[link.token]))
    return client


def say(phone, player, **typed):
    return phone.post(reverse("who", args=[player.campaign.public_id]), {"player": player.pk, **typed})


def enters(phone, game, player):
    """Enter a player's city on this phone. Return whether the site accepts it."""
    address = reverse("evaluation", args=[game.campaign.public_id, game.pk, player.pk])
    version = game.evaluations.get(player=player).version
    sent = {"do": "paste", "city": CLASSIC_CITY, "version": version}
    return phone.post(address, sent, headers={"HX-Request": "true", "HX-Target": "city"}).status_code == 200


def test_nobody_is_asked_for_a_pin_if_the_player_has_none(phone, campaign, game):
    ben = campaign.players.get(name="Ben")
    assert say(phone, ben).status_code == 302
    assert enters(phone, game, ben)


def test_a_player_with_a_pin_is_asked_for_it_and_only_they_enter_their_city(phone, game, ada):
    asked = say(phone, ada)
    assert Page(asked).has("input[name=pin][inputmode=numeric]")
    assert not enters(phone, game, ada)
    assert "not the PIN of Ada" in say(phone, ada, pin="1357").content.decode()
    assert not enters(phone, game, ada)
    assert say(phone, ada, pin="2468").status_code == 302
    assert enters(phone, game, ada)


def test_a_device_is_asked_once_for_each_player(phone, campaign, ada):
    say(phone, ada, pin="2468")
    assert say(phone, campaign.players.get(name="Cleo")).status_code == 302
    assert say(phone, ada).status_code == 302


def test_a_device_that_knew_the_old_pin_is_asked_for_the_new_one(phone, game, ada):
    say(phone, ada, pin="2468")
    assert enters(phone, game, ada)
    ada.set_pin("97531")
    assert not enters(phone, game, ada)
    assert say(phone, ada, pin="97531").status_code == 302
    ada.set_pin("")
    assert enters(phone, game, ada)


def test_a_visitor_who_chose_a_player_before_it_had_a_pin_is_asked_too(phone, campaign, game):
    ben = campaign.players.get(name="Ben")
    say(phone, ben)
    assert enters(phone, game, ben)
    ben.set_pin("1111")
    assert not enters(phone, game, ben)


def guesses(campaign, player, number, pin, times=1):
    """Guess a PIN several times from the address 192.0.2.`number`. Return the statuses of the answers."""
    client = Client(REMOTE_ADDR=f"192.0.2.{number}")
    client.get(reverse("join", args=[campaign.share_links.active().get().token]))
    return [say(client, player, pin=pin).status_code for _ in range(times)]


def test_guesses_at_a_pin_are_counted_for_the_player_wherever_they_come_from(phone, settings, campaign, ada):
    settings.BUDGETS = settings.BUDGETS | {"wrong_pins": "2/15m"}
    assert [guesses(campaign, ada, number, "0000") for number in range(2)] == [[200]] * 2
    assert [guesses(campaign, ada, number, "2468") for number in range(2)] == [[429]] * 2
    # a visitor who has not guessed yet may still guess once
    assert guesses(campaign, ada, 2, "0000", times=2) == [200, 429]


@pytest.mark.slow
def test_nobody_locks_a_player_out_by_wrong_guesses(phone, settings, campaign, game, ada):
    settings.BUDGETS = settings.BUDGETS | {"wrong_pins": "3/15m"}
    for number in range(1, 20):
        guesses(campaign, ada, number, "0000", times=4)
    assert say(phone, ada, pin="2468").status_code == 302
    assert enters(phone, game, ada)


def test_an_account_cannot_claim_a_player_without_the_pin(phone, campaign, ada):
    campaign.share_links.update(may_claim=True)
    phone.force_login(UserFactory())
    phone.get(reverse("join", args=[campaign.share_links.active().get().token]))
    say(phone, ada, claim="on")
    assert Player.objects.get(pk=ada.pk).account is None
    say(phone, ada, claim="on", pin="2468")
    assert Player.objects.get(pk=ada.pk).account is not None


def test_an_invalid_pin_is_refused_at_its_field(as_owner, campaign):
    ada = campaign.players.get(name="Ada")
    for pin in ("123", "123456789", "12a4", "", "١٢٣٤"):
        answer = as_owner.post(
            reverse("sharing", args=[campaign.public_id]), {"do": "pin", "player": ada.pk, "pin": pin}
        )
        page = Page(answer)
        assert len(page.each(".field__error")) == 1, pin
        assert page.has("details[open]"), pin
        ada.refresh_from_db()
        assert ada.pin_hash == "", pin


def test_the_owner_sets_a_pin_and_takes_it_away_and_open_pages_notice(as_owner, campaign):
    ada, version = campaign.players.get(name="Ada"), campaign.version
    address = reverse("sharing", args=[campaign.public_id])
    assert as_owner.post(address, {"do": "pin", "player": ada.pk, "pin": "2468"}).status_code == 302
    ada.refresh_from_db()
    assert ada.check_pin("2468")
    assert "2468" not in ada.pin_hash
    assert as_owner.post(address, {"do": "no_pin", "player": ada.pk}).status_code == 302
    ada.refresh_from_db()
    campaign.refresh_from_db()
    assert (ada.pin_hash, campaign.version) == ("", version + 2)


def test_nobody_sets_a_pin_in_somebody_elses_campaign(client, stranger, ada):
    address = reverse("sharing", args=[CampaignFactory(owner=stranger).public_id])
    client.force_login(stranger)
    for do in ("pin", "no_pin", "leave"):
        assert client.post(address, {"do": do, "player": ada.pk, "pin": "1357"}).status_code == 404
    assert Player.objects.get(pk=ada.pk).check_pin("2468")


def test_neither_history_nor_exported_file_has_a_pin(campaign, ada):
    assert not hasattr(ada.history.first(), "pin_hash")
    assert ada.pin_hash not in str(exported(campaign))
