"""Build the page of an open game (an "evening"): its phases, its checklists, and the next task of the viewer.

Only a button moves the game to its next phase. In the counting phase, the players enter their cities.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from django.utils.translation import gettext

from campaign.library.steps import Checklist
from campaign.library.steps import evening as parts_of
from campaign.models import Evaluation, Game
from campaign.models.phase import COUNTING, SETUP, before, playing, title_of
from campaign.scores.words import words
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
    """A checklist that players use in the phase `phase` of an open game, with its ticked steps."""

    part: Checklist
    ticked: frozenset[str]
    phase: str
    is_over: bool = False  # whether the game is past `phase`


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase as the page shows it: its title, a sentence for the players, and the buttons to other phases."""

    phase: str
    title: str
    sentence: str
    leads_to: str = ""  # the label of the button to the next phase
    following: str = ""  # the next phase
    former: str = ""  # the previous phase
    takes_back: str = ""  # the label of the button to the previous phase
    skips_to: str = ""  # the counting phase if the page has a button that skips to it; otherwise ""
    is_played: bool = False  # whether a round is being played


@dataclass(frozen=True, slots=True)
class SeatProgress:
    """A player at the table, and the state of their city. `vp` is None if nothing is entered yet."""

    evaluation: Evaluation
    vp: int | None = None
    tiles: int = 0
    is_whole: bool = False  # True for a score pad, and for a city with Inhabitants or Energy Units

    @classmethod
    def of(cls, evaluation: Evaluation) -> "SeatProgress":
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
    stretches: tuple[Stretch, ...]
    seats: tuple[SeatProgress, ...]
    step: NextTask
    city: NextTask  # the task that the viewer has, or will have, in the counting phase
    shortages: tuple[str, ...] = ()  # sentences on pieces that the box may lack; only for composed missions
    rival: tuple[str, ...] = ()  # instructions for the rival's turn in a solo game (decision D21 in docs/rules.md)

    @property
    def current(self) -> Stretch | None:
        """Return the checklist of the present phase, or None while a round is played."""
        return next((stretch for stretch in self.stretches if stretch.phase == self.stage.phase), None)

    @property
    def is_counting(self) -> bool:
        return self.stage.phase == COUNTING

    @property
    def missing(self) -> list[SeatProgress]:
        """List the players whose city is not complete yet."""
        return [seat for seat in self.seats if not seat.is_whole]

    @property
    def may_finish(self) -> bool:
        return all(seat.is_begun for seat in self.seats)


def evening_of(game: Game, ticks: frozenset[str], viewer: Viewer) -> Evening:
    """Build the view model of an open game. Its evaluations and players have to be prefetched. Makes no query."""
    stages = stages_of(game)
    stage = next((stage for stage in stages if stage.phase == game.phase), stages[-1])
    seats = tuple(map(SeatProgress.of, game.present))
    table = table_of(game)
    return Evening(
        stages,
        stage,
        stretches_of(game, ticks),
        seats,
        step=next_step(stage.phase, seats, viewer),
        city=next_step(COUNTING, seats, viewer),
        rival=tuple(words(message) for message in table.rival),
        # For the ten missions, the pages of the library already name the pieces that the box may lack.
        shortages=tuple(words(message) for message in table.shortages) if table.mission.is_own else (),
    )


def stages_of(game: Game) -> tuple[Stage, ...]:
    """List the phases of a game in order, with their titles, sentences and buttons."""
    phases = game.phases
    titles = {phase: title_of(phase) for phase in phases}
    sentences = {SETUP: gettext("Set up the table and tick off what is done.")}
    leads_to = {}
    numbers = [number for number in range(1, len(phases)) if playing(number) in phases]
    for number in numbers:
        values = {"number": number}
        sentences[before(number)] = gettext("Prepare round %(number)s and tick off what is done.") % values
        leads_to[playing(number)] = gettext("Round %(number)s is over") % values
        leads_to[phases[phases.index(playing(number)) - 1]] = gettext("Round %(number)s begins") % values
    return tuple(
        Stage(
            phase=phase,
            title=titles[phase],
            sentence=sentences.get(phase, ""),
            leads_to=leads_to.get(phase, ""),
            following=following,
            former=former,
            takes_back=gettext("Back: %(phase)s") % {"phase": titles[former]} if former else "",
            skips_to=COUNTING if following not in ("", COUNTING) else "",
            is_played=phase in map(playing, numbers),
        )
        for former, phase, following in zip(("", *phases), phases, (*phases[1:], ""), strict=False)
    )


def table_of(game: Game) -> Setup:
    """Return the setup of the game's mission for its number of players."""
    return setup(game.as_mission, table_for(len(game.present)), game.stamp.house_rules)


def stretches_of(game: Game, ticks: frozenset[str]) -> tuple[Stretch, ...]:
    """List the game's checklists: for the setup, for the preparation of each later round, and for the end."""
    phases = game.phases
    first, *later, end = parts_of(table_of(game))
    of_phase = {SETUP: first, **{before(part.number or 0): part for part in later}, COUNTING: end}
    now = phases.index(game.phase) if game.phase in phases else len(phases)
    return tuple(
        Stretch(part, ticks & {step.key for step in part.steps}, phase, is_over=phases.index(phase) < now)
        for phase, part in of_phase.items()
    )


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
    in_turn = chain(mine, sorted(theirs, key=lambda seat: seat.is_begun))
    if seat := next((seat for seat in in_turn if not seat.is_whole), None):
        return NextTask(Task.ENTER, seat=seat, is_own=seat in mine)
    everything_is_in = all(seat.is_begun for seat in seats)
    return NextTask(Task.FINISH if viewer.may_run and everything_is_in else Task.WAIT)
