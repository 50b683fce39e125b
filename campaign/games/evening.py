"""Build the page of an open game (an "evening"): its phases, its checklists, and the next task of the viewer.

Only a button moves the game to its next phase. In the counting phase, the players enter their cities.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest

from django.utils.translation import gettext, ngettext

from campaign.library.steps import Checklist, Step
from campaign.library.steps import evening as parts_of
from campaign.models import Evaluation, Game, Player
from campaign.models.phase import COUNTING, SETUP, before, playing, title_of
from campaign.results.charts import drawing_of
from campaign.scores.words import CATEGORY_NAMES, names, words
from scoring.rules import TURNS_A_ROUND, Architects
from scoring.setups import Setup, setup
from scoring.tiles import table_for


class Task(StrEnum):
    """The tasks that the page of an open game can give to its viewer."""

    PLAY = "play"  # finish the present phase, then move the game to the next phase
    ENTER = "enter"  # enter a city
    FINISH = "finish"
    WAIT = "wait"  # wait for other players


@dataclass(frozen=True, slots=True)
class Stretch:
    """A checklist that players use in a phase of an open game, with its ticked steps."""

    part: Checklist
    ticked: frozenset[str]

    @property
    def said(self) -> str:
        steps = self.part.steps
        number = steps.index(self.step) + 1 if self.step else len(steps)
        return gettext("Step {number} of {all}").format(number=number, all=len(steps))

    @property
    def step(self) -> Step | None:
        """Return the first step that is not ticked; None if all are."""
        return next((step for step in self.part.steps if step.key not in self.ticked), None)

    @property
    def steps(self) -> list[tuple[Step, Step | None]]:
        """List the steps, each with the step that comes then."""
        return list(zip_longest(self.part.steps, self.part.steps[1:]))

    @property
    def former(self) -> Step | None:
        """Return the ticked step before `step`, which the button Back unticks."""
        steps = self.part.steps[: self.part.steps.index(self.step)] if self.step else self.part.steps
        return next((step for step in reversed(steps) if step.key in self.ticked), None)


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase as the page shows it: its title, its checklist, and the buttons to other phases."""

    phase: str
    title: str
    leads_to: str = ""  # the label of the button to the next phase
    following: str = ""  # the next phase
    former: str = ""  # the previous phase
    takes_back: str = ""  # the label of the button to the previous phase
    skips_to: str = ""  # the counting phase if the page has a button that skips to it; otherwise ""
    number: int = 0  # the number of the round being played
    rounds: int = 0  # the number of the game's rounds
    stretch: Stretch | None = None  # the checklist of the phase; None while a round is played
    is_now: bool = False  # True for the game's present phase

    @property
    def is_played(self) -> bool:
        """Tell whether a round is being played."""
        return self.stretch is None

    @property
    def state(self) -> str:
        """Return what the text of the phase depends on, such as "setup now mats site", for the key of a cache."""
        ticked = sorted(self.stretch.ticked) if self.stretch else ()
        return " ".join((self.phase, *(["now"] if self.is_now else ()), *ticked))

    @property
    def is_ready(self) -> bool:
        """Tell whether no step of the checklist is left."""
        return self.stretch is None or self.stretch.step is None

    @property
    def is_under_way(self) -> bool:
        """Tell whether a step of the checklist is ticked, and another is not."""
        return bool(self.stretch and self.stretch.step and self.stretch.former)


@dataclass(frozen=True, slots=True)
class SeatProgress:
    """A player at the table, and the state of their city. `vp` is None if nothing is entered yet."""

    evaluation: Evaluation
    vp: int | None = None
    tiles: int = 0
    categories: tuple[tuple[str, str, int], ...] = ()  # the VP of each category: its drawing, its name, its VP
    is_whole: bool = False  # True for a score pad, and for a city with Inhabitants or Energy Units

    @classmethod
    def of(cls, evaluation: Evaluation) -> "SeatProgress":
        city, sheet = evaluation.as_city, evaluation.sheet()
        if city and sheet:
            categories = tuple(
                (drawing_of(each), str(CATEGORY_NAMES[each]), vp) for each, vp in sheet.categories.items() if vp
            )
            return cls(evaluation, sheet.total, city.tile_count, categories, bool(city.inhabitants or city.energy))
        if evaluation.is_pad:
            return cls(evaluation, evaluation.compute().total, is_whole=True)
        return cls(evaluation)

    @property
    def is_begun(self) -> bool:
        return self.vp is not None


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reader of an open game's page: their player, and their rights."""

    player_id: int | None
    may_score: Callable[[int], bool]
    may_tick: bool
    may_run: bool  # whether the reader may begin and finish games


@dataclass(frozen=True, slots=True)
class NextTask:
    """The viewer's next task. If it is ENTER, `seat` has the player whose city comes next."""

    task: Task
    seat: SeatProgress | None = None
    is_own: bool = False  # whether this player is the viewer


