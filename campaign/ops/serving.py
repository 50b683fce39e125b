"""Find out whether any process serves the site: each serving process holds a shared lock in the data folder."""

import fcntl
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings

held: list[IO[str]] = []  # the files stay open, because a lock ends when its file is closed


def lock_file() -> Path:
    return Path(settings.DATA_DIR) / ".serving"


def hold() -> None:
    """Hold a shared lock on the data folder until this process ends. Hold none if the folder is read-only."""
    with suppress(OSError):
        held.append(lock_file().open("a"))
        fcntl.flock(held[-1], fcntl.LOCK_SH | fcntl.LOCK_NB)


def is_served() -> bool:
    """Tell whether any process serves the site from this data folder. Return False for a read-only folder."""
    try:
        with lock_file().open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
