"""Limit how much is hashed at once, because hashing is slow on purpose and must not take every core.

Passwords, PINs and recovery codes wait in one queue. What is no login spends the budget "hashes" of the visitor, and a
login that of its own account, so no stranger fills the queue: see campaign/web/budgets.py.
"""

import threading
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.translation import gettext as _

# The most seconds that a password waits to be hashed. A process has few threads, so few can be ahead, and a password is
# refused only if the machine takes seconds for each of them.
WAIT = 10.0

slots = threading.BoundedSemaphore(settings.PASSWORD_HASHES_AT_ONCE)  # each process has its own semaphore


class BusyError(Exception):
    """Too many passwords are being hashed at once. `str(error)` is a sentence for the user: when to try again."""


class CappedPBKDF2PasswordHasher(PBKDF2PasswordHasher):
    """Hash passwords as Django does. Raises BusyError if a password has waited for WAIT seconds."""

    def encode(self, *args: Any, **kwargs: Any) -> str:
        if not slots.acquire(timeout=WAIT):
            raise BusyError(_("Many people are logging in at this moment. Try again in ten seconds."))
        try:
            return super().encode(*args, **kwargs)
        finally:
            slots.release()
