"""Test an import or a backup on a full disk: it reports the error, leaves nothing half done, and works later."""

import os
import resource
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pwd import getpwuid

import pytest

from campaign.ops import backups
from tests.commands import ROOT, python
from tests.faults.conftest import postgres  # noqa: F401 - a server
from tests.faults.site import TOKEN
from tests.faults.test_faults import RESTART, await_answers, await_health, fill_up
from tests.postgres import cluster, small_disk

pytestmark = pytest.mark.slow

FORM = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n%b\r\n--x--\r\n'
LARGE = """
from campaign.models import *
from campaign.transfer import exported
import json
file = exported(Campaign.objects.get())
game = file['games'][0]
game['history'] += [{"at": file["exported_at"], "kind": "~", "by": None, "changed": {"notes": "x" * 400 + str(n)}}
                    for n in range(3000)]
print(json.dumps(file))
"""
COUNTS = """
from campaign.models import *
print(Campaign.everything.count(), Game.objects.count(), Player.objects.count(), User.objects.count())
"""


def upload(site, file):
    headers = {
        "Cookie": f"sessionid={site.session}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "multipart/form-data; boundary=x",
    }
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        connection.request("POST", "/campaigns/import/", FORM % file.encode(), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def import_without_room(site, fill, make_room):
    """Check that an import on a full disk stores nothing, and that it succeeds once there is room."""
    site.prepare(1)
    file = python(LARGE, env=site.environment)
    before = python(COUNTS, env=site.environment)
    fill()
    status, page = upload(site, file)
    assert status == 503, page[:2000]
    assert "Your change was not saved" in page
    await_answers(site, "/?own", 200, RESTART)
    make_room()
    await_health(site, 200)
    assert python(COUNTS, env=site.environment) == before
    assert upload(site, file)[0] == 302
    campaigns, games = python(COUNTS, env=site.environment).split()[:2]
    assert (campaigns, games) == ("2", "2")


def limit(site, size):
    for pid in site.pids:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_an_import_on_a_full_disk_stores_nothing_and_works_later_with_room(new_site):
    site = new_site()
    site.start()

    def fill():
        largest = max(file.stat().st_size for file in site.data.glob("cornerstone.sqlite3*"))
        limit(site, largest + 256 * 1024)

    import_without_room(site, fill, lambda: limit(site, resource.RLIM_INFINITY))
    site.end()
    assert backups.check(site.data / "cornerstone.sqlite3")


def test_an_import_on_a_full_disk_of_postgresql_stores_nothing(new_site):
    try:
        with cluster(durable=True, disk=128) as server:
            site = new_site(database_url=server.create("full"))
            site.start()
            import_without_room(site, lambda: fill_up(server.data), (server.data / "filling").unlink)
            site.end()
    except PermissionError:
        pytest.skip("a disk of its own is given by root only")


def backed_up(site, folder):
    command = [sys.executable, "manage.py", "backup", folder / "copy"]
    return subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_a_backup_on_a_full_disk_reports_the_error_and_leaves_no_file(vendor, new_site, tmp_path, request):
    options = {}
    if vendor == "postgresql":
        server = request.getfixturevalue("postgres")
        # with this PATH the site finds the pg_dump that belongs to the server
        path = f"{server.programs}{os.pathsep}{os.environ['PATH']}"
        options = {"database_url": server.create("to_back_up"), "PATH": path}
    site, folder = new_site(**options), tmp_path / "small"
    site.start()
    site.prepare(1)
    try:
        with small_disk(folder, 1, getpwuid(os.geteuid()).pw_name):
            fill_up(folder)
            done = backed_up(site, folder)
            assert done.returncode == 1
            assert "Traceback" not in done.stderr
            assert done.stderr.strip()
            assert [file.name for file in folder.iterdir()] == ["filling"]
    except PermissionError:
        pytest.skip("a disk of its own is given by root only")
    assert "checked" in backed_up(site, tmp_path).stdout
