"""Copies of the whole database: made while the site runs, checked before they count, and put back.

SQLite is copied by its own backup interface, PostgreSQL by its own pg_dump. A third kind, portable, is lines of JSON:
it needs no program, goes into either database, and so is the way from one to the other; it is slower, and only the
release that wrote it reads it, while the other two are brought up to date as they are put back.
"""

import fcntl
import gzip
import json
import logging
import os
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)

DAILY, WEEKLY = 7, 4  # so many are kept of the automatic ones
AGAIN_AFTER = 60 * 60  # seconds, where one has failed, or was made
SQLITE_HEAD, POSTGRESQL_HEAD, PORTABLE_HEAD = b"SQLite format 3\0", b"PGDMP", b"\x1f\x8b"
PORTABLE_FORMAT = 1
ROWS_AT_ONCE = 500
# What a portable copy holds besides this app: a guest's session is the only way back to the campaign.
OTHER_MODELS = ("sessions.session",)
# Rights given in the admin are numbered differently in every database.
NOT_PORTABLE = frozenset({"groups", "user_permissions"})


class BackupError(Exception):
    """No copy, or nothing put back; `str(error)` says why and what to do. What was there is there."""


class Copied(NamedTuple):
    """What a copy holds, as it was read back."""

    campaigns: int
    games: int


def make(target: Path, *, portable: bool = False) -> Copied:
    """Copy the database to a file, and read it back. Raises BackupError, and then leaves no file."""
    with _draft(target) as draft:
        if portable:
            _write_portable(draft)
        elif connection.vendor == "sqlite":
            copy_sqlite(embedded(), draft)
        else:
            _run_postgresql("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")
        return check(draft)


def check(file: Path) -> Copied:
    """What is in a copy that is whole. Raises BackupError."""
    try:
        with file.open("rb") as opened:
            head = opened.read(len(SQLITE_HEAD))
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}") from error
    if head == SQLITE_HEAD:
        return check_sqlite(file)
    if head.startswith(POSTGRESQL_HEAD):
        _run("pg_restore", "--list", str(file))
        return _count_postgresql(file)
    if head.startswith(PORTABLE_HEAD):
        counts = {"campaign.campaign": 0, "campaign.game": 0}
        for line in _portable_lines(file):
            if line.get("model") in counts:
                counts[line["model"]] += 1
        return Copied(*counts.values())
    raise BackupError(_("%(file)s is no backup of Cornerstone.") % {"file": file})


def restore(file: Path) -> Copied:
    """Put a copy in the place of what is stored, and bring it up to date. BackupError, and then nothing has changed."""
    check(file)
    with file.open("rb") as opened:
        head = opened.read(len(SQLITE_HEAD))
    if head == SQLITE_HEAD:
        _require_vendor("sqlite", "SQLite")
        _refuse_newer(_migrations_of_sqlite(file))
        connection.close()
        _copy(file, embedded())
    elif head.startswith(POSTGRESQL_HEAD):
        _require_vendor("postgresql", "PostgreSQL")
        connection.close()
        _run_postgresql(
            "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error", str(file)
        )
    else:
        _read_portable(file)
    call_command("migrate", interactive=False, verbosity=0)
    return stored()


def stored() -> Copied:
    """What the database holds now, the bin included."""
    campaigns, games = (apps.get_model("campaign", name)._base_manager.count() for name in ("Campaign", "Game"))
    return Copied(campaigns, games)


def _require_vendor(vendor: str, name: str) -> None:
    if connection.vendor != vendor:
        message = _(
            "This is a backup of %(name)s, and the site keeps its data elsewhere. Only a portable one fits both."
        )
        raise BackupError(message % {"name": name})


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """A file beside `target` that takes its place when it is whole and on the disk."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        yield draft
        descriptor = os.open(draft, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
        draft.replace(target)
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _opened(path: Path, mode: str) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=20))


def embedded() -> Path:
    """Where the embedded database is."""
    return Path(connection.settings_dict["NAME"])


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database that may be in use, as it is at one moment: whoever writes goes on writing."""
    _copy(source, target)
    with _opened(target, "rw") as copy:
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it


def _copy(source: Path, target: Path) -> None:
    try:
        with _opened(source, "ro") as original, _opened(target, "rwc") as copy:
            original.backup(copy)
    except sqlite3.Error as error:
        raise BackupError(f"{source}: {error}") from error


