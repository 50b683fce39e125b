"""Test that a par can be measured again after the site was killed, and that no page shows a partial result."""

import signal
import time

import pytest

from campaign.par.asked import AskedPar
from tests.commands import python
from tests.pages import Page

pytestmark = pytest.mark.slow

ASKED = AskedPar("classic districts=4,2", 2)
A_MINUTE_LATER = """
from datetime import timedelta
from campaign.models import MissionPar
for par in MissionPar.objects.all():
    assert par.figures is None
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
