"""The evaluation log of a campaign: every finished game by mission, attempts that do not count too."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.core.paginator import Paginator

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.results.game_result import Entry, GameResult

GAMES_A_PAGE = 20  # twice a campaign's missions: a group that repeats none in three prints its log in one piece


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
    """A page of the log of a campaign after `prefetch_games`; asks the database nothing more.

    `only` and `page` are a player's number and a page's as they stand in the address; what is neither changes nothing.
    """

    def __init__(self, campaign: Campaign, only: str = "", page: str = "") -> None:
        self.campaign = campaign
        self.players = list(campaign.players.all())
        self.only: Player | None = next((player for player in self.players if str(player.pk) == only), None)
        self.page = Paginator(list(self._attempts()), GAMES_A_PAGE).get_page(page)
        # Only the games of this page are scored.
        self.games = [
            LoggedGame(game, number, attempts, tuple(filter(self._is_asked_for, GameResult.of(game).all_entries)))
            for game, number, attempts in self.page
        ]

    def _attempts(self) -> Iterable[tuple[Game, int, int]]:
        """Yield the finished games by mission, each with its number among the attempts and how many these are."""
        finished = [game for game in self.campaign.games.all() if game.is_finished]
        for _mission, games in groupby(sorted(finished, key=lambda game: game.mission), lambda game: game.mission):
            attempts = list(games)
            for number, game in enumerate(attempts, start=1):
                if any(map(self._is_asked_for, game.evaluations.all())):
                    yield game, number, len(attempts)

    def _is_asked_for(self, entry: Entry | Evaluation) -> bool:
        return self.only is None or entry.player == self.only
