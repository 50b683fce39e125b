"""`manage.py restore`: put a backup in the place of what is stored."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.management.commands.backup import ENDINGS, held
from campaign.ops import backups


class Command(BaseCommand):
    help = "Put a backup in the place of the whole database. What was there is backed up first. Stop the site before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--no-copy", action="store_true", help="do not back up what is there before")

    def handle(self, *_args: Any, file: Path, no_copy: bool, **_options: Any) -> None:
        os.umask(0o077)
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        try:
            backups.check(file)
            if not no_copy:
                self.copy_what_is_there()
            restored = backups.restore(file)
        except backups.BackupError as error:
            raise CommandError(_("%(reason)s Nothing was changed.") % {"reason": error}) from error
        self.stdout.write(_("Put back: %(held)s.") % {"held": held(restored)})

    def copy_what_is_there(self) -> None:
        try:
            if "campaign_campaign" not in connection.introspection.table_names():
                return  # a new installation: there is nothing
        except DatabaseError as error:
            raise backups.BackupError(str(error)) from error
        copy = backups.folder() / f"before-restore-{timezone.localtime():%Y-%m-%d-%H%M%S}.{ENDINGS[connection.vendor]}"
        held_before = backups.make(copy)
        self.stdout.write(_("What was there: %(file)s (%(held)s).") % {"file": copy, "held": held(held_before)})
