"""Backups of PostgreSQL, made by its own programs."""

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext as _

from campaign.ops.backups.files import BackupError, Copied

POSTGRESQL_HEAD = b"PGDMP"


def run(program: str, *arguments: str, password: str = "") -> str:
    path = shutil.which(program)
    if path is None:
        message = _(
            "%(program)s is not installed: it comes with PostgreSQL's client programs (postgresql-client). "
            "Without it, a portable backup is the way: manage.py backup --portable"
        )
        raise BackupError(message % {"program": program})
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        raise BackupError(_("%(program)s says: %(words)s") % {"program": program, "words": done.stderr.strip()})
    return done.stdout


def run_postgresql(program: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs on our database; the password is in no list of processes."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - only where PostgreSQL is used

    given = connection.settings_dict
    words = {"dbname": given["NAME"], "user": given["USER"], "host": given["HOST"], "port": given["PORT"]}
    words |= {name: value for name, value in given["OPTIONS"].items() if isinstance(value, str)}
    conninfo = make_conninfo(**{name: value for name, value in words.items() if value})
    return run(program, *arguments, f"--dbname={conninfo}", password=given["PASSWORD"])


def count_postgresql(file: Path) -> Copied:
    """The rows that the copy really holds."""
    counts = []
    for name in ("campaign", "game"):
        data = run("pg_restore", "--data-only", f"--table=campaign_{name}", "--file=-", str(file))
        _head, found, rows = data.partition(" FROM stdin;\n")
        if not found:
            raise BackupError(_("%(file)s is no backup of Cornerstone.") % {"file": file})
        counts.append(rows.partition("\\.\n")[0].count("\n"))
    return Copied(*counts)
