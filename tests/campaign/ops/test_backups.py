"""Backups of the embedded database: whole, checked, rotated, put back. Those of PostgreSQL: tests/faults."""

import fcntl
import gzip
import json
import os
import re
import shutil
import sqlite3
import stat
import threading
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from campaign.ops import backups
from campaign.ops.backups import BackupError, automatic, sqlite
from campaign.ops.backups.automatic import back_up, kept
from campaign.ops.chores import Chores
from tests.commands import environment, manage, python

COUNTS = "from campaign.models import *; print(Campaign.objects.count(), Game.objects.count(), User.objects.count())"
# Commands in one process take less time to start.
MIGRATE = "from django.core.management import call_command; call_command('migrate', verbosity=0); "
EXPORTS = """
from campaign.models import *
from campaign.transfer import exported
print(Campaign.objects.count(), Game.objects.count(), User.objects.count())
for campaign in Campaign.objects.order_by('pk'):
    file = exported(campaign)
    print({name: file[name] for name in file if name != 'exported_at'})
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The environment of an installation with the demo's campaigns as its own."""
    env = environment(tmp_path_factory.mktemp("played"))
    python(f"{MIGRATE}from campaign.demo.sample import fill; fill()", env=env)
    return env


@pytest.fixture(scope="module")
def held(played):
    """What is in it, as it is read: no test here may change it."""
    held = python(EXPORTS, env=played)
    assert held.startswith("2 16 1\n{")
    return held


@pytest.mark.parametrize("portable", [False, True], ids=["sqlite", "portable"])
def test_what_was_backed_up_comes_back_whole(played, held, tmp_path, portable):
    file = tmp_path / "copy"
    said = manage("backup", file, *(["--portable"] if portable else []), env=played).stdout
    assert "2 campaigns, 16 games, checked" in said
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    elsewhere = environment(tmp_path / "elsewhere")
    manage("restore", file, env=elsewhere)
    assert python(EXPORTS, env=elsewhere) == held


def test_what_was_there_is_backed_up_first_and_comes_back_too(played, tmp_path):
    file, env = tmp_path / "copy.sqlite3", environment(tmp_path / "data")
    manage("backup", file, env=played)
    (tmp_path / "data").mkdir()
    python(f"{MIGRATE}from campaign.models import User; User.objects.create_user('late')", env=env)
    assert "Restored: 2 campaigns, 16 games." in manage("restore", file, env=env).stdout
    assert python(COUNTS, env=env) == "2 16 1"
    (before,) = (tmp_path / "data" / "backups").glob("before-restore-*")
    manage("restore", before, env=env)
    assert python(COUNTS, env=env) == "0 0 1"


def test_the_next_id_after_a_portable_restore_is_free(played, tmp_path):
    file, env = tmp_path / "copy.jsonl.gz", environment(tmp_path)
    manage("backup", "--portable", file, env=played)
    manage("restore", file, env=env)
    made = "from campaign.models import *; print(Campaign.objects.create(owner=User.objects.get(), name='x').pk > 2)"
    assert python(made, env=env) == "True"


