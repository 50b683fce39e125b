"""What games add up to: for each person, mission and kind of building, the records, and two people head to head."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from campaign.book.people import Person
from campaign.models import Evaluation, Game
from campaign.words import percent
from scoring import CATEGORIES, MISSIONS, Mission
from scoring.ranking import margin


@dataclass(frozen=True, slots=True)
class Play:
    """A finished game: who played and what they built, best first."""

    game: Game
    entries: tuple[tuple[Person, Evaluation], ...]

    @property
    def persons(self) -> frozenset[Person]:
        return frozenset(person for person, _evaluation in self.entries)

    @property
    def best(self) -> int:
        return max(points(evaluation) for _person, evaluation in self.entries)

    @property
    def margin(self) -> int | None:
        return margin(points(evaluation) for _person, evaluation in self.entries)

    @property
    def winners(self) -> list[Person]:
        return [person for person, evaluation in self.entries if evaluation.rank == 1]

    def entry_of(self, person: Person) -> Evaluation:
        return next(evaluation for other, evaluation in self.entries if other == person)


def points(evaluation: Evaluation) -> int:
    return evaluation.total or 0


@dataclass(frozen=True, slots=True)
class Row:
    """What a person's games add up to."""

    person: Person
    games: int
    wins: int
    total: int
    of_best: int  # the best scores of the same games, added up

    @property
    def wins_share(self) -> str:
        return percent(self.wins / self.games)

    @property
    def share(self) -> str:
        """VP reached of the best of the same games, "" where that says nothing."""
        return percent(self.total / self.of_best) if self.of_best > 0 else ""

    @property
    def average(self) -> int:
        return rounded(self.total, self.games)


def rounded(total: int, count: int) -> int:
    """Divide, and round a half up."""
    return (2 * total + count) // (2 * count)


@dataclass(frozen=True, slots=True)
class Mean:
    """Average VP of a person, and of how many games; None of none."""

    person: Person
    vp: int | None
    games: int


@dataclass(frozen=True, slots=True)
class MissionRow:
    mission: Mission
    means: tuple[Mean, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """The best entry of a mission."""

    play: Play
    person: Person
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people in the games both played: who was ahead, and by how much."""

    one: Person
    other: Person
    plays: tuple[Play, ...]

    def _lead(self, play: Play) -> int:
        return points(play.entry_of(self.one)) - points(play.entry_of(self.other))

    def _ahead(self, first: Person, second: Person) -> int:
        places = [(play.entry_of(first).rank or 0, play.entry_of(second).rank or 0) for play in self.plays]
        return sum(mine < theirs for mine, theirs in places)

    @property
    def one_ahead(self) -> int:
        return self._ahead(self.one, self.other)

    @property
    def other_ahead(self) -> int:
        return self._ahead(self.other, self.one)

    @property
    def level(self) -> int:
        return len(self.plays) - self.one_ahead - self.other_ahead

    @property
    def one_average(self) -> int:
        return rounded(sum(points(play.entry_of(self.one)) for play in self.plays), len(self.plays))

    @property
    def other_average(self) -> int:
        return rounded(sum(points(play.entry_of(self.other)) for play in self.plays), len(self.plays))

    @property
    def one_lead(self) -> int:
        """The largest lead of the first, 0 where they never led."""
        return max(0, *map(self._lead, self.plays))

    @property
    def other_lead(self) -> int:
        return max(0, *(-self._lead(play) for play in self.plays))


class Figures:
    """What plays add up to; the pictures show the people `drawn`. Asks the database nothing."""

    def __init__(self, plays: Sequence[Play], drawn: Sequence[Person]) -> None:
        self.plays = plays
        self.drawn = drawn

    @cached_property
    def by_mission(self) -> list[MissionRow]:
        """The missions that were played, and everybody's average in them."""
        played: dict[int, list[Play]] = defaultdict(list)
        for play in self.plays:
            played[play.game.mission].append(play)
        return [
            MissionRow(mission, tuple(_mean(person, _totals(person, played[number])) for person in self.drawn))
            for number, mission in MISSIONS.items()
            if number in played
        ]

    @cached_property
    def by_category(self) -> dict[str, dict[Person, int]]:
        """Average VP of a game by category and person; categories that brought and cost nothing are left out."""
        means = {
            category: {person: _mean(person, self._of_category(person, category)).vp or 0 for person in self.drawn}
            for category in CATEGORIES
        }
        return {category: by_person for category, by_person in means.items() if any(by_person.values())}

    def _of_category(self, person: Person, category: str) -> list[int]:
        entries = (play.entry_of(person) for play in self.plays if person in play.persons)
        return [(evaluation.categories or {}).get(category, 0) for evaluation in entries]

    @cached_property
    def best_cities(self) -> list[Record]:
        """The best entry of each mission; of equal ones the first that was built."""
        best: dict[int, Record] = {}
        for play in reversed(self.plays):
            for person, evaluation in play.entries:
                known = best.get(play.game.mission)
                if known is None or points(evaluation) > points(known.evaluation):
                    best[play.game.mission] = Record(play, person, evaluation)
        return [best[number] for number in sorted(best)]

    @cached_property
    def widest(self) -> Play | None:
        """The game with the biggest margin."""
        return max(self._with_margin, key=lambda play: play.margin or 0, default=None)

    @cached_property
    def closest(self) -> Play | None:
        return min(self._with_margin, key=lambda play: play.margin or 0, default=None)

    @cached_property
    def _with_margin(self) -> list[Play]:
        return [play for play in self.plays if play.margin is not None]


def rows(plays: Iterable[Play]) -> list[Row]:
    """Add up for each person; who played most comes first."""
    totals: Mapping[Person, list[tuple[Evaluation, int]]] = defaultdict(list)
    for play in plays:
        for person, evaluation in play.entries:
            totals[person].append((evaluation, play.best))
    summed = [
        Row(
            person,
            games=len(entries),
            wins=sum(evaluation.rank == 1 for evaluation, _best in entries),
            total=sum(points(evaluation) for evaluation, _best in entries),
            of_best=sum(best for _evaluation, best in entries),
        )
        for person, entries in totals.items()
    ]
    return sorted(summed, key=lambda row: (-row.games, -row.wins, row.person.name.casefold()))


def _totals(person: Person, plays: Iterable[Play]) -> list[int]:
    return [points(play.entry_of(person)) for play in plays if person in play.persons]


def _mean(person: Person, values: Sequence[int]) -> Mean:
    return Mean(person, rounded(sum(values), len(values)) if values else None, len(values))
