"""Test that a database from before 1.0 is refused with a sentence that tells how to bring its campaigns over."""

import subprocess
import sys

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from campaign.models import User
from tests.commands import ROOT, environment
from tests.installation import installation_in, told

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ADVICE = "check out commit 2e2e4516, start it with this data, and export the campaign on its settings page"


@pytest.fixture
def site(tmp_path):
    """Yield the folder of an installation with a user."""
    with installation_in(tmp_path, BACKUPS=True):
        told("migrate", "--verbosity", 0)
        User.make_guest()
        yield tmp_path


def apply(name):
    MigrationRecorder(connection).record_applied("campaign", name)


@pytest.mark.parametrize("command", [("migrate",), ("migrate", "--check"), ("serve", "--port", "0"), ("demo",)])
def test_a_command_that_would_open_the_data_refuses_it(site, command, settings):
    settings.DEMO = True  # otherwise the command runs itself again, in another process
    apply("0002_campaigns_and_games")
    with pytest.raises(CommandError, match=ADVICE):
        told(*command)
    assert User.objects.count() == 1
    assert not (site / "backups").exists()


def test_gunicorn_does_not_start_with_such_data(site):
    apply("0002_campaigns_and_games")
    command = [sys.executable, "-m", "gunicorn", "--bind=127.0.0.1:0"]
    done = subprocess.run(command, cwd=ROOT, env=environment(site), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert ADVICE in done.stderr
    assert "Traceback" not in done.stderr


def test_the_data_of_a_later_release_is_not_taken_for_it(site):
    apply("0002_later")
    with pytest.raises(CommandError, match="comes from a newer Cornerstone"):
        told("migrate", "--check")
