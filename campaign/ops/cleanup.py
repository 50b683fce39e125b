"""Delete expired data."""

from datetime import datetime, timedelta

from axes.models import AccessAttempt
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.management import call_command
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaign.models import Campaign, Counter, Game, Job, ShareLink, Submission, User
from campaign.models.campaign import TIME_IN_BIN
from campaign.par.sums import renew_sums

ABANDONED_AFTER = timedelta(days=30)
# Guests who have been away for two years cannot come back, because a session lasts one year.
UNREACHABLE_AFTER = timedelta(days=2 * 365)
ATTEMPTS_KEPT = timedelta(days=1)


def sweep() -> int:
    """Delete all data that have expired. Return the number of campaigns deleted from the bin."""
    count = empty_bin()
    Submission.objects.outdated().delete()
    Job.objects.outdated().delete()
    Counter.objects.filter(expires__lte=timezone.now()).delete()
    AccessAttempt.objects.filter(attempt_time__lte=timezone.now() - ATTEMPTS_KEPT).delete()
    call_command("clearsessions")
    delete_unreachable_campaigns()
    delete_abandoned_guests()
    renew_sums()
    return count


def guests() -> QuerySet[User]:
    return User.objects.filter(password__startswith=UNUSABLE_PASSWORD_PREFIX, is_staff=False)


def guests_away_since(moment: datetime) -> QuerySet[User]:
    """Find guests whose last visit was before this moment."""
    return guests().annotate(last_seen=Coalesce("last_login", "date_joined")).filter(last_seen__lt=moment)


def delete_unreachable_campaigns() -> None:
    """Delete campaigns of guests who have been away for UNREACHABLE_AFTER, because nobody can open these campaigns.

    Keep a campaign if a recovery code, an account or a link still opens the campaign.
    """
    unreachable = guests_away_since(timezone.now() - UNREACHABLE_AFTER).filter(recovery_hash=None)
    links = ShareLink.objects.active().filter(campaign=OuterRef("pk"))
    unopened = Campaign.everything.filter(~Exists(links), owner__in=unreachable)
    for campaign in unopened.exclude(players__account__isnull=False):
        campaign.delete()


def delete_abandoned_guests() -> None:
    """Delete guests' campaigns with no game, no link and no account. Then delete guests without a campaign or player.

    Delete only campaigns and guests that nobody has used for ABANDONED_AFTER.
    """
    long_ago = timezone.now() - ABANDONED_AFTER
    empty = Campaign.everything.filter(owner__in=guests(), games=None, created__lt=long_ago, share_links=None)
    for campaign in empty.exclude(players__account__isnull=False):
        if not campaign.history.filter(history_date__gte=long_ago).exists():
            campaign.delete()
    guests_away_since(long_ago).filter(campaigns=None, players=None).delete()


def empty_bin() -> int:
    """Delete for good what has been in the bin for TIME_IN_BIN. Return the number of campaigns."""
    outdated = {"deleted_at__lte": timezone.now() - TIME_IN_BIN}
    campaigns = list(Campaign.everything.filter(**outdated))
    for thing in (*campaigns, *Game.everything.filter(**outdated).exclude(campaign__in=campaigns)):
        thing.delete()  # one at a time, so that a player who saves meanwhile waits for one deletion only
    return len(campaigns)
