"""`manage.py backup`: back up the whole database while the site runs."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.ops import backups


class Command(BaseCommand):
    help = (
        "Back up the whole database to a file, and check it: with PostgreSQL by restoring it into a scratch database. "
        "The site may keep running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="by default, DATA_DIR/backups/ with the time as a name")
        parser.add_argument(
            "--automatic", action="store_true", help="for a daily job: also delete automatic backups that are too old"
        )

    def handle(self, *_args: Any, file: Path | None, automatic: bool, **_options: Any) -> None:
        os.umask(0o077)
        if automatic and file:
            raise CommandError(_("An automatic backup chooses its own name."))
        if file is None:
            file = backups.stamped(backups.PREFIX if automatic else "")
        elif file.exists():
            raise CommandError(_("%(file)s exists already: choose another name.") % {"file": file})
        try:
            copied = backups.make(file)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        if automatic:
            backups.sweep()
        message = (
            _("%(file)s: %(held)s, checked.")
            if copied.is_tried
            else _(
                "%(file)s: %(held)s, read. It was not restored for a trial, because the site may make no scratch "
                "database (ALTER ROLE ... CREATEDB) or is behind PgBouncer."
            )
        )
        self.stdout.write(message % {"file": file, "held": held(copied)})


def held(copied: backups.Copied) -> str:
    campaigns = ngettext("%(count)s campaign", "%(count)s campaigns", copied.campaigns) % {"count": copied.campaigns}
    games = ngettext("%(count)s game", "%(count)s games", copied.games) % {"count": copied.games}
    return f"{campaigns}, {games}"
