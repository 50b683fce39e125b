"""Do what the site owes without being asked: sweep once a day, and back up the embedded database after play."""

import atexit
import logging
import os
import threading
import time
from typing import Any

from django.conf import settings
from django.core.signals import request_finished
from django.db import DatabaseError, connection

from campaign.ops import serving
from campaign.ops.backups import BackupError, automatic
from campaign.ops.cleanup import sweep

logger = logging.getLogger(__name__)

LOOK_EVERY = 60  # seconds
SWEEP_EVERY = 24 * 60 * 60
AFTER_FAILURE = 60 * 60


def begin_with_first_request() -> None:
    """Start the chores of this process when its first request is answered. For wsgi.py."""
    serving.hold()
    request_finished.connect(_start, weak=False, dispatch_uid="chores")


def _start(**_signal: Any) -> None:
    if not request_finished.disconnect(dispatch_uid="chores"):
        return  # another thread of this process was first
    threading.Thread(target=Chores().run, name=f"chores-{os.getpid()}", daemon=True).start()
    atexit.register(back_up_at_exit)


class Chores:
    """The moments at which this process has to sweep and to look for a change next."""

    def __init__(self) -> None:
        self.next_sweep = self.next_backup = time.monotonic()

    def run(self) -> None:
        while True:
            self.do()
            time.sleep(LOOK_EVERY)

    def do(self) -> None:
        """Do what is due. A failure is logged, and tried again after AFTER_FAILURE."""
        now = time.monotonic()
        if now >= self.next_sweep:
            self.next_sweep = now + SWEEP_EVERY
            try:
                sweep()
            except DatabaseError:
                self.next_sweep = now + AFTER_FAILURE
                logger.exception("Deleting what has expired failed; it is tried again in an hour")
            finally:
                connection.close()
        if now >= self.next_backup and backs_up():
            try:
                if automatic.is_due():
                    automatic.back_up()
            except BackupError:
                self.next_backup = now + AFTER_FAILURE
                logger.exception("The automatic backup failed; it is tried again in an hour")


def backs_up() -> bool:
    return bool(settings.BACKUPS) and connection.vendor == "sqlite"


def back_up_at_exit() -> None:
    """Back up the evening where the site is stopped before the evening counts as over."""
    if not backs_up():
        return
    try:
        automatic.back_up_if_changed()
    except BackupError:
        logger.exception("The backup at the end failed")
