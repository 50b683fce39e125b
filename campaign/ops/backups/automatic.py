"""Back up the embedded database after play, and delete the automatic backups that have grown too old.

Only files named cornerstone-MOMENT are deleted. Those made by hand, before an upgrade or before a restore have other
names, and stay.
"""

import fcntl
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from campaign.ops.backups import postgresql, sqlite
from campaign.ops.backups.files import BackupError, draft, folder, stamped

PREFIX = "cornerstone-"
DAYS, WEEKS = 7, 4  # one backup is kept of each of the last days with one, and of each of the weeks before
QUIET = 30 * 60  # seconds without a change after which an evening is over
SHORTEST, LONGEST = 60 * 60, 24 * 60 * 60  # seconds between two backups, however quiet or busy it is
FORMS = ("%Y-%m-%d-%H%M%S", "%Y-%m-%d")  # of a name's moment; the second is that of older releases


def is_due(now: float | None = None) -> bool:
    """Say whether play has ended since the latest automatic backup, or has gone on for a day."""
    now = now or time.time()
    changed, latest = last_change(), latest_backup()
    since = now - latest
    return changed > latest and since >= SHORTEST and (now - changed >= QUIET or since >= LONGEST)


def last_change() -> float:
    """Return when the embedded database was last written to, in seconds since 1970; 0 where there is none."""
    database = sqlite.embedded()
    return max(_modified(database), _modified(database.with_name(f"{database.name}-wal")))


def latest_backup() -> float:
    """Return when the latest automatic backup was made, or found to be up to date; 0 without one."""
    return max(map(_modified, dated().values()), default=0)


def _modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0


def back_up() -> Path | None:
    """Back up the embedded database, and delete what is too old. One process at a time does it.

    Returns None where another process is at it, or where the latest automatic backup holds the same rows already.
    Raises BackupError.
    """
    target = stamped(PREFIX, "sqlite3")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (target.parent / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
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
    """Back up what has changed since the latest automatic backup. Raises BackupError."""
    return back_up() if last_change() > latest_backup() else None


def dated() -> dict[datetime, Path]:
    """Map the moments of the automatic backups to their files."""
    found = {}
    for file in folder().glob(f"{PREFIX}*"):
        name, _dot, ending = file.name.removeprefix(PREFIX).partition(".")
        for form in FORMS if ending in ("sqlite3", "pgdump") else ():
            with suppress(ValueError):
                found[datetime.strptime(name, form)] = file  # noqa: DTZ007 - as the clock on the wall said
    return found


def kept(moments: Iterable[datetime]) -> set[datetime]:
    """Choose which automatic backups stay: all of the latest day, one a day of DAYS, one a week of WEEKS."""
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
    files = dated()
    for moment in files.keys() - kept(files):
        files[moment].unlink(missing_ok=True)
        postgresql.seal_file(files[moment]).unlink(missing_ok=True)
