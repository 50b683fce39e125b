"""Settings for tests of a read-only SQLite database, as on a disk that is mounted read-only after a fault."""

from campaign.settings import *  # noqa: F403
from campaign.settings import DATABASES

DATABASES["default"]["NAME"] = f"file:{DATABASES['default']['NAME']}?mode=ro"