def check_sqlite(file: Path) -> Copied:
    """See that every page, index and reference is sound. Raises BackupError."""
    try:
        with _opened(file, "ro") as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            dangling = copy.execute("PRAGMA foreign_key_check").fetchall()
            counts = [copy.execute(f"SELECT count(*) FROM campaign_{name}") for name in ("campaign", "game")]  # noqa: S608
            if found == ["ok"] and not dangling:
                return Copied(*(count.fetchone()[0] for count in counts))
    except sqlite3.Error as error:
        raise BackupError(f"{file}: {error}") from error
    raise BackupError(_("%(file)s is damaged: %(found)s") % {"file": file, "found": found[0] if found else dangling})


def _migrations_of_sqlite(file: Path) -> set[tuple[str, str]]:
    with _opened(file, "ro") as copy:
        return set(copy.execute("SELECT app, name FROM django_migrations"))


def _refuse_newer(migrations: set[tuple[str, str]]) -> None:
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _name in known}
    if any(migration not in known for migration in migrations if migration[0] in ours):
        raise BackupError(_("This backup comes from a newer Cornerstone: update this one first."))


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _run(program: str, *arguments: str, password: str = "") -> str:
    path = shutil.which(program)
    if path is None:
        message = _(
            "%(program)s is not installed: it comes with PostgreSQL's client programs (postgresql-client). "
            "Without it, a portable backup is the way: manage.py backup --portable"
        )
        raise BackupError(message % {"program": program})
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        raise BackupError(_("%(program)s says: %(words)s") % {"program": program, "words": done.stderr.strip()})
    return done.stdout


def _run_postgresql(program: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs on our database; the password is in no list of processes."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - only where PostgreSQL is used

    given = connection.settings_dict
    words = {"dbname": given["NAME"], "user": given["USER"], "host": given["HOST"], "port": given["PORT"]}
    words |= {name: value for name, value in given["OPTIONS"].items() if isinstance(value, str)}
    conninfo = make_conninfo(**{name: value for name, value in words.items() if value})
    return _run(program, *arguments, f"--dbname={conninfo}", password=given["PASSWORD"])


def _count_postgresql(file: Path) -> Copied:
    """The rows that the copy really holds."""
    counts = []
    for name in ("campaign", "game"):
        data = _run("pg_restore", "--data-only", f"--table=campaign_{name}", "--file=-", str(file))
        _head, found, rows = data.partition(" FROM stdin;\n")
        if not found:
            raise BackupError(_("%(file)s is no backup of Cornerstone.") % {"file": file})
        counts.append(rows.partition("\\.\n")[0].count("\n"))
    return Copied(*counts)


# --- Portable ---------------------------------------------------------------------------------------------------------


def _portable_models() -> list[type[Model]]:
    """The models of a portable copy, each after those it refers to."""
    own = apps.get_app_config("campaign").get_models()
    return _parents_first([*own, *(apps.get_model(name) for name in OTHER_MODELS)])


def _parents_first(models: list[type[Model]]) -> list[type[Model]]:
    ordered: list[type[Model]] = []

    def add(model: type[Model]) -> None:
        for field in model._meta.concrete_fields:
            if field.related_model in models and field.related_model is not model:
                add(field.related_model)
        if model not in ordered:
            ordered.append(model)

    for model in models:
        add(model)
    return ordered


def _applied() -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())


def _write_portable(file: Path) -> None:
    with _snapshot(), gzip.open(file, "wt", encoding="utf-8") as out:
        head = {"cornerstone": PORTABLE_FORMAT, "migrations": _applied()}
        out.write(json.dumps(head) + "\n")
        rows = 0
        for model in _portable_models():
            fields = [
                field.name
                for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
                if field.name not in NOT_PORTABLE
            ]
            found = model._base_manager.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE)
            for row in found:
                (line,) = serializers.serialize("python", [row], fields=fields)
                out.write(json.dumps(line, default=_in_full) + "\n")
                rows += 1
        out.write(json.dumps({"rows": rows}) + "\n")


def _in_full(value: Any) -> str:
    """Moments to the microsecond: Django's own JSON cuts them to the millisecond."""
    return value.isoformat() if isinstance(value, date) else str(value)


