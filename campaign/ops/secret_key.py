"""Make the secret key of an installation that was given none, once, and keep it with its data."""

import os
import secrets
from functools import cache
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


@cache
def kept_secret(path: Path) -> str:
    """Return the secret in a file; make the file, readable by its owner only, where it is missing.

    Raises ImproperlyConfigured.
    """
    try:
        return path.read_text(encoding="ascii") if path.exists() else _made_secret(path)
    except OSError as error:
        message = f"The secret key cannot be kept in {path} ({error.strerror}): choose another DATA_DIR."
        raise ImproperlyConfigured(message) from error


def _made_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written aside and linked into place: of two processes that start together both end with the same, whole key.
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64))
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii")
