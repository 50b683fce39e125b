"""`manage.py thin_history`: delete most history records of games that ended long ago."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import ngettext

from campaign.ops.thinning import thin

DAYS = 365


class Command(BaseCommand):
    help = (
        "In the histories of games that ended long ago, keep one record for each sitting instead of one for each tap. "
        "The pages show the same as before. The site may keep running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=DAYS, help=f"since the end of the game; {DAYS} by default")

    def handle(self, *_args: Any, days: int, **_options: Any) -> None:
        count = sum(thin(timezone.now() - timedelta(days=days)))
        message = ngettext("%(count)s record of the history deleted", "%(count)s records of the history deleted", count)
        self.stdout.write(message % {"count": count})
