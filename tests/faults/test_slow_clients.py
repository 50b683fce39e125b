"""Test that slow clients delay nobody, even if they are slow on purpose, and that an open page occupies no thread."""

import socket
import statistics
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.commands import python
from tests.faults.site import Stream, Writer

pytestmark = pytest.mark.slow

MANY = 200
QUICK = 5.0  # a tap may take this many seconds; if slow clients delayed it, it would take much longer
HALF_A_BODY = b"POST /campaigns/new/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nname="
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_A_FILE = (
    b"POST /campaigns/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n" + b"x" * 1_500_000
)
WITHDRAW = "from campaign.models import *; ShareLink.withdraw(Campaign.objects.get(), 'look')"
LOG_OUT = "from campaign.accounts.sessions import SessionStore; SessionStore('{}').delete()"
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


@pytest.mark.parametrize("sent", [HALF_A_BODY, HALF_A_HEAD, HALF_A_FILE], ids=["body", "head", "file"])
def test_two_hundred_slow_clients_delay_nobody(new_site, sent):
    site = new_site()
    site.start()
    writer = Writer(site, 1, *site.prepare(1)[0])
    with slow_clients(site, sent, MANY if sent is not HALF_A_FILE else 40) as connections:
        for _ in range(10):
            for connection in connections:
                with suppress(OSError):
                    connection.sendall(b"x")
            assert writer.write() == 200
    assert max(writer.times) < QUICK
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


def test_a_withdrawn_link_ends_the_stream(listen, new_site):
    site = new_site()
    site.start()
    address = site.prepare(1)[0][1].rsplit("/", 2)[0] + "/"
    token = python(RENEW, env=site.environment).strip()
    session = site.join(token)
    guest, owner = listen(site, address, session), listen(site, address)
    assert guest.event()
    assert owner.event()
    python(WITHDRAW, env=site.environment)
    assert guest.event() is None
    assert owner.event()


def test_a_stream_ends_with_the_session_it_began_in(listen, new_site):
    site = new_site()
    site.start()
    address = site.prepare(1)[0][1]
    first = listen(site, address)
    assert first.event()
    python(LOG_OUT.format(site.session), env=site.environment)
    assert first.event() is None


def test_the_many_streams_of_one_guest_leave_another_table_its_stream_and_its_answers(listen, new_site):
    # One address may use a quarter of the 80 connections. 60 percent of this quarter may be streams.
    most = 80
    site = new_site(GUNICORN_CMD_ARGS=f"--workers 1 --worker-connections {most}", ADDRESS_SHARE="25")
    site.start()
    (_, first), *_, (_, other) = site.prepare(1, 2)
    guest = site.join(python(RENEW, env=site.environment).strip())
    tries = [listen(site, other, guest, "127.0.0.2") for _ in range(2 * most)]
    answers = Counter(each.status() for each in tries)
    assert answers[200] == most * 60 // 100 * 25 // 100
    # The site refuses a stream with status 204. The page then asks for changes every few seconds.
    assert answers[200] + answers[204] == most * 25 // 100
    assert answers[None] == len(tries) - most * 25 // 100
    stream, poll = (listen(site, first, None, "127.0.0.3") for _ in range(2))
    assert stream.event() == poll.event() is not None
    writer = Writer(site, 1, 1, first)
    for _tap in range(5):
        assert writer.write() == 200
        assert stream.event() == poll.event() is not None
    assert max(writer.times) < QUICK


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
    assert statistics.median(delays) < 1


def test_a_site_that_is_stopped_does_not_wait_for_open_pages(listen, new_site):
    site = new_site()
    site.start()
    entry = site.prepare(1)[0]
    streams = [listen(site, entry[1]) for _ in range(20)]
    assert all(stream.event() for stream in streams)
    site.end()
    assert all(stream.event() is None for stream in streams)
    # the site has ended each stream properly, and has not cut it off
    assert all(stream.text.endswith(b"0\r\n\r\n") for stream in streams)
