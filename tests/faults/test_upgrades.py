"""Test that a new release can run beside the previous release, and can be started by several machines together."""

import io
import subprocess
import sys
import tarfile

import pytest

from tests.commands import ROOT, environment, manage
from tests.faults.conftest import NUMBERS
from tests.faults.site import Writer, missing, run, written

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def release_before(tmp_path_factory):
    """Return a folder with the code of the last commit before the latest migration. Before the second one: of today."""
    *earlier, latest = migrations(ROOT)
    added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", latest).decode().strip()
    folder = tmp_path_factory.mktemp("release-before")
    with tarfile.open(fileobj=io.BytesIO(git("archive", f"{added}^" if earlier and added else "HEAD"))) as code:
        code.extractall(folder, filter="data")
    return folder


def migrations(release):
    return sorted((release / "campaign" / "migrations").glob("0*.py"))


def undo_later_migrations(site, release):
    """Undo the migrations that the release does not have, with today's code."""
    manage("migrate", "campaign", migrations(release)[-1].stem, env=site.environment)


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True).stdout


def rounds_of(writers, count=10):
    """Let each writer send `count` changes. Check that all changes were confirmed and are stored."""
    for thread in run(writers, lambda writer: writer.sent < count and not writer.others):
        thread.join()
    assert [other for writer in writers for other in writer.others] == []
    assert missing(writers, written(writers[0].site)) == []


def game_of(address):
    return address.rstrip("/").rpartition("/")[0] + "/"


def finish(site, address):
    """Finish the game to which a city belongs, and return the text of its page."""
    game = game_of(address)
    site.finish(game)
    status, page = site.send("GET", game)
    assert status == 200
    return page


def test_the_release_before_can_run_beside_this_one(new_site, postgres, release_before):
    url = postgres.create(f"beside_{next(NUMBERS)}")
    shared = {"database_url": url, "SECRET_KEY": "one for both"}
    ours, before = new_site("ours", **shared), new_site("before", root=release_before, **shared)
    before.start()
    ours.start()
    entries = before.prepare(1, 2)
    ours.session = before.session
    rounds_of(
        [
            Writer(site, number, *entry)
            for number, (site, entry) in enumerate(zip([ours, before] * 4, entries, strict=True))
        ]
    )
    for site, other, entry in [(before, ours, entries[0]), (ours, before, entries[4])]:
        assert "podium" in finish(site, entry[1])
        assert "podium" in other.send("GET", game_of(entry[1]))[1]
    assert "Traceback" not in ours.log + before.log


def test_an_upgrade_can_be_reversed_and_keeps_what_was_played_since(new_site, database, release_before):
    site = new_site(root=release_before, **database)
    undo_later_migrations(site, release_before)
    site.start()
    entries = site.prepare(1)
    for number, root in enumerate([ROOT, release_before]):
        site.end()
        undo_later_migrations(site, release_before)
        site.root = root
        site.start()
        rounds_of([Writer(site, 2 * number + seat, *entry) for seat, entry in enumerate(entries[:2])])
    assert "Traceback" not in site.log


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_three_processes_can_migrate_an_empty_database_together(vendor, tmp_path, request):
    url = None
    if vendor == "postgresql":
        url = request.getfixturevalue("postgres").create(f"together_{next(NUMBERS)}")
    ours = environment(tmp_path, url, BACKUPS="0")
    command = [sys.executable, "manage.py", "migrate", "--no-input", "-v", "0"]
    started = [subprocess.Popen(command, cwd=ROOT, env=ours, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate()[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], said
    assert manage("migrate", "--check", env=ours).returncode == 0
