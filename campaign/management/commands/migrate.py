"""`manage.py migrate`: Django's command, run by one process at a time. If the database has data, back it up first."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from campaign.ops import backups
from campaign.ops.data_dir import make_data_dir, refuse_data_of_another_release
from campaign.ops.health import pending_migrations
from campaign.web.locks import Lock, locked


class WholeMigrations(MigrationExecutor):
    """Apply a migration and record it, both in one transaction.

    If a migration makes indexes, Django itself records it only after the transaction. If the process is killed in
    between, the migration can never be applied again.
    """

    def apply_migration(self, state: Any, migration: Any, *args: Any, **options: Any) -> Any:
        if not migration.atomic:
            return super().apply_migration(state, migration, *args, **options)
        # SQLite can stop checking foreign keys only before a transaction begins.
        with self.connection.constraint_checks_disabled(), transaction.atomic(using=self.connection.alias):
            return super().apply_migration(state, migration, *args, **options)


migrate.MigrationExecutor = WholeMigrations  # type: ignore[attr-defined] # Django's command takes its executor here


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="do not back up the database first")

    def execute(self, *args: Any, **options: Any) -> str | None:
        if connection.vendor == "sqlite":
            make_data_dir()  # Django's checks look for the database in this folder
        return super().execute(*args, **options)

    def handle(self, *args: Any, no_backup: bool = False, **options: Any) -> None:
        refuse_data_of_another_release()
        changes_nothing = options.get("plan") or options.get("check_unapplied")
        if changes_nothing:
            super().handle(*args, **options)
            return
        with locked(Lock.MIGRATING):
            if settings.BACKUPS and not no_backup and has_data() and pending_migrations():
                self.back_up()
            super().handle(*args, **options)

    def back_up(self) -> None:
        file = backups.stamped("before-upgrade-")
        try:
            backups.make(file)
        except backups.BackupError as error:
            message = _("The database was not backed up, and so not changed. %(reason)s To go on: migrate --no-backup")
            raise CommandError(message % {"reason": error}) from error
        self.stdout.write(_("Backed up before the upgrade: %(file)s") % {"file": file})


def has_data() -> bool:
    """Tell whether the database already has the tables of the site."""
    return "campaign_campaign" in connection.introspection.table_names()
