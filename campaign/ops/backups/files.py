"""Write a backup to a temporary file, and move it into place when it is complete."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _


class BackupError(Exception):
    """The backup or restore failed; nothing was changed. `str(error)` gives the reason and the remedy."""


class Copied(NamedTuple):
    """The numbers of campaigns and games in a backup or in the database, including those in the bin."""

    campaigns: int
    games: int


def folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def stamped(prefix: str, ending: str) -> Path:
    """Return an unused path in the backup folder, with the present date and time in its name."""
    moment = timezone.localtime()
    while (path := folder() / f"{prefix}{moment:%Y-%m-%d-%H%M%S}.{ending}").exists():
        moment += timedelta(seconds=1)
    return path


@contextmanager
def draft(target: Path) -> Iterator[Path]:
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


def not_ours(file: Path) -> BackupError:
    return BackupError(_("%(file)s is not a backup of Cornerstone.") % {"file": file})


def damaged(file: Path, found: object) -> BackupError:
    return BackupError(_("%(file)s is damaged: %(found)s") % {"file": file, "found": found})


def altered(file: Path) -> BackupError:
    message = _("%(file)s was changed after it was made: its content does not match its checksum.")
    return BackupError(message % {"file": file})
