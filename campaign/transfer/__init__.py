"""A campaign as one JSON file: written by exporting.py, read by importing.py, stored by storing.py.

docs/export.md describes the file.
"""

from campaign.transfer.exporting import exported, written
from campaign.transfer.importing import CampaignFile
from campaign.transfer.reading import ImportRefusedError
from campaign.transfer.storing import import_campaign

__all__ = ["CampaignFile", "ImportRefusedError", "as_text", "exported", "import_campaign", "written"]
