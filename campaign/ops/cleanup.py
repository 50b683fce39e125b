"""Delete what has expired."""

from django.core.management import call_command
from django.utils import timezone

from campaign.models import Analysis, Campaign, Submission
from campaign.models.campaign import TIME_IN_BIN


def sweep() -> int:
    """Delete expired campaigns of the bin, form keys, analyses and sessions. Returns the number of campaigns."""
    count = empty_bin()
    Submission.objects.outdated().delete()
    Analysis.objects.outdated().delete()
    call_command("clearsessions")
    return count


def empty_bin() -> int:
    """Delete for good the campaigns that have been in the bin for TIME_IN_BIN. Returns their number."""
    outdated = list(Campaign.everything.filter(deleted_at__lte=timezone.now() - TIME_IN_BIN))
    for campaign in outdated:
        campaign.delete()  # one by one: a player who writes meanwhile waits for one, not for all
    return len(outdated)
