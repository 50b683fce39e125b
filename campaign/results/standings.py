"""The campaign so far, as its pages show it: the engine's standings put into words, and drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.translation import gettext, ngettext

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.results import charts, election, stories
from campaign.results.awards import Award, list_awards
from campaign.results.game_result import Entry, GameResult
from campaign.words import names, percent
from scoring import (
    CATEGORIES,
    MISSIONS,
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

FEWEST_FOR_AWARDS = 3  # missions


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line of the table."""

    standing: StandingsRow[Player]
    score: str  # what decides, as it is read
    decision: str  # what set them apart from others with as many VP
    chance: str  # what they need to become mayor

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
class Move:
    """What a game changed for a player in the standings."""

    player: Player
    rank: int
    total: int
    climbed: int  # places; below 0 where they fell

    @property
    def dropped(self) -> int:
        return -self.climbed


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission in the campaign's table: one cell a player, None for somebody who was not in the campaign then."""

    mission: Mission
    game: Game | None
    cells: tuple[tuple[Player, Evaluation | None], ...]


class CampaignStandings:
    """The standings of a campaign after `prefetch_games`; asks the database nothing more."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.rule = campaign.election
        self.games = campaign.counting_games
        played = {player for game in self.games.values() for player in game.results}
        # A player who has left stays in the table if they ever played in it; so does a guest who counts.
        self.players = [
            player
            for player in campaign.players.all()
            if player.counts and (player in played or (player.is_active and not player.is_guest))
        ]
        self.finished = [FinishedGame(number, game.results) for number, game in self.games.items()]
        self.standings = self._by(self.rule)

    def _by(self, rule: ElectionRule) -> Standings[Player]:
        return standings(self.players, self.finished, self.campaign.house_rules, rule)

    @property
    def score_column(self) -> str:
        return election.column(self.rule)

    @property
    def decides_by_total(self) -> bool:
        return self.rule.by is CountBy.TOTAL

    @property
    def shows_share(self) -> bool:
        """Whether the share of the best scores has a column of its own: it decides nothing."""
        return self.rule.by is not CountBy.SHARE

    @property
    def head(self) -> list[str]:
        """Say what decides the campaign, and what that changes."""
        return [election.what_decides(self.rule), *self._effect()]

    def _effect(self) -> Iterable[str]:
        """Compare with all points added up."""
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

    def moves(self, game: Game) -> list[Move]:
        """Say what this game, which counts, changed in the standings; nobody climbs in the first one."""
        others = [finished for finished in self.finished if finished.mission != game.mission]
        before = {row.player: row.rank for row in standings(self.players, others, self.campaign.house_rules).rows}
        return [
            Move(row.player, row.rank, row.total, before[row.player] - row.rank if others else 0)
            for row in self.standings.rows
        ]

    @property
    def somebody_left_points(self) -> bool:
        """Whether a city settled by hand brought less than it could have."""
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
    def remaining(self) -> tuple[int, ...]:
        return self.standings.remaining

    @cached_property
    def rows(self) -> list[Row]:
        rows = self.standings.rows
        return [
            Row(row, election.figure_of(self.rule, row.score), self._decision(row), self._chance(row)) for row in rows
        ]

    @property
    def totals(self) -> list[int]:
        """Everybody's VP, in the order of the players."""
        total = {row.player: row.total for row in self.standings.rows}
        return [total[player] for player in self.players]

    @property
    def decided_on(self) -> date | None:
        """The day of the last game that counts."""
        return max((game.played_on for game in self.games.values()), default=None)

    @property
    def speech(self) -> list[str]:
        """Write the speech of the election."""
        lead = min((row.behind for row in self.standings.rows if row.player not in self.mayors), default=0)
        said = election.difference(self.rule, lead) if lead else ""
        return stories.speech(self.mayors, lead=said, is_narrow=election.is_narrow(self.rule, lead))

    @cached_property
    def showpiece(self) -> Entry | None:
        """The city with most VP of the whole campaign; of several the first."""
        entries = [
            entry
            for game in self.games.values()
            for entry in GameResult.of(game).entries
            if entry.evaluation.city and entry.player.counts
        ]
        return max(entries, key=lambda entry: entry.evaluation.total or 0, default=None)

    def _decision(self, row: StandingsRow[Player]) -> str:
        """Say what set a player apart from those still tied with them, "" where the score alone did."""
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
            case _:  # SHARED: the score decides nothing between those who are level
                text = gettext("Level with %(names)s in everything that counts: the place is shared.")
        return text % values

    def _chance(self, row: StandingsRow[Player]) -> str:
        """Say what a player still needs to become mayor."""
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
        for number, mission in MISSIONS.items():
            game = self.games.get(number)
            entries = {evaluation.player: evaluation for evaluation in game.evaluations.all()} if game else {}
            rows.append(MissionRow(mission, game, tuple((player, entries.get(player)) for player in self.players)))
        return rows

    # --- Charts -------------------------------------------------------------------------------------------------------

    @property
    def line_unit(self) -> str:
        return election.chart_unit(self.rule)

    @property
    def is_race(self) -> bool:
        """Whether there are two missions to draw lines between; after the first, the table says all of it."""
        return len(self.finished) > 1

    @cached_property
    def line(self) -> charts.LineChart:
        """Chart how far each player was behind the leader after each mission."""
        after = []
        for count, finished in enumerate(self.finished, start=1):
            reached = scores(self.players, self.finished[:count], self.rule)
            charted = {
                player: charts.ChartedScore(election.figure_of(self.rule, score), election.on_chart(self.rule, behind))
                for player, (score, behind) in reached.items()
            }
            after.append(charts.AfterMission(finished.mission, charted))
        return charts.LineChart(self.players, after, last=max(MISSIONS))

    @cached_property
    def by_category(self) -> Mapping[str, Mapping[Player, int]]:
        """VP by category and player over the games that count, categories nobody has anything in left out.

        The players stand in the order of `players`, whoever leads: columns are filled from it.
        """
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
        """List the awards; one or two evenings say nothing yet."""
        return list_awards(self.standings) if len(self.finished) >= FEWEST_FOR_AWARDS else []
