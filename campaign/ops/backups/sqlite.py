"""Backups of the embedded database, made by SQLite's own backup interface."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from campaign.ops.backups.files import BackupError, Copied

SQLITE_HEAD = b"SQLite format 3\0"


def opened(path: Path, mode: str) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=20))


def embedded() -> Path:
    """Where the embedded database is."""
    return Path(connection.settings_dict["NAME"])


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database that may be in use, as it is at one moment: whoever writes goes on writing."""
    copy_pages(source, target)
    with opened(target, "rw") as copy:
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it


def copy_pages(source: Path, target: Path) -> None:
    try:
        with opened(source, "ro") as original, opened(target, "rwc") as made:
            original.backup(made)
    except sqlite3.Error as error:
        raise BackupError(f"{source}: {error}") from error


def check_sqlite(file: Path) -> Copied:
    """See that every page, index and reference is sound. Raises BackupError."""
    try:
        with opened(file, "ro") as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            dangling = copy.execute("PRAGMA foreign_key_check").fetchall()
            counts = [copy.execute(f"SELECT count(*) FROM campaign_{name}") for name in ("campaign", "game")]  # noqa: S608
            if found == ["ok"] and not dangling:
                return Copied(*(count.fetchone()[0] for count in counts))
    except sqlite3.Error as error:
        raise BackupError(f"{file}: {error}") from error
    raise BackupError(_("%(file)s is damaged: %(found)s") % {"file": file, "found": found[0] if found else dangling})


def migrations_of_sqlite(file: Path) -> set[tuple[str, str]]:
    with opened(file, "ro") as copy:
        return set(copy.execute("SELECT app, name FROM django_migrations"))


def refuse_newer(migrations: set[tuple[str, str]]) -> None:
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _name in known}
    if any(migration not in known for migration in migrations if migration[0] in ours):
        raise BackupError(_("This backup comes from a newer Cornerstone: update this one first."))
