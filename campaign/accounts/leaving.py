"""Delete an account, and hand its campaigns over to heirs."""

from collections.abc import Mapping

from axes.models import AccessAttempt
from django.db import transaction

from campaign.accounts import recovery
from campaign.models import Campaign, User


@transaction.atomic
def leave(user: User, heirs: Mapping[Campaign, User | None]) -> list[tuple[Campaign, str]]:
    """Delete an account and its failed logins. `heirs` maps each campaign to its new owner; None deletes the campaign.

    If the new owner is an unsaved `User`, a new guest gets the campaign. Return these campaigns with their guests'
    recovery codes.
    """
    codes: list[tuple[Campaign, str]] = []
    for campaign, heir in heirs.items():
        if heir is None:
            continue
        owner = heir
        if not heir.pk:
            owner = User.make_guest()
            codes.append((campaign, recovery.renew_code(owner)))
        campaign.hand_over(owner)
    AccessAttempt.objects.filter(username=user.username).delete()
    user.delete()
    return codes
