"""`manage.py empty_bin`: delete expired data. A running site deletes expired data by itself once a day."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from campaign.ops.cleanup import sweep


class Command(BaseCommand):
    help = (
        "Delete for good the campaigns that have been in the bin for 30 days, and sessions that have ended. "
        "A running site does this by itself once a day."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        count = sweep()
        self.stdout.write(
            ngettext("%(count)s campaign is gone for good", "%(count)s campaigns are gone for good", count)
            % {"count": count}
        )
