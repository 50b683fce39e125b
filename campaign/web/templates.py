"""Load the site's templates without their indentation, which would be a third of a long page before compression."""

import re

from django.template import Origin
from django.template.loaders import app_directories, filesystem

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


class FilesystemLoader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return without_indent(origin, super().get_contents(origin))


class AppDirectoriesLoader(app_directories.Loader):
    def get_contents(self, origin: Origin) -> str:
        return without_indent(origin, super().get_contents(origin))


def without_indent(origin: Origin, source: str) -> str:
    """Remove the indentation of an HTML template. Values that the template shows keep their indentation."""
    return INDENT.sub("", source) if str(origin.template_name).endswith(".html") else source
