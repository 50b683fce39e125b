"""The site's settings as the tests use them: quick, and leaving nothing behind in data/."""

import os
import tempfile
from pathlib import Path

# Before the real settings are read: what a developer has set for `make dev` is not what is tested.
DATA = tempfile.TemporaryDirectory(prefix="cornerstone-tests-")
for name in ("ADMIN", "ALLOWED_HOSTS", "DEBUG", "DEMO", "HTTPS", "LANGUAGE_CODE", "TIME_ZONE"):
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = DATA.name
os.environ["BACKUPS"] = "0"
os.environ["SECRET_KEY"] = "for tests only, and the same in every process they start"  # noqa: S105

from campaign.settings import *  # noqa: E402, F403
from campaign.settings import STATIC_ROOT, STORAGES  # noqa: E402

Path(STATIC_ROOT).mkdir()

# A page under test links to static files that nobody has gathered and hashed.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

# Slow hashing is for real passwords.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
