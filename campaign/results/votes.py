"""Reveal the standings mission by mission at the election, as a count of votes. All phones show the same mission."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django import forms

from campaign.models import Campaign, Evaluation, Player
from campaign.results import election
from campaign.results.charts import width
from campaign.results.standings import CampaignStandings
from campaign.scores.programmes import MOST_MISSIONS
from scoring import Mission


class VotesForm(forms.Form):
    """The form that counts the votes of the first `to` missions. If `to` is empty, the count ends."""

    to = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)
    seen = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)  # number of missions counted so far


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A player's row in the count of votes, with a bar for the player's score so far."""

    player: Player
    figure: str  # the player's score after the last counted mission, as text
    change: str  # by how much the last counted mission changed this figure; "" for an absent player
    climbed: int  # number of positions gained; below 0 if the player has lost positions
    kept_width: int  # length of the bar before or after the last counted mission, whichever is shorter
    width: int  # length of the bar before or after the last counted mission, whichever is longer
    is_loss: bool  # whether the last counted mission took VP away
    is_winner: bool
    entry: Evaluation | None  # the player's entry in the last counted mission


class VoteCount:
    """The standings after the first `counted` missions. At the election, the group counts the missions one by one."""

    def __init__(self, campaign: Campaign, counted: int) -> None:
        # The rows show the counted votes only.
        self._standings = standings = CampaignStandings(campaign, has_seen_mayor=True)
        self.steps = len(standings.finished)
        self.step = min(counted, self.steps)

    @property
    def headline(self) -> str:
        """Return the sentence about the mayor; "" until all votes are counted."""
        return self._standings.headline if self.is_over else ""

    @property
    def is_over(self) -> bool:
        return self.step == self.steps

    @property
    def former(self) -> str:
        return str(self.step - 1) if self.step else ""

    @property
    def following(self) -> str:
        return str(self.step + 1)

    @property
    def position(self) -> int:
        """Return the last counted mission's position in the programme. At least one mission must be counted."""
        return self._standings.finished[self.step - 1].mission

    @property
    def mission(self) -> Mission | None:
        """Return the last counted mission; None if no mission is counted yet."""
        return self._standings.games[self.position].as_mission if self.step else None

    @cached_property
    def rows(self) -> list[VoteRow]:
        now, before = self._scores(self.step), self._scores(max(0, self.step - 1))
        order, former = self._order(self.step), self._order(max(0, self.step - 1))
        entries = self._entries()
        full = max(*now.values(), *before.values(), 1 if self.step == 0 else 0)
        return [
            VoteRow(
                player=player,
                figure=election.figure_of(self._standings.rule, now[player]),
                change=self._change(entries.get(player), now[player] - before[player]),
                climbed=former.index(player) - index,
                kept_width=width(min(now[player], before[player]), full),
                width=width(max(now[player], before[player]), full),
                is_loss=now[player] < before[player],
                is_winner=self.is_over and player in self._standings.mayors,
                entry=entries.get(player),
            )
            for index, player in enumerate(order)
        ]

    @property
    def unit(self) -> str:
        """Say what the figures are: "VP in all missions", for example."""
        return self._standings.score_unit

    def _scores(self, step: int) -> dict[Player, election.Figure]:
        return {player: score for player, (score, _behind) in self._standings.scores_after(step).items()}

    def _order(self, step: int) -> Sequence[Player]:
        if step == self.steps:
            return [row.player for row in self._standings.standings.rows]
        now = self._scores(step)
        return sorted(self._standings.players, key=lambda player: -now[player])

    def _entries(self) -> dict[Player, Evaluation]:
        if not self.step:
            return {}
        return {evaluation.player: evaluation for evaluation in self._standings.games[self.position].evaluations.all()}

    def _change(self, entry: Evaluation | None, gained: election.Figure) -> str:
        if entry is None or entry.total is None:
            return ""
        return election.change_of(self._standings.rule, gained)
