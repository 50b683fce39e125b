"""Installations to back up and to restore into: whole folders, each with a SQLite database of its own."""

import shutil
from pathlib import Path

import pytest

from campaign.demo.sample import fill
from campaign.ops.backups import sqlite
from tests.campaign.ops.backups.content import KINDS, file_of
from tests.installation import installation_in, told


@pytest.fixture(autouse=True)
def unblocked(django_db_blocker):
    """Every database here is a file of the test."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="session")
def new(tmp_path_factory, django_db_blocker):
    """The folder of an installation in which nobody has played: no test may change it."""
    folder = tmp_path_factory.mktemp("new")
    with django_db_blocker.unblock(), installation_in(folder):
        told("migrate", "--verbosity", 0)
    return folder


@pytest.fixture(scope="session")
def played(new, tmp_path_factory, django_db_blocker):
    """The folder of an installation with the demo's campaigns as its own: no test may change it."""
    folder = tmp_path_factory.mktemp("played")
    shutil.copy(file_of(new), folder)
    with django_db_blocker.unblock(), installation_in(folder):
        fill()
    return folder


@pytest.fixture(scope="session")
def copies(played, tmp_path_factory, django_db_blocker):
    """A backup of each kind: no test may change them."""
    folder = tmp_path_factory.mktemp("copies")
    with django_db_blocker.unblock(), installation_in(played):
        for kind, words in KINDS.items():
            assert "2 campaigns, 16 games, checked" in told("backup", folder / kind, *words)
    return {kind: folder / kind for kind in KINDS}


@pytest.fixture(scope="session", params=KINDS)
def restored(request, copies, tmp_path_factory, django_db_blocker):
    """The kind of a backup, and the folder of an installation that it was restored into."""
    folder = tmp_path_factory.mktemp("restored")
    with django_db_blocker.unblock(), installation_in(folder):
        assert "Restored: 2 campaigns, 16 games." in told("restore", copies[request.param])
    return request.param, folder


@pytest.fixture
def site(played, tmp_path):
    """The folder of an installation that people have played in, which a test may change."""
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(file_of(played), folder)
    with installation_in(folder):
        yield folder


@pytest.fixture
def backup(copies, tmp_path):
    """A backup that a test may change."""
    return Path(shutil.copy(copies["sqlite"], tmp_path / "copy.sqlite3"))


@pytest.fixture
def installation(played, tmp_path, monkeypatch, settings):
    """This process's settings, pointed at a copy of an installation whose evening ended a while ago."""
    database = tmp_path / "cornerstone.sqlite3"
    shutil.copy(file_of(played), database)
    monkeypatch.setattr(sqlite, "embedded", lambda: database)
    settings.DATA_DIR = tmp_path
    settings.BACKUPS = True
    return tmp_path
