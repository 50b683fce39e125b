"""Back up PostgreSQL with pg_dump, and restore it with pg_restore. A file beside the backup holds its checksum."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.utils.translation import gettext as _

from campaign.ops.backups.files import BackupError, Copied, altered, draft, not_ours
from campaign.ops.data_dir import MIGRATION_BEFORE_1_0, before_1_0

HEAD = b"PGDMP"


def copy(target: Path) -> None:
    _run_on_database("pg_dump", "--format=custom", "--no-owner", f"--file={target}")


def seal(file: Path) -> None:
    """Write the checksum of a backup beside it. Raises BackupError."""
    with draft(seal_file(file)) as aside:
        aside.write_text(f"{_digest(file)}  {file.name}\n", encoding="utf-8")


def seal_file(file: Path) -> Path:
    return file.with_name(f"{file.name}.sha256")


def seal_of(file: Path) -> str | None:
    """Return the checksum in a backup's .sha256 file; None if there is no such file. Raises BackupError."""
    try:
        return seal_file(file).read_text(encoding="utf-8").partition(" ")[0]
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise altered(file) from error


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def check(file: Path) -> Copied:
    """Check a backup, and return the number of its campaigns and games. Raises BackupError."""
    expected = seal_of(file)
    if expected is not None and expected != _digest(file):
        raise altered(file)
    _run("pg_restore", "--list", str(file))
    counts = []
    for name in ("campaign", "game"):
        data = _run("pg_restore", "--data-only", f"--table=campaign_{name}", "--file=-", str(file))
        _head, found, rows = data.partition(" FROM stdin;\n")
        if not found:
            raise not_ours(file)
        counts.append(rows.partition("\\.\n")[0].count("\n"))
    return Copied(*counts)


def restore(file: Path) -> None:
    """Replace the database with a backup in one transaction, then migrate it. Raises BackupError."""
    if MIGRATION_BEFORE_1_0 in _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file)):
        raise BackupError(before_1_0())
    connection.close()
    _run_on_database(
        "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error", str(file)
    )
    call_command("migrate", interactive=False, verbosity=0, no_backup=True)


def other_connections() -> int:
    """Count the connections of other processes to this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def _run(program: str, *arguments: str, password: str = "") -> str:
    path = shutil.which(program)
    if path is None:
        message = _("%(program)s is not installed: it comes with PostgreSQL's client programs (postgresql-client).")
        raise BackupError(message % {"program": program})
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        raise BackupError(_("%(program)s says: %(words)s") % {"program": program, "words": done.stderr.strip()})
    return done.stdout


def _run_on_database(program: str, *arguments: str) -> str:
    """Run a PostgreSQL program on the site's database. The password does not appear in the list of processes."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - only where PostgreSQL is used

    given = connection.settings_dict
    words = {"dbname": given["NAME"], "user": given["USER"], "host": given["HOST"], "port": given["PORT"]}
    words |= {name: value for name, value in given["OPTIONS"].items() if isinstance(value, str)}
    conninfo = make_conninfo(**{name: value for name, value in words.items() if value})
    return _run(program, *arguments, f"--dbname={conninfo}", password=given["PASSWORD"])
