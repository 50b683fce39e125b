"""Back up the whole database while the site runs, and restore it.

SQLite and PostgreSQL are backed up by their own means; a restored backup is migrated to this release. A portable backup
needs no program and goes into either database, but only the release that made it can restore it.
"""

from pathlib import Path
from types import ModuleType

from django.apps import apps
from django.db import connection
from django.utils.translation import gettext as _

from campaign.ops.backups import automatic, portable, postgresql, sqlite
from campaign.ops.backups.files import BackupError, Copied, draft, not_ours, stamped
from campaign.ops.serving import is_served

__all__ = [
    "BackupError",
    "Copied",
    "automatic",
    "check",
    "ending",
    "make",
    "refuse_while_served",
    "restore",
    "stamped",
    "stored",
]

ENDINGS = {"sqlite": "sqlite3", "postgresql": "pgdump"}
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def ending(*, as_portable: bool = False) -> str:
    """Return how the name of a backup of this site's database ends."""
    return "jsonl.gz" if as_portable else ENDINGS[connection.vendor]


def make(target: Path, *, as_portable: bool = False) -> Copied:
    """Back up the database to a file, and read the file back. Raises BackupError, and then leaves no file."""
    with draft(target) as aside:
        if as_portable:
            portable.copy(aside)
        elif connection.vendor == "sqlite":
            sqlite.copy(sqlite.embedded(), aside)
        else:
            postgresql.copy(aside)
        copied = check(aside)
    if _kind_of(target) is postgresql:
        postgresql.seal(target)
    return copied


def check(file: Path) -> Copied:
    """Read a whole backup and compare it with its checksum. Raises BackupError."""
    copied: Copied = _kind_of(file).check(file)
    return copied


def restore(file: Path) -> Copied:
    """Replace the database with a backup, then migrate. Raises BackupError, and then has changed nothing."""
    check(file)
    kind = _kind_of(file)
    vendor = {sqlite: "sqlite", postgresql: "postgresql"}.get(kind, connection.vendor)
    if vendor != connection.vendor:
        message = _("This is a backup of %(name)s, and this site uses another database: restore a portable backup.")
        raise BackupError(message % {"name": NAMES[vendor]})
    refuse_while_served()
    kind.restore(file)
    return stored()


def refuse_while_served() -> None:
    """Raise BackupError while other processes use the database."""
    if connection.vendor == "sqlite" and is_served():
        raise BackupError(_("The site is running: stop it first, so that nobody writes to the database meanwhile."))
    if connection.vendor == "postgresql" and (others := postgresql.other_connections()):
        message = _("The database has %(others)s other connections: stop the site and the backup service first.")
        raise BackupError(message % {"others": others})


def stored() -> Copied:
    """Count what the database holds, the bin included."""
    campaigns, games = (apps.get_model("campaign", name)._base_manager.count() for name in ("Campaign", "Game"))
    return Copied(campaigns, games)


def _kind_of(file: Path) -> ModuleType:
    """Return the module for a backup's kind, told by its first bytes. Raises BackupError."""
    try:
        with file.open("rb") as opened:
            head = opened.read(max(len(kind.HEAD) for kind in (sqlite, postgresql, portable)))
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}") from error
    for kind in (sqlite, postgresql, portable):
        if head.startswith(kind.HEAD):
            return kind
    raise not_ours(file)
