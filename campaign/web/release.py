"""What the site's pages are made of."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

SOURCES = (settings.BASE_DIR / "campaign", settings.BASE_DIR / "scoring", settings.BASE_DIR / "templates")
SOURCE_FILES = (".py", ".html", ".js", ".css", ".svg", ".mo")


@cache
def release() -> str:
    """Name this release in short, by the code, templates and texts that its pages are drawn from."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in files_under(folder, SOURCE_FILES):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def files_under(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Find the files of a folder and the folders in it, always in the same order."""
    return (path for path in sorted(folder.rglob("*")) if path.suffix in suffixes)
