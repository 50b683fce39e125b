"""Find out whether any process serves the site: each serving process holds a shared lock in the data folder.

`manage.py serve` also holds a lock of its own, so that it runs only once for a folder.
"""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

LAST_MOMENTS = 3.0  # seconds that the processes of a killed server may take to end

held: list[IO[str]] = []  # the files stay open, because a lock ends when its file is closed


def lock_file() -> Path:
    return Path(settings.DATA_DIR) / ".serving"


def hold() -> None:
    """Hold a shared lock on the data folder until this process ends. Hold none if the folder is read-only."""
    with suppress(OSError):
        held.append(lock_file().open("a", encoding="utf-8"))
        fcntl.flock(held[-1], fcntl.LOCK_SH | fcntl.LOCK_NB)


def claim() -> None:
    """Let only this process serve the database of the data folder. Raises CommandError, which names another one.

    The lock outlives an `exec`, and ends when this process and its server have ended.
    """
    path = lock_file().with_name(".once-demo" if settings.DEMO else ".once")
    file = path.open("a+", encoding="ascii")
    held.append(file)
    until = time.monotonic() + LAST_MOMENTS
    while not _has_locked(file):
        if time.monotonic() > until:
            file.seek(0)
            message = _("Process %(process)s already serves the site from %(folder)s. Stop it first: kill %(process)s")
            raise CommandError(message % {"process": file.read(), "folder": settings.DATA_DIR})
        time.sleep(0.1)
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    os.set_inheritable(file.fileno(), True)  # noqa: FBT003


def _has_locked(file: IO[str]) -> bool:
    """Lock a file, and return True unless another process has locked it. Some disks have no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def is_served() -> bool:
    """Tell whether any process serves the site from this data folder. Return False for a read-only folder."""
    try:
        with lock_file().open("a", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
