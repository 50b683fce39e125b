"""What decides an election, and what other rules would say: is it fair to players who were absent?"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from campaign.models import Player
from campaign.results import election
from campaign.results.standings import CampaignStandings
from campaign.scores.words import names, victory_points
from scoring import CountBy, ElectionRule


@dataclass(frozen=True, slots=True)
class ComparedRule:
    """An election rule, with each player's score under this rule."""

    by: CountBy
    label: str
    cells: tuple[tuple[str, bool], ...]  # each player's score as text, and whether it is the best
    is_present: bool  # whether this rule decides the campaign


@dataclass(frozen=True, slots=True)
class Fairness:
    """Compares the rule that decides these standings with other rules."""

    standings: CampaignStandings

    @property
    def sentences(self) -> list[str]:
        """Describe the election rule and its effect."""
        return [election.what_decides(self.standings.rule), *self._levels(), *self._effect()]

    def _levels(self) -> Iterable[str]:
        if self.standings.rule.by is not CountBy.AVERAGE or not self.absences:
            return
        levels = sorted((game.best_score, game.mission) for game in self.standings.finished)
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
            for game in self.standings.finished
            for player in self.standings.players
            if player.is_active and not player.is_guest and player not in game.results
        ]

    @property
    def asks_for_share(self) -> bool:
        """Tell whether to propose the election rule `CountBy.SHARE` to the owner after a player's absence."""
        is_asked = (
            self.standings.campaign.asked_for_share
            or self.standings.campaign.counts_votes
            or bool(self.standings.mayors)
        )
        return bool(self.absences) and self.standings.rule.by is not CountBy.SHARE and not is_asked

    @property
    def leaders_by_share(self) -> str:
        """Name the players who would lead by `CountBy.SHARE`."""
        return names(row.player for row in self.standings.ranked_by(ElectionRule(CountBy.SHARE)).rows if row.rank == 1)

    @property
    def rules_compared(self) -> list[ComparedRule]:
        """List every election rule, with each player's score under this rule."""
        compared = []
        for by in CountBy:
            rule = ElectionRule(by, self.standings.campaign.best_of)
            rows = {row.player: row for row in self.standings.ranked_by(rule).rows}
            cells = tuple(
                (election.figure_of(rule, rows[one].score), rows[one].rank == 1) for one in self.standings.players
            )
            compared.append(ComparedRule(by, election.column(rule), cells, is_present=by is self.standings.rule.by))
        return compared

    def _effect(self) -> Iterable[str]:
        """Yield a sentence that compares the standings with the order by the sum of all points."""
        if self.standings.decides_by_total or not self.standings.finished:
            return
        by_total = self.standings.ranked_by(ElectionRule()).rows
        leaders = [row.player for row in by_total if row.rank == 1]
        if leaders != [row.player for row in self.standings.standings.rows if row.rank == 1]:
            text = ngettext(
                "%(names)s would lead by the sum of all points.",
                "%(names)s would lead by the sum of all points.",
                len(leaders),
            )
            yield text % {"names": names(leaders)}
        elif [row.player for row in by_total] == [row.player for row in self.standings.standings.rows]:
            yield gettext("The sum of all points would give the same order.")
        else:
            yield gettext("The sum of all points would give the same leader but another order behind.")
