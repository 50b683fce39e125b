"""The secret key of an installation that was given none: made once, kept with its data."""

import os
import secrets
from functools import cache
from pathlib import Path


@cache
def kept_secret(path: Path) -> str:
    """The secret in the file `path`, which is made, readable by its owner only, when it is not there yet."""
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
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
