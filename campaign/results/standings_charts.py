"""The charts of a campaign's standings: the race for the office, and what the players build on."""

from collections.abc import Mapping
from functools import cached_property

from campaign.models import Player
from campaign.results import charts, election
from campaign.results.standings import CampaignStandings
from scoring import CATEGORIES, CountBy

# These election rules use a player's average over the missions played. So an absence costs nothing.
PER_MISSION = frozenset({CountBy.AVERAGE, CountBy.SHARE, CountBy.PAR})


class StandingsCharts:
    def __init__(self, standings: CampaignStandings) -> None:
        self.standings = standings

    @property
    def unit(self) -> str:
        return election.chart_unit(self.standings.rule)

    @property
    def is_race(self) -> bool:
        """Tell whether two missions or more are finished. After only one, a chart would show no more than the table."""
        return len(self.standings.finished) > 1

    @cached_property
    def race(self) -> charts.LineChart:
        """Make the chart of each player's distance to the leader after each mission."""
        told, rule = self.standings, self.standings.rule
        start = {player: election.on_chart(rule, behind) for player, (_score, behind) in told.scores_after(0).items()}
        after = []
        for count, finished in enumerate(told.finished, start=1):
            charted = {
                player: charts.ChartedScore(election.figure_of(rule, score), election.on_chart(rule, behind))
                for player, (score, behind) in told.scores_after(count).items()
            }
            missed = frozenset(told.players) - finished.results.keys() if rule.by in PER_MISSION else frozenset()
            after.append(charts.AfterMission(finished.mission, charted, missed))
        return charts.LineChart(told.players, after, start, last=len(told.campaign.missions))

    @cached_property
    def by_category(self) -> Mapping[str, Mapping[Player, int]]:
        """Map each category to the players' VP, in the order of `players`. Leave out categories without VP."""
        rows = {row.player: row for row in self.standings.standings.rows}
        sums = {
            category: {player: rows[player].categories[category] for player in self.standings.players}
            for category in CATEGORIES
        }
        return {category: by_player for category, by_player in sums.items() if any(by_player.values())}

    @cached_property
    def kinds(self) -> list[charts.KindRow]:
        return charts.kind_rows(self.by_category)

    @cached_property
    def profiles(self) -> list[charts.Profile]:
        return charts.profiles(self.standings.players, self.by_category)
