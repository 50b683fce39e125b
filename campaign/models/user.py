import secrets

from django.contrib.auth.models import AbstractUser

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
