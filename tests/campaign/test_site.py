"""Test the parts of the site besides its pages: health, headers, secrets and log."""

import json
import logging
import os
import sqlite3
import stat
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import quote

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaign.models import ShareLink, User
from campaign.models.share_link import token_of
from campaign.ops import health
from campaign.ops.logging import NoTracebackOfRefusals, OneLine, OneObjectALine, RouteInsteadOfPath
from campaign.ops.secret_key import kept_secret
from campaign.web.visitors import address_of
from tests.commands import ROOT, environment, python
from tests.factories import CampaignFactory


@pytest.mark.django_db
def test_healthz_succeeds_with_a_database_and_every_migration(client):
    response = client.get("/healthz")
    found = {"database": "reachable", "migrations": "applied", "changes": "stored"}
    assert (response.status_code, response.json()) == (200, found)


@pytest.mark.django_db
def test_healthz_answers_507_for_a_site_that_cannot_store_changes(client, monkeypatch):
    monkeypatch.setattr(health, "disk", health.Disk())
    monkeypatch.setattr(health, "takes_changes", lambda: False)
    response = client.get("/healthz")
    assert (response.status_code, response.json()["changes"]) == (507, "refused")


@pytest.mark.django_db
def test_many_requests_for_healthz_check_the_disk_once(client, monkeypatch):
    looks = []
    monkeypatch.setattr(health, "disk", health.Disk())
    monkeypatch.setattr(health, "takes_changes", lambda: looks.append(1) or True)
    assert [client.get("/healthz").status_code for _ in range(50)] == [200] * 50
    assert looks == [1]


@pytest.mark.slow  # only the slow tests run migrations
@pytest.mark.django_db
def test_healthz_fails_while_a_migration_is_pending(client):
    MigrationRecorder(connection).migration_qs.filter(app="campaign").delete()
    response = client.get("/healthz")
    assert (response.status_code, response.json()["migrations"]) == (503, "pending")


def test_healthz_fails_without_a_database_and_keeps_the_cause_to_itself(client, monkeypatch):
    def unreachable(_connection):
        raise DatabaseError("no route to db.internal")

    monkeypatch.setattr(health, "MigrationExecutor", unreachable)
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (
        503,
        {"database": "unreachable", "migrations": "unknown", "changes": "unknown"},
    )


def test_a_page_that_is_not_here_comes_with_every_security_header(client):
    headers = client.get("/nowhere").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"


def test_the_admin_is_shut_unless_asked_for(client):
    assert client.get("/admin/").status_code == 404


@pytest.mark.django_db
def test_a_guest_is_a_user_without_a_usable_password():
    guest = User.objects.create_user("guest-1")
    assert not guest.has_usable_password()


@pytest.mark.django_db
def test_sqlite_enforces_foreign_keys_and_waits_for_its_turn():
    if connection.vendor != "sqlite":
        pytest.skip("speaks of SQLite")
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path):
    path = tmp_path / "new" / "secret_key"
    secret = kept_secret(path)
    kept_secret.cache_clear()
    assert kept_secret(path) == secret
    assert len(secret) > 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_processes_that_make_the_secret_together_get_the_same_one(tmp_path):
    make = kept_secret.__wrapped__
    with ThreadPoolExecutor(8) as threads:
        for number in range(40):
            path = tmp_path / f"key-{number}"
            assert set(threads.map(make, [path] * 8)) == {path.read_text()}
    assert len(list(tmp_path.iterdir())) == 40


@pytest.mark.parametrize("content", ["", "half a key", "\xff" * 60])
def test_a_truncated_secret_is_reported_and_not_used(tmp_path, content):
    path = tmp_path / "secret_key"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(ImproperlyConfigured, match=r"The secret key .*secret_key"):
        kept_secret(path)


def test_a_secret_that_cannot_be_stored_is_not_used(tmp_path, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ImproperlyConfigured, match="No space left"):
        kept_secret(tmp_path / "secret_key")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_secret_and_the_search_index_exist_before_the_site_listens(tmp_path):
    start = (
        "import runpy; runpy.run_path('gunicorn.conf.py')['on_starting'](None);"
        "from campaign.search.index import index_of; assert index_of.cache_info().currsize == 3"
    )
    ours = {name: value for name, value in environment(tmp_path).items() if name != "SECRET_KEY"}
    subprocess.run([sys.executable, "-c", start], env=ours, cwd=ROOT, check=True)
    assert (tmp_path / "secret_key").exists()


