"""Test that active guests stay logged in, and that people can log in again without their device or password."""

from datetime import timedelta
from unittest import mock

import pytest
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.accounts import recovery
from campaign.models import Campaign, ShareLink, User
from tests.factories import PASSWORD, CampaignFactory, UserFactory, finished_game
from tests.pages import Page
from tests.sweeps import sweep

NEW_PASSWORD = "another of some length"  # noqa: S105


@pytest.fixture
def guest(client):
    """Return a guest account with a campaign. The fixture `client` is logged in as this guest."""
    user = User.make_guest()
    CampaignFactory(owner=user, name="River Town")
    client.force_login(user)
    return user


def code_on(page):
    return Page(page).words(".lead strong")


def test_a_code_has_eight_words_and_is_shown_once(client, guest):
    finished_game(Campaign.objects.get())
    assert reverse("recovery") in client.get(Campaign.objects.get().get_absolute_url()).content.decode()
    code = code_on(client.post(reverse("recovery")))
    assert len(code.split()) == 8
    for address in (reverse("recovery"), Campaign.objects.get().get_absolute_url()):
        assert code not in client.get(address).content.decode()
    assert reverse("recovery") not in client.get(Campaign.objects.get().get_absolute_url()).content.decode()


def test_the_database_holds_two_words_of_the_code_and_a_hash_of_the_others(client, guest):
    *name, _a, _b, _c, _d, _e, _f = words = code_on(client.post(reverse("recovery"))).split()
    guest.refresh_from_db()
    assert guest.recovery_name.split() == name
    salt, _dollar, stored = guest.recovery_hash.partition("$")
    assert stored == recovery.hashed(" ".join(words[2:]), salt)
    assert not any(word in guest.recovery_hash for word in words)


def test_each_code_has_a_salt_of_its_own(guest, monkeypatch):
    other, names = User.make_guest(), iter(["abandon ability", "abandon about"])
    monkeypatch.setattr(recovery, "new_code", lambda: next(names) + " able" * 6)
    for user in (guest, other):
        recovery.renew_code(user)
    salts, stored = zip(*(user.recovery_hash.split("$") for user in (guest, other)), strict=True)
    assert len(set(salts)) == len(set(stored)) == 2
    assert all(len(salt) == 32 for salt in salts)


def test_no_two_codes_begin_with_the_same_two_words(guest, monkeypatch):
    other, taken = User.make_guest(), "abandon ability" + " able" * 6
    codes = iter([taken, taken, "abandon about" + " able" * 6])
    monkeypatch.setattr(recovery, "new_code", lambda: next(codes))
    first, second = recovery.renew_code(guest), recovery.renew_code(other)
    assert (recovery.owner_of(first), recovery.owner_of(second)) == (guest, other)


@pytest.mark.parametrize(
    "typed",
    sweep(
        [str, str.upper, lambda code: ", ".join(code.split()), lambda code: " ".join(w[:4] for w in code.split())],
        quick=2,
    ),
)
def test_a_code_opens_the_campaign_on_any_device_however_it_is_typed(client, guest, typed):
    code = code_on(client.post(reverse("recovery")))
    other = Client()
    assert code_on(other.post(reverse("recover"), {"code": typed(code)}))
    assert "River Town" in other.get("/", follow=True).content.decode()
    assert "River Town" in client.get("/", follow=True).content.decode()


def test_a_code_works_once_and_the_next_one_is_shown(client, guest):
    code = code_on(client.post(reverse("recovery")))
    following = code_on(Client().post(reverse("recover"), {"code": code}))
    again = Client()
    assert Page(again.post(reverse("recover"), {"code": code})).has(".field__error")
    assert "River Town" not in again.get("/", follow=True).content.decode()
    assert recovery.owner_of(following) == guest


@pytest.fixture
def meanwhile(monkeypatch):
    """Return a function that lets a test act once during a recovery request, after the check of the code."""

    def meanwhile(do):
        find = recovery.owner_of

        def find_and_do(text):
            user = find(text)
            monkeypatch.setattr(recovery, "owner_of", find)
            do()
            return user

        monkeypatch.setattr(recovery, "owner_of", find_and_do)

    return meanwhile


def test_of_two_who_send_one_code_at_the_same_moment_one_comes_in(guest, meanwhile):
    code, answers, slower, faster = recovery.renew_code(guest), [], Client(), Client()
    meanwhile(lambda: answers.append(faster.post(reverse("recover"), {"code": code})))
    assert Page(slower.post(reverse("recover"), {"code": code})).has(".field__error")
    assert "River Town" not in slower.get("/", follow=True).content.decode()
    assert recovery.owner_of(code_on(answers[0])) == guest
    assert "River Town" in faster.get("/", follow=True).content.decode()


