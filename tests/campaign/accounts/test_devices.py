"""Test that all addresses share one limit of guesses for each account, and that it locks out no known device."""

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from django_ratelimit.core import _split_rate

from campaign.accounts import recovery
from campaign.accounts.devices import MOST_NAMES
from campaign.models import User
from tests.factories import PASSWORD, CampaignFactory, UserFactory
from tests.pages import Page
from tests.sweeps import sweep

LOGIN = reverse("login")
BUDGET = "wrong_passwords_of_account"
BUDGET_OF_SITE = site.BUDGETS[BUDGET]


@pytest.fixture(autouse=True)
def allow(settings):
    """Return a function that sets the number of wrong passwords for an account. At first it is 2."""

    def allow(count):
        settings.BUDGETS = settings.BUDGETS | {BUDGET: f"{count}/15m"}

    allow(2)
    return allow


@pytest.fixture
def ada(db):
    return UserFactory(username="ada", password=PASSWORD)


@pytest.fixture
def own(ada):
    """Return a browser in which Ada was logged in before."""
    client = Client(REMOTE_ADDR="192.0.2.99")
    assert log_in(client).status_code == 302
    client.post(reverse("logout"))
    return client


def log_in(client, password=PASSWORD, name="ada"):
    return client.post(LOGIN, {"username": name, "password": password})


def guesses(count, name="ada"):
    """Guess `count` passwords, each from a different address. Return the statuses of the answers."""
    return [
        log_in(Client(REMOTE_ADDR=f"198.51.100.{each}"), f"guess {each}", name).status_code for each in range(count)
    ]


def test_no_more_than_a_hundred_guesses_an_hour_at_one_account():
    count, seconds = _split_rate(BUDGET_OF_SITE)
    assert count * 3600 / seconds <= 100


@pytest.mark.parametrize("name", sweep(["ada", "nobody"], quick=1), ids=["an account", "no account"])
def test_guesses_from_many_addresses_are_added_up(ada, name):
    assert guesses(4, name) == [200] * 2 + [429] * 2
    late = log_in(Client(REMOTE_ADDR="203.0.113.1"), name=name)
    assert late.status_code == 429  # this password is right, but the budget is used up
    assert "Too many wrong passwords for this username. Try again in" in Page(late).words(".alert")
    assert f'value="{name}"' in late.content.decode()


@pytest.mark.parametrize("around", sweep([" ", "\t", "\n", "\u00a0", "\u3000"], quick=1), ids=ascii)
def test_spaces_around_a_name_earn_no_further_guesses(ada, around):
    statuses = [
        log_in(Client(REMOTE_ADDR=f"198.51.100.{each}"), f"guess {each}", f"{around * each}ada{around}").status_code
        for each in range(4)
    ]
    assert statuses == [200] * 2 + [429] * 2
    assert log_in(Client(REMOTE_ADDR="203.0.113.1"), name=f"{around}ada{around}").status_code == 429


def test_a_name_in_equivalent_unicode_letters_earns_no_further_guesses(ada):
    guesses(2, "\N{FULLWIDTH LATIN SMALL LETTER A}da")
    assert log_in(Client(REMOTE_ADDR="203.0.113.1")).status_code == 429


def test_a_device_stays_known_if_its_user_types_spaces_around_the_name(ada, own):
    guesses(3)
    assert log_in(own, name=" ada ").status_code == 302


@pytest.mark.parametrize("door", sweep(["login", "recover"], quick=1))
def test_a_visitor_who_must_wait_finds_the_same_campaigns_ticked(settings, door):
    settings.BUDGETS = settings.BUDGETS | {"wrong_logins": "0/15m", "wrong_codes": "0/15m"}
    guest, client = User.make_guest(), Client()
    river, _lake = CampaignFactory(owner=guest), CampaignFactory(owner=guest)
    client.force_login(guest)
    assert len(Page(client.get(reverse(door))).each("[name=take][checked]")) == 2
    typed = {"username": "ada", "password": PASSWORD, "code": "abandon", "take": [river.public_id]}
    answer = client.post(reverse(door), typed)
    assert answer.status_code == 429
    assert Page(answer).value("[name=take][checked]") == river.public_id
    assert len(Page(answer).each("[name=take][checked]")) == 1


def test_guesses_at_one_account_count_for_no_other(ada):
    guesses(3)
    UserFactory(username="ben", password=PASSWORD)
    assert log_in(Client(REMOTE_ADDR="203.0.113.1"), name="ben").status_code == 302


def test_strangers_lock_no_known_device_out(ada, own):
    guesses(3)
    assert log_in(own).status_code == 302


def test_a_stranger_at_the_same_address_locks_no_known_device_out(ada, own, allow):
    allow(6)  # so that django-axes locks the address out first, after five
    stranger = Client(REMOTE_ADDR="192.0.2.99")
    assert [log_in(stranger, "a guess").status_code for _ in range(6)][-1] == 429
    assert log_in(own).status_code == 302


def test_a_device_is_known_after_a_login_by_a_recovery_code(ada):
    code, new = recovery.renew_code(ada), Client(REMOTE_ADDR="203.0.113.1")
    guesses(3)
    assert new.post(reverse("recover"), {"code": code}).status_code == 200
    new.post(reverse("logout"))
    assert log_in(new).status_code == 302


def test_a_known_device_guesses_no_more_than_others(own, allow):
    allow(6)
    assert [log_in(own, f"guess {n}").status_code for n in range(8)] == [200] * 6 + [429] * 2
    assert log_in(own).status_code == 429
    assert log_in(Client(REMOTE_ADDR="203.0.113.1")).status_code == 302


def test_a_device_is_known_only_for_accounts_that_logged_in_on_it(ada, own):
    UserFactory(username="ben", password=PASSWORD)
    guesses(3, "ben")
    assert log_in(own, name="ben").status_code == 429


@pytest.mark.parametrize("forge", sweep([lambda _real: "x", lambda real: f"{real}x", lambda real: f"x{real}"], quick=1))
def test_a_cookie_without_the_sites_signature_is_ignored(own, forge):
    thief = Client(REMOTE_ADDR="203.0.113.1")
    thief.cookies["device"] = forge(own.cookies["device"].value)
    guesses(3)
    assert log_in(thief).status_code == 429


def test_the_cookie_has_no_username_and_is_hidden_from_scripts(own):
    cookie = own.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "ada" not in cookie.value


def test_the_device_of_a_guest_who_makes_an_account_is_known(client):
    client.force_login(User.make_guest())
    client.post(reverse("account"), {"username": "cleo", "password1": PASSWORD, "password2": PASSWORD})
    guesses(3, "cleo")
    client.post(reverse("logout"))
    assert log_in(client, name="cleo").status_code == 302


def test_a_device_keeps_a_limited_number_of_accounts(ada, own):
    for number in range(MOST_NAMES):
        UserFactory(username=f"user {number}", password=PASSWORD)
        log_in(own, name=f"user {number}")
        own.post(reverse("logout"))
    guesses(3)
    assert log_in(own).status_code == 429
