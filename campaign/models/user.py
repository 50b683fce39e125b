import secrets
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.models.campaign import Campaign

GUEST_PREFIX = "guest-"
RECOVERY_FIELDS = ("recovery_name", "recovery_hash")


class User(AbstractUser):
    """Somebody who signs in. A guest is a user without a usable password, who may choose a name and password later."""

    # The first words of the recovery code, and the salt and hash of its other words: see campaign/accounts/recovery.py.
    recovery_name = models.CharField(max_length=20, null=True, unique=True, editable=False)  # noqa: DJ001 - most users have no recovery code
    recovery_hash = models.CharField(max_length=128, null=True, unique=True, editable=False)  # noqa: DJ001 - as above

    # Whether the recovery code stays valid when the next new password is saved.
    keeps_code = False

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user. If the password is new and `keeps_code` is not set, end the recovery code.

        Somebody who knew the old password may know the code too. Forms, commands and the admin all save users here.
        """
        # Django keeps a new password in `_password` until the user is saved
        if vars(self).get("_password") is not None and not self.keeps_code:
            self.end_code()
            if (names := kwargs.get("update_fields")) is not None:
                kwargs["update_fields"] = {*names, *RECOVERY_FIELDS}
        super().save(*args, **kwargs)
        self.keeps_code = False

    def set_unusable_password(self) -> None:
        super().set_unusable_password()
        self.end_code()

    def end_code(self) -> None:
        """Remove the recovery code, without saving the user."""
        self.recovery_name = self.recovery_hash = None

    @classmethod
    def make_guest(cls) -> "User":
        return cls.objects.create_user(f"{GUEST_PREFIX}{secrets.token_urlsafe(12)}")

    @property
    def is_guest(self) -> bool:
        return not self.has_usable_password()

    def keep(self, username: str, password: str) -> None:
        """Turn the guest into an account, whose name and password work on any device."""
        self.username = username
        self.set_password(password)
        self.keeps_code = True
        self.save(update_fields=["username", "password"])

    def adopt(self, guest: "User", campaigns: "Iterable[Campaign]") -> None:
        """Move these campaigns from a guest to this user: their ownership, and the guest's players in them.

        A guest who then has no campaign left can no longer sign in.
        """
        if guest == self:
            return
        chosen = [campaign.pk for campaign in campaigns]
        with transaction.atomic():
            guest.campaigns(manager="everything").filter(pk__in=chosen).update(owner=self)
            players = guest.players.filter(campaign__in=chosen)
            players.exclude(campaign__players__account=self).update(account=self)
            players.update(account=None)
            links = guest.same_persons.filter(player__campaign__in=chosen, same_as__campaign__in=chosen)
            links.exclude(player__in=self.same_persons.values("player")).update(reader=self)
            if not (guest.campaigns(manager="everything").exists() or guest.players.exists()):
                guest.is_active = False  # the guest is not deleted, because the history refers to them
                guest.end_code()
                guest.save(update_fields=["is_active", *RECOVERY_FIELDS])