def test_a_form_sent_twice_at_the_same_moment_shows_a_code_that_works(guest, meanwhile):
    browser = Client()
    sent = {"code": recovery.renew_code(guest), "once": Page(browser.get(reverse("recover"))).value("[name=once]")}
    again = Client()
    again.cookies["csrftoken"] = browser.cookies["csrftoken"].value
    meanwhile(lambda: again.post(reverse("recover"), sent))
    assert recovery.owner_of(code_on(browser.post(reverse("recover"), sent))) == guest


def test_a_code_stays_valid_if_the_login_fails_half_way(guest, monkeypatch):
    code, browser = recovery.renew_code(guest), Client(raise_request_exception=False)
    monkeypatch.setattr(recovery, "renew_code", full_disk)
    assert browser.post(reverse("recover"), {"code": code}).status_code == 503
    assert recovery.owner_of(code) == guest


def test_a_lost_answer_loses_no_code(client, guest):
    code = code_on(client.post(reverse("recovery")))
    browser = Client(enforce_csrf_checks=True)
    form = Page(browser.get(reverse("recover"))).value("[name=once]")
    sent = {"code": code, "once": form}
    token = browser.cookies["csrftoken"].value
    for _lost in range(2):
        browser.cookies.clear()  # if the response is lost, the browser has neither the session nor the new code
        browser.cookies["csrftoken"] = token
        following = code_on(browser.post(reverse("recover"), sent, headers={"X-CSRFToken": token}))
    assert recovery.owner_of(following) == guest
    assert "River Town" in browser.get("/", follow=True).content.decode()
    elsewhere = Client(enforce_csrf_checks=True)
    elsewhere.get(reverse("recover"))
    token = elsewhere.cookies["csrftoken"].value
    assert Page(elsewhere.post(reverse("recover"), sent, headers={"X-CSRFToken": token})).has(".field__error")


def test_campaigns_of_the_guest_before_get_a_separate_recovery_code(client, guest):
    code = code_on(client.post(reverse("recovery")))
    other = Client()
    other.force_login(User.make_guest())
    CampaignFactory(owner=User.objects.latest("pk"), name="Lake Town")
    codes = Page(other.post(reverse("recover"), {"code": code})).each(".lead strong")
    assert [recovery.owner_of(each) for each in codes] == [guest, User.objects.latest("pk")]


def test_a_new_code_replaces_the_old_one(client, guest):
    first, second = (code_on(client.post(reverse("recovery"))) for _ in range(2))
    assert recovery.owner_of(first) is None
    assert recovery.owner_of(second) == guest


def test_a_wrong_code_is_refused_at_its_field(client):
    for typed in ("", "river town", "abandon " * 6, "abandon " * 40, "ж" * 20, "\x00"):
        page = client.post(reverse("recover"), {"code": typed})
        assert page.status_code == 200
        assert "field__error" in page.content.decode(), typed


def test_a_wrong_code_is_answered_alike_whether_an_account_has_its_first_words_or_not(client, guest, monkeypatch):
    known, hashes, hashed = recovery.renew_code(guest).split()[:2], [], recovery.hashed
    monkeypatch.setattr(recovery, "hashed", lambda *args: hashes.append(args) or hashed(*args))
    others = ["zoo", "zoo"] if known != ["zoo", "zoo"] else ["able", "able"]
    told = [
        Page(client.post(reverse("recover"), {"code": " ".join([*name, *["abandon"] * 6])})).words(".field__error")
        for name in (known, others)
    ]
    assert told[0] == told[1] != ""
    # The site hashes the code even if no account fits, so the response time does not reveal whether an account exists.
    assert len(hashes) == 2


def test_a_code_still_works_after_the_secret_key_was_lost(client, guest, settings):
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


def test_a_code_replaces_a_forgotten_password_and_logs_other_devices_out(client):
    user = UserFactory(username="ada", password=PASSWORD)
    client.force_login(user)
    code, other = recovery.renew_code(user), Client()
    page = other.post(reverse("recover"), {"code": code})
    assert Page(page).has(f"a[href='{reverse('password')}']")
    new = {"new_password1": "another of some length", "new_password2": "another of some length"}
    assert other.post(reverse("password"), new).status_code == 302
    user.refresh_from_db()
    assert user.check_password("another of some length")
    assert client.get(reverse("account")).status_code == 302
    assert other.get(reverse("account")).status_code == 200
    # A recovery code replaces the old password for one change only, so the page asks for the password again.
    assert "old_password" in other.get(reverse("password")).content.decode()
    assert recovery.owner_of(code_on(page)) == user


