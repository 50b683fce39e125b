"""Before a game is finished, check each player's city for mistakes, such as more tiles than the box has."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.models import Evaluation, Game, Player
from campaign.scores.score_pad import lacks
from campaign.scores.words import words
from scoring import Finding, audit
from scoring.ranking import lacking
from scoring.tiles import table_for


@dataclass(frozen=True, slots=True)
class Doubt:
    """Warnings about one player's city. If `player` is None, they are about the cities of all players together."""

    player: Player | None
    sentences: tuple[str, ...]
    is_pad: bool = False  # whether the player has entered a score pad and not a city


def doubts_about(game: Game) -> list[Doubt]:
    """List the doubts about each city, then about all cities together."""
    players = table_for(len(game.present))
    lacks_of = _lacking(game)
    doubts = [
        Doubt(one.player, (*_about(one, players), *lacks_of.get(one.player, ())), one.is_pad) for one in game.present
    ]
    doubts.append(Doubt(None, tuple(_said(game.findings))))
    return [doubt for doubt in doubts if doubt.sentences]


def _about(evaluation: Evaluation, players: int) -> Iterator[str]:
    city, game = evaluation.as_city, evaluation.game
    if city is None:
        return
    if not (city.inhabitants or city.energy):
        yield gettext("Inhabitants and Energy Units are missing.")
    yield from _said(audit(city, game.as_mission, players, game.stamp.house_rules))


def _lacking(game: Game) -> dict[Player, list[str]]:
    """Write a sentence for each player whose score pad lacks a number that is needed to break a tie."""
    if not any(one.is_pad for one in game.present):
        return {}
    results = {one.player: one.compute() for one in game.present}
    return {player: [lacks(results[player].total, figure)] for player, figure in lacking(results)}


def _said(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"{finding.square}: {words(finding.message)}" if finding.square else words(finding.message)
