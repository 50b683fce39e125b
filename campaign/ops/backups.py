"""Back up the whole database while the site runs, check the backup, and restore it.

A backup of SQLite is a database, with a table that holds a checksum of all other rows. A backup of PostgreSQL is a file
of pg_dump, whose compressed parts have checksums. It counts as checked if a trial restored it on the same server.

Automatic backups are made after play, and the old ones are deleted. All other backups, such as backups made by hand,
have other names. They are never deleted.
"""

import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.ops.data_dir import MIGRATION_BEFORE_1_0, before_1_0, is_newer
from campaign.ops.serving import is_served
from campaign.web.locks import Lock, LockedError, locked

ENDINGS = {"sqlite": "sqlite3", "postgresql": "pgdump"}
HEADS = {b"SQLite format 3\0": "sqlite", b"PGDMP": "postgresql"}  # the first bytes of a backup
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
SEAL = "cornerstone_seal"  # the table of a backup of SQLite with the checksum; copies by other programs lack it

PREFIX = "cornerstone-"
FORM = "%Y-%m-%d-%H%M%S"
# Keep one backup a day for DAYS days, and one a week for WEEKS earlier weeks. Skip days and weeks without backups.
DAYS, WEEKS = 7, 4
QUIET = 30 * 60  # at least this many seconds without a change are a pause
# The seconds between two backups: always at least SHORTEST, and during play at most LONGEST.
SHORTEST, LONGEST = 60 * 60, 24 * 60 * 60


class BackupError(Exception):
    """The backup or restore failed; nothing was changed. `str(error)` gives the reason and the remedy."""


class Copied(NamedTuple):
    """The numbers of campaigns and games in a backup or in the database, including those in the bin."""

    campaigns: int
    games: int
    is_tried: bool = True  # False if the backup was only read, because no scratch database could be made


def make(target: Path) -> Copied:
    """Back up the database to a file, and check the file. If either step fails, raise BackupError and leave no file."""
    with _draft(target) as aside, locked(Lock.BACKING_UP):
        if connection.vendor == "sqlite":
            copy_sqlite(embedded(), aside)
            return check(aside)
        return _copy_postgresql(aside)


def check(file: Path) -> Copied:
    """Read a whole backup, and return the number of its campaigns and games. Raises BackupError."""
    return _check_sqlite(file) if _vendor_of(file) == "sqlite" else _check_postgresql(file)


def restore(file: Path) -> Copied:
    """Replace the database with a backup, then migrate it. On failure, change nothing and raise BackupError."""
    check(file)
    vendor = _vendor_of(file)
    if vendor != connection.vendor:
        message = _("This is a backup of %(name)s, and this site uses another database.")
        raise BackupError(message % {"name": NAMES[vendor]})
    refuse_while_served()
    if vendor == "sqlite":
        _restore_sqlite(file)
    else:
        applied = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
        if MIGRATION_BEFORE_1_0 in applied:
            raise BackupError(before_1_0())
        connection.close()
        _restore_postgresql(file, "--clean", "--if-exists")
        call_command("migrate", interactive=False, verbosity=0, no_backup=True)
    return stored()


def refuse_while_served() -> None:
    """Raise BackupError if other processes are using the database."""
    if connection.vendor == "sqlite" and is_served():
        raise BackupError(_("The site is running: stop it first, so that nobody writes to the database meanwhile."))
    if connection.vendor == "postgresql" and (others := _other_connections()):
        message = _("The database has %(others)s other connections: stop the site and the backup service first.")
        raise BackupError(message % {"others": others})


def stored() -> Copied:
    """Count the campaigns and games in the database, including those in the bin."""
    campaigns, games = (apps.get_model("campaign", name)._base_manager.count() for name in ("Campaign", "Game"))
    return Copied(campaigns, games)


# --- Files ------------------------------------------------------------------------------------------------------------


def folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def stamped(prefix: str = "") -> Path:
    """Return an unused path in the backup folder, with the present date and time in its name."""
    moment = timezone.localtime()
    while (path := folder() / f"{prefix}{moment:{FORM}}.{ENDINGS[connection.vendor]}").exists():
        moment += timedelta(seconds=1)
    return path


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """Yield a new file beside `target` for the caller to fill. On success, flush it to the disk and move it into place.

    Raises BackupError if the folder cannot be written to.
    """
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(aside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        yield aside
        descriptor = os.open(aside, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
        aside.replace(target)
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def _vendor_of(file: Path) -> str:
    """Read the first bytes of a backup, and return the vendor of its database. Raises BackupError."""
    try:
        with file.open("rb") as opened:
            start = opened.read(max(map(len, HEADS)))
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}") from error
    for head, vendor in HEADS.items():
        if start.startswith(head):
            return vendor
    raise _not_ours(file)


def _not_ours(file: Path) -> BackupError:
    return BackupError(_("%(file)s is not a backup of Cornerstone.") % {"file": file})


def _damaged(file: Path, found: object) -> BackupError:
    return BackupError(_("%(file)s is damaged: %(found)s") % {"file": file, "found": found})


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _opened(path: Path, mode: str) -> closing[sqlite3.Connection]:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return closing(sqlite3.connect(uri, uri=True, timeout=20, isolation_level=None))


def embedded() -> Path:
    """Return the path of the site's SQLite database."""
    return Path(connection.settings_dict["NAME"])


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database, and store a checksum in the copy. Other processes may use the database meanwhile."""
    _copy_pages(source, target)
    with _opened(target, "rw") as made:
        made.execute("PRAGMA journal_mode = DELETE")  # in this mode the backup is a single file
        made.execute(f"DROP TABLE IF EXISTS {SEAL}")
        made.execute(f"CREATE TABLE {SEAL} (sha256 TEXT NOT NULL)")
        made.execute(f"INSERT INTO {SEAL} VALUES (?)", [_digest(made)])  # noqa: S608 - SEAL is a constant


def _copy_pages(source: Path, target: Path) -> None:
    try:
        with _opened(source, "ro") as original, _opened(target, "rwc") as made:
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
    """Return the checksum of a SQLite database. Other processes may use it meanwhile. Raises BackupError."""
    try:
        with _opened(file, "ro") as database:
            database.execute("BEGIN")
            return _digest(database)
    except sqlite3.Error as error:
        raise BackupError(f"{file}: {error}") from error


def _seal_of(file: Path) -> str | None:
    """Return the checksum that a backup stores in its table; None without this table. Raises BackupError."""
    try:
        with _opened(file, "ro") as made:
            if not made.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [SEAL]).fetchone():
                return None
            row = made.execute(f"SELECT sha256 FROM {SEAL}").fetchone()  # noqa: S608 - SEAL is a constant
            return str(row[0]) if row else ""
    except sqlite3.Error as error:
        raise _damaged(file, error) from error


def _check_sqlite(file: Path) -> Copied:
    seal = _seal_of(file)
    try:
        with _opened(file, "ro") as made:
            found = [row[0] for row in made.execute("PRAGMA integrity_check")]
            dangling = made.execute("PRAGMA foreign_key_check").fetchall()
            if found != ["ok"] or dangling:
                raise _damaged(file, found[0] if found != ["ok"] else dangling)
            tables = {row[0] for row in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"campaign_campaign", "campaign_game"} <= tables:
                raise _not_ours(file)
            if seal not in (None, _digest(made)):
                message = _("%(file)s was changed after it was made: its content does not match its checksum.")
                raise BackupError(message % {"file": file})
            counts = [made.execute(f"SELECT count(*) FROM campaign_{name}") for name in ("campaign", "game")]  # noqa: S608
            return Copied(*(count.fetchone()[0] for count in counts))
    except sqlite3.Error as error:
        raise _damaged(file, error) from error


def _restore_sqlite(file: Path) -> None:
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
            with _opened(database, "rw") as restored:
                restored.execute(f"DROP TABLE IF EXISTS {SEAL}")
            call_command("migrate", interactive=False, verbosity=0, no_backup=True)
        except BaseException as error:  # no half-restored database may remain, even after Ctrl+C
            connection.close()
            if before.exists():
                _copy_pages(before, database)
            else:
                database.unlink(missing_ok=True)
            if isinstance(error, Exception):
                raise _damaged(file, error) from error
            raise


def _refuse_other_migrations(file: Path) -> None:
    """Raise BackupError if this release lacks a migration of the backup, or if the backup is not of Cornerstone."""
    try:
        with _opened(file, "ro") as made:
            applied = set(made.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as error:
        raise _not_ours(file) from error
    if ("campaign", MIGRATION_BEFORE_1_0) in applied:
        raise BackupError(before_1_0())
    if is_newer(applied):
        raise BackupError(_("This backup comes from a newer Cornerstone: update this one first."))
    if not any(app == "campaign" for app, _name in applied):
        raise _not_ours(file)


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _copy_postgresql(target: Path) -> Copied:
    """Back up the database, and restore the backup into a scratch database of the same server. Raises BackupError."""
    program, server = _version_of("pg_dump"), connection.pg_version // 10_000  # type: ignore[attr-defined]
    message = _(
        "pg_dump has version %(program)s and the server %(server)s: install PostgreSQL's client programs in the "
        "server's version (postgresql-client-%(server)s)."
    )
    unfit = BackupError(message % {"program": program, "server": server})
    is_tried = _may_try()
    # An older pg_dump refuses the server. The files of a newer one may have settings that the server does not know.
    if program < server or (program > server and not is_tried):
        raise unfit
    _run_on_database("pg_dump", "--format=custom", "--no-owner", f"--file={target}")
    if is_tried:
        try:
            _try_restoring(target)
        except BackupError as error:
            raise (unfit if program > server else error) from error
    return _check_postgresql(target)._replace(is_tried=is_tried)


def _version_of(program: str) -> int:
    """Return the major version of a program: 17 for "pg_dump (PostgreSQL) 17.5 (Debian 17.5-1)"."""
    version = re.search(r"\) (\d+)", _run(program, "--version"))
    return int(version[1]) if version else 0


def _may_try() -> bool:
    """Tell whether this site may make a database. PgBouncer would not lead to it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0]) and not settings.DATABASE_POOLER


