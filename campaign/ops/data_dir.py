"""The data folder, in which an installation stores all its files, and whether this release can use its data."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.cache.backends.filebased import FileBasedCache
from django.core.management.base import CommandError
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from campaign.web.release import LAST_BEFORE_1_0

# Every database from before 1.0 has applied this migration, and no later release has it.
MIGRATION_BEFORE_1_0 = "0002_campaigns_and_games"


def make_data_dir() -> None:
    """Make DATA_DIR if it is missing. Raises CommandError if that fails."""
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = _("The data folder cannot be created: %(folder)s (%(reason)s). Choose another one with DATA_DIR.")
        raise CommandError(message % {"folder": settings.DATA_DIR, "reason": error.strerror}) from error


@contextmanager
def faults_as_sentences() -> Iterator[None]:
    """Raise CommandError with a sentence for a fault of the disk or of the database inside the block."""
    try:
        yield
    except OSError as error:
        message = _("The data folder %(folder)s cannot be used (%(reason)s). Choose another one with DATA_DIR.")
        reason = f"{error.strerror}: {error.filename}" if error.filename else error.strerror
        raise CommandError(message % {"folder": settings.DATA_DIR, "reason": reason}) from error
    except Error as error:
        message = _("The database cannot be used (%(reason)s).")
        if connection.vendor == "sqlite":
            message = _(
                "The database in %(folder)s cannot be used (%(reason)s). It needs a disk of this machine, not a "
                "network share, and a folder and files of the account that runs the site."
            )
        raise CommandError(message % {"folder": settings.DATA_DIR, "reason": " ".join(str(error).split())}) from error


class FileCache(FileBasedCache):
    """Django's cache in files. It makes its folder in the data folder as soon as Django checks the settings."""

    def __init__(self, folder: str, params: dict[str, Any]) -> None:
        make_data_dir()
        with faults_as_sentences():
            super().__init__(folder, params)


def refuse_data_of_another_release() -> None:
    """Raise CommandError if the database is from before 1.0, or from a newer release than this one."""
    applied = MigrationRecorder(connection).applied_migrations()
    if ("campaign", MIGRATION_BEFORE_1_0) in applied:
        raise CommandError(before_1_0())
    if is_newer(applied):
        raise CommandError(_("This database comes from a newer Cornerstone: update this one first."))


def is_newer(applied: Collection[tuple[str, str]]) -> bool:
    """Tell whether this release lacks one of the applied migrations, each an app and a name."""
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _name in known}
    return any(migration not in known for migration in applied if migration[0] in ours)


def before_1_0() -> str:
    return _(
        "This data is from before Cornerstone 1.0, which cannot open it. To bring a campaign over: check out commit "
        "%(commit)s, start it with this data, and export the campaign on its settings page. Then start Cornerstone 1.0 "
        "with an empty data folder (DATA_DIR) or database, and import the file at /campaigns/import/."
    ) % {"commit": LAST_BEFORE_1_0}
