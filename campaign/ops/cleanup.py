"""Deleted campaigns: they wait in a bin for their owner, then go for good."""

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from campaign.models import Campaign, Submission
from campaign.models.campaign import TIME_IN_BIN


def empty() -> int:
    """Delete for good what has been in the bin for its time. How many campaigns that were."""
    outdated = list(Campaign.everything.filter(deleted_at__lte=timezone.now() - TIME_IN_BIN))
    for campaign in outdated:
        campaign.delete()  # one by one: whoever writes meanwhile waits for one, not for all
    return len(outdated)


def sweep() -> int:
    """All that time takes away: the bin's campaigns, which are counted, keys of forms, and sessions that have ended."""
    count = empty()
    Submission.objects.outdated().delete()
    call_command("clearsessions")
    return count


def sweep_once() -> None:
    """The same from a thread that ends with it."""
    try:
        sweep()
    finally:
        connection.close()
