"""Test that no confirmed change is lost if the site or its database dies, or if the disk is full."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pwd import getpwuid

import psycopg
import pytest

from campaign.ops import backups
from campaign.ops.health import LOOK_EVERY
from tests.commands import python
from tests.faults.site import Writer, figures, missing, run, version_in, written
from tests.pages import Page
from tests.postgres import cluster, small_disk

pytestmark = pytest.mark.slow

CLIENTS, WRITES = 8, 240
SECONDS = float(os.environ.get("FAULTS_SECONDS", "4"))


def assert_sound(site, database, postgres):
    if not database:
        assert backups.check(site.data / "cornerstone.sqlite3")
    else:
        # pg_dump checks the checksums of all pages. reindexdb finds duplicates, because it builds every index again.
        for program in (["pg_dump", "--file=/dev/null"], ["reindexdb"]):
            command = [postgres.programs / program[0], *program[1:], f"--dbname={database['database_url']}"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr


def report(record_property, capsys, text):
    record_property("figures", text)
    with capsys.disabled():
        sys.stdout.write(f"\n    {text}\n")


def acknowledged(writers):
    return sum(len(writer.acknowledged) for writer in writers)


def changes_of(writers, evaluation):
    """Count the history records of a city: one for each acknowledged change, and one for each conflict."""
    return sum(len(writer.acknowledged) + writer.conflicts for writer in writers if writer.evaluation == evaluation)


def fall(site, what, postgres):
    if what == "site":
        site.end(signal.SIGKILL)
    else:
        postgres.kill()


@pytest.mark.parametrize("what", ["site", "database"])
def test_no_acknowledged_change_is_missing_after_a_crash(site, database, what, request, record_property, capsys):
    if what == "database" and not database:
        pytest.skip("the embedded database falls with the site")
    postgres = request.getfixturevalue("postgres") if database else None
    entries = site.prepare(1, 2)
    writers = [Writer(site, number, *entry) for number, entry in enumerate(entries, start=1)]
    assert len(writers) == CLIENTS
    start, fallen = time.monotonic(), []
    before = run(writers, lambda _writer: acknowledged(writers) < WRITES and not fallen)
    while acknowledged(writers) < WRITES // 2 and any(thread.is_alive() for thread in before):
        time.sleep(0.005)
    fall(site, what, postgres)
    fallen.append(what)
    for thread in before:
        thread.join()
    halfway = acknowledged(writers)
    assert WRITES // 2 <= halfway < WRITES
    if what == "database":
        assert all(status == 503 for writer in writers for status, _page in writer.others)
        postgres.start()
    else:
        site.start()
    assert missing(writers, written(site)) == []
    assert_sound(site, database, postgres)

    for thread in run(writers, lambda _writer: acknowledged(writers) < WRITES):
        thread.join()
    assert acknowledged(writers) >= WRITES
    assert missing(writers, written(site)) == []
    report(record_property, capsys, f"killed after {halfway}; {figures(writers, time.monotonic() - start)}")


def test_eight_writers_at_four_cities_lose_nothing(site, database, record_property, capsys):
    entries = site.prepare(1)
    writers = [Writer(site, number, *entries[number % 4]) for number in range(1, CLIENTS + 1)]
    end = time.monotonic() + SECONDS
    for thread in run(writers, lambda _writer: time.monotonic() < end):
        thread.join()
    assert [other for writer in writers for other in writer.others] == []
    held = written(site)
    assert missing(writers, held) == []
    for pk, version, _city in held["now"]:
        assert version == changes_of(writers, pk)
    assert all(version for _pk, version, _city in held["now"])
    assert "Traceback" not in site.log
    assert "locked" not in site.log
    report(record_property, capsys, figures(writers, SECONDS))


def test_eight_phones_that_press_at_the_same_moment_begin_one_game(site):
    (_pk, city), *_others = site.prepare(2)
    new = city.partition("games/")[0] + "games/new/"
    here = Page(site.send("GET", new)[1]).each("input[name=here]", "value")
    statuses = []

    def press(number):
        form = {"mission": "1", "here": here, "played_on": "2024-05-04", "notes": str(number), "counts": "on"}
        statuses.append(site.send("POST", new, **form)[0])

    threads = [threading.Thread(target=press, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [302] * 8
    count = "from campaign.models import Game; print(Game.objects.filter(mission=1).count())"
    assert python(count, env=site.environment, root=site.root).strip() == "1"


def test_two_web_processes_on_one_postgresql_work_as_one_site(new_site, postgres, migrated):
    """Check that two processes share changes, logins, and the count of wrong passwords."""
    url = postgres.create("two_processes", template=migrated)
    sites = [
        new_site(f"web-{number}", database_url=url, SECRET_KEY="one for both")  # noqa: S106
        for number in range(2)
    ]
    for site in sites:
        site.start()
    entries = sites[0].prepare(1)
    sites[1].session = sites[0].session
    writers = [Writer(sites[number % 2], number, *entries[number % 4]) for number in range(4)]
    writers += [Writer(sites[(number + 1) % 2], number + 4, *entries[number % 4]) for number in range(4)]
    for thread in run(writers, lambda writer: writer.sent < 15):
        thread.join()
    assert [other for writer in writers for other in writer.others] == []
    assert missing(writers, written(sites[0])) == []
    versions = {version_in(site.send("GET", entries[0][1])[1]) for site in sites}
    assert versions == {changes_of(writers, entries[0][0])}
    for attempt in range(6):
        site = sites[attempt % 2]
        site.session = ""
        status, _page = site.send("POST", "/account/login/", username="owner", password="wrong")  # noqa: S106
    assert status == 429


def test_a_full_disk_is_explained_and_loses_no_acknowledged_change(new_site):
    site = new_site()
    site.start()
    entries = site.prepare(1)
    writer = Writer(site, 1, *entries[0])
    for _ in range(5):
        assert writer.write() == 200
    largest = max(file.stat().st_size for file in site.data.glob("cornerstone.sqlite3*"))
    for pid in site.pids:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest + 16 * 1024, resource.RLIM_INFINITY))
    while (status := writer.write()) == 200 and writer.sent < 1000:
        pass
    assert status == 503
    assert "Your change was not saved" in writer.others[-1][1]
    await_page(site, entries[0][1])  # stored data can still be read
    for pid in site.pids:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert writer.write() == 200  # as soon as there is room, the site stores changes again
    assert missing([writer], written(site)) == []
    site.end(signal.SIGKILL)
    assert backups.check(site.data / "cornerstone.sqlite3")


def test_healthz_answers_507_while_a_full_disk_allows_only_reading(new_site, tmp_path):
    try:
        with small_disk(tmp_path / "disk", 64, getpwuid(os.geteuid()).pw_name):
            site = new_site("disk/data")
            site.start()
            entries = site.prepare(1)
            fill_up(tmp_path / "disk")
            await_health(site, 507)
            assert site.send("GET", entries[0][1])[0] == 200
            assert Writer(site, 1, *entries[0]).write() == 503
            (tmp_path / "disk" / "filling").unlink()
            await_health(site, 200)
            assert Writer(site, 2, *entries[0]).write() == 200
            site.end()
    except PermissionError:
        pytest.skip("a disk of its own is given by root only")


def fill_up(disk):
    with (disk / "filling").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    assert shutil.disk_usage(disk).free == 0


RESTART = 20  # seconds for PostgreSQL to restart by itself after its log had no room


def await_health(site, status):
    """Check that /healthz soon has this status. Processes check disk and database only every LOOK_EVERY seconds."""
    await_answers(site, "/healthz", status, LOOK_EVERY + 1)


def await_answers(site, address, status, seconds):
    """Wait at most `seconds` for eight answers in a row with this status. Else raise AssertionError."""
    end = time.monotonic() + seconds
    while (found := {site.send("GET", address)[0] for _ in range(8)}) != {status} and time.monotonic() < end:
        time.sleep(0.2)
    assert found == {status}


def test_a_full_disk_of_postgresql_is_explained_and_loses_no_acknowledged_change(new_site):
    """Fill the database's disk. The site itself is on another disk."""
    try:
        with cluster(durable=True, disk=128) as server:
            survive_a_full_disk(new_site, server)
    except PermissionError:
        pytest.skip("a disk of its own is given by root only")


