"""Test that hashing has a budget, and that forms ask to try again if the site is busy with hashing passwords."""

import time

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse

from campaign.accounts.hashers import BusyError
from campaign.accounts.views import RECOVERED
from campaign.models import ShareLink, User
from tests.factories import PASSWORD, UserFactory, open_game
from tests.pages import Page

NEW = {"new_password1": "another one of some length", "new_password2": "another one of some length"}
WAIT = "Try again in ten seconds."


@pytest.fixture
def make_busy(monkeypatch):
    """Return a function that makes every later hashing of a password fail with BusyError."""

    def refuse(*_args, **_kwargs):
        raise BusyError(WAIT)

    def make_busy():
        monkeypatch.setattr(MD5PasswordHasher, "encode", refuse)
        monkeypatch.setattr(MD5PasswordHasher, "verify", refuse)

    return make_busy


def says_wait(page):
    return page.status_code == 200 and WAIT in Page(page).words("main")


def test_a_login_fails_while_the_site_is_busy(client, owner, make_busy):
    make_busy()
    page = client.post(reverse("login"), {"username": "owner", "password": PASSWORD})
    assert says_wait(page)
    assert Page(page).value("input[name=username]") == "owner"
    assert "_auth_user_id" not in client.session


def test_a_guest_gets_no_account_while_the_site_is_busy(client, make_busy):
    guest = User.make_guest()
    client.force_login(guest)
    make_busy()
    typed = {"username": "kept", "password1": PASSWORD, "password2": PASSWORD}
    assert says_wait(client.post(reverse("account"), typed))
    assert User.objects.get().is_guest


def test_a_password_stays_if_the_old_one_cannot_be_compared(as_owner, owner, make_busy):
    make_busy()
    assert says_wait(as_owner.post(reverse("password"), {"old_password": PASSWORD} | NEW))
    assert User.objects.get(pk=owner.pk).password == owner.password


def test_a_password_stays_if_the_new_one_cannot_be_hashed(as_owner, owner, make_busy):
    session = as_owner.session
    session[RECOVERED] = time.time() + 60
    session.save()
    make_busy()
    assert says_wait(as_owner.post(reverse("password"), NEW))
    assert User.objects.get(pk=owner.pk).password == owner.password


@pytest.mark.parametrize("page", ["recovery", "leave"])
def test_an_account_is_neither_deleted_nor_given_a_new_code(as_owner, owner, make_busy, page):
    make_busy()
    assert says_wait(as_owner.post(reverse(page), {"old_password": PASSWORD}))
    assert User.objects.get(pk=owner.pk).recovery_hash is None


def test_a_pin_is_not_set_while_the_site_is_busy(as_owner, campaign, make_busy):
    ada = campaign.players.get(name="Ada")
    make_busy()
    page = as_owner.post(reverse("sharing", args=[campaign.public_id]), {"do": "pin", "player": ada.pk, "pin": "2468"})
    assert says_wait(page)
    ada.refresh_from_db()
    assert ada.pin_hash == ""


def test_a_pin_that_cannot_be_compared_lets_nobody_in_and_counts_as_no_guess(client, campaign, settings, make_busy):
    settings.BUDGETS = settings.BUDGETS | {"wrong_pins": "2/15m"}
    open_game(campaign)
    ada = campaign.players.get(name="Ada")
    ada.set_pin("2468")
    client.get(reverse("join", args=[ShareLink.renew(campaign, "score").token]))
    make_busy()
    who = reverse("who", args=[campaign.public_id])
    for _again in range(4):  # more attempts than the site allows with wrong PINs
        assert says_wait(client.post(who, {"player": ada.pk, "pin": "2468"}))


# --- The budget -------------------------------------------------------------------------------------------------------


@pytest.fixture
def two_hashes(settings):
    settings.BUDGETS = settings.BUDGETS | {"hashes": "2/15m"}


def test_an_owner_sets_so_many_pins_and_then_reads_how_long_to_wait(as_owner, campaign, two_hashes):
    address, ada = reverse("sharing", args=[campaign.public_id]), campaign.players.get(name="Ada")
    for pin in ("1111", "2222", "3333"):
        page = as_owner.post(address, {"do": "pin", "player": ada.pk, "pin": pin})
    assert "Try again in" in Page(page).words("main")
    ada.refresh_from_db()
    assert ada.check_pin("2222")
    assert as_owner.post(address, {"do": "no_pin", "player": ada.pk}).status_code == 302


def test_a_guest_makes_so_many_recovery_codes(client, two_hashes):
    client.force_login(User.make_guest())
    assert [client.post(reverse("recovery")).status_code for _ in range(3)] == [200, 200, 429]


def test_codes_passwords_and_deletions_share_the_budget(as_owner, two_hashes):
    pages = [as_owner.post(reverse(name), {"old_password": PASSWORD}) for name in ("recovery", "password", "leave")]
    assert [page.status_code for page in pages] == [200, 200, 429]
    assert as_owner.post(reverse("recover"), {"code": "abandon " * 8}).status_code == 429


def test_strangers_who_spend_the_budget_refuse_nobody_the_first_login(client, owner, two_hashes):
    stranger = Client()
    stranger.force_login(User.make_guest())
    for _ in range(3):
        stranger.post(reverse("recovery"))
    other = UserFactory()
    for _ in range(3):
        Client().post(reverse("login"), {"username": other.username, "password": PASSWORD})
    assert client.post(reverse("login"), {"username": "owner", "password": PASSWORD}).status_code == 302


def test_an_account_logs_in_so_often_on_new_devices_and_no_less_on_its_own(client, owner, two_hashes):
    typed = {"username": "owner", "password": PASSWORD}
    assert client.post(reverse("login"), typed).status_code == 302
    assert [Client().post(reverse("login"), typed).status_code for _ in range(2)] == [302, 429]
    client.post(reverse("logout"))
    assert client.post(reverse("login"), typed).status_code == 302


def test_a_right_pin_is_compared_so_often(campaign, two_hashes):
    ada, link = campaign.players.get(name="Ada"), ShareLink.renew(campaign, "score")
    ada.set_pin("2468")
    statuses = []
    for _ in range(3):
        phone = Client()
        phone.get(reverse("join", args=[link.token]))
        answer = phone.post(reverse("who", args=[campaign.public_id]), {"player": ada.pk, "pin": "2468"})
        statuses.append(answer.status_code)
    assert statuses == [302, 302, 429]
