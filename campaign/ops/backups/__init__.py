"""Copies of the whole database: made while the site runs, checked before they count, and put back.

SQLite is copied by its own backup interface, PostgreSQL by its own pg_dump. A third kind, portable, is lines of JSON:
it needs no program, goes into either database, and so is the way from one to the other; it is slower, and only the
release that wrote it reads it, while the other two are brought up to date as they are put back.
"""

from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.utils.translation import gettext as _

from campaign.ops.backups.daily import Daily, folder, kept, make_daily
from campaign.ops.backups.files import BackupError, Copied, draft
from campaign.ops.backups.portable import PORTABLE_HEAD, portable_lines, read_portable, write_portable
from campaign.ops.backups.postgresql import POSTGRESQL_HEAD, count_postgresql, run, run_postgresql
from campaign.ops.backups.sqlite import (
    SQLITE_HEAD,
    check_sqlite,
    copy_pages,
    copy_sqlite,
    embedded,
    migrations_of_sqlite,
    refuse_newer,
)

__all__ = [
    "BackupError",
    "Copied",
    "Daily",
    "check",
    "check_sqlite",
    "copy_sqlite",
    "embedded",
    "folder",
    "kept",
    "make",
    "make_daily",
    "restore",
    "stored",
]


def make(target: Path, *, portable: bool = False) -> Copied:
    """Copy the database to a file, and read it back. Raises BackupError, and then leaves no file."""
    with draft(target) as aside:
        if portable:
            write_portable(aside)
        elif connection.vendor == "sqlite":
            copy_sqlite(embedded(), aside)
        else:
            run_postgresql("pg_dump", "--format=custom", "--no-owner", f"--file={aside}")
        return check(aside)


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
        run("pg_restore", "--list", str(file))
        return count_postgresql(file)
    if head.startswith(PORTABLE_HEAD):
        counts = {"campaign.campaign": 0, "campaign.game": 0}
        for line in portable_lines(file):
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
        refuse_newer(migrations_of_sqlite(file))
        connection.close()
        copy_pages(file, embedded())
    elif head.startswith(POSTGRESQL_HEAD):
        _require_vendor("postgresql", "PostgreSQL")
        connection.close()
        run_postgresql(
            "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error", str(file)
        )
    else:
        read_portable(file)
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
