"""`manage.py backup`: a copy of the whole database, while the site runs."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.ops import backups

ENDINGS = {"sqlite": "sqlite3", "postgresql": "pgdump"}


class Command(BaseCommand):
    help = "Copy the whole database to a file, and read it back. The site may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="in DATA_DIR/backups/, named after this moment, unless told"
        )
        parser.add_argument("--portable", action="store_true", help="as JSON, for SQLite and PostgreSQL alike")

    def handle(self, *_args: Any, file: Path | None, portable: bool, **_options: Any) -> None:
        os.umask(0o077)
        if file is None:
            ending = "jsonl.gz" if portable else ENDINGS[connection.vendor]
            file = backups.folder() / f"{timezone.localtime():%Y-%m-%d-%H%M%S}.{ending}"
        elif file.exists():
            raise CommandError(_("%(file)s is there already: choose another name.") % {"file": file})
        try:
            copied = backups.make(file, portable=portable)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("%(file)s: %(held)s, checked.") % {"file": file, "held": held(copied)})


def held(copied: backups.Copied) -> str:
    campaigns = ngettext("%(count)s campaign", "%(count)s campaigns", copied.campaigns) % {"count": copied.campaigns}
    games = ngettext("%(count)s game", "%(count)s games", copied.games) % {"count": copied.games}
    return f"{campaigns}, {games}"