INVITATION = token_of("a seed", "a key")
FORMATTERS = [OneObjectALine(), OneLine("{message}", style="{")]


@pytest.mark.parametrize("formatter", FORMATTERS, ids=["json", "plain"])
@given(before=st.text(), after=st.text())
def test_no_record_holds_an_invitation_wherever_it_stands(formatter, before, after):
    error = ValueError(f"{before}{INVITATION}{after}")
    message = f"/join/{before}{INVITATION}{after}".encode("unicode_escape").decode()
    record = logging.LogRecord(
        "a library", logging.ERROR, "", 0, "Not Found: %s", (message,), (type(error), error, None)
    )
    record.facts = {"path": f"{before}{INVITATION}{after}"}
    assert INVITATION not in formatter.format(record)


@pytest.mark.parametrize("formatter", FORMATTERS, ids=["json", "plain"])
def test_no_record_holds_a_part_of_an_invitation(formatter):
    record = logging.LogRecord("a library", logging.WARNING, "", 0, "GET /join/a-part/ HTTP/1.1", (), None)
    assert "/join/<secret>/" in formatter.format(record)


@pytest.mark.django_db
@pytest.mark.parametrize("around", ["{}…", "{}/»", "{}\n", "{}%0A", "{}x/y", "»{}", "{}/{}", "{}\\", "{}?", "{} /"])
def test_no_address_writes_an_invitation_to_the_log(client, caplog, around):
    client.get(f"/join/{quote(around.replace('{}', INVITATION))}")
    lines = [formatter.format(record) for record in caplog.records for formatter in FORMATTERS]
    assert lines
    assert INVITATION not in "".join(lines)


@pytest.mark.django_db
def test_a_refused_request_is_one_line_of_the_log_and_a_fault_has_its_traceback(client, caplog):
    campaign = CampaignFactory(table_runs_games=False)
    client.get(reverse("join", args=[ShareLink.renew(campaign, "score").token]))
    client.post(reverse("who", args=[campaign.public_id]), {"player": campaign.players.first().pk})
    assert client.get(reverse("new_game", args=[campaign.public_id])).status_code == 403
    (record,) = (record for record in caplog.records if record.name == "django.request")
    assert FORMATTERS[1].format(record) == "Forbidden (Permission denied): campaigns/<slug:campaign_id>/games/new/"
    fault = logging.makeLogRecord({"msg": "Fault", "status_code": 500, "exc_info": (ValueError, ValueError(), None)})
    assert NoTracebackOfRefusals().filter(fault)
    assert FORMATTERS[1].format(fault) == "Fault\nValueError"


@pytest.mark.slow
def test_serve_makes_missing_files_and_tables_and_answers(tmp_path):
    environment = os.environ | {"DATA_DIR": str(tmp_path / "data"), "DJANGO_SETTINGS_MODULE": "campaign.settings"}
    environment.pop("DATABASE_URL", None)
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            address = next(line for line in process.stdout if "http://" in line).split()[-1]
            with urllib.request.urlopen(f"{address}healthz", timeout=30) as response:  # noqa: S310
                assert response.status == 200
            with closing(sqlite3.connect(tmp_path / "data" / "cornerstone.sqlite3")) as database:
                assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        finally:
            process.terminate()


@pytest.mark.parametrize(("error", "status"), [(OperationalError, 503), (DatabaseError, 500), (ValueError, 500)])
def test_a_fault_has_a_page_in_our_voice_that_asks_nothing_of_the_database(monkeypatch, error, status):
    def broken(*_args, **_kwargs):
        raise error("disk I/O error at /srv/secret")

    monkeypatch.setattr("campaign.ops.health.MigrationExecutor", broken)
    monkeypatch.setattr("campaign.ops.health.DatabaseError", KeyError)
    response = Client(raise_request_exception=False).get("/healthz")
    assert response.status_code == status
    text = response.content.decode()
    assert "/srv/secret" not in text
    assert ("archive" in text) == (status == 503)
    assert response.has_header("Retry-After") == (status == 503)


