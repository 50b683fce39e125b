"""Test that a par can be measured again after the site was killed, and that its worker ends with the site."""

import os
import signal
import time
from pathlib import Path

import pytest

from campaign.par.asked import AskedPar
from tests.commands import python
from tests.pages import Page

pytestmark = pytest.mark.slow

ASKED = AskedPar("classic districts=3,1 rows=2", 2)
A_MINUTE_LATER = """
from datetime import timedelta
from campaign.models import Job
for par in Job.objects.all():
    assert not par.is_done
    par.touched -= timedelta(minutes=2)
    par.save()
"""


def shown(site):
    return Page(site.send("GET", ASKED.address)[1])


def until(happens):
    end = time.monotonic() + 120
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.5)


def test_a_par_whose_site_was_killed_is_measured_again(new_site):
    site = new_site()
    site.start()
    site.send("POST", ASKED.address)
    time.sleep(3)  # the measurement takes ten seconds, so it is not finished yet
    assert shown(site).one("#par").get("hx-get")
    site.end(signal.SIGKILL)
    site.start()
    assert not shown(site).has("#par details")  # the page shows at most a note that the par is being measured
    python(A_MINUTE_LATER, env=site.environment)
    assert shown(site).has("#par form")
    site.send("POST", ASKED.address)
    until(lambda: shown(site).has("#par details"))


def workers(site):
    """Return the processes that the site's web processes have started."""
    _master, *web = site.pids
    children = (file.read_text() for pid in web for file in Path(f"/proc/{pid}/task").glob("*/children"))
    return [int(worker) for each in children for worker in each.split()]


def test_a_worker_ends_with_the_web_process_that_started_it(new_site):
    site = new_site()
    site.start()
    site.send("POST", ASKED.address)
    until(lambda: workers(site))
    [worker] = workers(site)
    for pid in site.pids:
        os.kill(pid, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{worker}").exists())
