"""The standings that the engine computes, in words and charts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.translation import gettext, ngettext

from campaign.models import Campaign, Evaluation, Game, MayorHiddenError, Player
from campaign.par.levels import city_par
from campaign.results import charts, election, stories
from campaign.results.awards import Award, list_awards
from campaign.results.game_result import GameResult, LogEntry
from campaign.scores.words import names, percent, victory_points
from scoring import (
    CATEGORIES,
    CountBy,
    DecidedBy,
    ElectionRule,
    FinishedGame,
    Mission,
    Standings,
    StandingsRow,
    standings,
)
from scoring.campaign_standings import scores
from scoring.election import HeadStart

# These election rules use a player's average over the missions played. So an absence costs nothing.
PER_MISSION = frozenset({CountBy.AVERAGE, CountBy.SHARE, CountBy.PAR})
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


@dataclass(frozen=True, slots=True)
class RuleCompared:
    """An election rule, with each player's score under this rule."""

    by: CountBy
    label: str
    cells: tuple[tuple[str, bool], ...]  # each player's score as text, and whether it is the best
    is_present: bool


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
        self.games = campaign.counting_games
        played = {player for game in self.games.values() for player in game.results}
        # Leave out retired players and guests if they have no game that counts.
        self.players = [
            player
            for player in campaign.players.all()
            if player.counts and (player in played or (player.is_active and not player.is_guest))
        ]
        counted = self.rule.counts_head_starts
        self.head_starts = {player: player.head_start if counted else 0 for player in self.players}
        self.finished = [FinishedGame(number, game.results, city_par(game)) for number, game in self.games.items()]
        self.standings = self._by(self.rule)

    @classmethod
    def unless_hidden(cls, campaign: Campaign, *, has_seen_mayor: bool) -> "CampaignStandings | None":
        """Return the standings, or None while the campaign hides its mayor from the reader."""
        try:
            return cls(campaign, has_seen_mayor=has_seen_mayor)
        except MayorHiddenError:
            return None

    def _by(self, rule: ElectionRule) -> Standings[Player]:
        return self._after(self.finished, rule)

    def _after(self, finished: Sequence[FinishedGame[Player]], rule: ElectionRule | None = None) -> Standings[Player]:
        """Rank the players by these games only. If no rule is given, the sum of all points decides."""
        rules = self.campaign.house_rules
        return standings(self.players, finished, rules, rule, self.campaign.missions, self.head_starts)

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

    @property
    def head(self) -> list[str]:
        """Describe the election rule and its effect."""
        return [election.what_decides(self.rule), *self._levels(), *self._effect()]

    def _levels(self) -> Iterable[str]:
        if self.rule.by is not CountBy.AVERAGE or not self.absences:
            return
        levels = sorted((game.best_score, game.mission) for game in self.finished)
        (low, lowest), (high, highest) = levels[0], levels[-1]
        if low < high:
            text = gettext(
                "Missions differ in level: the best score was %(low)s in mission %(lowest)s and %(high)s in mission"
                " %(highest)s. A player who misses a low one has a higher average."
            )
            yield text % {
                "low": victory_points(low),
                "lowest": lowest,
                "high": victory_points(high),
                "highest": highest,
            }

    @property
    def absences(self) -> list[tuple[Player, int]]:
        """List each finished mission that an active player missed, with the player. Guests are left out."""
        return [
            (player, game.mission)
            for game in self.finished
            for player in self.players
            if player.is_active and not player.is_guest and player not in game.results
        ]

    @property
    def asks_for_share(self) -> bool:
        """Tell whether to propose the election rule `CountBy.SHARE` to the owner after a player's absence."""
        is_asked = self.campaign.asked_for_share or self.campaign.counts_votes or bool(self.mayors)
        return bool(self.absences) and self.rule.by is not CountBy.SHARE and not is_asked

    @property
    def leaders_by_share(self) -> str:
        """Name the players who would lead by `CountBy.SHARE`."""
        return names(row.player for row in self._by(ElectionRule(CountBy.SHARE)).rows if row.rank == 1)

    @property
    def rules_compared(self) -> "list[RuleCompared]":
        """List every election rule, with each player's score under this rule."""
        compared = []
        for by in CountBy:
            rule = ElectionRule(by, self.campaign.best_of)
            rows = {row.player: row for row in self._by(rule).rows}
            cells = tuple((election.figure_of(rule, rows[one].score), rows[one].rank == 1) for one in self.players)
            compared.append(RuleCompared(by, election.column(rule), cells, is_present=by is self.rule.by))
        return compared

    def _effect(self) -> Iterable[str]:
        """Yield a sentence that compares the standings with the order by the sum of all points."""
        if self.decides_by_total or not self.finished:
            return
        by_total = self._by(ElectionRule()).rows
        leaders = [row.player for row in by_total if row.rank == 1]
        if leaders != [row.player for row in self.standings.rows if row.rank == 1]:
            text = ngettext(
                "%(names)s would lead by the sum of all points.",
                "%(names)s would lead by the sum of all points.",
                len(leaders),
            )
            yield text % {"names": names(leaders)}
        elif [row.player for row in by_total] == [row.player for row in self.standings.rows]:
            yield gettext("The sum of all points would give the same order.")
        else:
            yield gettext("The sum of all points would give the same leader but another order behind.")

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
    def mayor_rows(self) -> list[PlayerStanding]:
        return [row for row in self.rows if row.player in self.mayors]

    @property
    def wall(self) -> list[tuple[MissionRow, list[Player]]]:
        """List the missions with the players who won them."""
        return [(row, [player for player, one in row.cells if one and one.rank == 1]) for row in self.missions]

    @property
    def mayor_names(self) -> str:
        return names(self.mayors)

    @property
    def headline(self) -> str:
        """Say who won the election. Several players can become mayors together."""
        text = ngettext("%(names)s is the new mayor", "%(names)s are the new mayors", len(self.mayors))
        return text % {"names": self.mayor_names}

    @property
    def around_names(self) -> tuple[str, str]:
        """Return what the headline says before and after the names of the mayors."""
        before, _names, after = self.headline.partition(self.mayor_names)
        return before, after

    @property
    def remaining(self) -> tuple[int, ...]:
        return self.standings.remaining

    @cached_property
    def rows(self) -> list[PlayerStanding]:
        rows = self.standings.rows
        highest = max((row.score for row in rows), default=0)
        return [
            PlayerStanding(
                row,
                election.figure_of(self.rule, row.score),
                election.figure_of(self.rule, -row.behind) if row.behind else "",
                round(100 * max(0, row.score) / highest) if highest > 0 else 0,
                self._decision(row),
                self._chance(row),
            )
            for row in rows
        ]

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
            % {"name": player.name, "vp": victory_points(vp)}
            for player, vp in self.head_starts.items()
            if vp
        ]

    @property
    def decided_on(self) -> date | None:
        """Return the day of the latest game that counts, or None if no game counts."""
        return max((game.played_on for game in self.games.values()), default=None)

    @property
    def speech(self) -> list[str]:
        """Write the speech at the election."""
        lead = min((row.behind for row in self.standings.rows if row.player not in self.mayors), default=0)
        said = election.difference(self.rule, lead) if lead else ""
        return stories.speech(self.mayors, lead=said, is_narrow=election.is_narrow(self.rule, lead))

    @cached_property
    def showpiece(self) -> LogEntry | None:
        """Return the entry of the city with the most VP in the campaign; the first of several equal cities."""
        entries = [
            entry
            for game in self.games.values()
            for entry in GameResult.of(game).entries
            if entry.evaluation.city and entry.player.counts
        ]
        return max(entries, key=lambda entry: entry.evaluation.total or 0, default=None)

    def _decision(self, row: StandingsRow[Player]) -> str:
        """Describe the tie-break that ranked a player; "" if the score alone decided the rank."""
        level = [other for other in self.standings.rows if other.player in row.level]
        if not self.finished or not level:
            return ""
        values = {"names": names(other.player for other in level), "number": self.campaign.tiebreak_mission}
        match row.decided_by:
            case DecidedBy.TIEBREAK_MISSION:
                text = gettext("Level with %(names)s; the rank in mission %(number)s decides the tie.")
            case DecidedBy.MISSIONS_WON:
                values |= {"own": row.missions_won, "theirs": names(other.missions_won for other in level)}
                text = gettext("Level with %(names)s; the missions won decide, %(own)s to %(theirs)s.")
            case DecidedBy.INHABITANTS:
                values |= {
                    "own": row.inhabitants_on_buildings,
                    "theirs": names(other.inhabitants_on_buildings for other in level),
                }
                text = gettext("Level with %(names)s; the Inhabitants on buildings decide, %(own)s to %(theirs)s.")
            case _:  # SHARED: no tie-break decides
                text = gettext("Level with %(names)s in everything that counts: the place is shared.")
        return text % values

    def _chance(self, row: StandingsRow[Player]) -> str:
        """Describe the lead, or the points needed to become mayor; "" before the first and after the last mission."""
        if not self.finished or not self.remaining:
            return ""
        if row.player.is_guest:
            return gettext("Was here as a guest.")
        if not row.player.is_active:
            return gettext("Has left the campaign.")
        return self._lead(row) if row.rank == 1 else self._gap(row)

    def _lead(self, row: StandingsRow[Player]) -> str:
        lead = min((other.behind for other in self.standings.rows if other.player != row.player), default=0)
        if not lead:
            return gettext("Leads, level with others.")
        return gettext("Leads by %(lead)s.") % {"lead": election.difference(self.rule, lead)}

    def _gap(self, row: StandingsRow[Player]) -> str:
        if not row.behind or row.needed is None:
            return gettext("Level with the leader: any lead in the remaining missions is enough.")
        if not row.can_still_win:
            text = gettext("%(behind)s behind: cannot catch up in the remaining missions.")
            return text % {"behind": election.difference(self.rule, row.behind)}
        return election.need(self.rule, row.behind, row.needed, is_last=len(self.remaining) == 1)

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

    # --- Charts -------------------------------------------------------------------------------------------------------

    @property
    def line_unit(self) -> str:
        return election.chart_unit(self.rule)

    @property
    def is_race(self) -> bool:
        """Tell whether two missions or more are finished. After only one, a chart would show no more than the table."""
        return len(self.finished) > 1

    @cached_property
    def line(self) -> charts.LineChart:
        """Make the chart of each player's distance to the leader after each mission."""
        started = scores(self.players, [], self.rule, self.head_starts)
        start = {player: election.on_chart(self.rule, behind) for player, (_score, behind) in started.items()}
        after = []
        for count, finished in enumerate(self.finished, start=1):
            reached = scores(self.players, self.finished[:count], self.rule, self.head_starts)
            charted = {
                player: charts.ChartedScore(election.figure_of(self.rule, score), election.on_chart(self.rule, behind))
                for player, (score, behind) in reached.items()
            }
            missed = frozenset(self.players) - finished.results.keys() if self.rule.by in PER_MISSION else frozenset()
            after.append(charts.AfterMission(finished.mission, charted, missed))
        return charts.LineChart(self.players, after, start, last=len(self.campaign.missions))

    @property
    def leaders(self) -> list[Player]:
        return [row.player for row in self.standings.rows if row.rank == 1]

    @property
    def leaders_after(self) -> list[tuple[Player, ...]]:
        """Name the leaders after each finished mission."""
        after = []
        for count in range(1, len(self.finished) + 1):
            reached = scores(self.players, self.finished[:count], self.rule, self.head_starts)
            after.append(tuple(player for player, (_score, behind) in reached.items() if not behind))
        return after

    @cached_property
    def by_category(self) -> Mapping[str, Mapping[Player, int]]:
        """Map each category to the players' VP, in the order of `players`. Leave out categories without VP."""
        rows = {row.player: row for row in self.standings.rows}
        sums = {
            category: {player: rows[player].categories[category] for player in self.players} for category in CATEGORIES
        }
        return {category: by_player for category, by_player in sums.items() if any(by_player.values())}

    @cached_property
    def kinds(self) -> list[charts.KindRow]:
        return charts.kind_rows(self.by_category)

    @cached_property
    def profiles(self) -> list[charts.Profile]:
        return charts.profiles(self.players, self.by_category)

    @cached_property
    def awards(self) -> list[Award]:
        """List the awards; the list is empty until FEWEST_FOR_AWARDS missions are finished."""
        return list_awards(self.standings) if len(self.finished) >= FEWEST_FOR_AWARDS else []
