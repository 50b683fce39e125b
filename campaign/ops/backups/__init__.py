"""Back up the whole database while the site runs, and restore it."""

from pathlib import Path
from types import ModuleType

from django.apps import apps
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.ops.backups import automatic, postgresql, sqlite
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
SERVED = gettext_lazy("The site is running: stop it first, so that nobody writes to the database meanwhile.")
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def ending() -> str:
    """Return the ending of a backup's file name, "sqlite3" or "pgdump", for this site's database."""
    return ENDINGS[connection.vendor]


def make(target: Path) -> Copied:
    """Back up the database to a file, and check the file. If either step fails, raise BackupError and leave no file."""
    with draft(target) as aside:
        if connection.vendor == "sqlite":
            sqlite.copy(sqlite.embedded(), aside)
        else:
            postgresql.copy(aside)
        copied = check(aside)
    if _kind_of(target) is postgresql:
        postgresql.seal(target)
    return copied


def check(file: Path) -> Copied:
    """Check a backup, and return the number of its campaigns and games. Raises BackupError."""
    copied: Copied = _kind_of(file).check(file)
    return copied


def restore(file: Path) -> Copied:
    """Replace the database with a backup, then migrate it. On failure, change nothing and raise BackupError."""
    check(file)
    kind = _kind_of(file)
    vendor = "sqlite" if kind is sqlite else "postgresql"
    if vendor != connection.vendor:
        message = _("This is a backup of %(name)s, and this site uses another database.")
        raise BackupError(message % {"name": NAMES[vendor]})
    refuse_while_served()
    kind.restore(file)
    return stored()


def refuse_while_served() -> None:
    """Raise BackupError if other processes are using the database."""
    if connection.vendor == "sqlite" and is_served():
        raise BackupError(SERVED)
    if connection.vendor == "postgresql" and (others := postgresql.other_connections()):
        message = _("The database has %(others)s other connections: stop the site and the backup service first.")
        raise BackupError(message % {"others": others})


def stored() -> Copied:
    """Count the campaigns and games in the database, including those in the bin."""
    campaigns, games = (apps.get_model("campaign", name)._base_manager.count() for name in ("Campaign", "Game"))
    return Copied(campaigns, games)


def _kind_of(file: Path) -> ModuleType:
    """Read the first bytes of a backup, and return the module for this kind of file. Raises BackupError."""
    try:
        with file.open("rb") as opened:
            head = opened.read(max(len(kind.HEAD) for kind in (sqlite, postgresql)))
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}") from error
    for kind in (sqlite, postgresql):
        if head.startswith(kind.HEAD):
            return kind
    raise not_ours(file)
