"""Run the site's real server in processes that tests can kill. Also simulate clients that change cities."""

import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

from tests.commands import ROOT, environment, python
from tests.pages import Page

SERVER = Path(__file__).with_name("gunicorn.conf.py")
TOKEN = "a" * 32  # the CSRF token, sent in a cookie and in a header
SOON = 5  # seconds in which a site stops on a machine of usual speed
PREPARE = """
from campaign.accounts.sessions import SessionStore
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from campaign.models import *
owner = User.objects.create_user('owner')
campaign = Campaign.objects.create(owner=owner, name='River Town')
names = [('Ada', 'blue'), ('Ben', 'green'), ('Cleo', 'red'), ('Dan', 'purple')]
campaign.set_roster([RosterEntry(None, name, colour) for name, colour in names])
session = SessionStore()
session[SESSION_KEY] = str(owner.pk)
session[BACKEND_SESSION_KEY] = 'django.contrib.auth.backends.ModelBackend'
session[HASH_SESSION_KEY] = owner.get_session_auth_hash()
session.create()
print(session.session_key)
for mission in {missions}:
    for evaluation in Game.objects.start(campaign, mission, seats=campaign.active_players).present:
        print(evaluation.pk, evaluation.get_absolute_url())
"""
WRITTEN = """
import json
from campaign.models import Evaluation
history = Evaluation.history.order_by('history_id').values_list('id', 'version', 'history_key', 'city')
print(json.dumps({'now': list(Evaluation.objects.order_by('pk').values_list('pk', 'version', 'city')),
                  'history': list(history)}))
"""


class Site:
    """A site that `manage.py serve` runs with its own data folder. It uses SQLite, or the database at a URL."""

    def __init__(self, data, database_url=None, root=ROOT, **more):
        self.root = root
        data.mkdir(exist_ok=True)
        self.data = data
        server = {"GUNICORN_CMD_ARGS": f"--config {SERVER} {more.get('GUNICORN_CMD_ARGS', '')}"}
        self.environment = environment(data, database_url, BACKUPS="0", **more | server)
        self.process = None
        self.port = 0

    def start(self):
        # port 0 lets the site choose a free port; a restart uses the same port again
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        with (self.data / "log").open("a") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.root,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        address = next(line for line in self.process.stdout if "http://" in line).split()[-1]
        self.port = int(address.rstrip("/").rpartition(":")[2])
        for _attempt in range(600):
            with suppress(OSError, HTTPException):
                if self.send("GET", "/healthz")[0] in (200, 507):
                    return
            time.sleep(0.1)
        raise AssertionError(self.log)

    def end(self, sig=signal.SIGTERM):
        """Stop the site, by default with SIGTERM as a service manager does. SIGKILL kills all its processes at once."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, sig)
            self.process.wait(30)
            self.process.stdout.close()
            self.process = None

    @property
    def pids(self):
        master = self.process.pid
        children = Path(f"/proc/{master}/task/{master}/children").read_text(encoding="utf-8").split()
        return [master, *map(int, children)]

    @property
    def log(self):
        return (self.data / "log").read_text()

    def prepare(self, *missions):
        """Create a logged-in owner, and one open game per mission. Return (id, address) of each player's evaluation."""
        lines = python(PREPARE.format(missions=list(missions)), env=self.environment, root=self.root).splitlines()
        self.session = lines[0]
        return [(int(pk), address) for pk, address in (line.split() for line in lines[1:])]

    def finish(self, address):
        """Finish a game on its page, even if the site warns of unusual cities."""
        seen = Page(self.send("GET", address)[1]).value("form[action$='/finish/'] [name=seen]")
        self.send("POST", f"{address}finish/", sure="1", seen=seen)

    def join(self, token):
        """Open a join link as a new browser. Return the key of the session that the site creates."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", f"/join/{token}/")
            return re.search(r"sessionid=(\w+)", str(connection.getresponse().headers))[1]

    def send(self, method, address, timeout=60, **values):
        """Send a request. Return (status, text). Raises OSError or HTTPException if no answer arrives."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {
            "Cookie": f"sessionid={getattr(self, 'session', '')}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        if method == "POST":
            headers |= {"HX-Request": "true", "HX-Target": "city"}
        try:
            connection.request(method, address, urlencode(values, doseq=True), headers)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()


