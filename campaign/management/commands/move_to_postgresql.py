"""`manage.py move_to_postgresql`: copy everything from the embedded database to the database of DATABASE_URL."""

from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.db.utils import ConnectionHandler
from django.utils.translation import gettext as _

from campaign.management.commands.backup import held
from campaign.ops import backups
from campaign.ops.serving import is_served

EMBEDDED = "embedded"
ROWS_AT_ONCE = 500


class Command(BaseCommand):
    help = "Copy everything from the embedded database to the empty PostgreSQL of DATABASE_URL. Stop the site first."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if connection.vendor == "sqlite":
            raise CommandError(_("Set DATABASE_URL to the new database."))
        if not Path(str(settings.EMBEDDED_DATABASE["NAME"])).exists():
            raise CommandError(_("There is no embedded database in %(folder)s.") % {"folder": settings.DATA_DIR})
        if is_served():
            raise CommandError(
                _("The site is running: stop it first, so that nobody writes to the database meanwhile.")
            )
        connections[EMBEDDED] = ConnectionHandler({"default": {}, EMBEDDED: settings.EMBEDDED_DATABASE})[EMBEDDED]
        call_command("migrate", interactive=False, verbosity=0, no_backup=True)
        if applied(connections[EMBEDDED]) != applied(connection):
            raise CommandError(_("Bring the embedded database to this release first: manage.py migrate."))
        with transaction.atomic(using=EMBEDDED), transaction.atomic():
            # Sessions are copied too, because a guest is logged in by the session alone. The order of the models does
            # not matter: PostgreSQL checks foreign keys at the end of the transaction.
            models = [*apps.get_app_config("campaign").get_models(), apps.get_model("sessions", "session")]
            if any(model._base_manager.exists() for model in models):
                raise CommandError(_("The database of DATABASE_URL is in use already: nothing was changed."))
            for model in models:
                copy(model)
            with connection.cursor() as cursor:
                for statement in connection.ops.sequence_reset_sql(no_style(), models):
                    cursor.execute(statement)
        self.stdout.write(_("Moved: %(held)s.") % {"held": held(backups.stored())})


def applied(database: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    return set(MigrationRecorder(database).applied_migrations())


def copy(model: type[Model]) -> None:
    """Copy every row of a model. Permissions given in Django's admin are not copied."""
    rows = model._base_manager.using(EMBEDDED).order_by("pk").iterator(chunk_size=ROWS_AT_ONCE)
    while some := list(islice(rows, ROWS_AT_ONCE)):
        model._base_manager.bulk_create(some)
