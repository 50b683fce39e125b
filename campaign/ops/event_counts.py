"""Count security events for `/metrics`.

An alert on these counts can warn that somebody guesses passwords, or creates far too many objects.
"""

import logging

from prometheus_client import Counter

COUNTED = Counter("cornerstone_security_events", "Security events, as in the log", ["event", "budget"])


class CountEvents(logging.Handler):
    """A log handler that counts the records of the logger `campaign.security`.

    Each event has a count of its own. The event "budget used up" has a count for each budget (rate limit).
    """

    def emit(self, record: logging.LogRecord) -> None:
        event, facts = record.__dict__["event"], record.__dict__["facts"]
        COUNTED.labels(event, facts.get("budget", "")).inc()
