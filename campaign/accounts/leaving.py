from axes.models import AccessAttempt
from django.db import transaction

from campaign.accounts import recovery
from campaign.models import Campaign, User


@transaction.atomic
def leave(user: User, heirs: dict[Campaign, User | None]) -> list[tuple[Campaign, str]]:
    """Delete an account and what is known of its logins. Returns each campaign that stays for whoever has its code."""
    codes = []
    for campaign, heir in heirs.items():
        if heir and not heir.pk:
            heirs[campaign] = guest = User.make_guest()
            codes.append((campaign, recovery.renew_code(guest)))
    AccessAttempt.objects.filter(username=user.username).delete()
    user.leave(heirs)
    return codes
