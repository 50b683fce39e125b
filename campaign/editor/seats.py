"""Find a player's evaluation in a game, with the evaluations of the other players."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField, Field, Model
from django.http import Http404

from campaign.models import Campaign, Evaluation, Game, Player

M = TypeVar("M", bound=Model)

READ = (Evaluation, Player, Game)
# Each tap makes this query. `select_related` needs eight times as long for the same rows: see docs/scale.md.
SEATS = """
SELECT {columns}
FROM campaign_evaluation evaluation
JOIN campaign_game game ON game.id = evaluation.game_id
JOIN campaign_player player ON player.id = evaluation.player_id
WHERE game.id = %s AND game.campaign_id = %s AND NOT evaluation.absent
ORDER BY evaluation.seat
"""


class Seat(NamedTuple):
    """A player's evaluation in a game. `others` are the other players' evaluations, clockwise from the next player."""

    evaluation: Evaluation
    others: tuple[Evaluation, ...]


def seat_or_404(campaign: Campaign, game_id: int, player_id: int) -> Seat:
    """Find a player's evaluation in a game of this campaign, and the other players' evaluations. Makes one query."""
    around = evaluations_of(campaign, game_id)
    index = next((index for index, evaluation in enumerate(around) if evaluation.player_id == player_id), None)
    if index is None:
        raise Http404
    evaluation, *others = around[index:] + around[:index]
    return Seat(evaluation, tuple(others))


def evaluation_or_404(campaign: Campaign, game_id: int, player_id: int) -> Evaluation:
    """Find a player's evaluation in a game of this campaign, with its game and player. Makes one query."""
    return seat_or_404(campaign, game_id, player_id).evaluation


def evaluations_of(campaign: Campaign, game_id: int) -> list[Evaluation]:
    """Read the evaluations of the players at the table, in seat order, with their players and their game."""
    found, game = [], None
    with connection.cursor() as cursor:
        cursor.execute(_sql(), [game_id, campaign.pk])
        for row in map(iter, cursor.fetchall()):
            evaluation, player, game = _instance(Evaluation, row), _instance(Player, row), game or _instance(Game, row)
            for name in ("pad", "categories"):
                stored = getattr(evaluation, name)
                setattr(evaluation, name, stored and json.loads(stored))
            evaluation.player, evaluation.game, game.campaign = player, game, campaign
            found.append(evaluation)
    return found


@cache
def _sql() -> str:
    columns = ", ".join(f"{model._meta.model_name}.{field.column}" for model in READ for field in _fields(model))
    return SEATS.format(columns=columns)


@cache
def _fields(model: type[Model]) -> "list[Field[Any, Any]]":
    """List a model's fields, except times: databases return them in different forms, and no city shows them."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, DateTimeField)]


def _instance(model: type[M], values: Iterator[Any]) -> M:
    """Make an instance from the next values of a row."""
    names = [field.attname for field in _fields(model)]
    return model.from_db(DEFAULT_DB_ALIAS, names, list(islice(values, len(names))))
