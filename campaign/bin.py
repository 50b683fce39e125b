"""Deleted campaigns: they wait in a bin for their owner, then go for good."""

from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from campaign.models import Campaign, Evaluation, Game, Player, Submission
from campaign.models.campaign import TIME_IN_BIN


def empty() -> int:
    """Delete for good what has been in the bin for its time. How many campaigns that were."""
    outdated = Campaign.everything.filter(deleted_at__lte=timezone.now() - TIME_IN_BIN)
    for campaign in outdated:
        purge(campaign)
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


def purge(campaign: Campaign) -> None:
    """Delete a campaign with everything it holds, its history too: nothing names the group any more."""
    number = campaign.pk
    with transaction.atomic():
        games = list(campaign.games.values_list("pk", flat=True))
        campaign.games.all().delete()  # first: no player goes while an evaluation is left
        campaign.delete()
        # Last, because deleting leaves a record too.
        Evaluation.history.filter(game_id__in=games).delete()
        Game.history.filter(campaign_id=number).delete()
        Player.history.filter(campaign_id=number).delete()
        Campaign.history.filter(id=number).delete()
