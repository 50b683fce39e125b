"""A guest who plays stays, and somebody who lost the device or the password comes back."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.accounts import recovery
from campaign.models import Campaign, ShareLink, User
from tests.factories import CampaignFactory, UserFactory
from tests.pages import Page

pytestmark = pytest.mark.django_db

PASSWORD = "a password of some length"  # noqa: S105


@pytest.fixture
def guest(client):
    """A guest with a campaign, logged in as `client`."""
    user = User.make_guest()
    CampaignFactory(owner=user, name="River Town")
    client.force_login(user)
    return user


def code_on(page):
    return Page(page).words(".lead strong")


def test_a_code_has_six_words_and_is_shown_once(client, guest):
    assert reverse("recovery") in client.get(Campaign.objects.get().get_absolute_url()).content.decode()
    code = code_on(client.post(reverse("recovery")))
    assert len(code.split()) == 6
    for address in (reverse("recovery"), Campaign.objects.get().get_absolute_url()):
        assert code not in client.get(address).content.decode()
    assert reverse("recovery") not in client.get(Campaign.objects.get().get_absolute_url()).content.decode()


def test_the_database_holds_a_hash_of_the_code_only(client, guest):
    code = code_on(client.post(reverse("recovery")))
    guest.refresh_from_db()
    assert guest.recovery_hash == recovery.hashed(code)
    assert not any(word in guest.recovery_hash for word in code.split())


@pytest.mark.parametrize(
    "typed", [str, str.upper, lambda code: ", ".join(code.split()), lambda code: " ".join(w[:4] for w in code.split())]
)
def test_a_code_brings_the_campaign_back_on_any_device_as_it_was_typed(client, guest, typed):
    code = code_on(client.post(reverse("recovery")))
    other = Client()
    assert other.post(reverse("recover"), {"code": typed(code)}).status_code == 302
    assert "River Town" in other.get("/").content.decode()
    assert "River Town" in client.get("/").content.decode()


def test_a_new_code_ends_the_one_before_it(client, guest):
    first, second = (code_on(client.post(reverse("recovery"))) for _ in range(2))
    assert recovery.owner_of(first) is None
    assert recovery.owner_of(second) == guest


@pytest.mark.parametrize("typed", ["", "river town", "abandon " * 6, "abandon " * 40, "ж" * 20, "\x00"])
def test_a_wrong_code_is_refused_where_it_is_typed(client, typed):
    page = client.post(reverse("recover"), {"code": typed})
    assert page.status_code == 200
    assert "field__error" in page.content.decode()


def test_a_code_still_works_where_the_secret_key_was_lost(client, guest, settings):
    code = code_on(client.post(reverse("recovery")))
    settings.SECRET_KEY = "another"  # noqa: S105
    assert recovery.owner_of(code) == guest


def test_an_account_gives_its_password_for_a_code(client):
    user = UserFactory(password=PASSWORD)
    client.force_login(user)
    client.post(reverse("recovery"), {"old_password": "wrong"})
    user.refresh_from_db()
    assert user.recovery_hash is None
    assert code_on(client.post(reverse("recovery"), {"old_password": PASSWORD}))


def test_a_forgotten_password_is_replaced_by_way_of_the_code_and_other_devices_are_logged_out(client):
    user = UserFactory(username="ada", password=PASSWORD)
    client.force_login(user)
    code, other = recovery.renew_code(user), Client()
    assert other.post(reverse("recover"), {"code": code})["Location"] == reverse("password")
    new = {"new_password1": "another of some length", "new_password2": "another of some length"}
    assert other.post(reverse("password"), new).status_code == 302
    user.refresh_from_db()
    assert user.check_password("another of some length")
    assert client.get(reverse("account")).status_code == 302
    assert other.get(reverse("account")).status_code == 200
    assert "old_password" in other.get(reverse("password")).content.decode()  # the next one takes the password again


def test_logging_in_without_a_code_takes_the_old_password_for_a_new_one(client):
    client.force_login(UserFactory(password=PASSWORD))
    assert "old_password" in client.get(reverse("password")).content.decode()


# --- Sessions ---------------------------------------------------------------------------------------------------------


def age_session(days):
    Session.objects.update(expire_date=timezone.now() + timedelta(days=365 - days))


def days_left():
    return (Session.objects.get().expire_date - timezone.now()).days


@pytest.mark.slow
def test_a_guest_who_plays_once_a_month_for_ten_years_stays_logged_in(client, guest):
    for _month in range(120):
        age_session(31)
        page = client.get("/")
        assert "River Town" in page.content.decode()
        assert page.cookies["sessionid"]["max-age"] == 365 * 24 * 60 * 60
        assert days_left() >= 364


def test_a_session_is_written_once_a_month_at_most(client, guest):
    age_session(29)
    assert "sessionid" not in client.get("/").cookies
    assert days_left() < 337
    age_session(31)
    client.get("/")
    assert "sessionid" not in client.get("/").cookies


def test_a_session_that_cannot_be_prolonged_still_opens_the_page(client, guest, monkeypatch):
    age_session(31)
    monkeypatch.setattr(Session, "save", full_disk)
    assert "River Town" in client.get("/").content.decode()


def test_a_visit_that_cannot_be_remembered_gets_the_page_that_says_so(client, guest, monkeypatch):
    link = ShareLink.renew(Campaign.objects.get(), "look")
    other = Client(raise_request_exception=False)
    monkeypatch.setattr(Session, "save", full_disk)
    assert other.get(reverse("join", args=[link.token])).status_code == 503


def full_disk(*_args, **_kwargs):
    raise OperationalError("database or disk is full")


def test_the_database_holds_no_key_that_a_cookie_could_bring(client, guest):
    key = client.cookies["sessionid"].value
    stored = Session.objects.get()
    assert stored.session_key != key
    thief = Client()
    thief.cookies["sessionid"] = stored.session_key
    assert "River Town" not in thief.get("/").content.decode()


def test_a_session_outlives_a_changed_secret_key_that_is_kept_as_a_fallback(client, guest, settings):
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"  # noqa: S105
    for _ in range(2):
        assert "River Town" in client.get("/").content.decode()


def test_logging_out_deletes_the_session(client, guest):
    client.post(reverse("logout"), {"really": "1"})
    assert not Session.objects.exists()