def test_a_code_made_with_the_old_password_during_a_recovery_ends_with_that_password():
    ada, thief, owner = UserFactory(password=PASSWORD), Client(), Client()
    thief.force_login(ada)
    owner.post(reverse("recover"), {"code": recovery.renew_code(ada)})
    stolen = code_on(thief.post(reverse("recovery"), {"old_password": PASSWORD}))
    page = owner.post(reverse("password"), {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})
    assert recovery.owner_of(stolen) is None
    assert recovery.owner_of(code_on(page)) == ada


def test_a_new_password_renews_the_code_and_shows_it(client):
    user = UserFactory(password=PASSWORD)
    client.force_login(user)
    code, new = recovery.renew_code(user), "another of some length"
    page = client.post(reverse("password"), {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert "no-store" in page["Cache-Control"]
    assert recovery.owner_of(code) is None
    assert recovery.owner_of(code_on(page)) == user


def test_a_new_password_makes_no_code_for_an_account_without_one(client):
    user, new = UserFactory(password=PASSWORD), "another of some length"
    client.force_login(user)
    typed = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert client.post(reverse("password"), typed).status_code == 302
    user.refresh_from_db()
    assert user.recovery_hash is None


def by_saving(user):
    user.set_password(NEW_PASSWORD)
    user.save()


def by_saving_one_column(user):
    user.set_password(NEW_PASSWORD)
    user.save(update_fields=["password"])


def by_command(user):
    with mock.patch("getpass.getpass", return_value=NEW_PASSWORD):
        call_command("changepassword", user.username)


def by_djangos_form(user):
    form = SetPasswordForm(user, {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})
    assert form.is_valid()
    form.save()


@pytest.mark.parametrize("change", [by_saving, by_saving_one_column, by_command, by_djangos_form])
def test_whichever_way_a_password_changes_the_code_ends(change):
    user = UserFactory(password=PASSWORD)
    code = recovery.renew_code(user)
    change(user)
    user.refresh_from_db()
    assert user.check_password(NEW_PASSWORD)
    assert user.recovery_hash is user.recovery_name is None
    assert recovery.owner_of(code) is None


def test_whose_code_ended_reads_on_the_page_of_their_account_that_they_have_none(client):
    user = UserFactory(username="ada", password=PASSWORD)
    recovery.renew_code(user)
    client.force_login(user)
    assert not Page(client.get(reverse("account"))).has(".alert")
    by_command(user)
    client.post(reverse("login"), {"username": "ada", "password": NEW_PASSWORD})
    page = Page(client.get(reverse("account")))
    assert "You have no valid recovery code" in page.words(".alert--warning")
    assert page.has(f"a[href='{reverse('recovery')}']")


def test_an_account_that_loses_its_password_loses_its_code_too():
    user = UserFactory(password=PASSWORD)
    code = recovery.renew_code(user)
    user.set_unusable_password()
    user.save()
    assert recovery.owner_of(code) is None


def test_a_code_stays_valid_if_a_login_hashes_the_password_anew(client, settings, monkeypatch):
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)
    user = UserFactory(username="ada", password=PASSWORD)
    code, stored = recovery.renew_code(user), user.password
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    client.post(reverse("login"), {"username": "ada", "password": PASSWORD})
    user.refresh_from_db()
    assert user.password != stored
    assert recovery.owner_of(code) == user


def test_the_first_password_of_a_guest_keeps_the_code_valid(client, guest):
    code = recovery.renew_code(guest)
    typed = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("account"), typed).status_code == 302
    assert recovery.owner_of(code).username == "ada"


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
        page = client.get("/?own")
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


def test_a_page_opens_even_if_its_session_cannot_be_prolonged(client, guest, monkeypatch):
    age_session(31)
    monkeypatch.setattr(Session, "save", full_disk)
    assert "River Town" in client.get("/", follow=True).content.decode()


def test_a_visit_that_cannot_be_stored_gets_an_error_page_that_says_so(client, guest, monkeypatch):
    link = ShareLink.renew(Campaign.objects.get(), "look")
    other = Client(raise_request_exception=False)
    monkeypatch.setattr(Session, "save", full_disk)
    assert other.get(reverse("join", args=[link.token])).status_code == 503


def full_disk(*_args, **_kwargs):
    raise OperationalError("database or disk is full")


def test_no_session_key_in_the_database_works_as_a_cookie(client, guest):
    key = client.cookies["sessionid"].value
    stored = Session.objects.get()
    assert stored.session_key != key
    thief = Client()
    thief.cookies["sessionid"] = stored.session_key
    assert "River Town" not in thief.get("/", follow=True).content.decode()


def test_a_session_stays_valid_if_the_old_secret_key_is_a_fallback(client, guest, settings):
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"  # noqa: S105
    for _ in range(2):
        assert "River Town" in client.get("/", follow=True).content.decode()


def test_logging_out_deletes_the_session(client, guest):
    client.post(reverse("logout"), {"really": "1"})
    assert not Session.objects.exists()
