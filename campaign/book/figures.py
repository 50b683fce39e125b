"""Compute figures of games: sums by person, mission and kind of building, records, and comparisons of two people."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from campaign.book.people import Person
from campaign.models import Evaluation, Game
from campaign.scores.names import folded
from campaign.scores.words import percent
from scoring import CATEGORIES, Mission
from scoring.ranking import margin


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game. `entries` holds each person with their evaluation, the best first."""

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
    def is_solo(self) -> bool:
        return len(self.entries) == 1

    def entry_of(self, person: Person) -> Evaluation:
        return next(evaluation for other, evaluation in self.entries if other == person)


def points(evaluation: Evaluation) -> int:
    return evaluation.total or 0


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """The sums of a person's games. Only "contests" (games with two or more players) count for wins and shares."""

    person: Person
    games: int
    contests: int
    wins: int
    total: int  # the VP in all games
    contest_total: int  # the VP in the games with two or more players
    of_best: int  # the winner's VP in each game with two or more players, added up

    @property
    def wins_share(self) -> str:
        return percent(self.wins / self.contests) if self.contests else ""

    @property
    def share(self) -> str:
        """Return the person's VP as a percentage of the winners' VP, or "". Games with one player do not count."""
        return percent(self.contest_total / self.of_best) if self.of_best > 0 else ""

    @property
    def average(self) -> int:
        return rounded(self.total, self.games)


def rounded(total: int, count: int) -> int:
    """Divide and round half up."""
    return (2 * total + count) // (2 * count)


@dataclass(frozen=True, slots=True)
class Mean:
    """A person's average VP and number of games. Without games, `vp` is None."""

    person: Person
    vp: int | None
    games: int


@dataclass(frozen=True, slots=True)
class MissionFigures:
    mission: Mission
    means: tuple[Mean, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """The best result of a mission: one person's evaluation in one game."""

    play: PlayedGame
    person: Person
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The comparison of two people in the games that both played: who was ahead, and by how much."""

    one: Person
    other: Person
    plays: tuple[PlayedGame, ...]

    def _lead(self, play: PlayedGame) -> int:
        return points(play.entry_of(self.one)) - points(play.entry_of(self.other))

    def _ahead(self, first: Person, second: Person) -> int:
        ranks = [(play.entry_of(first).rank or 0, play.entry_of(second).rank or 0) for play in self.plays]
        return sum(mine < theirs for mine, theirs in ranks)

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
        """Return the largest lead of the first person over the second in a game; 0 if the first never led."""
        return max(0, *map(self._lead, self.plays))

    @property
    def other_lead(self) -> int:
        return max(0, *(-self._lead(play) for play in self.plays))


MISSIONS_SHOWN = 12  # the most missions shown side by side: enough for the campaign manual's ten missions and two more


class Figures:
    """The figures of the games in `plays`, computed without a query. `shown` are the people whom the pictures show."""

    def __init__(self, plays: Sequence[PlayedGame], shown: Sequence[Person]) -> None:
        self.plays = plays
        self.shown = shown

    @cached_property
    def by_mission(self) -> list[MissionFigures]:
        """List the MISSIONS_SHOWN missions that were played most often, with the averages of the people in `shown`."""
        played: dict[str, list[PlayedGame]] = defaultdict(list)
        missions: dict[str, Mission] = {}
        for play in self.plays:
            mission = play.game.as_mission
            played[_key(mission)].append(play)
            missions.setdefault(_key(mission), mission)
        often = sorted(missions, key=lambda key: (-len(played[key]), _in_order(missions[key])))[:MISSIONS_SHOWN]
        return [
            MissionFigures(
                missions[key],
                tuple(
                    _mean(person, [points(evaluation) for evaluation in _evaluations_of(person, played[key])])
                    for person in self.shown
                ),
            )
            for key in sorted(often, key=lambda key: _in_order(missions[key]))
        ]

    @cached_property
    def by_category(self) -> dict[str, dict[Person, int]]:
        """Return the average VP per game by category and person. Leave out categories with 0 VP for everybody.

        Results of which only the total is known do not count.
        """
        scored = {
            person: [found for evaluation in _evaluations_of(person, self.plays) if (found := evaluation.categories)]
            for person in self.shown
        }
        means = {
            category: {
                person: _mean(person, [by_category.get(category, 0) for by_category in games]).vp or 0
                for person, games in scored.items()
            }
            for category in CATEGORIES
        }
        return {category: by_person for category, by_person in means.items() if any(by_person.values())}

    @cached_property
    def best_cities(self) -> list[Record]:
        """Return the best result of each mission, first for games of several players, then for solo games."""
        best: dict[tuple[bool, str], Record] = {}
        for play in reversed(self.plays):
            key = play.is_solo, _key(play.game.as_mission)
            for person, evaluation in play.entries:
                known = best.get(key)
                if known is None or points(evaluation) > points(known.evaluation):
                    best[key] = Record(play, person, evaluation)
        return sorted(best.values(), key=lambda record: (record.play.is_solo, _in_order(record.play.game.as_mission)))

    @cached_property
    def widest(self) -> PlayedGame | None:
        """Return the game in which the winner was furthest ahead; None if there are only solo games."""
        return max(self._with_margin, key=lambda play: play.margin or 0, default=None)

    @cached_property
    def closest(self) -> PlayedGame | None:
        return min(self._with_margin, key=lambda play: play.margin or 0, default=None)

    @cached_property
    def _with_margin(self) -> list[PlayedGame]:
        return [play for play in self.plays if play.margin is not None]


def _key(mission: Mission) -> str:
    return mission.rules.line if mission.is_own else str(mission.number)


def _in_order(mission: Mission) -> tuple[bool, int, str]:
    return mission.is_own, mission.number, mission.rules.line


def rows(plays: Iterable[PlayedGame]) -> list[PersonFigures]:
    """Add up each person's games. The person with the most games comes first."""
    played: Mapping[Person, list[tuple[Evaluation, PlayedGame]]] = defaultdict(list)
    for play in plays:
        for person, evaluation in play.entries:
            played[person].append((evaluation, play))
    summed = [_summed(person, entries) for person, entries in played.items()]
    return sorted(summed, key=lambda row: (-row.games, -row.wins, folded(row.person.name)))


def _summed(person: Person, entries: Sequence[tuple[Evaluation, PlayedGame]]) -> PersonFigures:
    contests = [(evaluation, play) for evaluation, play in entries if not play.is_solo]
    return PersonFigures(
        person,
        games=len(entries),
        contests=len(contests),
        wins=sum(evaluation.rank == 1 for evaluation, _play in contests),
        total=sum(points(evaluation) for evaluation, _play in entries),
        contest_total=sum(points(evaluation) for evaluation, _play in contests),
        of_best=sum(play.best for _evaluation, play in contests),
    )


def _evaluations_of(person: Person, plays: Iterable[PlayedGame]) -> list[Evaluation]:
    return [evaluation for play in plays for other, evaluation in play.entries if other == person]


def _mean(person: Person, values: Sequence[int]) -> Mean:
    return Mean(person, rounded(sum(values), len(values)) if values else None, len(values))
