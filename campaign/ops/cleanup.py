"""Delete what has expired."""

from datetime import datetime, timedelta

from axes.models import AccessAttempt
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.cache import caches
from django.core.management import call_command
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaign.models import Analysis, Campaign, Counter, ShareLink, Submission, User
from campaign.models.campaign import TIME_IN_BIN

ABANDONED_AFTER = timedelta(days=30)
# Their sessions ended a year before: nobody can open what they left. They were last seen on the month exactly.
UNREACHABLE_AFTER = timedelta(days=2 * 365)
ATTEMPTS_KEPT = timedelta(days=1)


def sweep() -> int:
    """Delete what has expired: the bin, form keys, analyses, sessions, guests. Returns how many left the bin."""
    count = empty_bin()
    caches["pages"].clear()  # among them pages of campaigns that are deleted now
    Submission.objects.outdated().delete()
    Analysis.objects.outdated().delete()
    Counter.objects.filter(expires__lte=timezone.now()).delete()
    AccessAttempt.objects.filter(attempt_time__lte=timezone.now() - ATTEMPTS_KEPT).delete()
    call_command("clearsessions")
    delete_unreachable_campaigns()
    delete_abandoned_guests()
    return count


def guests() -> QuerySet[User]:
    return User.objects.filter(password__startswith=UNUSABLE_PASSWORD_PREFIX, is_staff=False)


def guests_of_before(moment: datetime) -> QuerySet[User]:
    """Find the guests who were last seen before a moment."""
    return guests().annotate(last_seen=Coalesce("last_login", "date_joined")).filter(last_seen__lt=moment)


def delete_unreachable_campaigns() -> None:
    """Delete what guests left UNREACHABLE_AFTER without a recovery code, where no account plays and no link works."""
    unreachable = guests_of_before(timezone.now() - UNREACHABLE_AFTER).filter(recovery_hash=None)
    links = ShareLink.objects.active().filter(campaign=OuterRef("pk"))
    unopened = Campaign.everything.filter(~Exists(links), owner__in=unreachable)
    for campaign in unopened.exclude(players__account__isnull=False):
        campaign.delete()


def delete_abandoned_guests() -> None:
    """Delete guests' campaigns in which nobody has begun a game for ABANDONED_AFTER, then guests who have nothing."""
    long_ago = timezone.now() - ABANDONED_AFTER
    empty = Campaign.everything.filter(owner__in=guests(), games=None, created__lt=long_ago, share_links=None)
    for campaign in empty.exclude(players__account__isnull=False):
        if not campaign.history.filter(history_date__gte=long_ago).exists():
            campaign.delete()
    guests_of_before(long_ago).filter(campaigns=None, players=None).delete()


def empty_bin() -> int:
    """Delete for good the campaigns that have been in the bin for TIME_IN_BIN. Returns their number."""
    outdated = list(Campaign.everything.filter(deleted_at__lte=timezone.now() - TIME_IN_BIN))
    for campaign in outdated:
        campaign.delete()  # one by one: a player who writes meanwhile waits for one, not for all
    return len(outdated)
