"""Tell whether the site is being served from its folder: each process that serves it holds a shared lock."""

import fcntl
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings

held: list[IO[str]] = []  # kept open: a lock lasts as long as its file


def lock_file() -> Path:
    return Path(settings.DATA_DIR) / ".serving"


def hold() -> None:
    """Lock until this process ends. A folder that cannot be written to has no lock, and no database either."""
    with suppress(OSError):
        held.append(lock_file().open("a"))
        fcntl.flock(held[-1], fcntl.LOCK_SH | fcntl.LOCK_NB)


def is_served() -> bool:
    """Say whether any process serves the site from this folder."""
    try:
        with lock_file().open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
