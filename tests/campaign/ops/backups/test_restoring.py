"""Test that backups of the embedded database are complete, and can be restored."""

import shutil
import sqlite3
import stat
import threading

import pytest
from django.core.management import CommandError
from django.db import connection, transaction

from campaign.models import Campaign, User
from campaign.ops import backups
from tests.campaign.ops.backups.content import everything, file_of
from tests.commands import environment, manage
from tests.installation import installation_in, told

pytestmark = pytest.mark.slow

TABLES = ("campaign_", "django_", "auth_", "axes_")


def rows():
    """Map the name of each table of the project, of Django and of libraries to its rows."""
    names = [name for name in connection.introspection.table_names() if name.startswith(TABLES)]
    with connection.cursor() as cursor:
        return {name: cursor.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for name in names}  # noqa: S608


def test_only_its_owner_can_read_a_backup(copied):
    assert stat.S_IMODE(copied.stat().st_mode) == 0o600


def test_a_restored_backup_is_complete(played, restored):
    with installation_in(played):
        before = everything()
    with installation_in(restored):
        assert everything() == before


def test_every_row_of_a_restored_backup_is_unchanged(played, restored):
    with installation_in(played):
        before = rows()
    assert len(before["campaign_historicalevaluation"]) > 16
    with installation_in(restored):
        assert rows() == before


def test_the_next_id_after_a_restore_is_free(restored):
    with installation_in(restored), transaction.atomic():
        assert Campaign.objects.create(owner=User.objects.get(), name="x").pk > 2
        transaction.set_rollback(True)


def test_restoring_first_backs_up_the_old_data_which_can_be_restored(new, copied, tmp_path):
    """Run each command in a new process, as people do."""
    shutil.copy(file_of(new), tmp_path)
    with installation_in(tmp_path):
        User.objects.create_user("late")
    env = environment(tmp_path)
    assert "Restored: 2 campaigns, 16 games." in manage("restore", copied, env=env).stdout
    with installation_in(tmp_path):
        assert everything()
    (before,) = (tmp_path / "backups").glob("before-restore-*")
    assert "Restored: 0 campaigns, 0 games." in manage("restore", before, env=env).stdout
    with installation_in(tmp_path):
        assert User.objects.get().username == "late"


def test_backups_of_the_same_second_have_different_names(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    paths = []
    for _copy in range(3):
        paths.append(backups.stamped("before-restore-"))
        paths[-1].touch()
    assert len(set(paths)) == 3


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


def test_a_backup_during_writes_shows_one_moment(tmp_path):
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
            backups.copy_sqlite(source, tmp_path / f"{number}.sqlite3")
            copied = backups.check(tmp_path / f"{number}.sqlite3")
            assert copied.campaigns == copied.games
    finally:
        stop.set()
        thread.join()
    assert not list(tmp_path.glob("?.sqlite3-*"))


@pytest.mark.parametrize("command", ["serve", "restore", "backup", "migrate"])
def test_the_error_message_names_a_folder_that_cannot_be_made(tmp_path, command):
    (tmp_path / "a file").write_text("")
    words = {"serve": ["--port", "0"], "restore": [tmp_path / "a file"]}.get(command, [])
    done = manage(command, *words, env=environment(tmp_path / "a file" / "data"), check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(tmp_path) in done.stderr
