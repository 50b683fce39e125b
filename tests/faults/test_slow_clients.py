"""Test that slow clients delay nobody, even if they are slow on purpose, and that an open page occupies no thread."""

import resource
import socket
import statistics
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.commands import python
from tests.faults.site import SOON, Stream, Writer
from tests.machine import slowness

pytestmark = pytest.mark.slow

MANY = 200
QUICK = 5.0  # a tap may take this many seconds; if slow clients delayed it, it would take much longer
HALF_A_BODY = b"POST /campaigns/new/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nname="
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_A_FILE = (
    b"POST /campaigns/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n" + b"x" * 1_500_000
)
WITHDRAW = "from campaign.models import *; ShareLink.withdraw(Campaign.objects.get(), 'look')"
RENEW = "from campaign.models import *; print(ShareLink.renew(Campaign.objects.get(), 'look').token)"


@contextmanager
def slow_clients(site, sent, count=MANY):
    """Open connections, send the incomplete request `sent` on each of them, and yield the connections."""
    with ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=10)) for _ in range(count)
        ]
        for connection in connections:
            connection.sendall(sent)
        yield connections


@pytest.fixture
def listen():
    """Return `listen(site, address)`, which opens a stream of events. Close all streams after the test."""
    streams = []

    def listen(*args):
        streams.append(Stream(*args))
        return streams[-1]

    yield listen
    for stream in streams:
        stream.connection.close()


@pytest.mark.parametrize(
    ("sent", "count"), [(HALF_A_BODY, MANY), (HALF_A_HEAD, 2_000), (HALF_A_FILE, 40)], ids=["body", "head", "file"]
)
def test_slow_clients_delay_nobody(new_site, sent, count):
    _soft, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    site = new_site()
    site.start()
    writer = Writer(site, 1, *site.prepare(1)[0])
    with slow_clients(site, sent, count) as connections:
        for _ in range(10):
            for connection in connections:
                with suppress(OSError):
                    connection.sendall(b"x")
            assert writer.write() == 200
    assert max(writer.times) < QUICK * slowness()
    site.end()


def test_two_hundred_open_pages_occupy_no_thread_and_learn_of_a_tap(listen, new_site, database, record_property):
    site = new_site(**database)
    site.start()
    entry = site.prepare(1)[0]
    writer = Writer(site, 1, *entry)
    streams = [listen(site, entry[1]) for _ in range(MANY)]
    tags = {stream.event() for stream in streams}
    assert len(tags) == 1
    delays = []
    for _ in range(5):
        assert writer.write() == 200
        answered = time.monotonic()
        assert len(tags := {stream.event() for stream in streams} | tags) == len(delays) + 2
        delays.append(time.monotonic() - answered)
    record_property("figures", f"{MANY} open pages learn of a tap within {statistics.median(delays) * 1000:.0f} ms")


def test_a_withdrawn_link_ends_all_streams_and_its_guests_get_no_other(listen, new_site):
    site = new_site()
    site.start()
    address = site.prepare(1)[0][1].rsplit("/", 2)[0] + "/"
    token = python(RENEW, env=site.environment).strip()
    session = site.join(token)
    guest, owner = listen(site, address, session), listen(site, address)
    assert guest.event()
    assert owner.event()
    python(WITHDRAW, env=site.environment)
    for stream, opened_again in ((guest, 404), (owner, 200)):
        assert stream.event()
        assert stream.event() is None  # the browser then opens the stream again
        assert listen(site, address, session if stream is guest else None).status() == opened_again


def test_two_processes_on_one_postgresql_inform_each_others_open_pages(listen, new_site, postgres, migrated):
    url = postgres.create("two_streams", template=migrated)
    sites = [new_site(f"web-{number}", database_url=url, SECRET_KEY="one for both") for number in range(2)]  # noqa: S106
    for site in sites:
        site.start()
    entry = sites[0].prepare(1)[0]
    sites[1].session = sites[0].session
    stream, writer = listen(sites[1], entry[1]), Writer(sites[0], 1, *entry)
    assert stream.event()
    delays = []
    for _ in range(10):
        assert writer.write() == 200
        answered = time.monotonic()
        assert stream.event()
        delays.append(time.monotonic() - answered)
    assert statistics.median(delays) < slowness()


@pytest.mark.alone
def test_a_site_that_is_stopped_does_not_wait_for_open_pages(listen, new_site):
    site = new_site()
    site.start()
    entry = site.prepare(1)[0]
    streams = [listen(site, entry[1]) for _ in range(20)]
    assert all(stream.event() for stream in streams)
    begun = time.monotonic()
    site.end()
    assert time.monotonic() - begun < SOON * slowness()
    assert all(stream.event() is None for stream in streams)
