"""Test how the installed gunicorn treats connections. A new release could change it silently."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress

import pytest

from tests.commands import ROOT
from tests.faults.site import SOON, Stream
from tests.machine import slowness

pytestmark = pytest.mark.slow

GET = b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE = 2  # a connection may rest this many seconds after an answer; on a real site 30
SETTINGS = {"GUNICORN_CMD_ARGS": f"--workers 1 --keep-alive {PATIENCE}"}


@pytest.fixture
def served(new_site):
    site = new_site(**SETTINGS)
    site.start()
    return site


def connect(site):
    return socket.create_connection(("127.0.0.1", site.port), timeout=10)


def is_closed(connection):
    """Tell whether the server closes the connection within a second."""
    connection.settimeout(1)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def status_of(connection, request=GET):
    """Send a request, read the whole answer and return its status, or None if the connection was closed."""
    with suppress(OSError):
        connection.sendall(request)
        with connection.makefile("rb") as answer:
            if line := answer.readline():
                length = 0
                while (header := answer.readline().lower()) != b"\r\n":
                    if header.startswith(b"content-length:"):
                        length = int(header.split(b":")[1])
                answer.read(length)
                return int(line.split()[1])
    return None


def test_a_connection_is_kept_between_requests(served):
    with connect(served) as connection:
        for _ in range(3):
            assert status_of(connection) == 200
            time.sleep(PATIENCE / 2)
        time.sleep(PATIENCE / 2)
        assert is_closed(connection)


def test_a_stream_lasts_longer_than_the_time_limit_of_a_request(served):
    entry = served.prepare(1)[0]
    stream = Stream(served, entry[1])
    assert stream.event()
    time.sleep(2 * PATIENCE)
    served.send("POST", entry[1], do="supply", inhabitants=3, energy=1, version=0, key="a")
    assert stream.event()
    stream.connection.close()


@pytest.mark.alone
def test_a_site_that_stops_does_not_wait_for_an_idle_connection(served):
    with ExitStack() as stack:
        for _ in range(10):
            assert status_of(stack.enter_context(connect(served))) == 200
        assert seconds_to_end(served) < SOON * slowness()


@pytest.mark.alone
def test_a_site_that_stops_does_not_wait_for_a_slow_body(served):
    with connect(served) as connection:
        connection.sendall(b"POST /calculator/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ncity=")
        time.sleep(0.5)
        assert seconds_to_end(served) < SOON * slowness()
        assert is_closed(connection)


def seconds_to_end(site):
    begun = time.monotonic()
    site.end(signal.SIGTERM)
    return time.monotonic() - begun


def test_a_length_of_thousands_of_digits_and_a_websocket_cause_no_server_error(served):
    own = "Cookie: csrftoken={0}\r\nX-CSRFToken: {0}\r\n".format("a" * 32)
    head = f"POST /calculator/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n{own}"
    for digits in (4_000, 8_000):
        with connect(served) as connection:
            assert status_of(connection, f"{head}Content-Length: {'9' * digits}\r\n\r\n".encode()) == 413
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
    with connect(served) as connection:
        assert status_of(connection, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + upgrade + key + b"\r\n") == 403
    assert "ValueError" not in served.log
    assert "9" * 100 not in served.log


def test_on_a_unix_socket_each_connection_has_its_own_time_limit(new_site, tmp_path):
    site = new_site(**SETTINGS)
    path = tmp_path / "site.socket"
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn"],
            cwd=ROOT,
            env=os.environ | site.environment | {"BIND": f"unix:{path}"},
            stderr=log,
        )
    try:
        for _attempt in range(600):
            if path.exists():
                break
            time.sleep(0.1)

        def connect():
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(60)  # the socket exists before a process answers on it
            connection.connect(str(path))
            return connection

        with connect() as idle, connect() as used:
            for connection in (idle, used, used):
                assert status_of(connection) == 200
                time.sleep(PATIENCE / 2 + 0.5)
            assert is_closed(idle)
            assert status_of(used) == 200
    finally:
        process.terminate()
        process.wait(30)
