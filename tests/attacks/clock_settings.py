"""Settings for tests of the clock: the site's settings, with a clock that is ahead by the seconds in DATA_DIR/clock."""

import time
from datetime import timedelta

from django.utils import timezone

from campaign.settings import *  # noqa: F403
from campaign.settings import DATA_DIR

CLOCK = DATA_DIR / "clock"
right_time, right_now = time.time, timezone.now


def ahead():
    """Return the seconds by which the clock is ahead; 0 without the file CLOCK, below 0 if the clock is behind."""
    try:
        return float(CLOCK.read_text() or 0)
    except FileNotFoundError:
        return 0


time.time = lambda: right_time() + ahead()
timezone.now = lambda: right_now() + timedelta(seconds=ahead())
