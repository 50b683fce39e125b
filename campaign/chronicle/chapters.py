"""The chapters of a chronicle: one for each mission with a game that counts, in the order of the missions."""

from dataclasses import dataclass

from campaign.models import Game, Player
from campaign.results.game_result import GameResult, LogEntry
from campaign.results.standings import CampaignStandings
from campaign.scores.words import names


@dataclass(frozen=True)
class ChronicleEntry:
    """A mission with its game, the game's result, and the players who led the campaign after this game."""

    game: Game
    result: GameResult
    leaders: tuple[Player, ...]

    @property
    def winner(self) -> LogEntry:
        return self.result.entries[0]

    @property
    def leader_names(self) -> str:
        return names(self.leaders)


def chapters_of(standings: CampaignStandings) -> list[ChronicleEntry]:
    """List the chapters of the campaign with these standings. Makes no query if its games are prefetched."""
    return [
        ChronicleEntry(game, GameResult.of(game), leaders)
        for game, leaders in zip(standings.games.values(), standings.leaders_after, strict=True)
    ]
