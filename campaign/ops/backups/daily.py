"""The copy of every day, and how long copies are kept."""

import fcntl
import logging
import threading
import time
from collections.abc import Callable, Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from campaign.ops.backups.files import BackupError, draft
from campaign.ops.backups.sqlite import check_sqlite, copy_sqlite, embedded

logger = logging.getLogger(__name__)

DAILY, WEEKLY = 7, 4  # so many are kept of the automatic ones
AGAIN_AFTER = 60 * 60  # seconds, where one has failed, or was made


def folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def named(day: date) -> Path:
    return folder() / f"cornerstone-{day.isoformat()}.sqlite3"


def kept(days: Iterable[date]) -> set[date]:
    """Which of the daily copies stay: the latest ones, and of those before the latest of each of the last weeks."""
    latest_first = sorted(days, reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    for day in latest_first[DAILY:]:
        weeks.setdefault(day.isocalendar()[:2], day)
    return {*latest_first[:DAILY], *list(weeks.values())[:WEEKLY]}


def make_daily(today: date | None = None) -> Path | None:
    """Copy the database unless that was done today, and let go of those that are too old. None if it was done.

    One process does it, whoever comes first. Raises BackupError.
    """
    target = named(today or timezone.localdate())
    if target.exists():
        return None
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (target.parent / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if target.exists():
                return None
            with draft(target) as aside:
                copy_sqlite(embedded(), aside)
                check_sqlite(aside)
            _let_go()
    except BlockingIOError:
        return None  # somebody is at it
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror or error}") from error
    return target


def _let_go() -> None:
    dated = {}
    for file in folder().glob("cornerstone-????-??-??.sqlite3"):
        try:
            dated[datetime.strptime(file.stem.removeprefix("cornerstone-"), "%Y-%m-%d").date()] = file  # noqa: DTZ007
        except ValueError:
            continue  # somebody's own
    for day in dated.keys() - kept(dated):
        dated[day].unlink(missing_ok=True)


class Daily:
    """After a request, once a day, off the way of whoever asked. On a day on which nobody comes nothing changes."""

    def __init__(self, then: Callable[[], object] | None = None) -> None:
        self.then = then  # what else is due once a day, after the copy
        self.next_look = 0.0
        self.lock = threading.Lock()

    def __call__(self, **_signal: Any) -> None:
        if time.monotonic() < self.next_look or not self.lock.acquire(blocking=False):
            return
        self.next_look = time.monotonic() + AGAIN_AFTER
        if named(timezone.localdate()).exists():
            self.lock.release()
        else:
            threading.Thread(target=self.run, name="daily-backup", daemon=True).start()

    def run(self) -> None:
        try:
            if make_daily() and self.then:
                self.then()
        except BackupError:
            logger.exception("The daily backup failed; it is tried again within the hour")
        finally:
            self.lock.release()