def _try_restoring(file: Path) -> None:
    """Restore a backup into a scratch database of the same server. Raises BackupError."""
    name = f"{connection.settings_dict['NAME']}_trial"
    scratch = connection.ops.quote_name(name)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = "
            "current_database()"
        )
        like_ours = cursor.fetchone()
        cursor.execute(f"DROP DATABASE IF EXISTS {scratch}")  # a process that was killed may have left it
        cursor.execute(f"CREATE DATABASE {scratch} TEMPLATE template0 ENCODING %s LC_COLLATE %s LC_CTYPE %s", like_ours)
        try:
            _restore_postgresql(file, database=name)
        finally:
            cursor.execute(f"DROP DATABASE {scratch}")


def _check_postgresql(file: Path) -> Copied:
    counts = []
    for name in ("campaign", "game"):
        data = _run("pg_restore", "--data-only", f"--table=campaign_{name}", "--file=-", str(file))
        _head, found, rows = data.partition(" FROM stdin;\n")
        if not found:
            raise _not_ours(file)
        counts.append(rows.partition("\\.\n")[0].count("\n"))
    _run("pg_restore", f"--file={os.devnull}", str(file))  # reads everything, and compares the checksums
    campaigns, games = counts
    return Copied(campaigns, games)


def _restore_postgresql(file: Path, *options: str, database: str = "") -> None:
    """Restore a backup in one transaction. Raises BackupError."""
    all_or_nothing = ("--no-owner", "--single-transaction", "--exit-on-error")
    _run_on_database("pg_restore", *options, *all_or_nothing, str(file), database=database)


