"""Settings for tests of the clock: the site's settings, and a clock ahead by the seconds that DATA_DIR/clock names."""

import time
from datetime import timedelta

from django.utils import timezone

from campaign.settings import *  # noqa: F403
from campaign.settings import DATA_DIR

CLOCK = DATA_DIR / "clock"
right_time, right_now = time.time, timezone.now


def ahead():
    """Return by how many seconds the clock is ahead: 0 without the file CLOCK, a number below 0 if it is behind."""
    try:
        return float(CLOCK.read_text() or 0)
    except FileNotFoundError:
        return 0


time.time = lambda: right_time() + ahead()
timezone.now = lambda: right_now() + timedelta(seconds=ahead())
