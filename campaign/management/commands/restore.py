"""`manage.py restore`: replace the whole database with a backup."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.cache import caches
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from campaign.management.commands.backup import held
from campaign.management.commands.migrate import has_data
from campaign.ops import backups
from campaign.ops.data_dir import make_data_dir
from campaign.web.events import Event, log_event


class Command(BaseCommand):
    help = "Replace the whole database with a backup. The present database is backed up first. The site must not run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--no-copy", action="store_true", help="do not back up the present database first")

    def handle(self, *_args: Any, file: Path, no_copy: bool, **_options: Any) -> None:
        os.umask(0o077)
        make_data_dir()
        try:
            backups.check(file)
            backups.refuse_while_served()
            if not no_copy:
                self.back_up_present()
            restored = backups.restore(file)
        except backups.BackupError as error:
            raise CommandError(_("%(reason)s Nothing was changed.") % {"reason": error}) from error
        caches["averages"].clear()
        log_event(Event.BACKUP_RESTORED, campaigns=restored.campaigns, games=restored.games)
        self.stdout.write(_("Restored: %(held)s.") % {"held": held(restored)})

    def back_up_present(self) -> None:
        try:
            if not has_data():
                return  # a new installation has no data to back up
        except DatabaseError as error:
            raise backups.BackupError(str(error)) from error
        file = backups.stamped("before-restore-")
        copied = backups.make(file)
        self.stdout.write(_("Backed up first: %(file)s (%(held)s).") % {"file": file, "held": held(copied)})
