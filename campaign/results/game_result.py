"""A finished game as its page and the evaluation log show it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from campaign.models import Evaluation, Game, Player
from campaign.par.shown import ShownPar
from campaign.results import stories
from campaign.results.charts import Stack, drawing_of, stacks
from campaign.scores.cities import best_allocation
from campaign.scores.score_pad import lacks
from campaign.scores.words import CATEGORY_NAMES, difference, percent, signed
from scoring import CATEGORIES, Allocation, City, Message, Ranked, ScoreLine, ScoreSheet, advise, rank, score
from scoring.ranking import lacking


@dataclass(frozen=True, slots=True)
class CategoryLine:
    """A category of a score sheet, and its VP. `typed` is the text from a score pad."""

    category: str
    vp: int
    lines: tuple[ScoreLine, ...] = ()
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
    ranked: Ranked[Player] | None  # the rank; None for an absent player
    best: int  # the best total of the game
    decision: str
    verdict: str

    @property
    def player(self) -> Player:
        return self.evaluation.player

    @property
    def total(self) -> int:
        """Return the total of a player at the table."""
        return self.evaluation.total or 0

    @property
    def sums(self) -> dict[str, int]:
        """Map the score sheet's categories to their VP. If only the total is known, map "total" to it."""
        reached = self.evaluation.categories
        if not reached:
            return {"total": self.total}
        # PostgreSQL does not keep the order of stored categories, so take the order of CATEGORIES.
        return {category: reached[category] for category in CATEGORIES if category in reached}

    @property
    def share(self) -> str:
        """Write the total as a share of the game's best total; "" without a total, or if the best is not above 0."""
        total = self.evaluation.total
        return percent(total / self.best) if total is not None and self.best > 0 else ""

    @property
    def left(self) -> int | None:
        """Return the VP that the best allocation would have added; None if unknown, or for an absent player."""
        return self.evaluation.result.left if self.ranked else None

    @cached_property
    def scored(self) -> ScoredCity | None:
        return ScoredCity.of(self.evaluation)

    @property
    def categories(self) -> Iterator[CategoryLine]:
        """List the score sheet's categories that have lines or VP."""
        lines = self.scored.sheet.lines if self.scored else ()
        for category, vp in (self.sums if self.evaluation.categories else {}).items():
            own = tuple(line for line in lines if line.category == category)
            typed = self.evaluation.pad.get(category, "").replace("-", "−")
            if own or vp:
                yield CategoryLine(category, vp, own, typed)


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A row of a table that compares score sheets: a category with one cell per player; None for an empty cell."""

    category: str
    cells: tuple[CategoryLine | None, ...]

    @property
    def label(self) -> str:
        return str(CATEGORY_NAMES[self.category])

    @property
    def drawing(self) -> str:
        return drawing_of(self.category)

    @property
    def best(self) -> int | None:
        """Return the most VP of the category; None if no player has more than another."""
        reached = {cell.vp if cell else 0 for cell in self.cells}
        return max(reached) if len(reached) > 1 else None


@dataclass(frozen=True)
class GameResult:
    """A finished game: who won, why they won, and the comment of the Mayor's office."""

    game: Game
    facts: stories.Facts
    entries: tuple[LogEntry, ...]  # best first
    absent: tuple[LogEntry, ...]
    par: int | None = None  # in VP; None if unknown

    @classmethod
    def of(cls, game: Game, par: ShownPar | None = None) -> "GameResult":
        """Make a game's result, and compare it with par. Makes no query if evaluations and players are prefetched."""
        results = game.results
        facts = stories.Facts(
            mission=game.as_mission,
            ranking=tuple(rank(results)),
            results=results,
            absent=tuple(evaluation.player for evaluation in game.absent),
            variant=game.mission or game.pk,
        )
        evaluations = {evaluation.player: evaluation for evaluation in game.evaluations.all()}
        best = max((result.total for result in results.values()), default=0)

        def entry(player: Player, ranked: Ranked[Player] | None) -> LogEntry:
            decision = stories.decision(ranked, facts) if ranked else ""
            verdict = stories.verdict(facts.mission, ranked, facts)
            return LogEntry(evaluations[player], ranked, best, decision, verdict)

        return cls(
            game=game,
            facts=facts,
            entries=tuple(entry(ranked.player, ranked) for ranked in facts.ranking),
            absent=tuple(entry(player, None) for player in facts.absent),
            par=par.figure if par and par.par else None,
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
    def built(self) -> list[LogEntry]:
        """List the entries with a city, best first."""
        return [entry for entry in self.entries if entry.evaluation.city]

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
            CategoryRow(category, tuple(sheet.get(category) for sheet in lines))
            for category in CATEGORIES
            if any(category in sheet for sheet in lines)
        ]

    @property
    def totals(self) -> list[int]:
        """Return the totals of the players at the table, best first."""
        return [entry.total for entry in self.entries]

    @property
    def against_par(self) -> list[str]:
        """Write by how many VP each total differs from par, best first: "+8". Needs a known par."""
        return [difference(total - (self.par or 0)) for total in self.totals]

    @property
    def headline_alone(self) -> str:
        """Compare the total of a player who was alone with par. Without a par, say only the total."""
        return self.headline if self.par is None else stories.against_par(self.totals[0] - self.par)

    @property
    def bars(self) -> list[tuple[LogEntry | None, int, Stack]]:
        """Draw each city's VP as a bar on one scale, best first, with its total. A player alone has par's bar below."""
        drawn: list[tuple[LogEntry | None, int, dict[str, int]]]
        drawn = [(entry, entry.total, entry.sums) for entry in self.entries]
        if self.is_solo and self.par is not None:
            drawn.append((None, self.par, {"par": self.par}))
        bars = stacks([sums for _entry, _total, sums in drawn])
        return [(entry, total, bar) for (entry, total, _sums), bar in zip(drawn, bars, strict=True)]

    @property
    def all_entries(self) -> tuple[LogEntry, ...]:
        return (*self.entries, *self.absent)
