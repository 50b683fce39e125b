"""The short name of the site's release, computed from its files."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

# The last commit before 1.0. It opens the data from before, and exports campaigns in a format that this release reads.
LAST_BEFORE_1_0 = "2e2e4516"
SOURCES = (settings.BASE_DIR / "campaign", settings.BASE_DIR / "scoring", settings.BASE_DIR / "templates")
SOURCE_FILES = (".py", ".html", ".js", ".css", ".svg", ".mo")


@cache
def release() -> str:
    """Return a short name of this release: a digest of its code, templates and texts."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in files_under(folder, SOURCE_FILES):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def files_under(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """List the files with these suffixes in a folder and its subfolders, always in the same order."""
    return (path for path in sorted(folder.rglob("*")) if path.suffix in suffixes)
