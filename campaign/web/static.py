import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import brotli
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

SHEET = "campaign/css/site.css"
IMPORT = re.compile(r'@import url\("([^"]+)"\);\n')
UNPACK = {"br": brotli.decompress, "gz": gzip.decompress}


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # comes without types
    """Put each file's hash into its name, also where a script of ours imports another one.

    Scripts that come with packages name modules that they do not bring along.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "campaign/*.js",
        # Django has no other place for it.
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined] # noqa: SLF001
    )

    def post_process(
        self,
        paths: dict[str, tuple[Any, str]],
        dry_run: bool = False,  # noqa: FBT001, FBT002 - Django's signature
        **options: Any,
    ) -> Iterator[tuple[str, str, bool]]:
        """Put what SHEET imports into it: a browser asks for six files at a time, and paints when it has all styles."""
        if not dry_run and SHEET in paths:
            folder = SHEET.rpartition("/")[0]
            sheet = IMPORT.sub(lambda found: _read(paths, f"{folder}/{found[1]}"), _read(paths, SHEET))
            Path(self.path(SHEET)).write_text(sheet)
            paths[SHEET] = (self, SHEET)
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what is not compressed yet: all of it takes seconds, at every start."""
        compressed: Iterator[tuple[str, str]] = super().compress_files(
            [name for name in paths if not is_compressed(Path(self.path(name)))]
        )
        return compressed


def _read(paths: dict[str, tuple[Any, str]], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())


def is_compressed(file: Path) -> bool:
    """Tell whether both compressed forms lie beside a file, and unpack to it: neither is cut off, nor of before."""
    content = file.read_bytes()
    try:
        return all(
            unpack(file.with_name(f"{file.name}.{ending}").read_bytes()) == content for ending, unpack in UNPACK.items()
        )
    except (OSError, EOFError, zlib.error, brotli.error):
        return False
