"""Test which connections a process accepts. A fake transport records the calls of the process."""

import asyncio
import os
import pathlib
import resource
import runpy

import pytest

from campaign.web.connections import Connections
from tests.commands import ROOT


class Transport:
    def __init__(self, peer):
        self.peer = peer
        self.is_closed = False
        self.closing = asyncio.Event()

    def get_extra_info(self, _name):
        return self.peer

    def close(self):
        self.is_closed = True
        self.closing.set()


class Server(asyncio.Protocol):
    """A server's protocol. It begins an answer when it receives data, and ends it when the test sets `may_answer`."""

    def __init__(self, connections):
        self.connections = connections
        self.is_told = False

    def connection_made(self, _transport):
        self.is_told = True

    def data_received(self, _data):
        self.may_answer = asyncio.Event()
        self.task = asyncio.create_task(self.answer())

    async def answer(self):
        with self.connections.answering():
            await self.may_answer.wait()


@pytest.fixture
def connections():
    connections = Connections()
    connections.seconds = 0.1
    return connections


def connect(connections, peer=("192.0.2.1", 1)):
    guard, transport = connections.guarded(lambda: Server(connections))(), Transport(peer)
    guard.connection_made(transport)
    return guard, transport


async def closed(transport):
    """Wait until a connection is closed. Raises TimeoutError if it stays open."""
    async with asyncio.timeout(10):
        await transport.closing.wait()


def test_a_connection_without_a_request_is_closed(connections):
    async def run():
        _guard, transport = connect(connections)
        assert not transport.is_closed
        await closed(transport)

    asyncio.run(run())


@pytest.mark.parametrize("peer", [("192.0.2.1", 1), ("2001:db8::1", 1, 0, 0), ""], ids=["IPv4", "IPv6", "Unix socket"])
def test_a_connection_has_no_time_limit_while_the_site_answers(connections, peer):
    async def run():
        (guard, transport), (_other, idle) = connect(connections, peer), connect(connections, peer)
        guard.data_received(b"a request")
        await closed(idle)
        await asyncio.sleep(0.2)
        assert not transport.is_closed
        guard.inner.may_answer.set()
        await closed(transport)

    asyncio.run(run())


def test_a_connection_above_the_limit_is_closed_and_frees_no_place(connections):
    connections.most = 2

    async def run():
        guards = [connect(connections) for _ in range(3)]
        assert [transport.is_closed for _guard, transport in guards] == [False, False, True]
        assert not guards[2][0].inner.is_told
        guards[2][0].connection_lost(None)
        assert connect(connections)[1].is_closed
        guards[0][0].connection_lost(None)
        assert not connect(connections)[1].is_closed

    asyncio.run(run())


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
        ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
    ],
    ids=["IPv4", "an IPv6 network", "IPv4 in IPv6"],
)
def test_an_address_has_a_share_of_the_connections_and_others_have_the_rest(connections, one, same, other):
    connections.most_of_one = 2

    async def run():
        for address, is_closed in ((one, False), (same, False), (one, True), (same, True), (other, False)):
            assert connect(connections, (address, 1))[1].is_closed is is_closed

    asyncio.run(run())


def test_connections_without_an_address_have_no_share(connections):
    connections.most_of_one = 1

    async def run():
        return [connect(connections, "")[1].is_closed for _ in range(3)]

    assert asyncio.run(run()) == [False] * 3


def test_a_site_that_stops_closes_idle_connections_at_once_and_others_after_their_answer(connections):
    connections.seconds = 30

    async def run():
        (guard, answered), (_other, idle) = connect(connections), connect(connections)
        guard.data_received(b"a request")
        await asyncio.sleep(0)
        connections.close()
        await closed(idle)
        assert not answered.is_closed
        guard.inner.may_answer.set()
        await closed(answered)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("files", "memory", "most"),
    [
        (1_024, 8 * 2**30, 800),
        (65_536, 2**30, 2_048),
        (2**20, 512 * 2**30, 65_312),
        (resource.RLIM_INFINITY, 2**30, 2_048),
    ],
    ids=["few files", "a container", "large", "no limit"],
)
def test_a_process_takes_as_many_connections_as_files_and_memory_allow(monkeypatch, files, memory, most):
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (256, files))
    monkeypatch.setattr(resource, "setrlimit", lambda _which, _limits: None)
    monkeypatch.setattr(os, "sysconf", lambda name: 4096 if name == "SC_PAGE_SIZE" else memory // 4096)
    monkeypatch.setattr(pathlib.Path, "exists", lambda _path: False)
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    monkeypatch.setenv("SERVED", "")
    assert runpy.run_path(ROOT / "gunicorn.conf.py")["worker_connections"] == most
