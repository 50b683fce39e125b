"""The data folder, in which an installation stores all its files."""

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from campaign.web.release import LAST_BEFORE_1_0

# Every database from before 1.0 has applied this migration, and no later release has it.
MIGRATION_BEFORE_1_0 = "0002_campaigns_and_games"


def make_data_dir() -> None:
    """Make DATA_DIR if it is missing. Raises CommandError if that fails."""
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = _("The data folder cannot be created: %(folder)s (%(reason)s). Choose another one with DATA_DIR.")
        raise CommandError(message % {"folder": settings.DATA_DIR, "reason": error.strerror}) from error


def refuse_data_before_1_0() -> None:
    """Raise CommandError if the database is from before 1.0. This release has none of its migrations."""
    if ("campaign", MIGRATION_BEFORE_1_0) in MigrationRecorder(connection).applied_migrations():
        raise CommandError(before_1_0())


def before_1_0() -> str:
    return _(
        "This data is from before Cornerstone 1.0, which cannot open it. To bring a campaign over: check out commit "
        "%(commit)s, start it with this data, and export the campaign on its settings page. Then start Cornerstone 1.0 "
        "with an empty data folder (DATA_DIR) or database, and import the file at /campaigns/import/."
    ) % {"commit": LAST_BEFORE_1_0}
