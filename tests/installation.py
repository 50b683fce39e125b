"""Let this process work on a separate installation, which has its own folder and SQLite database."""

import os
from contextlib import contextmanager
from io import StringIO

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections
from django.db.utils import ConnectionHandler
from django.test import override_settings


@contextmanager
def installation_in(folder, **more):
    """Within the `with` block, let commands and models of this thread use the SQLite database in the folder."""
    embedded = settings.EMBEDDED_DATABASE | {"NAME": folder / "cornerstone.sqlite3"}
    tests_own, mask = connections["default"], os.umask(0o022)
    connections["default"] = ConnectionHandler({"default": embedded})["default"]
    ContentType.objects.clear_cache()  # cached keys are wrong here, because each database has its own keys
    try:
        with override_settings(DATA_DIR=folder, MIGRATION_MODULES={}, **more):
            yield
    finally:
        connections["default"].close()
        connections["default"] = tests_own
        ContentType.objects.clear_cache()
        os.umask(mask)  # restore the mask, because the commands set a narrower one


def told(command, *arguments):
    """Run a command in this process and return what it prints. Raises CommandError."""
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue()
