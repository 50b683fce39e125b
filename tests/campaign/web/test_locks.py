"""Test that one process at a time holds a lock, and that a killed process blocks no other."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection

from campaign.web import locks
from campaign.web.locks import Lock, LockedError, is_free, locked
from tests.commands import ROOT, environment

HOLDING = """
from time import sleep
from campaign.web.locks import Lock, locked
with locked(Lock.WORKING):
    print("has the lock", flush=True)
    sleep(60)
"""


@pytest.fixture
def other_process():
    """Run another process of the site, which holds a lock."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", HOLDING]
    env = environment(settings.DATA_DIR)
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "has the lock\n"
        yield process
        process.kill()


@pytest.mark.no_mutants
@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor == "postgresql", reason="the other process has an embedded database")
def test_a_process_waits_until_the_one_that_has_the_lock_is_killed(other_process, monkeypatch):
    looks = []
    monkeypatch.setattr(locks, "sleep", lambda seconds: looks.append(seconds) or len(looks) < 3 or end(other_process))
    assert not is_free(Lock.WORKING)
    with pytest.raises(LockedError), locked(Lock.WORKING, waits=False):
        pass
    with locked(Lock.WORKING):
        assert len(looks) == 3


def end(process):
    process.kill()
    process.wait()


@pytest.mark.no_mutants
@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the lock of PostgreSQL")
def test_with_postgresql_processes_on_several_machines_share_a_lock():
    with locked(Lock.WORKING), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [Lock.WORKING])
        assert cursor.fetchone() == (False,)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [Lock.WORKING])
        assert cursor.fetchone() == (True,)


@pytest.mark.django_db
def test_a_lock_ends_with_its_with_block():
    for _process in range(2):
        with locked(Lock.WORKING):
            assert not is_free(Lock.WORKING)
        assert is_free(Lock.WORKING)
