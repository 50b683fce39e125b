"""Backups of the embedded database: whole, checked, rotated, put back. Those of PostgreSQL: tests/faults."""

import gzip
import json
import os
import sqlite3
import stat
import threading
from datetime import date, timedelta
from pathlib import Path

import pytest

from campaign.ops import backups
from campaign.ops.backups import BackupError, check_sqlite, copy_sqlite, kept, make_daily
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
    assert "Put back: 2 campaigns, 16 games." in manage("restore", file, env=env).stdout
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
            copy_sqlite(source, tmp_path / f"{number}.sqlite3")
            copied = check_sqlite(tmp_path / f"{number}.sqlite3")
            assert copied.campaigns == copied.games
    finally:
        stop.set()
        thread.join()
    assert not list(tmp_path.glob("?.sqlite3-*"))


# Every day


def test_seven_days_and_four_weeks_are_kept():
    today = date(2026, 11, 22)  # a Sunday
    every = {today - timedelta(days=n) for n in range(60)}
    stay = kept(every)
    assert {today - timedelta(days=n) for n in range(7)} <= stay
    assert stay - {today - timedelta(days=n) for n in range(7)} == {
        date(2026, 11, 15),
        date(2026, 11, 8),
        date(2026, 11, 1),
        date(2026, 10, 25),
    }
    assert kept(set()) == set()


def test_rare_evenings_are_all_kept_as_long_as_there_is_room_for_them():
    monthly = {date(2026, month, 1) for month in range(1, 12)}
    assert kept(monthly) == monthly


@pytest.fixture
def installation(played, tmp_path, monkeypatch, settings):
    """This process's settings, pointed at a copy of an installation."""
    database = tmp_path / "cornerstone.sqlite3"
    copy_sqlite(Path(played["DATA_DIR"]) / "cornerstone.sqlite3", database)
    monkeypatch.setattr("campaign.ops.backups.daily.embedded", lambda: database)
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_a_day_has_one_backup_and_the_old_ones_go(installation):
    folder = installation / "backups"
    start = date(2026, 1, 1)
    for n in range(40):
        made = make_daily(start + timedelta(days=n))
        assert check_sqlite(made).campaigns == 2
        assert make_daily(start + timedelta(days=n)) is None
    (folder / "cornerstone-of-mine.sqlite3").write_text("")
    make_daily(start + timedelta(days=40))
    dated = [file for file in folder.glob("*.sqlite3") if "mine" not in file.name]
    assert len(dated) == 11
    assert (folder / "cornerstone-of-mine.sqlite3").exists()


def test_of_those_who_come_first_on_a_day_one_makes_the_backup(installation):
    made, barrier = [], threading.Barrier(4)

    def arrive():
        barrier.wait()
        made.append(make_daily(date(2026, 1, 1)))

    threads = [threading.Thread(target=arrive) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([each for each in made if each]) == 1


def test_the_first_request_of_a_day_brings_it_about(installation):
    daily = backups.Daily()
    daily()
    for thread in threading.enumerate():
        if thread.name == "daily-backup":
            thread.join()
    assert len(list((installation / "backups").glob("cornerstone-*.sqlite3"))) == 1
    assert daily.next_look > 0


def test_a_daily_backup_that_fails_is_logged_and_harms_nobody(installation, caplog):
    (installation / "backups").write_text("in the way")
    daily = backups.Daily()
    daily.lock.acquire()
    daily.run()
    assert "daily backup failed" in caplog.text
    assert not daily.lock.locked()


def test_a_folder_of_backups_is_its_owners_only(installation):
    os.umask(0o022)
    made = make_daily(date(2026, 1, 1))
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
