"""The evaluation log of a campaign: every finished game by mission, including attempts that do not count."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.core.paginator import Paginator
from django.template.defaultfilters import linebreaksbr

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.results.game_result import GameResult, LogEntry

# The most games and entries on one page of the log. Most groups have fewer, so they can print the log at once.
GAMES_A_PAGE, ENTRIES_A_PAGE = 20, 60
TEXTS_A_PAGE = 16_000  # the notes, venues and player names on a page have at most this many bytes of HTML
TIMES_NAMED = 3  # the HTML of an entry contains the player's name this many times


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of the log, with the entries that the page shows: all entries, or only one player's entry."""

    game: Game
    attempt: int  # the number of this attempt at the mission, from 1
    attempts: int
    entries: tuple[LogEntry, ...]

    @property
    def is_one_of_several(self) -> bool:
        return self.attempts > 1


class EvaluationLog:
    """A page of a campaign's log. The campaign must come from `prefetch_games`; then the log makes no query.

    `only` is a player's primary key, and `page` a page number, both from the address. Wrong values are ignored.
    """

    def __init__(self, campaign: Campaign, only: str = "", page: str = "") -> None:
        self.campaign = campaign
        self.players = list(campaign.players.all())
        self.only: Player | None = next((player for player in self.players if str(player.pk) == only), None)
        self.page = Paginator(list(self._pages()), 1).get_page(page)
        # Scoring takes time, so score only the games on this page.
        self.games = [
            LoggedGame(game, number, attempts, tuple(filter(self._is_asked_for, GameResult.of(game).all_entries)))
            for game, number, attempts in next(iter(self.page), ())
        ]

    def _pages(self) -> Iterable[list[tuple[Game, int, int]]]:
        """Distribute the games over pages. A game that is too long for any page gets a page of its own."""
        page: list[tuple[Game, int, int]] = []
        entries = texts = 0
        for attempt in self._attempts():
            evaluations = list(filter(self._is_asked_for, attempt[0].evaluations.all()))
            its_texts = _length_of_texts(attempt[0], evaluations)
            is_long = entries + len(evaluations) > ENTRIES_A_PAGE or texts + its_texts > TEXTS_A_PAGE
            if page and (is_long or len(page) == GAMES_A_PAGE):
                yield page
                page, entries, texts = [], 0, 0
            page.append(attempt)
            entries, texts = entries + len(evaluations), texts + its_texts
        if page:
            yield page

    def _attempts(self) -> Iterable[tuple[Game, int, int]]:
        """Yield the finished games by mission, each with the number of the attempt and the number of all attempts."""
        finished = [game for game in self.campaign.games.all() if game.is_finished]
        for _key, games in groupby(sorted(finished, key=_mission), _mission):
            attempts = list(games)
            for number, game in enumerate(attempts, start=1):
                if any(map(self._is_asked_for, game.evaluations.all())):
                    yield game, number, len(attempts)

    def _is_asked_for(self, entry: LogEntry | Evaluation) -> bool:
        return self.only is None or entry.player == self.only


def _mission(game: Game) -> tuple[int, str]:
    """Return the key by which the log sorts and groups games. All games of a mission have the same key."""
    return game.mission, game.line


def _length_of_texts(game: Game, evaluations: Iterable[Evaluation]) -> int:
    """Return the length of the texts that people typed about a game, in bytes of HTML."""
    names = "".join(str(evaluation.player) for evaluation in evaluations) * TIMES_NAMED
    texts = [text for name in Game.DETAILS if isinstance(text := getattr(game, name), str)]
    return len(linebreaksbr("".join(texts) + names).encode())
