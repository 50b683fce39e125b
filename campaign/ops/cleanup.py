"""Delete what has expired."""

from datetime import timedelta

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.cache import caches
from django.core.management import call_command
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaign.models import Analysis, Campaign, Counter, Submission, User
from campaign.models.campaign import TIME_IN_BIN

ABANDONED_AFTER = timedelta(days=30)


def sweep() -> int:
    """Delete expired campaigns of the bin, form keys, analyses and sessions. Returns the number of campaigns."""
    count = empty_bin()
    caches["parts"].clear()  # what was drawn of campaigns that are gone now
    Submission.objects.outdated().delete()
    Analysis.objects.outdated().delete()
    Counter.objects.filter(expires__lte=timezone.now()).delete()
    call_command("clearsessions")
    delete_abandoned_guests()
    return count


def delete_abandoned_guests() -> None:
    """Delete guests' campaigns in which nobody has begun a game for ABANDONED_AFTER, then guests who have nothing."""
    long_ago = timezone.now() - ABANDONED_AFTER
    guests = User.objects.filter(password__startswith=UNUSABLE_PASSWORD_PREFIX, is_staff=False)
    empty = Campaign.everything.filter(owner__in=guests, games=None, created__lt=long_ago, share_links=None)
    for campaign in empty.exclude(players__account__isnull=False):
        if not campaign.history.filter(history_date__gte=long_ago).exists():
            campaign.delete()
    last_seen = Coalesce("last_login", "date_joined")
    gone = guests.annotate(last_seen=last_seen).filter(last_seen__lt=long_ago, campaigns=None, players=None)
    gone.delete()


def empty_bin() -> int:
    """Delete for good the campaigns that have been in the bin for TIME_IN_BIN. Returns their number."""
    outdated = list(Campaign.everything.filter(deleted_at__lte=timezone.now() - TIME_IN_BIN))
    for campaign in outdated:
        campaign.delete()  # one by one: a player who writes meanwhile waits for one, not for all
    return len(outdated)
