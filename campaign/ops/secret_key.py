"""Make a secret key once for an installation without one, and store it in the data folder."""

import os
import secrets
import tempfile
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
    """Write a new secret to a temporary file, and link it to `path` unless another process was faster."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(file.fileno())
        path.hardlink_to(draft)
    except FileExistsError:
        pass  # another process or thread has made the secret first
    finally:
        Path(draft).unlink()
