"""Play whole games between programs of one skill, and count their results."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from scoring.drafts.draft import Draft, Taken, drafted
from scoring.drafts.drafters import MISJUDGEMENT, Drafter, Skill
from scoring.rules import Rules
from scoring.settling import settle
from scoring.sheets import score
from scoring.tiles import ENERGY_IN_BOX, INHABITANTS_IN_BOX


class DraftedGame(NamedTuple):
    """The figures of a finished draft. All VP are from the best allocation of each city."""

    totals: tuple[int, ...]  # the total of each seat
    mission_vp: int  # the VP that the mission's own bonuses and penalties bring to all cities together
    runs_out: bool  # True if the cities took more Inhabitants or Energy Units than the box holds
    idle_turns: int  # the number of turns, of all players together, in which no tile was built


class Drafters:
    """Equally skilled programs that play together under some rules, one on each seat."""

    def __init__(self, rules: Rules, players: int, skill: Skill) -> None:
        self.rules, self.players = rules, players
        self.drafter = Drafter(rules, MISJUDGEMENT[skill])

    def turns(self, draft: Draft) -> Iterator[Taken]:
        """Play a draft to its end, and yield each turn. The same seed and rules always give the same turns."""
        rng = Random(f"{draft.seed}, drafters")
        return drafted(draft, [partial(self.drafter.turn, rng=rng)] * self.players)

    def play(self, seed: str) -> DraftedGame:
        """Play a whole game. The seed determines the construction sites (see Draft)."""
        draft = Draft(self.rules, self.players, seed)
        for _taken in self.turns(draft):
            pass
        return counted(draft)


def counted(draft: Draft) -> DraftedGame:
    cities = draft.cities
    sheets = [score(city, settle(city, draft.rules), draft.rules) for city in cities]
    inhabitants, energy = sum(city.inhabitants for city in cities), sum(city.energy for city in cities)
    return DraftedGame(
        totals=tuple(sheet.total for sheet in sheets),
        mission_vp=sum(sheet.categories["mission"] for sheet in sheets),
        runs_out=inhabitants > INHABITANTS_IN_BOX or energy > ENERGY_IN_BOX,
        idle_turns=sum(taken.turn.way is None for taken in draft.taken),
    )