def test_the_log_in_json_names_the_route_and_nobody():
    request = RequestFactory().get("/join/t0k3n/")
    request.resolver_match = type("Match", (), {"route": "join/<token>/"})
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("Gone", "/join/t0k3n/"), None)
    record.request, record.status_code = request, 500
    assert RouteInsteadOfPath().filter(record)
    line = json.loads(OneObjectALine().format(record))
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "ERROR",
        "logger": "django.request",
        "message": "Gone: join/<token>/",
        "method": "GET",
        "route": "join/<token>/",
        "status": 500,
    }


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "nonsense", "127.0.0.1"),
        (1, "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        (1, "6.6.6.6, 192.0.2.7:5000", "192.0.2.7"),
        (1, "2001:db8:1:2::7", "2001:db8:1:2::"),
        (1, "[2001:db8:1:2::7]", "2001:db8:1:2::"),
        (1, "[2001:db8:1:2::7]:5000", "2001:db8:1:2::"),
        (2, "6.6.6.6, 192.0.2.7, 198.51.100.1", "192.0.2.7"),
        (2, "6.6.6.6,[2001:db8:1:2::7]:5000,198.51.100.1:80", "2001:db8:1:2::"),
        (2, "198.51.100.1", "198.51.100.1"),
        (2, "nonsense, 198.51.100.1", "127.0.0.1"),
    ],
)
def test_a_visitor_cannot_forge_the_address_that_is_throttled(settings, proxies, forwarded, address):
    settings.TRUSTED_PROXIES = proxies
    assert address_of(RequestFactory().get("/", headers={"X-Forwarded-For": forwarded})) == address


COOKIES = """
from django.conf import settings as s
print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.DEVICE_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,
      s.SESSION_COOKIE_HTTPONLY, s.SESSION_COOKIE_SAMESITE, s.SESSION_COOKIE_DOMAIN, s.SESSION_COOKIE_PATH)
"""


@pytest.mark.slow
def test_over_https_cookies_are_of_this_host_alone(tmp_path):
    assert python(COOKIES, env=environment(tmp_path, HTTPS="1")) == (
        "__Host-sessionid __Host-csrftoken __Host-device True True True Lax None /"
    )


@pytest.mark.django_db
def test_a_session_goes_on_if_its_cookie_is_from_before_https(client, settings):
    guest = User.make_guest()
    client.force_login(guest)
    settings.SESSION_COOKIE_NAME = "__Host-sessionid"
    page = client.get("/account/")
    assert page.status_code == 200
    assert page.cookies["__Host-sessionid"].value == client.cookies["__Host-sessionid"].value
    assert page.cookies["sessionid"]["max-age"] == 0
    assert client.get("/account/").status_code == 200


def test_no_page_may_use_the_camera_or_the_location(client):
    policy = client.get("/nowhere").headers["Permissions-Policy"]
    assert {"camera=()", "geolocation=()", "microphone=()", "payment=()"} <= set(policy.split(", "))


@pytest.mark.slow
def test_the_environment_sets_database_timeouts_and_earlier_secret_keys(tmp_path):
    tell = (
        "import json; from django.conf import settings; "
        "print(json.dumps([settings.SECRET_KEY_FALLBACKS, settings.DATABASES['default']]))"
    )
    url = "postgres://cornerstone:a%26b@one,two:5433/name?target_session_attrs=read-write&connect_timeout=7"
    served = environment(tmp_path, url, SECRET_KEY_FALLBACKS="before,long before", SERVED="1")  # noqa: S106

    def told(**more):
        return json.loads(subprocess.check_output([sys.executable, "-c", tell], env=served | more, cwd=ROOT))

    keys, database = told()
    assert keys == ["before", "long before"]
    assert (database["HOST"], database["PASSWORD"], database["DISABLE_SERVER_SIDE_CURSORS"]) == (
        "one,two",
        "a&b",
        False,
    )
    limits = database["OPTIONS"]
    assert (limits["connect_timeout"], limits["tcp_user_timeout"], limits["keepalives_idle"]) == (7, 5000, 5)
    assert (limits["target_session_attrs"], limits["options"]) == ("read-write", "-c statement_timeout=10s")
    pooled = told(DATABASE_POOLER="1")[1]
    assert pooled["DISABLE_SERVER_SIDE_CURSORS"]
    assert "options" not in pooled["OPTIONS"]
    command = told(SERVED="0")[1]  # the queries of a command have no time limit
    assert "options" not in command["OPTIONS"]


def test_livez_makes_no_query(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        response = client.get("/livez")
    assert (response.status_code, response.json()) == (200, {"site": "alive"})
