"""The standings that the engine computes, in words and charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.translation import gettext, ngettext

from campaign.models import Campaign, Evaluation, Game, MayorHiddenError, Player
from campaign.par.levels import city_par
from campaign.results import election
from campaign.results.awards import Award, list_awards
from campaign.results.rank_sentences import RankSentences
from campaign.scores.names import isolated
from campaign.scores.words import names, percent, victory_points
from scoring import (
    CountBy,
    ElectionRule,
    FinishedGame,
    Mission,
    Standings,
    StandingsRow,
    standings,
)
from scoring.campaign_standings import scores
from scoring.election import HeadStart

FEWEST_FOR_AWARDS = 3  # pages show awards as soon as this many missions are finished


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player's row in the table of standings."""

    standing: StandingsRow[Player]
    score: str  # the score under the election rule, as text
    behind: str  # the distance to the leader as text, such as "−14"; "" if there is none
    bar: int  # the score as a percentage of the leader's, for a bar
    decision: str  # a sentence that says how a tie was broken; "" without a tie
    chance: str  # a sentence about the player's lead, or about the points still needed to become mayor

    @property
    def player(self) -> Player:
        return self.standing.player

    @property
    def share(self) -> str:
        return percent(self.standing.share)

    @property
    def of_best_possible(self) -> str:
        return percent(self.standing.of_best_possible)


@dataclass(frozen=True, slots=True)
class StandingsChange:
    """The effect of a game on a player's rank in the standings."""

    player: Player
    rank: int
    total: int
    climbed: int  # the number of ranks gained; below 0 if the player has lost ranks
    figure: str  # the score under the election rule, as text

    @property
    def dropped(self) -> int:
        return -self.climbed


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission in the campaign's table: one cell per player, None for a player without an entry."""

    position: int  # the mission's position in the programme, from 1
    mission: Mission
    game: Game | None
    cells: tuple[tuple[Player, Evaluation | None], ...]


