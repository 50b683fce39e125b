"""The cache of rendered pages: see web/kept.py."""

import hashlib
import pickle
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

SEAL = hashlib.sha256().digest_size
FORMAT = b"uncompressed"  # part of the checksum, so that a file in another format counts as missing


class PageCache(FileBasedCache):
    """A cache in files, which all processes of a machine share. Each file holds a checksum, and then the page.

    A damaged file counts as missing. On a full disk, nothing is stored. The pages are not compressed, because a
    compressed page takes twice as long to read.
    """

    def _createdir(self) -> None:
        """Make the folder if possible. If that fails, the commands that need the folder report the failure."""
        with suppress(OSError):
            super()._createdir()  # type: ignore[misc] # the stubs leave this method out

    def _write_content(self, file: IO[bytes], _timeout: Any, value: Any) -> None:
        content = pickle.dumps(value)
        file.write(_seal(content) + content)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            stored = Path(self._key_to_file(key, version)).read_bytes()  # type: ignore[attr-defined] # as above
        except OSError:
            return default
        seal, content = stored[:SEAL], memoryview(stored)[SEAL:]
        if _seal(content) != seal:
            return default
        return pickle.loads(content)  # noqa: S301 - written by this site, and unaltered

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        with suppress(OSError):
            super().set(key, value, timeout, version)


def _seal(content: bytes | memoryview) -> bytes:
    seal = hashlib.sha256(FORMAT)
    seal.update(content)
    return seal.digest()