def damaged(file, tmp_path):
    """Copies of a good backup that are none."""
    raw = file.read_bytes()
    yield "nothing.sqlite3", b""
    yield "text.sqlite3", b"once upon a time"
    yield "head.sqlite3", raw[:16]
    yield "half.sqlite3", raw[: len(raw) // 2]
    yield "holes.sqlite3", raw[:8192] + bytes(len(raw) // 2) + raw[8192 + len(raw) // 2 :]
    packed = gzip.compress(b'{"cornerstone": 1, "migrations": []}\n{"rows": 0}\n')
    yield "half.gz", packed[: len(packed) // 2]
    yield "other.gz", gzip.compress(b'{"a": 1}\n')
    yield "unfinished.gz", gzip.compress(b'{"cornerstone": 1, "migrations": []}\n')


@pytest.mark.slow
def test_a_damaged_backup_is_refused_and_changes_nothing(played, tmp_path):
    good = tmp_path / "good.sqlite3"
    manage("backup", good, env=played)
    for name, raw in damaged(good, tmp_path):
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(BackupError):
            backups.check(tmp_path / name)
    for name in ("half.sqlite3", "unfinished.gz", "nowhere"):
        done = manage("restore", tmp_path / name, env=played, check=False)
        assert done.returncode == 1
        assert "Nothing was changed." in done.stderr
        assert "Traceback" not in done.stderr
    assert python(COUNTS, env=played) == "2 16 1"


def test_a_backup_of_a_newer_release_is_refused(played, tmp_path):
    file = tmp_path / "copy.sqlite3"
    manage("backup", file, env=played)
    with sqlite3.connect(file) as copy:
        copy.execute(f"DROP TABLE {sqlite.SEAL}")
        copy.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('campaign', '9999_later', '2030-01-01')"
        )
    copy.close()
    assert "newer Cornerstone" in manage("restore", file, env=played, check=False).stderr


def test_a_portable_backup_of_another_release_is_refused(played, tmp_path):
    file = tmp_path / "copy.jsonl.gz"
    head = json.dumps({"cornerstone": 1, "migrations": [["campaign", "0001_initial"]]})
    file.write_bytes(gzip.compress(f'{head}\n{{"rows": 0}}\n'.encode()))
    assert "another release" in manage("restore", file, env=played, check=False).stderr
    assert python(COUNTS, env=played) == "2 16 1"


def test_a_backup_of_postgresql_does_not_go_into_sqlite(played, tmp_path):
    file = tmp_path / "copy.pgdump"
    file.write_bytes(b"PGDMP and more")
    assert manage("restore", file, env=played, check=False).returncode == 1


def test_a_backup_never_overwrites_a_file(played, tmp_path):
    file = tmp_path / "mine"
    file.write_text("precious")
    assert "choose another name" in manage("backup", file, env=played, check=False).stderr
    assert file.read_text() == "precious"


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(played, tmp_path):
    (tmp_path / "a file").write_text("")
    done = manage("backup", tmp_path / "a file" / "copy", env=played, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["a file"]


def test_a_copy_made_while_others_write_is_of_one_moment(tmp_path):
    source, stop = tmp_path / "live.sqlite3", threading.Event()
    with sqlite3.connect(source, isolation_level=None) as made:
        made.execute("PRAGMA journal_mode = WAL")
        for name in ("campaign", "game"):
            made.execute(f"CREATE TABLE campaign_{name} (id INTEGER PRIMARY KEY, filling TEXT)")
    made.close()

    def write():
        writer = sqlite3.connect(source, isolation_level=None, timeout=20)
        while not stop.is_set():
            writer.execute("BEGIN IMMEDIATE")
            for name in ("campaign", "game"):
                writer.execute(f"INSERT INTO campaign_{name} (filling) VALUES (hex(randomblob(500)))")  # noqa: S608
            writer.execute("COMMIT")
        writer.close()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for number in range(10):
            sqlite.copy(source, tmp_path / f"{number}.sqlite3")
            copied = sqlite.check(tmp_path / f"{number}.sqlite3")
            assert copied.campaigns == copied.games
    finally:
        stop.set()
        thread.join()
    assert not list(tmp_path.glob("?.sqlite3-*"))


# Row for row

ROWS = """
import json
from django.db import connection
with connection.cursor() as cursor:
    for name in sorted(connection.introspection.table_names()):
        cursor.execute(f'SELECT * FROM "{name}" ORDER BY 1')
        print(name, json.dumps(cursor.fetchall(), default=str))
"""


@pytest.mark.parametrize("portable", [False, True], ids=["sqlite", "portable"])
def test_every_row_of_a_restored_backup_is_the_row_that_was_backed_up(played, tmp_path, portable):
    file, elsewhere = tmp_path / "copy", environment(tmp_path / "elsewhere")
    manage("backup", file, *(["--portable"] if portable else []), env=played)
    manage("restore", file, env=elsewhere)
    before, after = (python(ROWS, env=env).splitlines() for env in (played, elsewhere))
    # Django numbers its own rights anew, and says when it migrated.
    own = [name for name in ("campaign_", "django_session ") if portable] or ["campaign_", "django_", "auth_", "axes_"]
    before, after = ([row for row in rows if row.startswith(tuple(own))] for rows in (before, after))
    assert any(row.startswith("campaign_historicalevaluation [[") for row in before)
    assert after == before


def renamed(file):
    """Change one name inside a backup, as somebody would who keeps its form whole."""
    if file.suffix == ".gz":
        text = gzip.decompress(file.read_bytes()).decode()
        file.write_bytes(gzip.compress(re.sub(r'("name": ")\w', r"\1X", text, count=1).encode()))
    else:
        with closing(sqlite3.connect(file)) as copy, copy:
            copy.execute("UPDATE campaign_player SET name = 'X' WHERE id = (SELECT min(id) FROM campaign_player)")


@pytest.mark.parametrize("name", ["copy.sqlite3", "copy.jsonl.gz"])
def test_a_backup_with_a_changed_name_inside_is_refused(played, tmp_path, name):
    file = tmp_path / name
    manage("backup", file, *(["--portable"] if name.endswith("gz") else []), env=played)
    renamed(file)
    done = manage("restore", file, env=environment(tmp_path / "elsewhere"), check=False)
    assert "does not match its checksum. Nothing was changed." in done.stderr


def test_a_backup_of_an_older_release_without_a_checksum_is_restored(played, held, tmp_path):
    file, elsewhere = tmp_path / "copy.sqlite3", environment(tmp_path / "elsewhere")
    manage("backup", file, env=played)
    with closing(sqlite3.connect(file)) as copy, copy:
        copy.execute(f"DROP TABLE {sqlite.SEAL}")
    manage("restore", file, env=elsewhere)
    assert python(EXPORTS, env=elsewhere) == held


def test_a_foreign_sqlite_file_is_refused_with_a_sentence(played, tmp_path):
    file = tmp_path / "bookmarks.sqlite3"
    with closing(sqlite3.connect(file)) as foreign, foreign:
        foreign.execute("CREATE TABLE campaign_campaign (id INTEGER)")
        foreign.execute("CREATE TABLE campaign_game (id INTEGER)")
    done = manage("restore", file, env=played, check=False)
    assert "is not a backup of Cornerstone. Nothing was changed." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_backup_that_cannot_be_migrated_leaves_the_database_as_it_was(played, tmp_path):
    file = tmp_path / "copy.sqlite3"
    manage("backup", file, env=played)
    with closing(sqlite3.connect(file)) as copy, copy:
        copy.execute(f"DROP TABLE {sqlite.SEAL}")
        copy.execute("DELETE FROM django_migrations WHERE name = '0003_ticks'")  # so the table is there already
    done = manage("restore", file, "--no-copy", env=played, check=False)
    assert "Nothing was changed." in done.stderr
    assert "Traceback" not in done.stderr
    assert python(COUNTS, env=played) == "2 16 1"


def test_a_database_that_is_being_served_is_not_replaced(played, tmp_path):
    file = tmp_path / "copy.sqlite3"
    manage("backup", file, env=played)
    with (Path(played["DATA_DIR"]) / ".serving").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        assert "stop it first" in manage("restore", file, env=played, check=False).stderr
    manage("restore", file, env=played)


@pytest.mark.parametrize("command", ["serve", "restore", "backup", "migrate"])
def test_a_folder_that_cannot_be_made_is_named_in_a_sentence(tmp_path, command):
    (tmp_path / "a file").write_text("")
    words = {"serve": ["--port", "0"], "restore": [tmp_path / "a file"]}.get(command, [])
    done = manage(command, *words, env=environment(tmp_path / "a file" / "data"), check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(tmp_path) in done.stderr


# Before an upgrade


def test_what_is_there_is_backed_up_before_it_is_migrated(played, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(played["DATA_DIR"], data, ignore=shutil.ignore_patterns("backups"))
    env = environment(data)
    assert "upgrade" not in manage("migrate", env=env).stdout  # nothing is pending
    with closing(sqlite3.connect(data / "cornerstone.sqlite3")) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'axes' AND name NOT LIKE '0001%'")
    failed = manage("migrate", env=env, check=False)  # the columns are there already; the backup was first
    (made,) = (data / "backups").glob("before-upgrade-*.sqlite3")
    assert sqlite.check(made).games == 16, failed.stderr


def test_a_database_that_cannot_be_backed_up_is_not_migrated(played, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(played["DATA_DIR"], data, ignore=shutil.ignore_patterns("backups"))
    (data / "backups").write_text("in the way")
    with closing(sqlite3.connect(data / "cornerstone.sqlite3")) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'axes' AND name NOT LIKE '0001%'")
    done = manage("migrate", env=environment(data), check=False)
    assert "was not backed up, and so not changed" in done.stderr


# After play


def test_seven_days_and_four_weeks_are_kept_and_all_of_the_latest_day():
    today = datetime(2026, 11, 22, 22, tzinfo=UTC)  # a Sunday
    evenings = {today - timedelta(days=n) for n in range(60)}
    afternoons = {evening - timedelta(hours=5) for evening in evenings}
    stay = kept(evenings | afternoons)
    assert {today - timedelta(days=n) for n in range(7)} | {today - timedelta(hours=5)} <= stay
    assert stay - {today - timedelta(days=n) for n in range(7)} - {today - timedelta(hours=5)} == {
        datetime(2026, 11, 15, 22, tzinfo=UTC),
        datetime(2026, 11, 8, 22, tzinfo=UTC),
        datetime(2026, 11, 1, 22, tzinfo=UTC),
        datetime(2026, 10, 25, 22, tzinfo=UTC),
    }
    assert kept(set()) == set()


def test_rare_evenings_are_all_kept_as_long_as_there_is_room_for_them():
    monthly = {datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 12)}
    assert kept(monthly) == monthly


@pytest.fixture
def installation(played, tmp_path, monkeypatch, settings):
    """This process's settings, pointed at a copy of an installation whose evening ended a while ago."""
    database = tmp_path / "cornerstone.sqlite3"
    sqlite.copy(Path(played["DATA_DIR"]) / "cornerstone.sqlite3", database)
    monkeypatch.setattr(sqlite, "embedded", lambda: database)
    settings.DATA_DIR = tmp_path
    settings.BACKUPS = True
    return tmp_path


def play(installation, *, ago):
    """Change the database so many seconds ago."""
    database = installation / "cornerstone.sqlite3"
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE campaign_game SET place = hex(randomblob(8))")
    os.utime(database, (time.time() - ago, time.time() - ago))


def age(file, seconds):
    os.utime(file, (time.time() - seconds, time.time() - seconds))


def test_an_evening_is_backed_up_once_it_has_been_quiet_for_half_an_hour(installation):
    age(back_up(), 2 * 60 * 60)
    play(installation, ago=29 * 60)
    assert not automatic.is_due()
    play(installation, ago=31 * 60)
    assert automatic.is_due()
    made = back_up()
    assert sqlite.check(made).games == 16
    assert not automatic.is_due()


def test_backups_after_play_are_an_hour_apart(installation):
    play(installation, ago=2 * 60 * 60)
    made = back_up()
    age(made, 59 * 60)
    play(installation, ago=31 * 60)
    assert not automatic.is_due()
    age(made, 61 * 60)
    assert automatic.is_due()


def test_a_site_that_is_never_quiet_is_backed_up_once_a_day(installation):
    made = back_up()
    age(made, 25 * 60 * 60)
    play(installation, ago=1)
    assert automatic.is_due()


def test_a_database_that_holds_the_same_rows_is_not_backed_up_twice(installation):
    made = back_up()
    age(made, 2 * 60 * 60)
    os.utime(installation / "cornerstone.sqlite3")
    assert back_up() is None
    assert list((installation / "backups").glob("*.sqlite3")) == [made]
    assert not automatic.is_due()


def test_only_automatic_backups_are_swept(installation):
    folder = installation / "backups"
    folder.mkdir()
    others = {"cornerstone-of-mine.sqlite3", "2026-01-01-120000.sqlite3", "before-upgrade-2026-01-01-120000.sqlite3"}
    for name in others | {f"cornerstone-2026-01-{day:02}.sqlite3" for day in range(1, 32)}:
        (folder / name).write_text("")
    back_up()
    left = {file.name for file in folder.glob("*.sqlite3")}
    assert others <= left
    assert len(left - others) == 7 + 4


def test_of_those_who_begin_at_the_same_moment_one_makes_the_backup(installation):
    made, barrier = [], threading.Barrier(4)

    def arrive():
        barrier.wait()
        made.append(back_up())

    threads = [threading.Thread(target=arrive) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list((installation / "backups").glob("*.sqlite3"))) == 1


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("backups_on", [True, False])
def test_what_has_expired_is_swept_whether_or_not_backups_are_made(installation, settings, monkeypatch, backups_on):
    settings.BACKUPS = backups_on
    swept = []
    monkeypatch.setattr("campaign.ops.chores.sweep", lambda: swept.append(True))
    monkeypatch.setattr("campaign.ops.chores.connection.close", lambda: None)
    play(installation, ago=31 * 60)
    chores = Chores()
    chores.do()
    chores.do()
    assert swept == [True]
    assert len(list((installation / "backups").glob("*.sqlite3"))) == backups_on


@pytest.mark.django_db
def test_a_backup_that_fails_is_logged_and_harms_nobody(installation, monkeypatch, caplog):
    if connection.vendor != "sqlite":
        pytest.skip("only the embedded database is backed up after play")
    monkeypatch.setattr("campaign.ops.chores.connection.close", lambda: None)
    play(installation, ago=31 * 60)
    (installation / "backups").write_text("in the way")
    chores = Chores()
    chores.do()
    chores.do()
    assert caplog.text.count("automatic backup failed") == 1


def test_a_folder_of_backups_is_its_owners_only(installation):
    os.umask(0o022)
    made = back_up()
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
