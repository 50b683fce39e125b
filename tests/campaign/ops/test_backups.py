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
from django.core.management import CommandError
from django.db import DatabaseError, connection, transaction

from campaign.demo.sample import fill
from campaign.models import Campaign, Game, User
from campaign.ops import backups
from campaign.ops.backups import BackupError, automatic, sqlite
from campaign.ops.backups.automatic import back_up, kept
from campaign.ops.chores import Chores
from campaign.transfer import exported
from tests.commands import environment, manage
from tests.installation import installation_in, told

KINDS = {"sqlite": [], "portable": ["--portable"]}
# Tables that a portable backup holds; Django numbers its own rights anew, and says when it migrated.
HELD = {"sqlite": ("campaign_", "django_", "auth_", "axes_"), "portable": ("campaign_", "django_session")}


@pytest.fixture(autouse=True)
def unblocked(django_db_blocker):
    """Every database here is a file of the test."""
    with django_db_blocker.unblock():
        yield


def everything():
    """All campaigns as they are exported, the moment of it aside."""
    assert (Game.objects.count(), User.objects.count()) == (16, 1)
    return [
        {name: said for name, said in exported(campaign).items() if name != "exported_at"}
        for campaign in Campaign.objects.order_by("pk")
    ]


def rows(tables):
    """Every row of the tables whose names begin so."""
    names = [name for name in connection.introspection.table_names() if name.startswith(tables)]
    with connection.cursor() as cursor:
        return {name: cursor.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for name in names}  # noqa: S608


def file_of(folder):
    return folder / "cornerstone.sqlite3"


@pytest.fixture(scope="module")
def new(tmp_path_factory, django_db_blocker):
    """The folder of an installation in which nobody has played: no test may change it."""
    folder = tmp_path_factory.mktemp("new")
    with django_db_blocker.unblock(), installation_in(folder):
        told("migrate", "--verbosity", 0)
    return folder


@pytest.fixture(scope="module")
def played(new, tmp_path_factory, django_db_blocker):
    """The folder of an installation with the demo's campaigns as its own: no test may change it."""
    folder = tmp_path_factory.mktemp("played")
    shutil.copy(file_of(new), folder)
    with django_db_blocker.unblock(), installation_in(folder):
        fill()
    return folder


@pytest.fixture(scope="module")
def copies(played, tmp_path_factory, django_db_blocker):
    """A backup of each kind: no test may change them."""
    folder = tmp_path_factory.mktemp("copies")
    with django_db_blocker.unblock(), installation_in(played):
        for kind, words in KINDS.items():
            assert "2 campaigns, 16 games, checked" in told("backup", folder / kind, *words)
    return {kind: folder / kind for kind in KINDS}


@pytest.fixture(scope="module", params=KINDS)
def restored(request, copies, tmp_path_factory, django_db_blocker):
    """The kind of a backup, and the folder of an installation that it was restored into."""
    folder = tmp_path_factory.mktemp("restored")
    with django_db_blocker.unblock(), installation_in(folder):
        assert "Restored: 2 campaigns, 16 games." in told("restore", copies[request.param])
    return request.param, folder


@pytest.fixture
def site(played, tmp_path):
    """The folder of an installation that people have played in, which a test may change."""
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(file_of(played), folder)
    with installation_in(folder):
        yield folder


@pytest.fixture
def backup(copies, tmp_path):
    """A backup that a test may change."""
    return Path(shutil.copy(copies["sqlite"], tmp_path / "copy.sqlite3"))


def refuses(file, *words):
    """Say why a backup is not restored, and see that this changed nothing."""
    before = sqlite.content(sqlite.embedded())
    with pytest.raises(CommandError) as refused:
        told("restore", file, *words)
    assert sqlite.content(sqlite.embedded()) == before
    assert str(refused.value).endswith("Nothing was changed.")
    return str(refused.value)


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_is_for_the_eyes_of_its_owner(copies, kind):
    assert stat.S_IMODE(copies[kind].stat().st_mode) == 0o600


def test_what_was_backed_up_comes_back_whole(played, restored):
    with installation_in(played):
        before = everything()
    with installation_in(restored[1]):
        assert everything() == before


def test_every_row_of_a_restored_backup_is_the_row_that_was_backed_up(played, restored):
    kind, folder = restored
    with installation_in(played):
        before = rows(HELD[kind])
    assert len(before["campaign_historicalevaluation"]) > 16
    with installation_in(folder):
        assert rows(HELD[kind]) == before


def test_the_next_id_after_a_restore_is_free(restored):
    with installation_in(restored[1]), transaction.atomic():
        assert Campaign.objects.create(owner=User.objects.get(), name="x").pk > 2
        transaction.set_rollback(True)


def test_what_was_there_is_backed_up_first_and_comes_back_too(new, copies, tmp_path):
    """As a person does it, each command in a process of its own."""
    shutil.copy(file_of(new), tmp_path)
    with installation_in(tmp_path):
        User.objects.create_user("late")
    env = environment(tmp_path)
    assert "Restored: 2 campaigns, 16 games." in manage("restore", copies["sqlite"], env=env).stdout
    with installation_in(tmp_path):
        assert everything()
    (before,) = (tmp_path / "backups").glob("before-restore-*")
    assert "Restored: 0 campaigns, 0 games." in manage("restore", before, env=env).stdout
    with installation_in(tmp_path):
        assert User.objects.get().username == "late"


