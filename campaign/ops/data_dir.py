"""The data folder, in which an installation stores all its files."""

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _


def make_data_dir() -> None:
    """Make DATA_DIR if it is missing. Raises CommandError if that fails."""
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = _("The data folder cannot be created: %(folder)s (%(reason)s). Choose another one with DATA_DIR.")
        raise CommandError(message % {"folder": settings.DATA_DIR, "reason": error.strerror}) from error
