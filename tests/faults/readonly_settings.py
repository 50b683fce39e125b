"""The site over an embedded database that cannot be written to: as on a disk mounted read-only after a fault."""

from campaign.settings import *  # noqa: F403
from campaign.settings import DATABASES

DATABASES["default"]["NAME"] = f"file:{DATABASES['default']['NAME']}?mode=ro"