class Stream:
    """A client that reads the server-sent events of a page."""

    def __init__(self, site, address, session=None):
        self.connection = socket.create_connection(("127.0.0.1", site.port), timeout=30)
        cookie = f"sessionid={site.session if session is None else session}"
        head = f"GET {address} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n"
        self.connection.sendall(head.encode())
        self.text = b""

    def status(self):
        """Return the HTTP status, which is 200 for a stream."""
        while b"\r\n" not in self.text:
            self.text += self.connection.recv(4096)
        return int(self.text.split()[1])

    def event(self):
        """Return the next ETag from the stream, such as 'W/"3f"'. Return None at the end of the stream."""
        while not (found := re.search(rb'data: (W/"\w+")\n\n', self.text)):
            if self.text.endswith(b"0\r\n\r\n") or not (more := self.connection.recv(4096)):
                return None
            self.text += more
        self.text = self.text[found.end() :]
        return found[1].decode()


@dataclass
class Writer:
    """A client that changes the supply of one city as fast as the site answers."""

    site: Site
    number: int
    evaluation: int
    address: str
    acknowledged: list = field(default_factory=list)  # (key, version) of each change that the site confirmed
    conflicts: int = 0
    others: list = field(default_factory=list)  # (status, text) of each unexpected answer
    times: list = field(default_factory=list)
    version: int | None = None
    sent: int = 0

    def look(self):
        """Load the city's page, remember the version of the city, and return the HTTP status."""
        status, page = self.site.send("GET", self.address)
        if status == 200:
            self.version = version_in(page)
        else:
            self.others.append((status, page))
        return status

    def write(self):
        if self.version is None and (status := self.look()) != 200:
            return status
        self.sent += 1
        key, inhabitants = f"c{self.number}-{self.sent}", self.number * 100 + self.sent % 100
        values = {"do": "supply", "inhabitants": inhabitants, "energy": 1, "version": self.version, "key": key}
        start = time.monotonic()
        try:
            status, page = self.site.send("POST", self.address, **values)
        except BaseException:
            self.version = None  # the site may have stored the change, so the version is unknown
            raise
        self.times.append(time.monotonic() - start)
        if status not in (200, 409):
            self.others.append((status, page))
            self.version = None
            return status
        self.version = version_in(page)
        if status == 409:
            self.conflicts += 1
        else:
            self.acknowledged.append((key, self.version))
        return status


def version_in(page):
    found = Page(page).each("[name=version]", "value")
    assert found, page[:2000]
    return int(found[0])


def run(writers, go_on):
    """Start each writer in its own thread. It writes until `go_on(writer)` is false or its connection fails."""

    def work(writer):
        with suppress(OSError, HTTPException):
            while go_on(writer):
                writer.write()

    threads = [threading.Thread(target=work, args=[writer]) for writer in writers]
    for thread in threads:
        thread.start()
    return threads


def written(site):
    """Return {"now": [[id, version, city], ...], "history": [[id, version, key, city], ...]}, from old to new."""
    return json.loads(python(WRITTEN, env=site.environment))


def missing(writers, written):
    """Return (id, key, version) of each confirmed change that is not in the history."""
    held = {(pk, key): version for pk, version, key, _city in written["history"]}
    return [
        (writer.evaluation, key, version)
        for writer in writers
        for key, version in writer.acknowledged
        if held.get((writer.evaluation, key)) != version
    ]


def figures(writers, seconds):
    times = sorted(each for writer in writers for each in writer.times)
    return (
        f"{len(writers)} clients, {seconds:.0f} s: {sum(len(w.acknowledged) for w in writers)} changes acknowledged, "
        f"{sum(w.conflicts for w in writers)} told that somebody was faster, "
        f"{sum(len(w.others) for w in writers)} errors; "
        f"median {statistics.median(times) * 1000:.0f} ms, 99 % below {times[int(len(times) * 0.99)] * 1000:.0f} ms, "
        f"longest {times[-1] * 1000:.0f} ms"
    )
