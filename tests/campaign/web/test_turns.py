"""Test that processes take turns to measure pars, one at a time, and that a killed process blocks no other."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection

from campaign.models import MissionPar
from campaign.par import work
from campaign.par.asked import AskedPar
from campaign.web import turns
from campaign.web.turns import Job, turn
from tests.commands import ROOT, environment

HOLDING = """
from time import sleep
from campaign.web.turns import Job, turn
with turn(Job.MEASURING):
    print("has the turn", flush=True)
    sleep(60)
"""


@pytest.fixture
def other_process():
    """Run another process of the site, which is in the middle of measuring a par."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", HOLDING]
    env = environment(settings.DATA_DIR)
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "has the turn\n"
        yield process
        process.kill()


@pytest.mark.no_mutants
@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor == "postgresql", reason="the other process has an embedded database")
def test_a_par_waits_until_the_process_that_measures_another_is_killed(other_process, monkeypatch):
    par = MissionPar.objects.create(**AskedPar("classic districts=4,2", 4).key)
    looks, measured = [], []
    monkeypatch.setattr(turns, "sleep", lambda seconds: looks.append(seconds) or len(looks) < 3 or end(other_process))
    monkeypatch.setattr(work, "measure", lambda *_asked: measured.append(len(looks)))
    before = par.touched
    work.work_out(par.pk)
    assert measured == [3]
    par.refresh_from_db()
    assert par.figures is None
    # while it waits, the process updates the time, so that other processes see that it runs
    assert par.touched > before


def end(process):
    process.kill()
    process.wait()


@pytest.mark.no_mutants
@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the lock of PostgreSQL")
def test_with_postgresql_processes_on_several_machines_take_turns():
    with turn(Job.MEASURING), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [Job.MEASURING])
        assert cursor.fetchone() == (False,)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [Job.MEASURING])
        assert cursor.fetchone() == (True,)


@pytest.mark.django_db
def test_a_turn_ends_with_its_with_block():
    for _par in range(2):
        with turn(Job.MEASURING):
            pass
