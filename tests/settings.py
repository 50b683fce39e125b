"""Settings for tests: the site's settings, but fast, and without writing to data/."""

import os
import tempfile
from pathlib import Path

# Set these values before the real settings are read, so that a developer's environment for `make dev` has no effect.
DATA = tempfile.TemporaryDirectory(prefix="cornerstone-tests-")
for name in ("ADMIN", "ALLOWED_HOSTS", "DEBUG", "DEMO", "HTTPS", "LANGUAGE_CODE", "TIME_ZONE"):
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = DATA.name
os.environ["BACKUPS"] = "0"
os.environ["TIME_ZONE"] = "UTC"
os.environ["SECRET_KEY"] = "for tests only, and the same in every process they start"  # noqa: S105

from campaign.settings import *  # noqa: E402, F403
from campaign.settings import STATIC_ROOT, STORAGES  # noqa: E402

Path(STATIC_ROOT).mkdir()

# The tests collect no static files, so pages link to them by their plain names.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

# Slow hashing protects real passwords; tests have none.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
