"""Test that migrations can be killed several times on both databases, and that the next run completes them."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest
from django.db.migrations.recorder import MigrationRecorder

from tests.commands import ROOT, environment, manage, python
from tests.faults.conftest import NUMBERS, postgres  # noqa: F401 - a server
from tests.installation import installation_in, told

pytestmark = pytest.mark.slow

KILLS = 4  # how often a test kills the process that migrates the database
APPLIED = "SELECT count(*) FROM django_migrations"
SHAPE = """
from django.db import connection
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names(cursor)):
        print(table, sorted(column[:2] for column in connection.introspection.get_table_description(cursor, table)))
        print(sorted(map(str, connection.introspection.get_constraints(cursor, table).values())))
"""


def applied(ours, url):
    """Count the recorded migrations. Return 0 if the database cannot be read yet."""
    try:
        if url:
            with psycopg.connect(url, autocommit=True) as connection:
                return connection.execute(APPLIED).fetchone()[0]
        with closing(sqlite3.connect(Path(ours["DATA_DIR"]) / "cornerstone.sqlite3", timeout=20)) as connection:
            return connection.execute(APPLIED).fetchone()[0]
    except (psycopg.Error, sqlite3.Error):
        return 0


def migrate_with_kills(ours, url, step):
    """Migrate, and kill the process KILLS times, each time after `step` more migrations. Then migrate to the end."""
    killed = 0
    for _kill in range(KILLS):
        until = applied(ours, url) + step
        command = [sys.executable, "manage.py", "migrate", "--no-input", "-v", "0"]
        process = subprocess.Popen(command, cwd=ROOT, env=ours, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and applied(ours, url) < until:
            time.sleep(0.002)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            killed += 1
        process.communicate()
    assert killed >= KILLS - 1
    manage("migrate", "--no-input", "-v", "0", env=ours)
    assert manage("migrate", "--check", env=ours).returncode == 0


@pytest.mark.django_db
def test_a_migration_that_is_stopped_before_it_is_recorded_begins_again(tmp_path, monkeypatch):
    """Stop migrations just before Django records them. Django's own `migrate` could not repeat such migrations."""
    record, stopped = MigrationRecorder.record_applied, []

    def stop(recorder, app, name):
        if (app, name) not in stopped and (app == "axes" or name.startswith("0001")):
            stopped.append((app, name))
            raise KeyboardInterrupt
        record(recorder, app, name)

    monkeypatch.setattr(MigrationRecorder, "record_applied", stop)
    with installation_in(tmp_path, BACKUPS=False):
        for _attempt in range(100):
            with suppress(KeyboardInterrupt):
                told("migrate", "--verbosity", 0)
                break
        told("migrate", "--check", "--verbosity", 0)
    assert len(stopped) > 10


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_a_new_database_is_the_same_after_a_migration_with_kills(vendor, tmp_path, request):
    shapes = []
    for name, kill in (("whole", False), ("killed", True)):
        folder = tmp_path / name
        folder.mkdir()
        url = None
        if vendor == "postgresql":
            url = request.getfixturevalue("postgres").create(f"{name}_{next(NUMBERS)}")
        ours = environment(folder, url, BACKUPS="0")
        if kill:
            migrate_with_kills(ours, url, step=4)
        else:
            manage("migrate", "--no-input", "-v", "0", env=ours)
        shapes.append(python(SHAPE, env=ours))
    assert shapes[0] == shapes[1]
    assert "campaign_evaluation" in shapes[0]
