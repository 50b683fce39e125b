"""Make installations to back up and to restore into: whole folders, each with a SQLite database."""

import shutil
from pathlib import Path

import pytest

from campaign.demo.sample import fill
from campaign.ops import backups
from tests.campaign.ops.backups.content import file_of
from tests.installation import installation_in, told


@pytest.fixture(autouse=True)
def unblocked(django_db_blocker):
    """Let tests without the marker `django_db` use databases, which are files in the test's own folder."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="session")
def new(tmp_path_factory, django_db_blocker):
    """Return the folder of an unused installation. No test may change it."""
    folder = tmp_path_factory.mktemp("new")
    with django_db_blocker.unblock(), installation_in(folder):
        told("migrate", "--verbosity", 0)
    return folder


@pytest.fixture(scope="session")
def played(new, tmp_path_factory, django_db_blocker):
    """Return the folder of an installation with the demo's campaigns. No test may change it."""
    folder = tmp_path_factory.mktemp("played")
    shutil.copy(file_of(new), folder)
    with django_db_blocker.unblock(), installation_in(folder):
        fill()
    return folder


@pytest.fixture(scope="session")
def copied(played, tmp_path_factory, django_db_blocker):
    """Return a backup of the played installation. No test may change it."""
    file = tmp_path_factory.mktemp("copied") / "copy.sqlite3"
    with django_db_blocker.unblock(), installation_in(played):
        assert "2 campaigns, 16 games, checked" in told("backup", file)
    return file


@pytest.fixture(scope="session")
def restored(copied, tmp_path_factory, django_db_blocker):
    """Return the folder of an installation into which the backup was restored."""
    folder = tmp_path_factory.mktemp("restored")
    with django_db_blocker.unblock(), installation_in(folder):
        assert "Restored: 2 campaigns, 16 games." in told("restore", copied)
    return folder


@pytest.fixture
def site(played, tmp_path):
    """Return a copy of `played`, the installation with the demo's campaigns. A test may change this copy."""
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(file_of(played), folder)
    with installation_in(folder):
        yield folder


@pytest.fixture
def backup(copied, tmp_path):
    """Return a copy of the backup, which a test may change."""
    return Path(shutil.copy(copied, tmp_path))


@pytest.fixture
def installation(played, tmp_path, monkeypatch, settings):
    """Copy the played installation, and let this process use the copy and back it up. Return the copy's folder."""
    database = tmp_path / "cornerstone.sqlite3"
    shutil.copy(file_of(played), database)
    monkeypatch.setattr(backups, "embedded", lambda: database)
    settings.DATA_DIR = tmp_path
    settings.BACKUPS = True
    return tmp_path
