"""The end of a campaign: the new mayor, the speech, the wall of missions and the city of the campaign."""

from functools import cached_property

from campaign.models import Player
from campaign.results import election, stories
from campaign.results.game_result import GameResult, LogEntry
from campaign.results.standings import CampaignStandings, MissionRow, PlayerStanding


class Inauguration:
    def __init__(self, standings: CampaignStandings) -> None:
        self.standings = standings

    @property
    def mayor_rows(self) -> list[PlayerStanding]:
        return [row for row in self.standings.rows if row.player in self.standings.mayors]

    @property
    def wall(self) -> list[tuple[MissionRow, list[Player]]]:
        """List the missions with the players who won them."""
        return [
            (row, [player for player, one in row.cells if one and one.rank == 1]) for row in self.standings.missions
        ]

    @property
    def around_names(self) -> tuple[str, str]:
        """Return what the headline says before and after the names of the mayors."""
        before, _names, after = self.standings.headline.partition(self.standings.mayor_names)
        return before, after

    @property
    def speech(self) -> list[str]:
        """Write the speech at the election."""
        lead = min(
            (row.behind for row in self.standings.standings.rows if row.player not in self.standings.mayors), default=0
        )
        said = election.difference(self.standings.rule, lead) if lead else ""
        return stories.speech(self.standings.mayors, lead=said, is_narrow=election.is_narrow(self.standings.rule, lead))

    @cached_property
    def showpiece(self) -> LogEntry | None:
        """Return the entry of the city with the most VP in the campaign; the first of several equal cities."""
        entries = [
            entry
            for game in self.standings.games.values()
            for entry in GameResult.of(game).entries
            if entry.evaluation.city and entry.player.in_standings
        ]
        return max(entries, key=lambda entry: entry.evaluation.total or 0, default=None)
