"""Test that a damaged, changed or foreign backup is refused, and that nothing is changed."""

import fcntl
import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError

from campaign.models import Campaign
from campaign.ops import backups
from campaign.ops.backups import BackupError
from tests.campaign.ops.backups.content import everything
from tests.commands import environment, manage
from tests.installation import told

pytestmark = pytest.mark.slow


def refuses(file, *words):
    """Check that a backup is refused and that nothing has changed. Return the words of the refusal."""
    before = backups.content(backups.embedded())
    with pytest.raises(CommandError) as refused:
        told("restore", file, *words)
    assert backups.content(backups.embedded()) == before
    assert str(refused.value).endswith("Nothing was changed.")
    return str(refused.value)


def damaged(file, tmp_path):
    """Yield (name, bytes) of damaged copies of a good backup."""
    raw = file.read_bytes()
    yield "nothing.sqlite3", b""
    yield "text.sqlite3", b"once upon a time"
    yield "head.sqlite3", raw[:16]
    yield "half.sqlite3", raw[: len(raw) // 2]
    yield "holes.sqlite3", raw[:8192] + bytes(len(raw) // 2) + raw[8192 + len(raw) // 2 :]


def test_a_damaged_backup_is_refused_and_changes_nothing(site, copied, tmp_path):
    for name, raw in damaged(copied, tmp_path):
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(BackupError):
            backups.check(tmp_path / name)
    for name in ("half.sqlite3", "text.sqlite3", "nowhere"):
        assert refuses(tmp_path / name)
        done = manage("restore", tmp_path / name, env=environment(site), check=False)
        assert done.returncode == 1
        assert "Nothing was changed." in done.stderr
        assert "Traceback" not in done.stderr


def test_a_backup_of_a_newer_release_is_refused(site, backup):
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE {backups.SEAL}")
        copy.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('campaign', '9999_later', '2030-01-01')"
        )
    assert "newer Cornerstone" in refuses(backup)


def test_a_backup_from_before_1_0_is_refused_with_the_commit_that_opens_it(site, backup):
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE {backups.SEAL}")
        copy.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('campaign', '0002_campaigns_and_games', '2026-01-31')"
        )
    assert "from before Cornerstone 1.0" in refuses(backup)


def test_a_backup_of_postgresql_is_not_restored_into_sqlite(site, tmp_path):
    file = tmp_path / "copy.pgdump"
    file.write_bytes(b"PGDMP and more")
    assert refuses(file)


def test_a_backup_with_a_changed_name_inside_is_refused(site, backup):
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute("UPDATE campaign_player SET name = 'X' WHERE id = (SELECT min(id) FROM campaign_player)")
    assert "does not match its checksum. Nothing was changed." in refuses(backup)


def test_a_backup_of_an_older_release_without_a_checksum_is_restored(played, site, backup):
    before = everything()
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE {backups.SEAL}")
    Campaign.objects.update(name="Other Town")
    told("restore", backup)
    assert everything() == before


def test_a_foreign_sqlite_file_is_refused_with_a_message(site, tmp_path):
    file = tmp_path / "bookmarks.sqlite3"
    with closing(sqlite3.connect(file)) as foreign, foreign:
        foreign.execute("CREATE TABLE campaign_campaign (id INTEGER)")
        foreign.execute("CREATE TABLE campaign_game (id INTEGER)")
    assert "is not a backup of Cornerstone. Nothing was changed." in refuses(file)


def test_a_backup_that_cannot_be_migrated_leaves_the_database_as_it_was(site, backup):
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE {backups.SEAL}")
        # without these rows, the migrations run again, and fail because their columns exist
        copy.execute("DELETE FROM django_migrations WHERE app = 'axes' AND name NOT LIKE '0001%'")
    assert "is damaged" in refuses(backup, "--no-copy")


def test_a_database_that_is_being_served_is_not_replaced(site, backup):
    with (site / ".serving").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        assert "stop it first" in refuses(backup)
    assert "Restored" in told("restore", backup)
