"""Test how the site's real command starts and stops, on terminals, disks and databases as people have them."""

import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from campaign.ops.data_dir import faults_as_sentences
from tests.commands import ROOT, environment, manage
from tests.postgres import small_disk

pytestmark = pytest.mark.slow

SOON = 10  # seconds in which all processes of a site have ended
SERVE = [sys.executable, "manage.py", "serve", "--port", "0"]
OURS = f"{ROOT}/(campaign|scoring|manage|gunicorn)"  # how a warning about a file of the project begins
NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('campaign', '9999_future', '2026-01-01')"
# Python imports this module at its start. On this disk no file can have two names, as on FAT, exFAT and most SMB.
NO_HARD_LINKS = """
import os
def link(*_args, **_kwargs):
    raise PermissionError(1, "Operation not permitted")
os.link = link
"""


class Terminal:
    """A terminal in which a command runs, which is closed at the end."""

    def __init__(self, command, env):
        self.side, other = pty.openpty()
        self.process = subprocess.Popen(
            ["setsid", "--ctty", *command], cwd=ROOT, env=env, stdin=other, stdout=other, stderr=other
        )
        os.close(other)
        self.text = ""

    def read_until(self, wanted):
        while wanted not in self.text:
            self.text += os.read(self.side, 4096).decode()

    def close(self):
        os.close(self.side)

    def processes(self):
        """Return the ids of all processes that the command and its children started in this terminal."""
        self.process.poll()
        session = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                state, _parent, _group, leader = path.read_text(encoding="utf-8").rpartition(")")[2].split()[:4]
                if state != "Z":
                    session[int(path.parent.name)] = int(leader)
        return [pid for pid, leader in session.items() if leader == self.process.pid]


@pytest.fixture
def site(new_site):
    """Return a site with a data folder and an environment, which the test starts itself."""
    return new_site()


def ended(processes):
    until = time.monotonic() + SOON
    while found := processes():
        if time.monotonic() > until:
            for pid in found:
                os.kill(pid, signal.SIGKILL)
            return False
        time.sleep(0.1)
    return True


def test_the_first_start_says_what_it_does_and_has_no_complaint(tmp_path):
    terminal = Terminal(SERVE, environment(tmp_path / "data", BACKUPS="1"))
    terminal.read_until("Ctrl+C.")
    terminal.close()
    assert ended(terminal.processes)
    terminal.process.wait()
    assert " ".join(terminal.text.split()).startswith("Preparing the database Cornerstone is at")


@pytest.mark.parametrize("options", [[], ["--lan"]], ids=["here", "LAN"])
@pytest.mark.parametrize("moment", ["at the start", "while it serves"])
def test_a_site_ends_with_its_terminal(site, options, moment):
    terminal = Terminal([*SERVE, *options], site.environment)
    if moment == "while it serves":
        terminal.read_until("Ctrl+C")
        while len(terminal.processes()) < 3:
            time.sleep(0.1)
    else:
        while not (site.data / ".once").exists():
            time.sleep(0.01)
    terminal.close()
    assert ended(terminal.processes)
    terminal.process.wait(SOON)


def test_after_nohup_a_site_outlives_its_terminal(site):
    terminal = Terminal(["sh", "-c", f"exec nohup {' '.join(SERVE)} >{site.data}/out"], site.environment)
    while not terminal.processes() or not (site.data / ".serving").exists():
        time.sleep(0.1)
    terminal.close()
    time.sleep(2)
    assert len(terminal.processes()) >= 3
    terminal.process.terminate()
    assert ended(terminal.processes)
    terminal.process.wait(SOON)


def test_a_second_start_names_the_process_that_serves(site):
    site.start()
    refused = manage("serve", "--port", "0", env=site.environment, check=False)
    assert refused.returncode == 1
    assert refused.stderr.strip() == (
        f"CommandError: Process {site.process.pid} already serves the site from {site.data}. "
        f"Stop it first: kill {site.process.pid}"
    )
    assert site.send("GET", "/livez")[0] == 200
    site.end()
    site.start()


def test_a_site_starts_on_a_disk_without_hard_links_and_in_a_terminal_with_few_letters(tmp_path, site):
    (tmp_path / "sitecustomize.py").write_text(NO_HARD_LINKS, encoding="utf-8")
    (site.data / "secret_key").unlink(missing_ok=True)
    site.environment |= {
        "PYTHONPATH": str(tmp_path),
        "PYTHONIOENCODING": "latin-1",
        "PYTHONWARNDEFAULTENCODING": "1",
        "LANGUAGE_CODE": "ru",
        "SECRET_KEY": "",
    }
    site.start()
    assert site.send("GET", "/rules/")[0] == 200
    site.end()
    assert len((site.data / "secret_key").read_text(encoding="ascii")) > 50
    assert [line for line in site.log.splitlines() if "EncodingWarning" in line and re.match(OURS, line)] == []


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["migrate"]], ids=" ".join)
def test_no_release_opens_the_database_of_a_newer_one(site, command):
    with sqlite3.connect(site.data / "cornerstone.sqlite3") as database:
        database.execute(NEWER)
    database.close()
    refused = manage(*command, env=site.environment, check=False)
    assert refused.returncode == 1
    assert "This database comes from a newer Cornerstone: update this one first." in refused.stderr
    own_settings = site.environment | {"GUNICORN_CMD_ARGS": ""}
    assert "newer Cornerstone" in refusal(sys.executable, "-m", "gunicorn", env=own_settings)


def refusal(*command, **options):
    """Run a command that must fail, and return its last line, which must be a sentence in place of a traceback."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60, **options)
    assert done.returncode
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("TIME_ZONE", "Europe/Berln", "The setting TIME_ZONE cannot be “Europe/Berln”."),
        ("IMPORT_RECORDS", "abc", "The setting IMPORT_RECORDS cannot be “abc”."),
        ("DATABASE_URL", "", "The setting DATABASE_URL names no database."),
        ("DATABASE_URL", "nonsense", "The setting DATABASE_URL names no database."),
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none", "The database cannot be used"),
    ],
)
def test_a_wrong_setting_is_named(site, setting, value, sentence):
    assert sentence in refusal(*SERVE, env=site.environment | {setting: value})


def test_a_file_in_place_of_the_database_is_named(tmp_path):
    (tmp_path / "cornerstone.sqlite3").write_bytes(b"no database" * 1000)
    said = refusal(*SERVE, env=environment(tmp_path))
    assert str(tmp_path) in said
    assert "file is not a database" in said


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (PermissionError(13, "Permission denied", "/games/.once"), "(Permission denied: /games/.once)"),
        (OperationalError("disk I/O error"), "(disk I/O error). It needs a disk of this machine, not a network share"),
    ],
)
def test_a_folder_of_another_account_and_a_network_share_are_explained(settings, fault, sentence):
    settings.DATA_DIR = Path("/games")
    with pytest.raises(CommandError) as raised, faults_as_sentences():
        raise fault
    assert "/games" in str(raised.value)
    assert sentence in str(raised.value)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a disk")
def test_a_full_disk_is_named(tmp_path):
    folder = tmp_path / "disk"
    with small_disk(folder, 6, "root"):
        said = refusal(*SERVE, env=environment(folder))
    assert f"The data folder {folder} cannot be used (No space left on device" in said or "disk is full" in said
