"""A finished game as its page and the evaluation log show it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from campaign.cities import best_allocation
from campaign.models import Evaluation, Game, Player
from campaign.results import stories
from campaign.words import CATEGORY_NAMES, percent, signed
from scoring import CATEGORIES, Allocation, City, Line, Message, Place, ScoreSheet, advise, rank, score


@dataclass(frozen=True, slots=True)
class CategoryLine:
    """A category of a sheet: its VP, the lines that make it up, or the sum as it was typed on the pad."""

    category: str
    vp: int
    lines: tuple[Line, ...] = ()
    typed: str = ""

    @property
    def label(self) -> str:
        return str(CATEGORY_NAMES[self.category])

    @property
    def figure(self) -> str:
        return signed(self.vp)


@dataclass(frozen=True)
class ScoredCity:
    """A city with the allocation it is scored by, its sheet, and what could be done better."""

    city: City
    allocation: Allocation
    sheet: ScoreSheet
    advice: tuple[Message, ...]

    @classmethod
    def of(cls, evaluation: Evaluation) -> "ScoredCity | None":
        """Score an entry again under the rules of its game. Returns None if it holds no city."""
        city, rules = evaluation.as_city, evaluation.game.rules
        if city is None:
            return None
        best = best_allocation(city, rules)
        allocation = city.allocation or best
        # The best allocation needs no advice.
        advice = tuple(advise(city, allocation, rules, best)) if city.allocation else ()
        return cls(city, allocation, score(city, allocation, rules), advice)


@dataclass(frozen=True)
class Entry:
    """One player's entry in the log, with what the others make of it."""

    evaluation: Evaluation
    place: Place[Player] | None  # None: absent
    best: int  # the mission's best score
    decision: str
    verdict: str

    @property
    def player(self) -> Player:
        return self.evaluation.player

    @property
    def share(self) -> str:
        """The share of the mission's best score, "" where that says nothing."""
        total = self.evaluation.total
        return percent(total / self.best) if total is not None and self.best > 0 else ""

    @property
    def left(self) -> int | None:
        """VP left in the supply, None where nobody knows."""
        return self.evaluation.result.left if self.place else None

    @cached_property
    def scored(self) -> ScoredCity | None:
        return ScoredCity.of(self.evaluation)

    @property
    def categories(self) -> Iterator[CategoryLine]:
        """The sheet, category by category; what brought and cost nothing is left out."""
        lines = self.scored.sheet.lines if self.scored else ()
        reached = self.evaluation.categories or {}
        # PostgreSQL keeps them in another order than the sheet's.
        for category in filter(reached.__contains__, CATEGORIES):
            vp = reached[category]
            own = tuple(line for line in lines if line.category == category)
            typed = self.evaluation.pad.get(category, "")
            if own or vp:
                yield CategoryLine(category, vp, own, typed)


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A category of the table that compares the sheets: a cell each, None where it brought and cost nothing."""

    label: str
    cells: tuple[CategoryLine | None, ...]


@dataclass(frozen=True)
class GameResult:
    """A finished game: who won and why, and what the Mayor's office says to it."""

    game: Game
    facts: stories.Facts
    entries: tuple[Entry, ...]  # best first
    absent: tuple[Entry, ...]

    @classmethod
    def of(cls, game: Game) -> "GameResult":
        """Draw up the result of a game fetched with its evaluations and their players. No query."""
        results = game.results
        facts = stories.Facts(
            mission=game.as_mission,
            places=tuple(rank(results)),
            results=results,
            absent=tuple(evaluation.player for evaluation in game.absent),
        )
        evaluations = {evaluation.player: evaluation for evaluation in game.evaluations.all()}
        best = max((result.total for result in results.values()), default=0)

        def entry(player: Player, place: Place[Player] | None) -> Entry:
            decision = stories.decision(place, facts) if place else ""
            verdict = stories.verdict(facts.mission, place, facts)
            return Entry(evaluations[player], place, best, decision, verdict)

        return cls(
            game=game,
            facts=facts,
            entries=tuple(entry(place.player, place) for place in facts.places),
            absent=tuple(entry(player, None) for player in facts.absent),
        )

    @property
    def headline(self) -> str:
        return stories.headline(self.facts)

    @property
    def story(self) -> list[str]:
        return stories.story(self.facts)

    @property
    def revealed(self) -> list[tuple[int, Entry]]:
        """The entries, best first, each with its turn: the last is shown first, the winner last."""
        return [(len(self.entries) - index, entry) for index, entry in enumerate(self.entries)]

    @property
    def players(self) -> list[Player]:
        """Everybody with a sheet, best first."""
        return [entry.player for entry in self.entries]

    @property
    def sheets(self) -> list[CategoryRow]:
        """The sheets side by side, in the order of a score sheet."""
        lines = [{line.category: line for line in entry.categories} for entry in self.entries]
        return [
            CategoryRow(str(CATEGORY_NAMES[category]), tuple(sheet.get(category) for sheet in lines))
            for category in CATEGORIES
            if any(category in sheet for sheet in lines)
        ]

    @property
    def totals(self) -> list[int | None]:
        """The VP of everybody with a sheet, best first."""
        return [entry.evaluation.total for entry in self.entries]

    @property
    def all_entries(self) -> tuple[Entry, ...]:
        return (*self.entries, *self.absent)
