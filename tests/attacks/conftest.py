"""Fill campaigns with games and share links."""

import pytest
from django.db import transaction

from campaign.models import Game, ShareLink
from tests.factories import CampaignFactory, enter_all, open_game, played_game


def play(campaign):
    """Add a finished game, an open game with all cities entered, and share links. Return both games."""
    finished = played_game(campaign, 2, notes="Rain", place="The club")
    game = open_game(campaign)
    enter_all(game)
    ShareLink.renew(campaign, "look")
    ShareLink.renew(campaign, "score")
    return [Game.objects.get(pk=each.pk) for each in (finished, game)]


@pytest.fixture
def games(campaign):
    """Return a finished game and an open game of the campaign."""
    return play(campaign)


@pytest.fixture
def own(stranger):
    """Return a campaign of the user `stranger`, and its games."""
    campaign = CampaignFactory(owner=stranger, name="Mine")
    return campaign, play(campaign)


@pytest.fixture
def undone():
    """Return a function that performs an action, rolls the database back, and returns the action's result."""

    def carry_out(act, *arguments):
        with transaction.atomic():
            answer = act(*arguments)
            transaction.set_rollback(True)
        return answer

    return carry_out
