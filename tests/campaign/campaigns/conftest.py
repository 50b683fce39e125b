import pytest

from campaign.models import Campaign
from tests.factories import CampaignFactory


@pytest.fixture
def table(owner):
    """Return a campaign that holds a group's single games."""
    return CampaignFactory(owner=owner, form=Campaign.Form.GAMES)
