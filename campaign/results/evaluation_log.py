"""The evaluation log of a campaign: every finished game by mission, attempts that do not count too."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.models import Campaign, Game, Player
from campaign.results.game_result import Entry, GameResult


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of the log with the entries that were asked for."""

    game: Game
    attempt: int  # at this mission, from 1
    attempts: int
    entries: tuple[Entry, ...]

    @property
    def is_one_of_several(self) -> bool:
        return self.attempts > 1


class EvaluationLog:
    """Of a campaign fetched `with_everything`; asks the database nothing more.

    `only` is the number of a player as it stands in the address; one that is none of the campaign's filters nothing.
    """

    def __init__(self, campaign: Campaign, only: str = "") -> None:
        self.campaign = campaign
        self.players = list(campaign.players.all())
        self.only: Player | None = next((player for player in self.players if str(player.pk) == only), None)
        self.games = list(self._games())

    def _games(self) -> Iterable[LoggedGame]:
        attempts: dict[int, list[Game]] = {}
        for game in self.campaign.games.all():
            if game.is_finished:
                attempts.setdefault(game.mission, []).append(game)
        for _mission, games in sorted(attempts.items()):
            for number, game in enumerate(games, start=1):
                entries = tuple(
                    entry for entry in GameResult.of(game).all_entries if self.only is None or entry.player == self.only
                )
                if entries:
                    yield LoggedGame(game, number, len(games), entries)
