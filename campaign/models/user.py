import secrets

from django.contrib.auth.models import AbstractUser
from django.db import transaction

GUEST_PREFIX = "guest-"


class User(AbstractUser):
    """Somebody who signs in. A guest is a user without a usable password, who may choose a name and one later."""

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

    def adopt(self, guest: "User") -> None:
        """Take over what a guest began on this device: the campaigns it owns, and its players' places."""
        if guest == self:
            return
        with transaction.atomic():
            guest.campaigns(manager="everything").update(owner=self)
            guest.players.exclude(campaign__players__account=self).update(account=self)
            guest.players.update(account=None)
            guest.is_active = False  # nobody can come back as this guest; the history still names them
            guest.save(update_fields=["is_active"])