@contextmanager
def _snapshot() -> Iterator[None]:
    """A transaction that sees the database as it is at one moment."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _portable_lines(file: Path) -> Iterator[dict[str, Any]]:
    """The head, then the rows; the last line's count has been compared when the iteration ends."""
    rows = -1
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for rows, text in enumerate(lines, start=-1):
                line = json.loads(text)
                if rows < 0 and line.get("cornerstone") != PORTABLE_FORMAT:
                    raise BackupError(_("%(file)s is no backup of Cornerstone.") % {"file": file})
                yield line
                if line.get("rows") == rows:
                    return
    except (OSError, EOFError, ValueError, AttributeError) as error:
        raise BackupError(_("%(file)s is damaged: %(found)s") % {"file": file, "found": error}) from error
    raise BackupError(_("%(file)s is not whole.") % {"file": file})


def _read_portable(file: Path) -> None:
    lines = _portable_lines(file)
    call_command("migrate", interactive=False, verbosity=0)
    if next(lines).get("migrations") != _applied():
        raise BackupError(_("This backup comes from another release: put it back with that one, and upgrade then."))
    models = _portable_models()
    with transaction.atomic():
        for model in [apps.get_model("admin.logentry"), *reversed(models)]:
            model._base_manager.all()._raw_delete(connection.alias)
        for rows in _batches(lines):
            type(rows[0])._base_manager.bulk_create(rows)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)


def _batches(lines: Iterable[dict[str, Any]]) -> Iterator[list[Model]]:
    """Rows of one model each, as they come."""
    batch: list[Model] = []
    for line in lines:
        if "model" not in line:
            continue
        (found,) = serializers.deserialize("python", [line])
        row = found.object
        if batch and (type(row) is not type(batch[0]) or len(batch) == ROWS_AT_ONCE):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


# --- Every day --------------------------------------------------------------------------------------------------------


def folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def named(day: date) -> Path:
    return folder() / f"cornerstone-{day.isoformat()}.sqlite3"


def kept(days: Iterable[date]) -> set[date]:
    """Which of the daily copies stay: the latest ones, and of those before the latest of each of the last weeks."""
    latest_first = sorted(days, reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    for day in latest_first[DAILY:]:
        weeks.setdefault(day.isocalendar()[:2], day)
    return {*latest_first[:DAILY], *list(weeks.values())[:WEEKLY]}


def make_daily(today: date | None = None) -> Path | None:
    """Copy the database unless that was done today, and let go of those that are too old. None if it was done.

    One process does it, whoever comes first. Raises BackupError.
    """
    target = named(today or timezone.localdate())
    if target.exists():
        return None
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (target.parent / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if target.exists():
                return None
            with _draft(target) as draft:
                copy_sqlite(embedded(), draft)
                check_sqlite(draft)
            _let_go()
    except BlockingIOError:
        return None  # somebody is at it
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror or error}") from error
    return target


def _let_go() -> None:
    dated = {}
    for file in folder().glob("cornerstone-????-??-??.sqlite3"):
        try:
            dated[datetime.strptime(file.stem.removeprefix("cornerstone-"), "%Y-%m-%d").date()] = file  # noqa: DTZ007
        except ValueError:
            continue  # somebody's own
    for day in dated.keys() - kept(dated):
        dated[day].unlink(missing_ok=True)


class Daily:
    """After a request, once a day, off the way of whoever asked. On a day on which nobody comes nothing changes."""

    def __init__(self, then: Callable[[], object] | None = None) -> None:
        self.then = then  # what else is due once a day, after the copy
        self.next_look = 0.0
        self.lock = threading.Lock()

    def __call__(self, **_signal: Any) -> None:
        if time.monotonic() < self.next_look or not self.lock.acquire(blocking=False):
            return
        self.next_look = time.monotonic() + AGAIN_AFTER
        if named(timezone.localdate()).exists():
            self.lock.release()
        else:
            threading.Thread(target=self.run, name="daily-backup", daemon=True).start()

    def run(self) -> None:
        try:
            if make_daily() and self.then:
                self.then()
        except BackupError:
            logger.exception("The daily backup failed; it is tried again within the hour")
        finally:
            self.lock.release()
