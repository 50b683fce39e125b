"""Run two PostgreSQL servers behind haproxy: the primary takes all writes, and the standby copies its data.

patroni and etcd choose the primary. The Debian packages are postgresql, patroni, etcd-server, haproxy and iptables.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psycopg

# Each server has its own system user, because iptables can drop all packets of one user.
ACCOUNTS = {"one": "postgres", "two": "games"}
WITHIN = 90  # the timeout of each wait for a server, in seconds
NODE = {
    "scope": "drill",
    "bootstrap": {
        "dcs": {
            "ttl": 20,  # patroni replaces a primary that is silent for this many seconds (at least 20)
            "loop_wait": 2,
            "retry_timeout": 3,
            "synchronous_mode": True,
            "postgresql": {"use_pg_rewind": True, "parameters": {"max_connections": 100, "wal_log_hints": "on"}},
        },
        "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
    },
}
HAPROXY = """
global
    log stderr format raw local0 warning
defaults
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    default-server inter 1s fall 2 rise 1
listen database
    mode tcp
    bind 127.0.0.1:{database}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server on-marked-down shutdown-sessions
    server one 127.0.0.1:{one} check port {one_says}
    server two 127.0.0.1:{two} check port {two_says}
listen sites
    mode http
    bind 127.0.0.1:{door}
    option httpchk
    http-check send meth GET uri /livez ver HTTP/1.1 hdr Host localhost
    option redispatch
    retry-on conn-failure empty-response
    http-request disable-l7-retry if METH_POST
    server east 127.0.0.1:{east} check
    server west 127.0.0.1:{west} check
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Server:
    """A PostgreSQL server and the patroni process that manages it. Both run as the same system user."""

    def __init__(self, name, folder, etcd):
        self.name, self.account = name, ACCOUNTS[name]
        self.folder = folder / name
        self.folder.mkdir()
        shutil.chown(self.folder, self.account)
        self.port, self.says = free_ports(2)
        self.process = None
        programs = max(Path("/usr/lib/postgresql").iterdir(), key=lambda version: int(version.name)) / "bin"
        word = {"password": "drill"}
        own = {
            "name": name,
            "etcd": {"host": f"127.0.0.1:{etcd}"},
            "restapi": {"listen": f"127.0.0.1:{self.says}", "connect_address": f"127.0.0.1:{self.says}"},
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}",
                "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.folder / "data"),
                "bin_dir": str(programs),
                "pgpass": str(self.folder / "pgpass"),
                "authentication": {
                    "superuser": {"username": "postgres", **word},
                    "replication": {"username": "replicator", **word},
                },
                "parameters": {"unix_socket_directories": str(self.folder)},
                "pg_hba": [
                    "local all all trust",
                    *(f"host {what} all 127.0.0.1/32 trust" for what in ("all", "replication")),
                ],
            },
        }
        (self.folder / "patroni.yml").write_text(json.dumps(NODE | own))

    def start(self):
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                ["patroni", "patroni.yml"],
                cwd=self.folder,
                user=self.account,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)},
                start_new_session=True,
            )

    def is_what(self, role):
        """Ask patroni if the server has this role: "primary" or "synchronous". Return False if no answer comes."""
        with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", self.says, timeout=2)) as patroni:
            patroni.request("GET", f"/{role}")
            return patroni.getresponse().status == 200
        return False

    @property
    def pids(self):
        """Return the ids of patroni's process and of all PostgreSQL processes in this server's folder."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (process / "cwd").readlink().is_relative_to(self.folder):
                    found.append(int(process.name))
        return sorted(found)

    def send(self, sig):
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, sig)

    def kill(self):
        self.send(signal.SIGSTOP)  # pause all processes first: a paused process cannot start a new one
        self.send(signal.SIGKILL)
        self.process.wait(30)

    def freeze(self):
        self.send(signal.SIGSTOP)

    def thaw(self):
        self.send(signal.SIGCONT)

    def cut_off(self):
        self._drop("--append")

    def join(self):
        self._drop("--delete")

    def _drop(self, what):
        rule = ["OUTPUT", "--out-interface", "lo", "--match", "owner", "--uid-owner", self.account, "--jump", "DROP"]
        subprocess.run(["iptables", "--wait", what, *rule], check=True)


class Pair:
    """Two PostgreSQL servers with etcd, and a haproxy load balancer in front of the database and of the sites."""

    def __init__(self, folder):
        self.folder = folder
        self.etcd, peer, self.database, self.door, self.east, self.west = free_ports(6)
        self.programs = [self._run_etcd(self.etcd, peer)]
        self.servers = [Server(name, folder, self.etcd) for name in ACCOUNTS]
        one, two = self.servers
        ports = {"database": self.database, "door": self.door, "east": self.east, "west": self.west}
        ports |= {"one": one.port, "two": two.port, "one_says": one.says, "two_says": two.says}
        (folder / "haproxy.cfg").write_text(HAPROXY.format(**ports))
        self.programs.append(self._run("haproxy", "-db", "-f", folder / "haproxy.cfg"))
        one.start()
        self._wait_until(lambda: one.is_what("primary"))
        two.start()
        self.wait_until_whole()

    @property
    def primary(self):
        return next(server for server in self.servers if server.is_what("primary"))

    @property
    def standby(self):
        return next(server for server in self.servers if server.is_what("synchronous"))

    def wait_until_whole(self):
        """Wait until one server is the primary, and the other is its synchronous standby."""
        self._wait_until(lambda: {self._role(server) for server in self.servers} == {"primary", "synchronous"})

    def wait_until_alone(self, primary):
        """Wait until the primary stores writes without a standby's confirmation."""
        with psycopg.connect(f"postgres://postgres@127.0.0.1:{primary.port}/postgres", autocommit=True) as database:
            self._wait_until(lambda: database.execute("SHOW synchronous_standby_names").fetchone() == ("",))

    def stop(self):
        for server in self.servers:
            server.kill()
        for program in self.programs:
            program.kill()
            program.wait(30)

    def _role(self, server):
        return next((role for role in ("primary", "synchronous") if server.is_what(role)), None)

    def _wait_until(self, so):
        end = time.monotonic() + WITHIN
        while not so():
            assert time.monotonic() < end, [(server.folder / "log").read_text()[-3000:] for server in self.servers]
            time.sleep(0.2)

    def _run_etcd(self, port, peer):
        here = f"http://127.0.0.1:{port}"
        return self._run(
            *("etcd", "--enable-v2", "--data-dir", self.folder / "etcd", "--listen-client-urls", here),
            *("--advertise-client-urls", here, "--listen-peer-urls", f"http://127.0.0.1:{peer}"),
            *("--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}"),
            *("--initial-cluster", f"default=http://127.0.0.1:{peer}"),
        )

    def _run(self, *command):
        with (self.folder / f"{command[0]}.log").open("a") as log:
            return subprocess.Popen(list(map(str, command)), stdout=log, stderr=log, start_new_session=True)


@contextmanager
def pair():
    """Yield a running `Pair` of database servers. At the end, stop the servers and delete their folder."""
    folder = Path(tempfile.mkdtemp(prefix="cornerstone-drill-"))
    folder.chmod(0o755)
    try:
        servers = Pair(folder)
        try:
            yield servers
        finally:
            servers.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
