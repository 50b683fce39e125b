"""Fill two campaigns with games and share links: the campaign of most tests, and a campaign of the stranger."""

import pytest
from django.db import transaction

from campaign.models import Game, ShareLink
from tests.factories import CampaignFactory, enter_all, open_game, played_game


def play(campaign):
    """Fill a campaign: a finished game, an open game with all cities entered, and share links. Return both games."""
    finished = played_game(campaign, 2, notes="Rain", place="The club")
    game = open_game(campaign)
    enter_all(game)
    ShareLink.renew(campaign, "look")
    ShareLink.renew(campaign, "score")
    return [Game.objects.get(pk=each.pk) for each in (finished, game)]


@pytest.fixture
def games(campaign):
    """Return the campaign's games: one finished, one open."""
    return play(campaign)


@pytest.fixture
def own(stranger):
    """Return a campaign that belongs to the stranger, and its games."""
    campaign = CampaignFactory(owner=stranger, name="Mine")
    return campaign, play(campaign)


@pytest.fixture
def undone():
    """Return a function that carries out an action, undoes its changes to the database, and returns its answer."""

    def carry_out(act, *arguments):
        with transaction.atomic():
            answer = act(*arguments)
            transaction.set_rollback(True)
        return answer

    return carry_out
