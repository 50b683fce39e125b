import gzip
import re
import shutil
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import brotli
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from campaign.web.release import files_under

IMPORT = re.compile(r'@import url\("([^"]+)"\);\n')
OWN = ("campaign/css/", "campaign/js/")
# Comments that begin a line, and comments after code. A comment after code stays if it has quotes, because its // may
# be inside a string.
COMMENT = re.compile(r"""^[ ]*/\*.*?\*/\n|^[ ]*//[^\n]*\n|(?<=[^\s])[ ]+//[ ][^"'`\n]*$""", re.DOTALL | re.MULTILINE)
UNPACK = {"br": brotli.decompress, "gz": gzip.decompress}


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # comes without types
    """Put the hash of each file into the file's name, and into the imports of our own scripts.

    Scripts of packages are left out, because some of them import modules that their package does not contain.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "campaign/*.js",
        # Django offers these patterns under no public name.
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined] # noqa: SLF001
    )

    def post_process(
        self,
        paths: dict[str, tuple[Any, str]],
        dry_run: bool = False,  # noqa: FBT001, FBT002 - Django's signature
        **options: Any,
    ) -> Iterator[tuple[str, str, bool]]:
        """Put the imported parts into our own style sheets, and remove the comments from our sheets and scripts."""
        for name in () if dry_run else paths:
            if name.startswith(OWN) and name.endswith((".css", ".js")):
                content = without_comments(_with_parts(paths, name))
                Path(self.path(name)).write_text(content, encoding="utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress equal files only once. Most files are stored twice, with and without a hash in their name."""
        alike = defaultdict[bytes, list[str]](list)
        for name in paths:
            if not is_compressed(file := Path(self.path(name))):
                alike[file.read_bytes()].append(name)
        copies = {first: others for first, *others in alike.values()}
        for name, compressed in super().compress_files(copies):
            yield name, compressed
            for copy in copies[name]:
                ending = compressed.removeprefix(name)
                shutil.copyfile(self.path(compressed), self.path(copy + ending))
                yield copy, copy + ending


class StaticFilesOfAnyRelease(WhiteNoiseMiddleware):  # type: ignore[misc] # comes without types
    """Serve the present file if the hash in the requested name belongs to another release.

    During an upgrade, a page can come from one machine and its files from another. Browsers keep such a file for a
    minute, but a file with the right hash for ever.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path.startswith(self.static_prefix) and path not in self.files:
            file = self.files.get(self.get_name_without_hash(path))
            if file is not None:
                of_another: HttpResponseBase = self.serve(file, request)
                return of_another
        response: HttpResponseBase = super().__call__(request)
        return response


def _read(paths: dict[str, tuple[Any, str]], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())


def _with_parts(paths: dict[str, tuple[Any, str]], name: str) -> str:
    folder = name.rpartition("/")[0]
    return IMPORT.sub(lambda found: _read(paths, f"{folder}/{found[1]}"), _read(paths, name))


@cache
def parts(folder: Path) -> frozenset[Path]:
    """List the style sheets in a folder that other sheets import."""
    sheets = files_under(folder, (".css",))
    return frozenset(
        sheet.parent / name for sheet in sheets for name in IMPORT.findall(sheet.read_text(encoding="utf-8"))
    )


def without_comments(source: str) -> str:
    return COMMENT.sub("", source)


def is_compressed(file: Path) -> bool:
    """Check that the .br and .gz files of a file exist, and that both unpack to the file's content."""
    content = file.read_bytes()
    try:
        return all(
            unpack(file.with_name(f"{file.name}.{ending}").read_bytes()) == content for ending, unpack in UNPACK.items()
        )
    except (OSError, EOFError, zlib.error, brotli.error):
        return False