def await_page(site, address):
    """Check that a page opens soon. A busy site can believe for some seconds that its database is lost."""
    end = time.monotonic() + 10
    while (status := site.send("GET", address)[0]) != 200 and time.monotonic() < end:
        time.sleep(0.2)
    assert status == 200


def survive_a_full_disk(new_site, server):
    database = {"database_url": server.create("full")}
    site = new_site(**database)
    site.start()
    entries = site.prepare(1)
    writer = Writer(site, 1, *entries[0])
    for _ in range(5):
        assert writer.write() == 200
    fill_up(server.data)
    while (status := writer.write()) == 200 and writer.sent < 1000:
        pass
    assert status == 503
    assert "Your change was not saved" in writer.others[-1][1]
    await_health(site, 507)
    await_answers(site, entries[0][1], 200, RESTART)  # stored data can still be read
    (server.data / "filling").unlink()
    await_health(site, 200)
    assert writer.write() == 200  # as soon as there is room, the site stores changes again
    server.kill()
    server.start()
    await_health(site, 200)  # the site tries once a second to reach a lost database
    assert writer.write() == 200
    assert missing([writer], written(site)) == []
    assert_sound(site, database, server)
    site.end()


def test_a_read_only_database_is_explained(new_site, database):
    site = new_site(**database)
    site.start()
    entries = site.prepare(1)
    writer = Writer(site, 1, *entries[0])
    assert writer.write() == 200
    if database:
        with psycopg.connect(database["database_url"], autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {connection.info.dbname} SET default_transaction_read_only = on")
    site.end()
    if not database:
        site.environment["DJANGO_SETTINGS_MODULE"] = "tests.faults.readonly_settings"
    site.start()
    assert site.send("GET", entries[0][1])[0] == 200
    await_health(site, 507)
    assert writer.write() == 503
    assert "Your change was not saved" in writer.others[-1][1]
    assert missing([writer], written(site)) == []
