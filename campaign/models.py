from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody who signs in. A guest is a user without a usable password, who may choose a name and one later."""
