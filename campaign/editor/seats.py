"""Find a player's evaluation in a game, with the evaluations of the other players."""

from functools import cache
from typing import NamedTuple

from django.db.models import BigIntegerField
from django.http import Http404

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.prepared import Given, Reading, columns, take


class Seat(NamedTuple):
    """A player's evaluation in a game. `others` are the other players' evaluations, clockwise from the next player."""

    evaluation: Evaluation
    others: tuple[Evaluation, ...]


@cache
def _table() -> Reading:
    """Prepare the query for a game and the evaluations of its players."""
    campaign, game = Given("campaign", BigIntegerField()), Given("game", BigIntegerField())
    found = Evaluation.objects.filter(game__campaign=campaign, game=game, absent=False).order_by("seat")
    return Reading(found.values_list(*columns(Evaluation), *columns(Player, "player__"), *columns(Game, "game__")))


def seat_or_404(campaign: Campaign, game_id: int, player_id: int) -> Seat:
    """Find a player's evaluation in a game of this campaign, and the other players' evaluations. Makes one query."""
    around, game = [], None
    for row in map(iter, _table().rows(campaign=campaign.pk, game=game_id)):
        evaluation, player, game = take(Evaluation, row), take(Player, row), game or take(Game, row)
        evaluation.player, evaluation.game = player, game
        around.append(evaluation)
    index = next((index for index, evaluation in enumerate(around) if evaluation.player_id == player_id), None)
    if index is None:
        raise Http404
    evaluation, *others = around[index:] + around[:index]
    evaluation.game.campaign = campaign
    return Seat(evaluation, tuple(others))


def evaluation_or_404(campaign: Campaign, game_id: int, player_id: int) -> Evaluation:
    """Find a player's evaluation in a game of this campaign, with its game and player. Makes one query."""
    return seat_or_404(campaign, game_id, player_id).evaluation
