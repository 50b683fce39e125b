"""Parts of pages that are drawn once per change, not once per look: `{% cache None "log" key using="parts" %}`.

The key names all that a part can show: the campaign and what counts its changes, the language, the release. So a
change, a house rule or a new release needs to empty nothing: it makes another key, and the old parts fall out in time.
"""

from contextlib import suppress
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache
from django.utils.translation import get_language

from campaign.http import CampaignRequest
from campaign.models import Campaign
from campaign.web.release import release


class PartsCache(FileBasedCache):
    """Files, which all processes of a machine share. A full disk costs time, not the page."""

    def _createdir(self) -> None:
        """Leave a folder that cannot be made to the commands that need it, and say so."""
        with suppress(OSError):
            super()._createdir()  # type: ignore[misc] # the stubs leave it out

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        with suppress(OSError):
            return super().get(key, default, version)
        return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        with suppress(OSError):
            super().set(*args, **kwargs)


def part_key(request: CampaignRequest, campaign: Campaign, *shown: object) -> str:
    """Make the key of a part from what is stored of its campaign, which access has counted, and what else it shows."""
    return repr((release(), get_language(), campaign.public_id, request.counts, *shown))
