"""The evaluation log of a campaign: every finished game by mission, including attempts that do not count."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.core.paginator import Paginator

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.results.game_result import Entry, GameResult

# Twice the ten missions, so that most groups can print their log from one page.
GAMES_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of the log with the entries to show: all entries, or only one player's entry."""

    game: Game
    attempt: int  # the number of this attempt at the mission, from 1
    attempts: int
    entries: tuple[Entry, ...]

    @property
    def is_one_of_several(self) -> bool:
        return self.attempts > 1


class EvaluationLog:
    """A page of a campaign's log. The campaign must come from `prefetch_games`; the page makes no query.

    `only` is the key of a player, and `page` the number of a page. Both come from the address, and wrong values are
    ignored.
    """

    def __init__(self, campaign: Campaign, only: str = "", page: str = "") -> None:
        self.campaign = campaign
        self.players = list(campaign.players.all())
        self.only: Player | None = next((player for player in self.players if str(player.pk) == only), None)
        self.page = Paginator(list(self._attempts()), GAMES_A_PAGE).get_page(page)
        # Only the games of this page are scored again.
        self.games = [
            LoggedGame(game, number, attempts, tuple(filter(self._is_asked_for, GameResult.of(game).all_entries)))
            for game, number, attempts in self.page
        ]

    def _attempts(self) -> Iterable[tuple[Game, int, int]]:
        """Yield the finished games by mission, each with the number of the attempt and the number of all attempts."""
        finished = [game for game in self.campaign.games.all() if game.is_finished]
        for _key, games in groupby(sorted(finished, key=_mission), _mission):
            attempts = list(games)
            for number, game in enumerate(attempts, start=1):
                if any(map(self._is_asked_for, game.evaluations.all())):
                    yield game, number, len(attempts)

    def _is_asked_for(self, entry: Entry | Evaluation) -> bool:
        return self.only is None or entry.player == self.only


def _mission(game: Game) -> tuple[int, str]:
    """Return the key by which the log sorts and groups games, the same for all games of a mission."""
    return game.mission, game.line
