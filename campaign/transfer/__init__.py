"""A campaign as one JSON file: written by exporting.py, read by importing.py, described in docs/export.md."""

from campaign.transfer.exporting import as_text, exported
from campaign.transfer.importing import CampaignFile, import_campaign
from campaign.transfer.reading import RefusedError

__all__ = ["CampaignFile", "RefusedError", "as_text", "exported", "import_campaign"]
