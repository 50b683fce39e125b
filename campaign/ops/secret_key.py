"""Make a secret key once for an installation without one, and store it in the data folder."""

import fcntl
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SHORTEST = 50  # in characters; Django itself warns of shorter keys


@cache
def kept_secret(path: Path) -> str:
    """Return the secret in a file. If the file is missing, make it. Raises ImproperlyConfigured."""
    try:
        if not path.exists():
            _make_secret(path)
        secret = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error.reason
        message = f"The secret key cannot be kept in {path} ({reason}): choose another DATA_DIR."
        raise ImproperlyConfigured(message) from error
    if len(secret) < SHORTEST:
        raise ImproperlyConfigured(f"The secret key in {path} is cut off: put a copy in its place, or delete the file.")
    return secret


def _make_secret(path: Path) -> None:
    """Write a new secret to a temporary file, and rename it to `path` unless another process was faster."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _one_at_a_time(path.parent):
        if path.exists():
            return  # another process or thread has made the secret first
        descriptor, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)  # readable by its owner only
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
                file.flush()
                os.fsync(file.fileno())
            Path(draft).replace(path)
        except OSError:
            Path(draft).unlink()
            raise


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Let other processes and threads wait for this block, if the folder's disk has locks."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