def _other_connections() -> int:
    """Count the connections of other processes to this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def _run(program: str, *arguments: str, password: str = "") -> str:
    path = shutil.which(program)
    if path is None:
        message = _("%(program)s is not installed: it comes with PostgreSQL's client programs (postgresql-client).")
        raise BackupError(message % {"program": program})
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        raise BackupError(_("%(program)s says: %(words)s") % {"program": program, "words": done.stderr.strip()})
    return done.stdout


def _run_on_database(program: str, *arguments: str, database: str = "") -> None:
    """Run a program of PostgreSQL on a database. The password does not appear in the list of processes."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - only where PostgreSQL is used

    given: dict[str, Any] = connection.settings_dict
    words = {"dbname": database or given["NAME"], "user": given["USER"], "host": given["HOST"], "port": given["PORT"]}
    words |= {name: value for name, value in given["OPTIONS"].items() if isinstance(value, str)}
    conninfo = make_conninfo(**{name: value for name, value in words.items() if value})
    _run(program, *arguments, f"--dbname={conninfo}", password=given["PASSWORD"])


# --- Automatic backups ------------------------------------------------------------------------------------------------


def is_due() -> bool:
    """Tell whether SQLite has changes to back up, and play has paused or the latest backup is too old."""
    now = time.time()
    changed, latest = min(last_change(), now), latest_backup(now)
    since = now - latest
    return changed > latest and since >= SHORTEST and (now - changed >= QUIET or since >= LONGEST)


def last_change() -> float:
    """Return the time of the last write to the SQLite database, in seconds since 1970; 0 if there is no database."""
    database = embedded()
    return max(_modified(database), _modified(database.with_name(f"{database.name}-wal")))


def latest_backup(now: float) -> float:
    """Return the time of the latest backup that is not after `now`, in seconds since 1970; 0 without a backup."""
    return max((made for made in map(_modified, dated().values()) if made <= now), default=0)


def _modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0


def back_up() -> Path | None:
    """Back up the SQLite database, and delete old backups. Raises BackupError.

    Return None if another process is backing up, or if the latest automatic backup already holds the same rows.
    """
    target = stamped(PREFIX)
    try:
        with locked(Lock.BACKING_UP, waits=False):
            redate()
            latest = max(dated().items(), default=None)
            if latest and _seal_of(latest[1]) == content(embedded()):
                latest[1].touch()
                return None
            with _draft(target) as aside:
                copy_sqlite(embedded(), aside)
                check(aside)
            sweep()
    except LockedError:
        return None
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror or error}") from error
    return target


def back_up_if_changed() -> Path | None:
    """Back up the database if it has changed since the latest automatic backup. Raises BackupError."""
    return back_up() if last_change() > latest_backup(time.time()) else None


def redate() -> None:
    """If files are dated in the future, shift their times back to now. Otherwise they would delay the next backup."""
    times = {file: max(moment.timestamp(), _modified(file)) for moment, file in dated().items()}
    ahead = max(times.values(), default=0) - time.time()
    for file, made in times.items():
        if made > time.time():
            os.utime(file, (made - ahead, made - ahead))


def dated() -> dict[datetime, Path]:
    """Map times to automatic backups. A time is the earlier of the time in the file's name and the file's mtime."""
    found = {}
    for file in folder().glob(f"{PREFIX}*"):
        name, _dot, ending = file.name.removeprefix(PREFIX).partition(".")
        if ending in ENDINGS.values():
            with suppress(ValueError):
                named = datetime.strptime(name, FORM)  # noqa: DTZ007 - names hold local time
                found[min(named, datetime.fromtimestamp(_modified(file)))] = file  # noqa: DTZ006 - local time, too
    return found


def to_keep(moments: Iterable[datetime]) -> set[datetime]:
    """Return the times of the backups to keep: all of the latest day, and one for each day and week (see DAYS)."""
    latest_first = sorted(moments, reverse=True)
    days: dict[object, datetime] = {}
    for moment in latest_first:
        days.setdefault(moment.date(), moment)
    ends = list(days.values())
    weeks: dict[object, datetime] = {}
    for moment in ends[DAYS:]:
        weeks.setdefault(moment.isocalendar()[:2], moment)
    latest_day = [moment for moment in latest_first if moment.date() == latest_first[0].date()]
    return {*latest_day, *ends[:DAYS], *list(weeks.values())[:WEEKS]}


def sweep() -> None:
    """Delete the automatic backups that `to_keep` does not choose."""
    redate()
    files = dated()
    for moment in files.keys() - to_keep(files):
        files[moment].unlink(missing_ok=True)
