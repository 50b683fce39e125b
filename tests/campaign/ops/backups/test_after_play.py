"""Test when backups are made automatically after play, and which of them are kept."""

import os
import shutil
import sqlite3
import stat
import threading
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from campaign.ops import backups
from campaign.ops.backups import back_up, to_keep
from campaign.ops.chores import Chores


def test_backups_of_seven_days_four_weeks_and_the_latest_day_are_kept():
    today = datetime(2026, 11, 22, 22, tzinfo=UTC)  # a Sunday
    evenings = {today - timedelta(days=n) for n in range(60)}
    afternoons = {evening - timedelta(hours=5) for evening in evenings}
    stay = to_keep(evenings | afternoons)
    assert {today - timedelta(days=n) for n in range(7)} | {today - timedelta(hours=5)} <= stay
    assert stay - {today - timedelta(days=n) for n in range(7)} - {today - timedelta(hours=5)} == {
        datetime(2026, 11, 15, 22, tzinfo=UTC),
        datetime(2026, 11, 8, 22, tzinfo=UTC),
        datetime(2026, 11, 1, 22, tzinfo=UTC),
        datetime(2026, 10, 25, 22, tzinfo=UTC),
    }
    assert to_keep(set()) == set()


def test_all_backups_of_a_few_evenings_are_kept():
    monthly = {datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 12)}
    assert to_keep(monthly) == monthly


def play(installation, *, ago):
    """Change the database, and set the time of the change to `ago` seconds before now."""
    database = installation / "cornerstone.sqlite3"
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE campaign_game SET place = hex(randomblob(8))")
    os.utime(database, (time.time() - ago, time.time() - ago))


def age(file, seconds):
    os.utime(file, (time.time() - seconds, time.time() - seconds))


@pytest.mark.slow
def test_a_backup_is_made_half_an_hour_after_the_last_change(installation):
    age(back_up(), 2 * 60 * 60)
    play(installation, ago=29 * 60)
    assert not backups.is_due()
    play(installation, ago=31 * 60)
    assert backups.is_due()
    made = back_up()
    assert backups.check(made).games == 16
    assert not backups.is_due()


@pytest.mark.slow
def test_backups_after_play_are_an_hour_apart(installation):
    play(installation, ago=2 * 60 * 60)
    made = back_up()
    age(made, 59 * 60)
    play(installation, ago=31 * 60)
    assert not backups.is_due()
    age(made, 61 * 60)
    assert backups.is_due()


@pytest.mark.slow
def test_a_site_in_constant_use_is_backed_up_once_a_day(installation):
    made = back_up()
    age(made, 25 * 60 * 60)
    play(installation, ago=1)
    assert backups.is_due()


def made_ahead(installation, days):
    """Make one backup a day with a clock that is ten years ahead. Return the files, the latest first."""
    first = backups.back_up()
    files = []
    for day in range(days):
        moment = datetime.now(UTC) + timedelta(days=3650 - day)
        files.append(first.with_name(f"cornerstone-{moment:%Y-%m-%d-%H%M%S}.sqlite3"))
        shutil.copy(first, files[-1])
        os.utime(files[-1], (moment.timestamp(), moment.timestamp()))
    first.unlink()
    return files


@pytest.mark.slow
def test_backups_dated_in_the_future_delay_no_backup(installation):
    made_ahead(installation, 1)
    play(installation, ago=31 * 60)
    assert backups.is_due()
    assert backups.back_up_if_changed()
    assert not backups.is_due()


@pytest.mark.slow
def test_backups_dated_in_the_future_displace_no_new_backup(installation):
    ahead = made_ahead(installation, 30)
    made = []
    for _evening in range(2):
        play(installation, ago=31 * 60)
        made.append(back_up())
    assert all(file.exists() for file in made)
    stay = [file for file in ahead if file.exists()]
    assert stay[:7] == ahead[:7]
    assert len(stay) == 7 + 4


@pytest.mark.slow
def test_a_database_that_was_changed_in_the_future_is_backed_up_once_a_day(installation):
    made = back_up()
    play(installation, ago=-(10**8))
    assert not backups.is_due()
    age(made, 25 * 60 * 60)
    assert backups.is_due()
    assert back_up()
    assert not backups.is_due()


@pytest.mark.slow
def test_a_database_with_unchanged_rows_is_not_backed_up_twice(installation):
    made = back_up()
    age(made, 2 * 60 * 60)
    os.utime(installation / "cornerstone.sqlite3")
    assert back_up() is None
    assert list((installation / "backups").glob("*.sqlite3")) == [made]
    assert not backups.is_due()


@pytest.mark.slow
def test_only_automatic_backups_are_deleted(installation):
    folder = installation / "backups"
    folder.mkdir()
    others = {"cornerstone-of-mine.sqlite3", "2026-01-01-120000.sqlite3", "before-upgrade-2026-01-01-120000.sqlite3"}
    for name in others | {f"cornerstone-2026-01-{day:02}-220000.sqlite3" for day in range(1, 32)}:
        (folder / name).write_text("")
    back_up()
    left = {file.name for file in folder.glob("*.sqlite3")}
    assert others <= left
    assert len(left - others) == 7 + 4


@pytest.mark.slow
def test_one_of_several_simultaneous_threads_makes_the_backup(installation):
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
def test_expired_data_are_deleted_with_or_without_backups(installation, settings, monkeypatch, backups_on):
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


@pytest.mark.slow
def test_a_failed_backup_is_logged_and_breaks_nothing(installation, monkeypatch, caplog):
    if connection.vendor != "sqlite":
        pytest.skip("only the embedded database is backed up after play")
    monkeypatch.setattr("campaign.ops.chores.sweep", lambda: None)
    monkeypatch.setattr("campaign.ops.chores.connection.close", lambda: None)
    play(installation, ago=31 * 60)
    (installation / "backups").write_text("in the way")
    chores = Chores()
    chores.do()
    chores.do()
    assert caplog.text.count("automatic backup failed") == 1


@pytest.mark.slow
def test_only_its_owner_can_read_a_folder_of_backups(installation):
    os.umask(0o022)
    made = back_up()
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
