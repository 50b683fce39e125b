"""The file of a backup: written aside, and in its place when it is whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple


class BackupError(Exception):
    """No copy, or nothing put back; `str(error)` says why and what to do. What was there is there."""


class Copied(NamedTuple):
    """What a copy holds, as it was read back."""

    campaigns: int
    games: int


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """A file beside `target` that takes its place when it is whole and on the disk."""
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
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
