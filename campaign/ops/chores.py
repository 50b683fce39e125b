"""Run the site's background chores: delete expired data once a day, and back up the SQLite database after play."""

import atexit
import logging
import os
import threading
import time
from typing import Any

from django.conf import settings
from django.core.signals import request_finished
from django.db import DatabaseError, connection

from campaign.ops import backups, serving
from campaign.ops.cleanup import sweep

logger = logging.getLogger(__name__)

LOOK_EVERY = 60  # seconds between two checks for chores that are due
SWEEP_EVERY = 24 * 60 * 60
AFTER_FAILURE = 60 * 60
ALSO_ASLEEP = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # a clock that does not stop while a laptop sleeps
JUMP = 60 * 60  # seconds; if the clock is set forward or back by more than JUMP, nothing expires until the next day


def begin_with_first_request() -> None:
    """Start the chores of this process after its first response, and lock the data folder."""
    serving.hold()
    request_finished.connect(_start, weak=False, dispatch_uid="chores")


def _start(**_signal: Any) -> None:
    if not request_finished.disconnect(dispatch_uid="chores"):
        return  # another thread of this process has already started the chores
    threading.Thread(target=Chores().run, name=f"chores-{os.getpid()}", daemon=True).start()
    atexit.register(back_up_at_exit)


class Chores:
    """The chores of a process, and the times of the next cleanup and backup."""

    def __init__(self) -> None:
        self.next_sweep = self.next_backup = time.monotonic()
        self.zero = self._zero()

    def _zero(self) -> float:
        """Return the machine's start time in seconds since 1970. It changes only if somebody sets the clock."""
        return time.time() - time.clock_gettime(ALSO_ASLEEP)

    def _has_jumped(self) -> bool:
        """Tell whether somebody has set the machine's clock by more than JUMP since the last call."""
        before, self.zero = self.zero, self._zero()
        return abs(self.zero - before) > JUMP

    def run(self) -> None:
        while True:
            self.do()
            time.sleep(LOOK_EVERY)

    def do(self) -> None:
        """Run the chores that are due. Log a failure, and try again after AFTER_FAILURE."""
        now = time.monotonic()
        if now >= self.next_sweep:
            self.next_sweep = now + SWEEP_EVERY
            try:
                if self._has_jumped():
                    logger.error("The clock was set by more than an hour: nothing expires by it for a day")
                else:
                    sweep()
            except DatabaseError:
                self.next_sweep = now + AFTER_FAILURE
                logger.exception("Deleting what has expired failed; it is tried again in an hour")
            finally:
                connection.close()
        if now >= self.next_backup and backs_up():
            try:
                if backups.is_due():
                    backups.back_up()
            except backups.BackupError:
                self.next_backup = now + AFTER_FAILURE
                logger.exception("The automatic backup failed; it is tried again in an hour")


def backs_up() -> bool:
    return bool(settings.BACKUPS) and connection.vendor == "sqlite"


def back_up_at_exit() -> None:
    """Back up the latest changes when the site stops."""
    if not backs_up():
        return
    try:
        backups.back_up_if_changed()
    except backups.BackupError:
        logger.exception("The backup at the end failed")
