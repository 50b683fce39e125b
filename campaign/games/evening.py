"""Where a table is in its evening, and the one thing that comes next for the viewer.

The lists of setup and rounds come first, then the cities, then the end of the game. The table's ticks and entries say
how far it is; nothing else is stored.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, pairwise

from django.utils.translation import gettext

from campaign.library.steps import Part
from campaign.library.steps import evening as parts_of
from campaign.models import Evaluation, Game
from scoring.setups import setup
from scoring.tiles import nearest_table


class Task(StrEnum):
    """What a step asks for."""

    PREPARE = "prepare"  # do what is on a list
    ENTER = "enter"  # put in a city
    FINISH = "finish"
    WAIT = "wait"  # the others have something to do


@dataclass(frozen=True, slots=True)
class Stretch:
    """A list of the evening with the table's ticks.

    `after` is the number of the round that is played before it, None before the first; `before` that of the round that
    begins once it is done, None where the cities follow.
    """

    part: Part
    ticked: frozenset[str]
    after: int | None
    before: int | None

    @property
    def is_done(self) -> bool:
        return len(self.ticked) == len(self.part.steps)

    @property
    def sentence(self) -> str:
        """Say what the table does while this is its list."""
        if self.after is None:
            return gettext("Set up the table and tick off what is done.")
        return gettext("Play round %(number)s. When it is over, do what is on the list.") % {"number": self.after}

    @property
    def leads_to(self) -> str:
        """Say what comes once the list is done."""
        if self.before is None:
            return gettext("Enter the cities")
        return gettext("Round %(number)s begins") % {"number": self.before}


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table, and how far their city is. `vp` is None while nothing is in."""

    evaluation: Evaluation
    vp: int | None = None
    tiles: int = 0
    is_whole: bool = False  # a pad, or a city with its supply, which comes last

    @classmethod
    def of(cls, evaluation: Evaluation) -> "Seat":
        city, sheet = evaluation.as_city, evaluation.sheet()
        if city and sheet:
            return cls(evaluation, sheet.total, city.tiles, bool(city.inhabitants or city.energy))
        if evaluation.is_pad:
            return cls(evaluation, evaluation.compute().total, is_whole=True)
        return cls(evaluation)

    @property
    def is_begun(self) -> bool:
        return self.vp is not None


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reader of an evening's page: which player they are, and their rights."""

    player_id: int | None
    may_score: Callable[[int], bool]
    may_tick: bool
    may_run: bool  # begin and finish games


@dataclass(frozen=True, slots=True)
class NextTask:
    """The one thing that comes next: the list to be done, or the seat whose city is to be entered."""

    task: Task
    stretch: Stretch | None = None
    seat: Seat | None = None
    is_own: bool = False  # the seat is the viewer's


@dataclass(frozen=True, slots=True)
class Evening:
    """A game that is open, as one of its phones shows it."""

    stretches: tuple[Stretch, ...]
    current: Stretch | None  # None once the cities are being entered
    seats: tuple[Seat, ...]
    step: NextTask

    @property
    def missing(self) -> list[Seat]:
        """List the players whose city is not whole yet."""
        return [seat for seat in self.seats if not seat.is_whole]

    @property
    def may_finish(self) -> bool:
        return all(seat.is_begun for seat in self.seats)


def evening_of(game: Game, ticks: frozenset[str], viewer: Viewer) -> Evening:
    """Build the evening from a game that was fetched `for_evening`; asks the database nothing."""
    stretches = stretches_of(game, ticks)
    seats = tuple(map(Seat.of, game.present))
    has_cities = any(seat.is_begun for seat in seats)
    current = None if has_cities else next((stretch for stretch in stretches if not stretch.is_done), None)
    return Evening(stretches, current, seats, next_step(current, seats, viewer))


def stretches_of(game: Game, ticks: frozenset[str]) -> tuple[Stretch, ...]:
    """List the setup, the changes of round and the end of the game, for the players at the table."""
    players = nearest_table(len(game.present))
    parts = parts_of(setup(game.as_mission, players, game.stamp.house_rules))
    rounds = [None, *(part.number for part in parts)]  # the list of a part leads to the round of its number
    return tuple(
        Stretch(part, ticks & {step.key for step in part.steps}, after, before)
        for part, (after, before) in zip(parts, pairwise(rounds), strict=True)
    )


def next_step(current: Stretch | None, seats: Sequence[Seat], viewer: Viewer) -> NextTask:
    """Choose what comes next: the list, the viewer's own city, a city that nobody has begun, one that is not whole."""
    if current:
        return NextTask(Task.PREPARE, stretch=current) if viewer.may_tick else NextTask(Task.WAIT, stretch=current)
    mine = [seat for seat in seats if seat.evaluation.player_id == viewer.player_id]
    theirs = [seat for seat in seats if seat not in mine and viewer.may_score(seat.evaluation.player_id)]
    in_turn = chain(mine, sorted(theirs, key=lambda seat: seat.is_begun))
    if seat := next((seat for seat in in_turn if not seat.is_whole), None):
        return NextTask(Task.ENTER, seat=seat, is_own=seat in mine)
    everything_is_in = all(seat.is_begun for seat in seats)
    return NextTask(Task.FINISH if viewer.may_run and everything_is_in else Task.WAIT)
