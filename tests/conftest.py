"""The fixed cast: a campaign, and the people who may, or may not, see it."""

import pytest

from tests.factories import CampaignFactory, UserFactory


@pytest.fixture
def owner(db):
    return UserFactory(username="owner")


@pytest.fixture
def campaign(owner):
    """Ada, Ben and Cleo's campaign. Ben has an account of his own: he is `member`."""
    return CampaignFactory(owner=owner, name="River Town")


@pytest.fixture
def member(campaign):
    user = UserFactory(username="member")
    campaign.players.filter(name="Ben").update(account=user)
    return user


@pytest.fixture
def stranger(db):
    """Somebody with an account, and a campaign of their own."""
    user = UserFactory(username="stranger")
    CampaignFactory(owner=user, name="Elsewhere")
    return user


@pytest.fixture
def as_owner(client, owner):
    client.force_login(owner)
    return client
