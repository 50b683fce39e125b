"""Test the limits for one visitor, and the message that the visitor gets at a limit."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.accounts import hashers, recovery
from campaign.models import Campaign, Counter, Evaluation, Game, User
from campaign.ops.cleanup import sweep
from campaign.scores import cities
from campaign.transfer import CampaignFile, ImportRefusedError, exported, import_campaign, storing, views
from scoring import advice
from scoring.tiles import MOST_PLAYERS
from tests.factories import PASSWORD, CampaignFactory, UserFactory, finished_game, many_finished_games, open_game
from tests.forms import NEW
from tests.pages import Page

LONG = 60  # seconds; a test waits so long only if it fails

pytestmark = pytest.mark.django_db


def from_address(address):
    return Client(REMOTE_ADDR=address)


def an_export(**changes):
    campaign = CampaignFactory()
    open_game(campaign)
    file = exported(campaign)
    game = file["games"][0]
    game |= changes
    return file, game


def uploaded(file):
    return {"file": SimpleUploadedFile("campaign.json", json.dumps(file).encode())}


def read(file):
    return CampaignFile.read(json.dumps(file).encode())


# --- New campaigns ----------------------------------------------------------------------------------------------------


def test_an_address_starts_so_many_campaigns_an_hour_and_then_reads_how_long_to_wait(settings):
    settings.BUDGETS = settings.BUDGETS | {"campaigns": "2/h"}
    answers = [Client().post(reverse("new_campaign"), NEW) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 429, 429]
    assert Campaign.objects.count() == User.objects.count() == 2
    page = answers[-1].content.decode()
    assert "Try again in" in page
    assert "River Town" in page  # nothing typed is lost
    assert from_address("192.0.2.9").post(reverse("new_campaign"), NEW).status_code == 302


def test_all_addresses_of_an_ipv6_network_share_one_budget(settings):
    settings.BUDGETS = settings.BUDGETS | {"campaigns": "1/h"}
    assert from_address("2001:db8::1").post(reverse("new_campaign"), NEW).status_code == 302
    assert from_address("2001:db8::ffff:2").post(reverse("new_campaign"), NEW).status_code == 429
    assert from_address("2001:db8:0:1::1").post(reverse("new_campaign"), NEW).status_code == 302


def test_an_account_has_one_budget_wherever_it_comes_from(settings):
    settings.BUDGETS = settings.BUDGETS | {"campaigns": "1/h"}
    user, statuses = UserFactory(), []
    for address in ("192.0.2.1", "192.0.2.2"):
        client = from_address(address)
        client.force_login(user)
        statuses.append(client.post(reverse("new_campaign"), NEW).status_code)
    assert statuses == [302, 429]


def test_counters_hold_no_address_and_are_swept(client):
    client.post(reverse("new_campaign"), NEW)
    assert Counter.objects.exists()
    assert not Counter.objects.filter(key__contains="127.0.0.1").exists()
    Counter.objects.update(expires=timezone.now())
    sweep()
    assert not Counter.objects.exists()


def test_a_guest_and_a_campaign_without_games_are_deleted_after_thirty_days(client):
    long_ago = timezone.now() - timedelta(days=31)
    empty, played, young = (CampaignFactory(owner=User.make_guest()) for _ in range(3))
    accounts = CampaignFactory()
    open_game(played)
    for campaign in (empty, played, accounts):
        Campaign.objects.filter(pk=campaign.pk).update(created=long_ago)
        campaign.history.update(history_date=long_ago)
    User.objects.update(date_joined=long_ago, last_login=None)
    sweep()
    assert set(Campaign.everything.all()) == {played, young, accounts}
    assert set(User.objects.all()) == {played.owner, young.owner, accounts.owner}


# --- Imports ----------------------------------------------------------------------------------------------------------


def test_an_import_refuses_history_records_without_a_change():
    file, game = an_export()
    nothing = {"at": file["exported_at"], "kind": "~", "by": None, "changed": {}}
    for changed in ({}, {"version": game["version"]}):
        file, game = an_export()
        game["history"].append(nothing | {"changed": changed})
        with pytest.raises(ImportRefusedError, match=r"games\[0\]\.history\[\d\]\.changed"):
            read(file)


def test_a_file_never_becomes_more_than_so_many_bytes(settings):
    settings.IMPORT_STORED_BYTES = 100_000
    file, game = an_export(notes="x" * 2000)
    game["history"][-1]["changed"]["notes"] = "x" * 2000
    for version in range(60):
        record = {"at": file["exported_at"], "kind": "~", "by": None, "changed": {"version": 1000 + version}}
        game["history"].append(record)
    assert len(json.dumps(file)) < 20_000
    with pytest.raises(ImportRefusedError, match="No group makes that many changes"):
        read(file)


def test_an_address_imports_so_many_files_an_hour(settings):
    settings.BUDGETS = settings.BUDGETS | {"imports": "1/h"}
    file, _game = an_export()
    answers = [Client().post(reverse("import_campaign"), uploaded(file)) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 429]
    assert "Try again in" in answers[1].content.decode()


def test_a_form_for_an_import_without_a_file_is_counted_too(settings):
    settings.BUDGETS = settings.BUDGETS | {"imports": "2/h"}
    assert [Client().post(reverse("import_campaign")).status_code for _ in range(3)] == [200, 200, 429]


def test_wrong_files_are_counted_like_right_ones(settings):
    settings.BUDGETS = settings.BUDGETS | {"imports": "2/h"}
    address, nothing = reverse("import_campaign"), {"file": SimpleUploadedFile("a.json", b"{}")}
    assert [Client().post(address, nothing).status_code for _ in range(3)] == [200, 200, 429]
    assert from_address("192.0.2.9").post(address, nothing).status_code == 200


def test_one_file_is_imported_at_a_time(client, monkeypatch):
    file, _game = an_export()
    monkeypatch.setattr(views, "LONGEST_WAIT", 0)
    cache.add(views.IMPORTING, 1, 60)
    answer = client.post(reverse("import_campaign"), uploaded(file))
    assert answer.status_code == 429
    assert "Try again in a minute" in answer.content.decode()
    cache.delete(views.IMPORTING)
    assert client.post(reverse("import_campaign"), uploaded(file)).status_code == 302


def test_an_import_waits_for_the_import_of_another_user(client, monkeypatch):
    file, _game = an_export()
    cache.add(views.IMPORTING, 1, 60)
    monkeypatch.setattr(views.time, "sleep", lambda _seconds: cache.delete(views.IMPORTING))
    assert client.post(reverse("import_campaign"), uploaded(file)).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_an_import_uses_short_transactions_and_stays_hidden_until_it_is_complete(monkeypatch):
    file, game = an_export()
    for version in range(1200):
        record = {"at": file["exported_at"], "kind": "~", "by": None, "changed": {"version": 1000 + version}}
        game["history"].append(record)
    owner, seen = UserFactory(), []
    create = Game.history.model.objects.bulk_create

    def watched(batch):
        seen.append((len(batch), Campaign.objects.count(), Campaign.everything.filter(owner=owner).count()))
        return create(batch)

    pauses = []
    monkeypatch.setattr(storing.time, "sleep", pauses.append)
    monkeypatch.setattr(Game.history.model.objects, "bulk_create", watched)
    campaign = import_campaign(json.dumps(file).encode(), owner)
    # the import pauses to let others write; only with SQLite is this necessary
    assert len(pauses) >= 3 or connection.vendor != "sqlite"
    assert len(seen) >= 3
    assert all(size <= 500 and (visible, owned) == (1, 0) for size, visible, owned in seen)
    assert Campaign.objects.get(pk=campaign.pk).owner == owner
    assert campaign.games.get().history.count() == 1201
    assert not User.objects.filter(username__startswith="guest-").exists()


def test_an_import_refuses_five_players_in_a_game():
    file, game = an_export()
    players = [dict(file["players"][0], name=f"P{n}", retired_at=file["exported_at"]) for n in range(3)]
    file["players"] += players
    for number in (3, 4):
        game["evaluations"].append(dict(game["evaluations"][0], player=number, seat=None, history=[]))
    with pytest.raises(ImportRefusedError, match="players are at the table"):
        read(file)
    del game["evaluations"][-1]
    with pytest.raises(ImportRefusedError, match="has no seat"):
        read(file)


@pytest.mark.parametrize(
    "changes",
    [{"version": 2**31 - 1}, {"version": 2**63}, {"played_on": "0001-01-01"}, {"played_on": "9999-12-31"}],
    ids=str,
)
def test_an_import_refuses_values_at_the_limit_of_a_column(changes):
    file, _game = an_export(**changes)
    with pytest.raises(ImportRefusedError, match=r"games\[0\]"):
        read(file)


# --- Passwords --------------------------------------------------------------------------------------------------------


def test_wrong_logins_are_counted_per_address_whatever_the_name(settings, client):
    settings.BUDGETS = settings.BUDGETS | {"wrong_logins": "3/15m"}
    answers = [client.post(reverse("login"), {"username": f"user{n}", "password": "wrong"}) for n in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    page = answers[-1].content.decode()
    assert "Try again in" in page
    assert 'value="user4"' in page


def test_a_login_with_an_impossible_username_stores_nothing(client):
    for length in (151, 255, 256, 35_000):
        answer = client.post(reverse("login"), {"username": "x" * length, "password": "wrong"})
        assert answer.status_code == 200
        assert "field__error" in answer.content.decode(), length
    assert not AccessAttempt.objects.exists()
    assert not Counter.objects.filter(count__gt=0).exists()


def test_wrong_passwords_are_counted_in_the_change_form_too(client):
    client.force_login(UserFactory(password=PASSWORD))
    new = {"new_password1": "another of some length", "new_password2": "another of some length"}
    statuses = [client.post(reverse("password"), new | {"old_password": f"guess {n}"}).status_code for n in range(6)]
    assert statuses == [200] * 5 + [429]
    assert client.post(reverse("password"), new | {"old_password": PASSWORD}).status_code == 429


def test_wrong_recovery_codes_are_counted(settings, client):
    settings.BUDGETS = settings.BUDGETS | {"wrong_codes": "2/15m"}
    words = {"code": "abandon ability able about above absent"}
    assert [client.post(reverse("recover"), words).status_code for _ in range(3)] == [200, 200, 429]


def test_nobody_asks_without_end_who_has_an_account(settings, client):
    settings.BUDGETS = settings.BUDGETS | {"asked_names": "3/15m"}
    UserFactory(username="ada")
    typed = {"username": "ada", "password1": PASSWORD, "password2": "not the same"}
    statuses = []
    for name in ("ada", "ben", "ada", "ada", "cleo"):
        client.force_login(User.make_guest())
        answer = client.post(reverse("account"), typed | {"username": name})
        statuses.append(answer.status_code)
    assert statuses == [200, 200, 200, 429, 429]
    page = answer.content.decode()
    assert "Try again in" in page
    assert "already exists" not in page
    assert 'value="cleo"' in page


def test_a_new_password_has_at_most_128_characters(client):
    client.force_login(UserFactory(password=PASSWORD))
    new = "correct horse " * 10
    page = client.post(reverse("password"), {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert "at most 128 characters" in page.content.decode()


def test_one_password_or_code_is_hashed_at_a_time_and_passwords_wait_so_long_at_most(monkeypatch):
    """Hash a code, which does not end before the test says so. Meanwhile, ask for another code and eight passwords."""
    running, most = 0, 0
    lock, begun, may_end = threading.Lock(), threading.Event(), threading.Event()

    def hash_until_told(*_args, **_kwargs):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        begun.set()
        may_end.wait()
        with lock:
            running -= 1
        return "hash"

    def hash_password():
        return hashers.CappedPBKDF2PasswordHasher().encode("password", "salt")

    monkeypatch.setattr(hashers.PBKDF2PasswordHasher, "encode", hash_until_told)
    monkeypatch.setattr(recovery.hashlib, "pbkdf2_hmac", lambda *_args: hash_until_told().encode())
    monkeypatch.setattr(hashers, "WAIT", 0.05)
    with ThreadPoolExecutor(max_workers=10) as threads:
        try:
            codes = [threads.submit(recovery.hashed, "secret", "salt")]
            assert begun.wait(LONG)
            codes.append(threads.submit(recovery.hashed, "secret", "salt"))
            passwords = [threads.submit(hash_password) for _ in range(8)]
            for password in passwords:  # each is refused although no hash has ended; none waits for that
                with pytest.raises(hashers.BusyError):
                    password.result(timeout=LONG)
        finally:
            may_end.set()
        assert [code.result(timeout=LONG) for code in codes] == [b"hash".hex()] * 2
        assert threads.submit(hash_password).result(timeout=LONG) == "hash"
    assert most == 1


# --- Lists of forms ---------------------------------------------------------------------------------------------------


def test_a_forged_number_of_players_makes_no_more_rows_than_the_page_has(as_owner, campaign):
    forged = NEW | {"players-TOTAL_FORMS": "1000"}
    for address in (reverse("new_campaign"), reverse("play"), reverse("campaign_settings", args=[campaign.public_id])):
        shown = len(Page(as_owner.get(address)).all(".roster"))
        page = Page(as_owner.post(address, forged))
        assert "This page is out of date. Load it again." in page.words("#players")
        assert len(page.all(".roster")) <= shown + MOST_PLAYERS


# --- The solver -------------------------------------------------------------------------------------------------------


def test_no_city_is_solved_twice(as_owner, campaign, monkeypatch):
    cities.settle_once.cache_clear()
    solved = []
    settle = cities.settle

    def watched(city, rules):
        solved.append((city, repr(rules)))
        return settle(city, rules)

    # in these modules, the page of a game could start a search for a best allocation
    for module in (cities, advice):
        monkeypatch.setattr(module, "settle", watched)
    finished_game(campaign, cities=["T4---/----/----/---- 0i1e", "T3---/----/----/---- 0i1e +.../..../..../...."])
    for _ in range(2):
        as_owner.get(reverse("log", args=[campaign.public_id]))
        as_owner.get(campaign.games.get().get_absolute_url())
        as_owner.get(reverse("city", args=[campaign.public_id, campaign.games.get().pk, campaign.players.first().pk]))
    assert len(solved) == len(set(solved)) == Evaluation.objects.count()
    cities.settle_once.cache_clear()


def test_a_page_of_the_log_has_twenty_games(as_owner, campaign):
    many_finished_games(campaign, 45)
    pages = [as_owner.get(reverse("log", args=[campaign.public_id]), {"page": n}).content.decode() for n in (1, 2, 3)]
    assert [page.count('class="card log-game') for page in pages] == [20, 20, 5]
    assert "page=3" in pages[0]
