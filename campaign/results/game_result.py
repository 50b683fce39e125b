"""A finished game as its page and the evaluation log show it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from campaign.models import Evaluation, Game, Player
from campaign.par.shown import ShownPar
from campaign.results import stories
from campaign.scores.cities import best_allocation
from campaign.scores.score_pad import lacks
from campaign.scores.words import CATEGORY_NAMES, percent, signed
from scoring import CATEGORIES, Allocation, City, Line, Message, Place, ScoreSheet, advise, rank, score
from scoring.ranking import lacking


@dataclass(frozen=True, slots=True)
class CategoryLine:
    """A category of a score sheet, and its VP. `typed` is the text from a score pad."""

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
    """A city with an allocation, the score sheet of this allocation, and advice about a better allocation."""

    city: City
    allocation: Allocation
    sheet: ScoreSheet
    advice: tuple[Message, ...]

    @classmethod
    def of(cls, evaluation: Evaluation) -> "ScoredCity | None":
        """Score an entry again by its game's rules. Return None for an entry without a city."""
        city, rules = evaluation.as_city, evaluation.game.rules
        if city is None:
            return None
        best = best_allocation(city, rules)
        allocation = city.allocation or best
        # Only an allocation by hand needs advice.
        advice = tuple(advise(city, allocation, rules, best)) if city.allocation else ()
        return cls(city, allocation, score(city, allocation, rules), advice)


@dataclass(frozen=True)
class LogEntry:
    """One player's result in a game: `decision` names the tie-break, `verdict` is the Mayor's comment."""

    evaluation: Evaluation
    place: Place[Player] | None  # the rank; None for an absent player
    best: int  # the best total of the game
    decision: str
    verdict: str
    against_par: str = ""

    @property
    def player(self) -> Player:
        return self.evaluation.player

    @property
    def share(self) -> str:
        """Write the total as a share of the game's best total; "" without a total, or if the best is not above 0."""
        total = self.evaluation.total
        return percent(total / self.best) if total is not None and self.best > 0 else ""

    @property
    def left(self) -> int | None:
        """Return the VP that the best allocation would have added; None if unknown, or for an absent player."""
        return self.evaluation.result.left if self.place else None

    @cached_property
    def scored(self) -> ScoredCity | None:
        return ScoredCity.of(self.evaluation)

    @property
    def categories(self) -> Iterator[CategoryLine]:
        """List the score sheet's categories that have lines or VP."""
        lines = self.scored.sheet.lines if self.scored else ()
        reached = self.evaluation.categories or {}
        # PostgreSQL does not keep the order of stored categories, so take the order of CATEGORIES.
        for category in filter(reached.__contains__, CATEGORIES):
            vp = reached[category]
            own = tuple(line for line in lines if line.category == category)
            typed = self.evaluation.pad.get(category, "").replace("-", "−")
            if own or vp:
                yield CategoryLine(category, vp, own, typed)


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A row of a table that compares score sheets: a category with one cell per player; None for an empty cell."""

    label: str
    cells: tuple[CategoryLine | None, ...]


@dataclass(frozen=True)
class GameResult:
    """A finished game: who won, why they won, and the comment of the Mayor's office."""

    game: Game
    facts: stories.Facts
    entries: tuple[LogEntry, ...]  # best first
    absent: tuple[LogEntry, ...]

    @classmethod
    def of(cls, game: Game, par: ShownPar | None = None) -> "GameResult":
        """Make a game's result, and compare it with par. Makes no query if evaluations and players are prefetched."""
        results = game.results
        facts = stories.Facts(
            mission=game.as_mission,
            places=tuple(rank(results)),
            results=results,
            absent=tuple(evaluation.player for evaluation in game.absent),
            turn=game.mission or game.pk,
        )
        evaluations = {evaluation.player: evaluation for evaluation in game.evaluations.all()}
        best = max((result.total for result in results.values()), default=0)

        def entry(player: Player, place: Place[Player] | None) -> LogEntry:
            decision = stories.decision(place, facts) if place else ""
            verdict = stories.verdict(facts.mission, place, facts)
            total = evaluations[player].total
            against_par = par.against(total) if par and par.par and total is not None else ""
            return LogEntry(evaluations[player], place, best, decision, verdict, against_par)

        return cls(
            game=game,
            facts=facts,
            entries=tuple(entry(place.player, place) for place in facts.places),
            absent=tuple(entry(player, None) for player in facts.absent),
        )

    @property
    def is_solo(self) -> bool:
        """Tell whether only one player played. The pages show no winner and no ranks for such a game."""
        return self.facts.is_solo

    @property
    def headline(self) -> str:
        return stories.headline(self.facts)

    @property
    def story(self) -> list[str]:
        return stories.story(self.facts)

    @property
    def revealed(self) -> list[tuple[int, LogEntry]]:
        """List the entries, best first, each with the number of its turn in the reveal. The winner is revealed last."""
        return [(len(self.entries) - index, entry) for index, entry in enumerate(self.entries)]

    @property
    def lacking(self) -> list[tuple[Evaluation, str]]:
        """List each score pad that lacks a figure for breaking a tie, with the sentence that asks for this figure."""
        of_player = {entry.player: entry.evaluation for entry in self.entries}
        found = [(of_player[player], figure) for player, figure in lacking(self.facts.results)]
        return [(one, lacks(one.result.total, figure)) for one, figure in found if one.is_pad]

    @property
    def players(self) -> list[Player]:
        """Return the players at the table, best first."""
        return [entry.player for entry in self.entries]

    @property
    def sheets(self) -> list[CategoryRow]:
        """Return one row per category, in the order of a score sheet."""
        lines = [{line.category: line for line in entry.categories} for entry in self.entries]
        return [
            CategoryRow(str(CATEGORY_NAMES[category]), tuple(sheet.get(category) for sheet in lines))
            for category in CATEGORIES
            if any(category in sheet for sheet in lines)
        ]

    @property
    def totals(self) -> list[int | None]:
        """Return the totals of the players at the table, best first."""
        return [entry.evaluation.total for entry in self.entries]

    @property
    def all_entries(self) -> tuple[LogEntry, ...]:
        return (*self.entries, *self.absent)
