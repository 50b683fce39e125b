"""Test that a real server keeps no memory after it refuses uploads from an anonymous client."""

import resource
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from campaign.transfer.reading import MOST_VALUES
from campaign.web.uploads import LARGEST_FILE
from tests.faults.site import TOKEN

pytestmark = pytest.mark.slow

MOST_GROWTH = 50  # in one of ROUNDS rounds of uploads of one kind, each process grows by less than so many MB
MOST_MEMORY = 300  # a process may have this many MB after all uploads
ROUNDS = 3  # with kept files, a process would grow in each round; without, only until each thread had large uploads
UPLOADS = 20  # in a round
CLIENTS = 8  # so many send at once that every thread of the site gets some uploads
NEARLY = LARGEST_FILE * 95 // 100
# Most files have nearly the allowed size. Two have the allowed number of JSON values, and one is too large.
FILES = {
    "objects": b'{"format":1,"a":[' + b"{}," * (NEARLY // 3) + b"{}]}",
    "as many objects as are parsed": b'{"format":1,"a":[' + b"{}," * (MOST_VALUES // 2 - 2) + b"{}]}",
    "as many names as are parsed": b'{"format":1,"a":[' + b'{"a":0},' * (MOST_VALUES // 2 - 2) + b"{}]}",
    "numbers": b'{"format":1,"a":[' + b"1," * (NEARLY // 2) + b"1]}",
    "one text": ('{"format":1,"a":"\U0001f3d9' + "x" * NEARLY + '"}').encode(),
    "arrays within arrays": b"[" * NEARLY,
    "no JSON": b"x" * NEARLY,
    "twice too large": bytes(2 * LARGEST_FILE),
}
FORM = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n%b\r\n--x--\r\n'


def test_twenty_refused_uploads_of_each_kind_keep_no_memory(new_site, record_property):
    site = new_site(BUDGET_IMPORTS="10000/h")
    site.start()
    with ThreadPoolExecutor(CLIENTS) as clients:
        grown = {kind: [growth(site, clients, raw) for _ in range(ROUNDS)] for kind, raw in FILES.items()}
    most = round(max(resident(site).values()))
    record_property("figures", f"MB that a process grew: {grown}; MB that a process has at the end: {most}")
    assert max(min(rounds) for rounds in grown.values()) < MOST_GROWTH, grown
    assert most < MOST_MEMORY, most


def growth(site, clients, raw):
    """Upload a file UPLOADS times. Return the MB by which the processes grew at most."""
    before = resident(site)
    assert set(clients.map(send, [site] * UPLOADS, [raw] * UPLOADS)) == {200}
    return round(max(after - before[pid] for pid, after in resident(site).items()))


def send(site, raw):
    """Upload a file, again while the site says that others wait for their imports. Return the status of its answer."""
    headers = {
        "Cookie": f"csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "multipart/form-data; boundary=x",
    }
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        connection.request("POST", "/campaigns/import/", FORM % raw, headers)
        answer = connection.getresponse()
        answer.read()
        return send(site, raw) if answer.status == 429 else answer.status


def resident(site):
    """Map the id of each process of the site to its memory in MB."""
    pages = {pid: int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) for pid in site.pids}
    return {pid: count * resource.getpagesize() / 2**20 for pid, count in pages.items()}
