"""Count security events for `/metrics`, so that an alert can tell that somebody guesses passwords or fills the site."""

import logging

from prometheus_client import Counter

COUNTED = Counter("cornerstone_security_events", "Security events, as in the log", ["event", "budget"])


class CountEvents(logging.Handler):
    """A handler that counts the log records of `campaign.security` by event, and by budget if a budget is used up."""

    def emit(self, record: logging.LogRecord) -> None:
        event, facts = record.__dict__["event"], record.__dict__["facts"]
        COUNTED.labels(event, facts.get("budget", "")).inc()