class CampaignStandings:
    """The standings of a campaign. Call `campaign.prefetch_games()` first; then the standings make no query.

    `has_seen_mayor` says whether the reader has looked who is mayor. Raises MayorHiddenError while the campaign hides
    its mayor from this reader, so no page, picture or export can tell by mistake. `in_campaign` then leads to the
    election.
    """

    def __init__(self, campaign: Campaign, *, has_seen_mayor: bool) -> None:
        if campaign.hides_mayor and not has_seen_mayor:
            raise MayorHiddenError
        self.campaign = campaign
        self.rule = campaign.election
        self.games = campaign.games_in_standings
        played = {player for game in self.games.values() for player in game.results}
        # Leave out retired players and guests if they have no game that counts.
        self.players = [
            player
            for player in campaign.players.all()
            if player.in_standings and (player in played or (player.is_active and not player.is_guest))
        ]
        counted = self.rule.counts_head_starts
        self.head_starts = {player: player.head_start if counted else 0 for player in self.players}
        self.finished = [FinishedGame(number, game.results, city_par(game)) for number, game in self.games.items()]
        self.standings = self.ranked_by(self.rule)

    @classmethod
    def unless_hidden(cls, campaign: Campaign, *, has_seen_mayor: bool) -> "CampaignStandings | None":
        """Return the standings, or None while the campaign hides its mayor from the reader."""
        try:
            return cls(campaign, has_seen_mayor=has_seen_mayor)
        except MayorHiddenError:
            return None

    def ranked_by(self, rule: ElectionRule) -> Standings[Player]:
        """Rank the players by another rule."""
        return self._after(self.finished, rule)

    def _after(self, finished: Sequence[FinishedGame[Player]], rule: ElectionRule) -> Standings[Player]:
        """Rank the players by these games only."""
        rules = self.campaign.house_rules
        return standings(self.players, finished, rules, rule, self.campaign.missions, self.head_starts)

    def scores_after(self, count: int) -> dict[Player, tuple[election.Figure, election.Figure]]:
        """Return each player's score after the first `count` finished missions, and its distance to the best score."""
        return scores(self.players, self.finished[:count], self.rule, self.head_starts)

    @property
    def score_column(self) -> str:
        return election.column(self.rule)

    @property
    def score_unit(self) -> str:
        return election.unit(self.rule)

    @property
    def decides_by_total(self) -> bool:
        return self.rule.by is CountBy.TOTAL

    @property
    def shows_share(self) -> bool:
        """Tell whether the table has an extra column for each player's share of the best scores."""
        return self.rule.by is not CountBy.SHARE

    def moves(self, game: Game) -> list[StandingsChange]:
        """Describe how a game that counts has changed the ranks of the players. The first game changes no rank."""
        others = [finished for finished in self.finished if finished.mission != game.mission]
        before = {row.player: row.rank for row in self._after(others, self.rule).rows}
        return [
            StandingsChange(
                row.player,
                row.rank,
                row.total,
                before[row.player] - row.rank if others else 0,
                election.figure_of(self.rule, row.score),
            )
            for row in self.standings.rows
        ]

    @property
    def somebody_left_points(self) -> bool:
        """Tell whether any city was allocated by hand and so got fewer VP than its best allocation would bring."""
        return any((row.of_best_possible or 1) < 1 for row in self.standings.rows)

    @property
    def has_begun(self) -> bool:
        return bool(self.finished)

    @property
    def mayors(self) -> tuple[Player, ...]:
        return self.standings.mayors

    @property
    def mayor_names(self) -> str:
        return names(self.mayors)

    @property
    def headline(self) -> str:
        """Say who won the election. Several players can become mayors together."""
        text = ngettext("%(names)s is the new mayor", "%(names)s are the new mayors", len(self.mayors))
        return text % {"names": self.mayor_names}

    @property
    def remaining(self) -> tuple[int, ...]:
        return self.standings.remaining

    @cached_property
    def rows(self) -> list[PlayerStanding]:
        rows, said = self.standings.rows, self._sentences
        highest = max((row.score for row in rows), default=0)
        return [
            PlayerStanding(
                row,
                election.figure_of(self.rule, row.score),
                election.figure_of(self.rule, -row.behind) if row.behind else "",
                round(100 * max(0, row.score) / highest) if highest > 0 else 0,
                said.decision(row),
                said.chance(row),
            )
            for row in rows
        ]

    @property
    def _sentences(self) -> RankSentences:
        tiebreak = self.campaign.tiebreak_mission
        return RankSentences(self.standings.rows, self.remaining, self.rule, tiebreak, self.has_begun)

    @property
    def figures(self) -> list[str]:
        """List each player's score under the election rule as text, in the order of `players`."""
        scores = {row.player: row.score for row in self.rows}
        return [scores[player] for player in self.players]

    def next_head_starts(self, head_start: HeadStart) -> dict[Player, int]:
        """Return each player's head start in the next campaign, in VP; {} if the election rule has no head starts."""
        if not self.rule.counts_head_starts:
            return {}
        return {row.player: head_start.of(int(row.behind)) for row in self.standings.rows}

    @property
    def started(self) -> list[int]:
        """List the players' head starts, in the order of `players`; empty if no head start counts."""
        return list(self.head_starts.values()) if any(self.head_starts.values()) else []

    @property
    def head_start_lines(self) -> list[str]:
        """Write a sentence about each head start that counts."""
        return [
            gettext("%(name)s began with a head start of %(vp)s from the term before.")
            % {"name": isolated(player), "vp": victory_points(vp)}
            for player, vp in self.head_starts.items()
            if vp
        ]

    @property
    def decided_on(self) -> date | None:
        """Return the day of the latest game that counts, or None if no game counts."""
        return max((game.played_on for game in self.games.values()), default=None)

    @cached_property
    def missions(self) -> list[MissionRow]:
        rows = []
        for position, planned in self.campaign.missions.items():
            game = self.games.get(position)
            mission = game.as_mission if game else planned
            entries = {evaluation.player: evaluation for evaluation in game.evaluations.all()} if game else {}
            rows.append(
                MissionRow(position, mission, game, tuple((player, entries.get(player)) for player in self.players))
            )
        return rows

    @property
    def leaders(self) -> list[Player]:
        return [row.player for row in self.standings.rows if row.rank == 1]

    @cached_property
    def awards(self) -> list[Award]:
        """List the awards; the list is empty until FEWEST_FOR_AWARDS missions are finished."""
        return list_awards(self.standings) if len(self.finished) >= FEWEST_FOR_AWARDS else []
