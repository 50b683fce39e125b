"""Settings for tests of the clock. The file DATA_DIR/clock has the number of seconds that the clock is ahead."""

import time
from datetime import timedelta

from django.utils import timezone

from campaign.settings import *  # noqa: F403
from campaign.settings import DATA_DIR

CLOCK = DATA_DIR / "clock"
right_time, right_now = time.time, timezone.now


def ahead():
    """Return how many seconds the clock is ahead. A negative number means that it is behind."""
    try:
        return float(CLOCK.read_text() or 0)
    except FileNotFoundError:
        return 0


time.time = lambda: right_time() + ahead()
timezone.now = lambda: right_now() + timedelta(seconds=ahead())
