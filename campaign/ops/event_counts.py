"""Count security events for `/metrics`, so that alerts can warn of somebody who guesses passwords, for example."""

import logging

from prometheus_client import Counter

COUNTED = Counter("cornerstone_security_events", "Security events, as in the log", ["event", "budget"])


class CountEvents(logging.Handler):
    """A log handler that counts the records of the logger `campaign.security`, by event and by rate limit."""

    def emit(self, record: logging.LogRecord) -> None:
        event, facts = record.__dict__["event"], record.__dict__["facts"]
        COUNTED.labels(event, facts.get("budget", "")).inc()
