"""`manage.py empty_bin`: what time takes away. Run it once a day."""

from typing import Any

from django.core.management.base import BaseCommand

from campaign import bin as the_bin
from campaign.models import Submission


class Command(BaseCommand):
    help = "Delete for good the campaigns that have been in the bin for 30 days. Run it once a day."

    def handle(self, *_args: Any, **_options: Any) -> None:
        count = the_bin.empty()
        Submission.objects.outdated().delete()
        self.stdout.write(f"{count} deleted for good")
