import secrets
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangosUserManager
from django.db import models, transaction

from campaign.prepared import Given, Reading, columns, take

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.models.campaign import Campaign

GUEST_PREFIX = "guest-"


class UserManager(DjangosUserManager["User"]):
    """Finds the sender of a request by a prepared query."""

    def get(self, *args: Any, **kwargs: Any) -> "User":
        """Find one user; by `pk` alone, as Django's authentication asks at every request, by the prepared query."""
        if args or kwargs.keys() != {"pk"}:
            return super().get(*args, **kwargs)
        rows = _stored().rows(**kwargs)
        if not rows:
            raise User.DoesNotExist
        return take(User, iter(rows[0]))


@cache
def _stored() -> Reading:
    pk = User._meta.pk
    return Reading(User.objects.filter(pk=Given("pk", pk)).values_list(*columns(User)))


class User(AbstractUser):
    """Somebody who signs in. A guest is a user without a usable password, who may choose a name and one later."""

    # Of the recovery code: see campaign/accounts/recovery.py.
    recovery_hash = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - many have none

    objects: ClassVar[UserManager] = UserManager()

    @classmethod
    def make_guest(cls) -> "User":
        return cls.objects.create_user(f"{GUEST_PREFIX}{secrets.token_urlsafe(12)}")

    @property
    def is_guest(self) -> bool:
        return not self.has_usable_password()

    def keep(self, username: str, password: str) -> None:
        """Turn the guest into an account that can be signed in to from any device."""
        self.username = username
        self.set_password(password)
        self.save(update_fields=["username", "password"])

    def adopt(self, guest: "User", campaigns: "Iterable[Campaign]") -> None:
        """Take over what a guest owns and plays in these campaigns. A guest who keeps none can log in no more."""
        if guest == self:
            return
        chosen = [campaign.pk for campaign in campaigns]
        with transaction.atomic():
            guest.campaigns(manager="everything").filter(pk__in=chosen).update(owner=self)
            places = guest.players.filter(campaign__in=chosen)
            places.exclude(campaign__players__account=self).update(account=self)
            places.update(account=None)
            links = guest.same_persons.filter(player__campaign__in=chosen, same_as__campaign__in=chosen)
            links.exclude(player__in=self.same_persons.values("player")).update(reader=self)
            if not (guest.campaigns(manager="everything").exists() or guest.players.exists()):
                guest.is_active = False  # the history still names them
                guest.recovery_hash = None
                guest.save(update_fields=["is_active", "recovery_hash"])
