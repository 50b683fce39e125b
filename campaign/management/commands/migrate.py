"""`manage.py migrate`: Django's own, with a backup first where there is something to lose."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connection
from django.utils.translation import gettext as _

from campaign.ops import backups
from campaign.ops.data_dir import make_data_dir
from campaign.ops.health import pending_migrations


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="do not back up the database first")

    def execute(self, *args: Any, **options: Any) -> str | None:
        if connection.vendor == "sqlite":
            make_data_dir()  # before Django's checks look for the database
        return super().execute(*args, **options)

    def handle(self, *args: Any, no_backup: bool = False, **options: Any) -> None:
        changes_nothing = options.get("plan") or options.get("check_unapplied")
        if settings.BACKUPS and not no_backup and not changes_nothing and has_data() and pending_migrations():
            self.back_up()
        super().handle(*args, **options)

    def back_up(self) -> None:
        file = backups.stamped("before-upgrade-", backups.ending())
        try:
            backups.make(file)
        except backups.BackupError as error:
            message = _("The database was not backed up, and so not changed. %(reason)s To go on: migrate --no-backup")
            raise CommandError(message % {"reason": error}) from error
        self.stdout.write(_("Backed up before the upgrade: %(file)s") % {"file": file})


def has_data() -> bool:
    """Say whether the database is older than this command."""
    return "campaign_campaign" in connection.introspection.table_names()
