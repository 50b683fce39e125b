"""Settings of the site with a read-only SQLite database, as on a disk mounted read-only after a fault."""

from campaign.settings import *  # noqa: F403
from campaign.settings import DATABASES

DATABASES["default"]["NAME"] = f"file:{DATABASES['default']['NAME']}?mode=ro"