@dataclass(frozen=True, slots=True)
class Evening:
    """An open game, as the phone of one viewer shows it."""

    stages: tuple[Stage, ...]
    stage: Stage  # the present phase
    seats: tuple[SeatProgress, ...]
    step: NextTask
    city: NextTask  # the task that the viewer has, or will have, in the counting phase
    own: SeatProgress | None  # the viewer's own city; None for a viewer who plays nobody
    next_names: str  # the players after the one who goes first, in the order of their turns
    turns: str  # where the Architects lie, and how many turns a round has for each player
    supply: tuple[tuple[int, int], ...]  # the Architects on the table: each number with its count
    shortages: tuple[str, ...] = ()  # sentences on pieces that the box may lack; only for composed missions
    rival: tuple[str, ...] = ()  # instructions for the rival's turn in a solo game (decision D21 in docs/rules.md)

    @property
    def own_first(self) -> list[SeatProgress]:
        """List the cities, the viewer's own first, then in the order of the seats."""
        return sorted(self.seats, key=lambda seat: seat != self.own)

    @property
    def is_counting(self) -> bool:
        return self.stage.phase == COUNTING

    @property
    def missing(self) -> list[SeatProgress]:
        """List the players whose city is not complete yet."""
        return [seat for seat in self.seats if not seat.is_whole]

    @property
    def missing_names(self) -> str:
        return names(seat.evaluation.player for seat in self.missing)

    @property
    def may_finish(self) -> bool:
        return all(seat.is_begun for seat in self.seats)


def evening_of(game: Game, ticks: frozenset[str], viewer: Viewer) -> Evening:
    """Build the view model of an open game. Its evaluations and players have to be prefetched. Makes no query."""
    table = table_of(game)
    stages = stages_of(game, stretches_of(table, ticks))
    stage = next(stage for stage in stages if stage.is_now)
    seats = tuple(map(SeatProgress.of, game.present))
    return Evening(
        stages,
        stage,
        seats,
        step=next_step(stage.phase, seats, viewer),
        city=next_step(COUNTING, seats, viewer),
        own=next((seat for seat in seats if seat.evaluation.player_id == viewer.player_id), None),
        next_names=names(goes_next(game)),
        turns=turns_of(table.rules.architects),
        supply=tuple(table.architects.of_each_number.items()),
        rival=tuple(words(message) for message in table.rival),
        # For the ten missions, the pages of the library already name the pieces that the box may lack.
        shortages=tuple(words(message) for message in table.shortages) if table.mission.is_own else (),
    )


def turns_of(architects: Architects) -> str:
    """Describe where the Architects lie, and how many turns a round has for each player."""
    turns = ngettext("%(count)s turn each", "%(count)s turns each", TURNS_A_ROUND) % {"count": TURNS_A_ROUND}
    pool = gettext("one pool")
    return f"{pool}, {turns}" if architects.shared else turns


def goes_next(game: Game) -> list[Player]:
    """List the players who follow the one who goes first, in the order of their turns; [] if nobody is named."""
    players = [evaluation.player for evaluation in game.present]
    first = next((seat for seat, player in enumerate(players) if player == game.course.goes_first), None)
    return [] if first is None else players[first + 1 :] + players[:first]


def stages_of(game: Game, stretches: Mapping[str, Stretch]) -> tuple[Stage, ...]:
    """List the phases of a game in order, with their titles, checklists and buttons."""
    phases = game.course.phases
    present = game.phase if game.phase in phases else phases[-1]
    titles = {phase: title_of(phase) for phase in phases}
    leads_to = {}
    numbers = [number for number in range(1, len(phases)) if playing(number) in phases]
    for number in numbers:
        values = {"number": number}
        leads_to[playing(number)] = gettext("Round %(number)s is over") % values
        leads_to[phases[phases.index(playing(number)) - 1]] = gettext("Round %(number)s begins") % values
    return tuple(
        Stage(
            phase=phase,
            title=titles[phase],
            leads_to=leads_to.get(phase, ""),
            following=following,
            former=former,
            takes_back=gettext("Back: %(phase)s") % {"phase": titles[former]} if former else "",
            skips_to=COUNTING if following not in ("", COUNTING) else "",
            number=next((number for number in numbers if phase == playing(number)), 0),
            rounds=len(numbers),
            stretch=stretches.get(phase),
            is_now=phase == present,
        )
        for former, phase, following in zip(("", *phases), phases, (*phases[1:], ""), strict=False)
    )


def table_of(game: Game) -> Setup:
    """Return the setup of the game's mission for its number of players."""
    return setup(game.as_mission, table_for(len(game.present)), game.stamp.house_rules)


def stretches_of(table: Setup, ticks: frozenset[str]) -> dict[str, Stretch]:
    """Return the game's checklists by phase: for the setup, for the preparation of each later round, for the count."""
    first, *later, end = parts_of(table)
    of_phase = {SETUP: first, **{before(part.number or 0): part for part in later}, COUNTING: end}
    return {phase: Stretch(part, ticks & {step.key for step in part.steps}) for phase, part in of_phase.items()}


def next_step(phase: str, seats: Sequence[SeatProgress], viewer: Viewer) -> NextTask:
    """Choose the viewer's next task.

    Before the counting phase, the task is PLAY or WAIT. While counting, it is ENTER if the viewer may enter an
    incomplete city, and otherwise FINISH or WAIT. The viewer's own city comes first, then empty cities.
    """
    if phase != COUNTING:
        return NextTask(Task.PLAY if viewer.may_tick else Task.WAIT)
    open_to_viewer = [seat for seat in seats if viewer.may_score(seat.evaluation.player_id)]
    mine = [seat for seat in open_to_viewer if seat.evaluation.player_id == viewer.player_id]
    theirs = [seat for seat in open_to_viewer if seat not in mine]
    in_order = chain(mine, sorted(theirs, key=lambda seat: seat.is_begun))
    if seat := next((seat for seat in in_order if not seat.is_whole), None):
        return NextTask(Task.ENTER, seat=seat, is_own=seat in mine)
    everything_is_in = all(seat.is_begun for seat in seats)
    return NextTask(Task.FINISH if viewer.may_run and everything_is_in else Task.WAIT)
