"""Reveal the cities at the end of a game: all phones show the same categories of the score sheets, one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from campaign.models import Evaluation, Game, Player
from campaign.models.phase import REVEALS, revealing
from campaign.results import stories
from campaign.results.charts import width
from campaign.scores.cities import best_allocation
from campaign.scores.names import isolated
from campaign.scores.words import CATEGORY_NAMES, signed
from scoring import CATEGORIES, Allocation, City, Result, ScoreSheet, rank, score

FULL_BAR = 60  # the VP for which a bar has its full width, unless a player has more VP


@dataclass(frozen=True, slots=True)
class CountedCity:
    """An evaluation with its VP by category. For a score pad, `sheet`, `city` and `allocation` are None."""

    evaluation: Evaluation
    seat: int
    result: Result
    city: City | None = None
    allocation: Allocation | None = None
    sheet: ScoreSheet | None = None

    @classmethod
    def of(cls, evaluation: Evaluation, seat: int) -> "CountedCity":
        city, rules = evaluation.as_city, evaluation.game.rules
        if city is None:
            return cls(evaluation, seat, evaluation.compute())
        allocation = city.allocation or best_allocation(city, rules)
        sheet = score(city, allocation, rules)
        return cls(evaluation, seat, Result(sheet.total, *sheet.tiebreak, sheet.categories), city, allocation, sheet)

    def sum(self, categories: Sequence[str]) -> int:
        """Return the VP of these categories, or the total if nothing else is known."""
        if not self.result.categories:
            return self.result.total
        return sum(self.result.categories.get(category, 0) for category in categories)

    def squares(self, category: str) -> frozenset[str]:
        """Return the names of the squares that score in a category."""
        lines = self.sheet.lines if self.sheet else ()
        return frozenset(name for line in lines if line.category == category for name in line.squares)


@dataclass(frozen=True, slots=True)
class RevealedRow:
    """A player's row: the VP of all revealed categories, and the effects of the category revealed last."""

    counted: CountedCity
    vp: int
    gained: int  # the VP of the category revealed last
    climbed: int  # the number of rows by which the player has moved up; below 0 after a move down
    lit: frozenset[str]  # the names of the squares that score in the category revealed last
    full: int  # the VP for which a bar has its full width
    is_winner: bool = False

    @property
    def player(self) -> Player:
        return self.counted.evaluation.player

    @property
    def figure(self) -> str:
        return signed(self.vp)

    @property
    def change(self) -> str:
        """Write the VP of the category revealed last: "+5"; "" for 0 VP."""
        return f"+{self.gained}" if self.gained > 0 else signed(self.gained) if self.gained else ""

    @property
    def kept_width(self) -> int:
        """Return the width of the part of the bar that the last category has not changed."""
        return width(min(self.vp, self.vp - self.gained), self.full)

    @property
    def width(self) -> int:
        """Return the width of the whole bar: the unchanged part plus the VP gained or lost."""
        return width(max(self.vp, self.vp - self.gained), self.full)

    @property
    def is_loss(self) -> bool:
        return self.gained < 0


class Reveal:
    """The cities of an open game, with the categories revealed so far. All cities have to be entered."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cities = [CountedCity.of(evaluation, seat) for seat, evaluation in enumerate(game.present, start=1)]
        # Leave out categories in which nobody has VP, because their step would show nothing new.
        self._categories = [
            category for category in CATEGORIES if any(one.result.categories.get(category) for one in self._cities)
        ]
        self.step = min(REVEALS.index(game.phase), len(self._categories))

    @property
    def steps(self) -> int:
        return len(self._categories)

    @property
    def category(self) -> str:
        """Return the category revealed last; "" before the first."""
        return self._categories[self.step - 1] if self.step else ""

    @property
    def label(self) -> str:
        return str(CATEGORY_NAMES[self.category]) if self.step else ""

    @property
    def upcoming(self) -> str:
        """Return the name of the next category; "" after the last."""
        return "" if self.is_over else str(CATEGORY_NAMES[self._categories[self.step]])

    @property
    def is_over(self) -> bool:
        return self.step == self.steps

    @property
    def following(self) -> str:
        """Return the phase in which the game shows the next category."""
        return revealing(self.step + 1)

    @property
    def former(self) -> str:
        """Return the phase in which the game shows the previous category; "" before the first category."""
        return revealing(self.step - 1) if self.step else ""

    @property
    def headline(self) -> str:
        """Return the sentence about the winner; "" until the last category is revealed."""
        return stories.headline(self._facts) if self.is_over else ""

    @cached_property
    def _facts(self) -> stories.Facts:
        results: Mapping[Player, Result] = {one.evaluation.player: one.result for one in self._cities}
        return stories.Facts(self.game.as_mission, tuple(rank(results)), results)

    @cached_property
    def rows(self) -> list[RevealedRow]:
        """List the players' rows by revealed VP, best first, then by seat. At the end, list them by final places."""
        shown, before = self._categories[: self.step], self._categories[: max(0, self.step - 1)]
        order, former = self._order(shown), self._order(before)
        full = max(FULL_BAR, *(one.sum(shown) for one in self._cities), *(one.sum(before) for one in self._cities))
        return [
            RevealedRow(
                counted=one,
                vp=one.sum(shown),
                gained=one.sum(shown) - one.sum(before),
                climbed=former.index(one) - index,
                lit=one.squares(self.category) if self.step and not self.is_over else frozenset(),
                full=full,
                is_winner=self.is_over and one.evaluation.player in self._facts.winners,
            )
            for index, one in enumerate(order)
        ]

    def _order(self, categories: Sequence[str]) -> list[CountedCity]:
        if len(categories) == self.steps:
            order = [ranked.player for ranked in self._facts.ranking]
            return sorted(self._cities, key=lambda one: order.index(one.evaluation.player))
        return sorted(self._cities, key=lambda one: (-one.sum(categories), one.seat))

    @property
    def said(self) -> str:
        """Write the text for screen readers: the category, and each player's VP so far."""
        figures = ", ".join(f"{isolated(row.player)} {signed(row.vp)}" for row in self.rows)
        return ". ".join(part for part in (self.headline or self.label, figures) if part)
