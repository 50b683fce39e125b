"""The cache that keeps pages as they were drawn: see web/kept.py."""

from contextlib import suppress
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache


class PageCache(FileBasedCache):
    """Files, which all processes of a machine share. A full disk costs time, not the page."""

    def _createdir(self) -> None:
        """Leave a folder that cannot be made to the commands that need it, and say so."""
        with suppress(OSError):
            super()._createdir()  # type: ignore[misc] # the stubs leave it out

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        with suppress(OSError):
            return super().get(key, default, version)
        return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        with suppress(OSError):
            super().set(*args, **kwargs)
