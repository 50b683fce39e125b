"""What the box check finds in a game that is about to be finished, player by player."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.models import Evaluation, Game, Player
from campaign.words import words
from scoring import Finding, audit
from scoring.tiles import nearest_table


@dataclass(frozen=True, slots=True)
class Doubt:
    """What cannot be, or hardly, about a player's city; about all cities together where `player` is None."""

    player: Player | None
    sentences: tuple[str, ...]


def doubts_about(game: Game) -> list[Doubt]:
    """Check every city of a game fetched `for_evening`, then all of them together."""
    players = nearest_table(len(game.present))
    doubts = [Doubt(one.player, tuple(_about(one, players))) for one in game.present]
    doubts.append(Doubt(None, tuple(_said(game.findings))))
    return [doubt for doubt in doubts if doubt.sentences]


def _about(evaluation: Evaluation, players: int) -> Iterator[str]:
    city, game = evaluation.as_city, evaluation.game
    if city is None:
        return
    if not (city.inhabitants or city.energy):
        yield gettext("Inhabitants and Energy Units are missing.")
    yield from _said(audit(city, game.as_mission, players, game.stamp.house_rules))


def _said(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"{finding.square}: {words(finding.message)}" if finding.square else words(finding.message)
