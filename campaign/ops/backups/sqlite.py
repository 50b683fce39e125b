"""Back up the SQLite database, and restore it. A table of the backup holds a checksum of all other rows."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from campaign.ops.backups.files import BackupError, Copied, altered, damaged, not_ours
from campaign.ops.data_dir import MIGRATION_BEFORE_1_0, before_1_0

HEAD = b"SQLite format 3\0"
SEAL = "cornerstone_seal"  # the table with the checksum; old backups lack it


def opened(path: Path, mode: str) -> closing[sqlite3.Connection]:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return closing(sqlite3.connect(uri, uri=True, timeout=20, isolation_level=None))


def embedded() -> Path:
    """Return the path of the site's SQLite database."""
    return Path(connection.settings_dict["NAME"])


def copy(source: Path, target: Path) -> None:
    """Copy a database, and store a checksum in the copy. Other processes may use the database meanwhile."""
    _copy_pages(source, target)
    with opened(target, "rw") as made:
        made.execute("PRAGMA journal_mode = DELETE")  # in this mode the backup is a single file
        made.execute(f"DROP TABLE IF EXISTS {SEAL}")
        made.execute(f"CREATE TABLE {SEAL} (sha256 TEXT NOT NULL)")
        made.execute(f"INSERT INTO {SEAL} VALUES (?)", [_digest(made)])  # noqa: S608 - SEAL is a constant


def _copy_pages(source: Path, target: Path) -> None:
    try:
        with opened(source, "ro") as original, opened(target, "rwc") as made:
            original.backup(made)
    except sqlite3.Error as error:
        raise BackupError(f"{source}: {error}") from error


def _digest(database: sqlite3.Connection) -> str:
    """Return the SHA-256 of all rows of all tables except the table of the checksum."""
    digest = hashlib.sha256()
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> ? ORDER BY name", [SEAL])
    for (table,) in tables.fetchall():
        digest.update(table.encode())
        for row in database.execute(f'SELECT * FROM "{table}" ORDER BY rowid'):  # noqa: S608 - the name comes from the database
            digest.update(repr(row).encode())
    return digest.hexdigest()


def content(file: Path) -> str:
    """Return the checksum of a database. Other processes may use the database meanwhile. Raises BackupError."""
    try:
        with opened(file, "ro") as database:
            database.execute("BEGIN")
            return _digest(database)
    except sqlite3.Error as error:
        raise BackupError(f"{file}: {error}") from error


def seal_of(file: Path) -> str | None:
    """Return the checksum that a backup stores in its table; None without this table. Raises BackupError."""
    try:
        with opened(file, "ro") as made:
            if not made.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [SEAL]).fetchone():
                return None
            row = made.execute(f"SELECT sha256 FROM {SEAL}").fetchone()  # noqa: S608 - SEAL is a constant
            return str(row[0]) if row else ""
    except sqlite3.Error as error:
        raise damaged(file, error) from error


def check(file: Path) -> Copied:
    """Check a backup, and return the number of its campaigns and games. Raises BackupError."""
    seal = seal_of(file)
    try:
        with opened(file, "ro") as made:
            found = [row[0] for row in made.execute("PRAGMA integrity_check")]
            dangling = made.execute("PRAGMA foreign_key_check").fetchall()
            if found != ["ok"] or dangling:
                raise damaged(file, found[0] if found != ["ok"] else dangling)
            tables = {row[0] for row in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"campaign_campaign", "campaign_game"} <= tables:
                raise not_ours(file)
            if seal not in (None, _digest(made)):
                raise altered(file)
            counts = [made.execute(f"SELECT count(*) FROM campaign_{name}") for name in ("campaign", "game")]  # noqa: S608
            return Copied(*(count.fetchone()[0] for count in counts))
    except sqlite3.Error as error:
        raise damaged(file, error) from error


def restore(file: Path) -> None:
    """Replace the database with a backup, then migrate it. On failure, put the old one back and raise BackupError."""
    _refuse_other_migrations(file)
    connection.close()
    database = embedded()
    with TemporaryDirectory(dir=database.parent, prefix=".restore-") as aside:
        before = Path(aside) / "before"
        if database.exists():
            _copy_pages(database, before)
        try:
            _copy_pages(file, database)
            with opened(database, "rw") as restored:
                restored.execute(f"DROP TABLE IF EXISTS {SEAL}")
            call_command("migrate", interactive=False, verbosity=0, no_backup=True)
        except BaseException as error:  # no half-restored database may remain, even after Ctrl+C
            connection.close()
            if before.exists():
                _copy_pages(before, database)
            else:
                database.unlink(missing_ok=True)
            if isinstance(error, Exception):
                raise damaged(file, error) from error
            raise


def _refuse_other_migrations(file: Path) -> None:
    """Raise BackupError if this release lacks a migration of the backup, or if the backup is not of Cornerstone."""
    try:
        with opened(file, "ro") as made:
            applied = set(made.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as error:
        raise not_ours(file) from error
    if ("campaign", MIGRATION_BEFORE_1_0) in applied:
        raise BackupError(before_1_0())
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _name in known}
    if any(migration not in known for migration in applied if migration[0] in ours):
        raise BackupError(_("This backup comes from a newer Cornerstone: update this one first."))
    if not any(app == "campaign" for app, _name in applied):
        raise not_ours(file)