def test_two_backups_of_one_second_have_two_names(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    paths = []
    for _copy in range(3):
        paths.append(backups.stamped("before-restore-", "sqlite3"))
        paths[-1].touch()
    assert len(set(paths)) == 3


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
def test_a_damaged_backup_is_refused_and_changes_nothing(site, copies, tmp_path):
    for name, raw in damaged(copies["sqlite"], tmp_path):
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(BackupError):
            backups.check(tmp_path / name)
    for name in ("half.sqlite3", "unfinished.gz", "nowhere"):
        assert refuses(tmp_path / name)
        done = manage("restore", tmp_path / name, env=environment(site), check=False)
        assert done.returncode == 1
        assert "Nothing was changed." in done.stderr
        assert "Traceback" not in done.stderr


def test_a_backup_of_a_newer_release_is_refused(site, backup):
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE {sqlite.SEAL}")
        copy.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('campaign', '9999_later', '2030-01-01')"
        )
    assert "newer Cornerstone" in refuses(backup)


def test_a_portable_backup_of_another_release_is_refused(site, tmp_path):
    file = tmp_path / "copy.jsonl.gz"
    head = json.dumps({"cornerstone": 1, "migrations": [["campaign", "0001_initial"]]})
    file.write_bytes(gzip.compress(f'{head}\n{{"rows": 0}}\n'.encode()))
    assert "another release" in refuses(file)


def test_a_backup_of_postgresql_does_not_go_into_sqlite(site, tmp_path):
    file = tmp_path / "copy.pgdump"
    file.write_bytes(b"PGDMP and more")
    assert refuses(file)


def test_a_backup_never_overwrites_a_file(site, tmp_path):
    file = tmp_path / "mine"
    file.write_text("precious")
    with pytest.raises(CommandError, match="choose another name"):
        told("backup", file)
    assert file.read_text() == "precious"


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(played, tmp_path):
    (tmp_path / "a file").write_text("")
    with installation_in(played), pytest.raises(CommandError):
        told("backup", tmp_path / "a file" / "copy")
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


# What was changed, and what is not ours


def renamed(file):
    """Change one name inside a backup, as somebody would who keeps its form whole."""
    if file.suffix == ".gz":
        text = gzip.decompress(file.read_bytes()).decode()
        file.write_bytes(gzip.compress(re.sub(r'("name": ")\w', r"\1X", text, count=1).encode()))
    else:
        with closing(sqlite3.connect(file)) as copy, copy:
            copy.execute("UPDATE campaign_player SET name = 'X' WHERE id = (SELECT min(id) FROM campaign_player)")


@pytest.mark.parametrize("name", ["copy.sqlite3", "copy.jsonl.gz"])
def test_a_backup_with_a_changed_name_inside_is_refused(site, copies, tmp_path, name):
    file = Path(shutil.copy(copies["portable" if name.endswith("gz") else "sqlite"], tmp_path / name))
    renamed(file)
    assert "does not match its checksum. Nothing was changed." in refuses(file)


def test_a_backup_of_an_older_release_without_a_checksum_is_restored(played, site, backup):
    before = everything()
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE {sqlite.SEAL}")
    Campaign.objects.update(name="Other Town")
    told("restore", backup)
    assert everything() == before


def test_a_foreign_sqlite_file_is_refused_with_a_sentence(site, tmp_path):
    file = tmp_path / "bookmarks.sqlite3"
    with closing(sqlite3.connect(file)) as foreign, foreign:
        foreign.execute("CREATE TABLE campaign_campaign (id INTEGER)")
        foreign.execute("CREATE TABLE campaign_game (id INTEGER)")
    assert "is not a backup of Cornerstone. Nothing was changed." in refuses(file)


def test_a_backup_that_cannot_be_migrated_leaves_the_database_as_it_was(site, backup):
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE {sqlite.SEAL}")
        copy.execute("DELETE FROM django_migrations WHERE name = '0003_ticks'")  # so the table is there already
    assert "is damaged" in refuses(backup, "--no-copy")


def test_a_database_that_is_being_served_is_not_replaced(site, backup):
    with (site / ".serving").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        assert "stop it first" in refuses(backup)
    assert "Restored" in told("restore", backup)


@pytest.mark.parametrize("command", ["serve", "restore", "backup", "migrate"])
def test_a_folder_that_cannot_be_made_is_named_in_a_sentence(tmp_path, command):
    (tmp_path / "a file").write_text("")
    words = {"serve": ["--port", "0"], "restore": [tmp_path / "a file"]}.get(command, [])
    done = manage(command, *words, env=environment(tmp_path / "a file" / "data"), check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(tmp_path) in done.stderr


# Before an upgrade


@pytest.fixture
def behind(site):
    """An installation to upgrade: by its own account it lacks a migration."""
    with installation_in(site, BACKUPS=True):
        assert "upgrade" not in told("migrate")  # nothing is pending
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'axes' AND name NOT LIKE '0001%'")
        yield site


def test_what_is_there_is_backed_up_before_it_is_migrated(behind):
    with pytest.raises(DatabaseError):  # the columns are there already; the backup was first
        told("migrate")
    (made,) = (behind / "backups").glob("before-upgrade-*.sqlite3")
    assert sqlite.check(made).games == 16


def test_a_database_that_cannot_be_backed_up_is_not_migrated(behind):
    (behind / "backups").write_text("in the way")
    with pytest.raises(CommandError, match="was not backed up, and so not changed"):
        told("migrate")


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
    shutil.copy(file_of(played), database)
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
