"""Back up the SQLite database after play, and delete old automatic backups.

All other backups, such as backups made by hand, have other names. They are never deleted.
"""

import fcntl
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from campaign.ops.backups import postgresql, sqlite
from campaign.ops.backups.files import BackupError, draft, folder, stamped

PREFIX = "cornerstone-"
# Keep one backup a day for DAYS days, and one a week for WEEKS earlier weeks. Skip days and weeks without backups.
DAYS, WEEKS = 7, 4
QUIET = 30 * 60  # at least this many seconds without a change are a pause
# The seconds between two backups: always at least SHORTEST, and during play at most LONGEST.
SHORTEST, LONGEST = 60 * 60, 24 * 60 * 60
FORMS = ("%Y-%m-%d-%H%M%S", "%Y-%m-%d")  # formats of the time in a file name; older releases used the second one


def is_due(now: float | None = None) -> bool:
    """Tell whether there are changes to back up, and play has paused or the latest backup is too old."""
    now = now or time.time()
    changed, latest = min(last_change(), now), latest_backup(now)
    since = now - latest
    return changed > latest and since >= SHORTEST and (now - changed >= QUIET or since >= LONGEST)


def last_change() -> float:
    """Return the time of the last write to the SQLite database, in seconds since 1970; 0 if there is no database."""
    database = sqlite.embedded()
    return max(_modified(database), _modified(database.with_name(f"{database.name}-wal")))


def latest_backup(now: float) -> float:
    """Return the time of the latest backup that is not after `now`, in seconds since 1970; 0 without a backup."""
    return max((made for made in map(_modified, dated().values()) if made <= now), default=0)


def _modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0


def back_up() -> Path | None:
    """Back up the SQLite database, and delete old backups. Raises BackupError.

    Return None if another process is backing up, or if the latest automatic backup already holds the same rows.
    """
    target = stamped(PREFIX, "sqlite3")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (target.parent / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            redate()
            latest = max(dated().items(), default=None)
            if latest and sqlite.seal_of(latest[1]) == sqlite.content(sqlite.embedded()):
                latest[1].touch()
                return None
            with draft(target) as aside:
                sqlite.copy(sqlite.embedded(), aside)
                sqlite.check(aside)
            sweep()
    except BlockingIOError:
        return None
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror or error}") from error
    return target


def back_up_if_changed() -> Path | None:
    """Back up the database if it has changed since the latest automatic backup. Raises BackupError."""
    return back_up() if last_change() > latest_backup(time.time()) else None


def redate() -> None:
    """If files are dated in the future, shift their times back to now. Otherwise they would delay the next backup."""
    times = {file: max(moment.timestamp(), _modified(file)) for moment, file in dated().items()}
    ahead = max(times.values(), default=0) - time.time()
    for file, made in times.items():
        if made > time.time():
            os.utime(file, (made - ahead, made - ahead))


def dated() -> dict[datetime, Path]:
    """Map times to automatic backups. A time is the earlier of the time in the file's name and the file's mtime."""
    found = {}
    for file in folder().glob(f"{PREFIX}*"):
        name, _dot, ending = file.name.removeprefix(PREFIX).partition(".")
        for form in FORMS if ending in ("sqlite3", "pgdump") else ():
            with suppress(ValueError):
                named = datetime.strptime(name, form)  # noqa: DTZ007 - names hold local time
                found[min(named, datetime.fromtimestamp(_modified(file)))] = file  # noqa: DTZ006 - local time, too
    return found


def kept(moments: Iterable[datetime]) -> set[datetime]:
    """Return the times of the backups to keep: all of the latest day, and one for each day and week (see DAYS)."""
    latest_first = sorted(moments, reverse=True)
    days: dict[object, datetime] = {}
    for moment in latest_first:
        days.setdefault(moment.date(), moment)
    ends = list(days.values())
    weeks: dict[object, datetime] = {}
    for moment in ends[DAYS:]:
        weeks.setdefault(moment.isocalendar()[:2], moment)
    latest_day = [moment for moment in latest_first if moment.date() == latest_first[0].date()]
    return {*latest_day, *ends[:DAYS], *list(weeks.values())[:WEEKS]}


def sweep() -> None:
    """Delete the automatic backups that `kept` does not choose."""
    redate()
    files = dated()
    for moment in files.keys() - kept(files):
        files[moment].unlink(missing_ok=True)
        postgresql.seal_file(files[moment]).unlink(missing_ok=True)
