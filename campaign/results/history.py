"""The changes of a game and its entries, each with its author and time, read from the histories."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import F, Value, Window
from django.db.models.functions import Lag
from django.template.defaultfilters import yesno
from django.utils.formats import date_format
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.models.history import A_SITTING, APART
from campaign.models.phase import title_of
from campaign.people import People
from campaign.scores.cities import line_of_columns, parse_city
from campaign.scores.names import isolated
from campaign.scores.programmes import own_mission
from campaign.scores.score_pad import pad_label
from campaign.scores.words import names, numbered_title, victory_points
from scoring import City

CHANGES_A_PAGE, RECORDS_A_PAGE = 12, 400
LONGEST_TOLD = 400  # the most characters shown of a note; longer notes end in "…"


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change. `player` is the player whose entry was changed; None for a change of the game itself."""

    at: datetime
    by: str
    player: Player | None
    sentences: tuple[str, ...]
    cities: tuple["ChangedCity", ...]


class ChangedCity(NamedTuple):
    """A city before or after a change, and the squares that differ."""

    city: City
    squares: tuple[str, ...]


Describe = Callable[[Any, Any, People], Iterator[str]]


class History(NamedTuple):
    """A page of the history, latest change first."""

    changes: list[HistoryEntry]
    earlier: int | None  # the index of the record with which the next page starts; None on the last page


class _Run(NamedTuple):
    """Successive history records of one game or evaluation, which the page shows as one change."""

    new: Any  # the latest record
    earliest: Any  # the earliest record
    previous: int | None  # the primary key of the record before `earliest`; None if there is none


def read_history(game: Game, campaign: Campaign, start: int = 0) -> History:
    """Read a page of changes to a game and its entries. The page begins with record `start`. Record 0 is the latest.

    Makes at most six queries.
    """
    kinds: dict[str, tuple[Any, Any, Describe]] = {
        "game": (Game, game.history.all(), _about_game),
        "entry": (Evaluation, Evaluation.history.filter(game_id=game.pk), _about_entry),
    }
    keys = [_keys(records, name) for name, (_model, records, _describe) in kinds.items()]
    listed = keys[0].union(*keys[1:], all=True).order_by("-history_date", "-kind", "-history_id")
    page = list(listed[start : start + RECORDS_A_PAGE + 1])
    wanted = {name: {pk for *_at, kind, pk, previous in page if kind == name} for name in kinds}
    found = {name: model.history.in_bulk(wanted[name]) for name, (model, *_rest) in kinds.items()}

    runs: dict[tuple[str, int], list[_Run]] = {}
    taken = changes = 0
    for _at, kind, pk, previous in page[:RECORDS_A_PAGE]:
        record = found[kind][pk]
        row = runs.setdefault((kind, record.id), [])
        if row and previous is not None and _goes_on(record, row[-1].earliest):
            row[-1] = _Run(row[-1].new, record, previous)
        elif changes == CHANGES_A_PAGE:
            break
        else:
            row.append(_Run(record, record, previous))
            changes += 1
        taken += 1
    earlier = start + taken if taken < len(page) else None

    previous_of: dict[str, set[Any]] = {name: set() for name in kinds}
    for (kind, _id), row in runs.items():
        previous_of[kind] |= {run.previous for run in row} - {None}
    before = {name: model.history.in_bulk(previous_of[name]) for name, (model, *_rest) in kinds.items()}
    people = People(campaign)
    told = [
        change
        for (kind, _id), row in runs.items()
        for run in row
        if (change := _change(before[kind].get(run.previous), run.new, people, kinds[kind][2]))
    ]
    return History(sorted(told, key=lambda change: change.at, reverse=True), earlier)


def _keys(records: Any, kind: str) -> Any:
    before = Window(Lag("history_id"), partition_by="id", order_by=[F("history_date").asc(), F("history_id").asc()])
    named = records.order_by().annotate(kind=Value(kind), previous=before)
    return named.values_list("history_date", "kind", "history_id", "previous")


def _change(old: Any, new: Any, people: People, describe: Describe) -> HistoryEntry | None:
    """Describe the change between two history records; return None if `describe` yields no sentence."""
    sentences = tuple(describe(old, new, people))
    if not sentences:
        return None
    player = people.players.get(getattr(new, "player_id", 0))
    return HistoryEntry(new.history_date, capfirst(people.call(new)), player, sentences, _cities(old, new))


def _goes_on(earlier: Any, later: Any) -> bool:
    """Tell whether the page shows two records as one change, such as two quick taps by the same person."""
    return (
        hasattr(later, "city")  # only the record of an evaluation has a city
        and later.history_user_id == earlier.history_user_id
        and (later.absent, later.total, later.seat) == (earlier.absent, earlier.total, earlier.seat)
        and later.player_id == earlier.player_id
        and later.history_date - earlier.history_date < A_SITTING
    )


def _about_game(old: Any, new: Any, people: People) -> Iterator[str]:
    if old is None:
        yield gettext("The game was begun.")
        return
    if old.state != new.state:
        finished = new.state == Game.State.FINISHED
        yield gettext("The game was finished.") if finished else gettext("The game was reopened.")
    if old.deleted_at != new.deleted_at:
        yield gettext("The game was put into the bin.") if new.deleted_at else gettext("The game was brought back.")
    if old.in_standings != new.in_standings:
        yield gettext("This attempt counts.") if new.in_standings else gettext("This attempt no longer counts.")
    if old.services != new.services:
        yield gettext("With the Public Services expansion.") if new.services else gettext("Without the expansion.")
    if (old.mission, old.line) != (new.mission, new.line):
        yield _moved(gettext("Mission"), *(_mission(record, people) for record in (old, new)))
    fields = {field.name: field for field in Game._meta.fields}
    for name in Game.DETAILS:
        field, before, after = fields[name], getattr(old, name), getattr(new, name)
        if before != after:
            yield _moved(capfirst(str(field.verbose_name)), _told(before, field), _told(after, field))
    yield from _about_table(old, new, people)


def _told(value: Any, field: Any) -> str:
    """Write the value of a column as people read it."""
    if isinstance(value, bool):
        return str(yesno(value))
    if isinstance(value, date):
        return date_format(value)
    return Truncator(dict(field.flatchoices).get(value, "" if value is None else value)).chars(LONGEST_TOLD)


def _about_table(old: Any, new: Any, people: People) -> Iterator[str]:
    """Yield sentences about a new phase, a new holder of the Mayor pawn, and a new first player."""
    # a reopened game changes its phase as well, but one sentence about the reopening is enough
    if title_of(old.phase) != title_of(new.phase) and old.state == new.state:
        yield _moved(gettext("The table"), title_of(old.phase), title_of(new.phase))
    if old.pawn_id != new.pawn_id:
        yield _moved(gettext("Mayor pawn"), *(_player(record.pawn_id, people) for record in (old, new)))
    if old.first_player_id != new.first_player_id:
        first, then = (_player(record.first_player_id, people) for record in (old, new))
        yield _moved(gettext("First player"), first, then)


def _about_entry(old: Any, new: Any, people: People) -> Iterator[str]:
    if old is None:
        if new.absent:
            yield gettext("Absent.")
        return
    if old.player_id != new.player_id:
        both = names(filter(None, (people.everybody.get(record.player_id) for record in (old, new))))
        is_undo = new.history_action == APART
        text = gettext("%(names)s are two people again.") if is_undo else gettext("%(names)s are one person.")
        yield text % {"names": both}
    if old.absent != new.absent:
        yield gettext("Absent.") if new.absent else gettext("At the table.")
    if (old.city, old.allocation) != (new.city, new.allocation):
        if not old.city:
            yield gettext("The city was entered.")
        else:
            yield gettext("The city was changed.") if new.city else gettext("The city was cleared.")
    if old.pad != new.pad:
        yield _moved(gettext("Score pad"), _pad(old.pad), _pad(new.pad))
    if old.total != new.total:
        unscored = gettext("not scored")
        before, after = (unscored if record.total is None else victory_points(record.total) for record in (old, new))
        yield _moved(gettext("Result"), before, after)


def _cities(old: Any, new: Any) -> tuple[ChangedCity, ...]:
    """Return the cities before and after a change, without an empty city; () if the change concerns no city."""
    if old is None or not hasattr(new, "city") or (old.city, old.allocation) == (new.city, new.allocation):
        return ()
    cities = [parse_city(line_of_columns(each.city, each.allocation)) for each in (old, new) if each.city]
    first, last = cities[0], cities[-1]
    squares = zip(last.board.names, first.squares, last.squares, strict=False)
    changed = tuple(name for name, before, after in squares if before != after)
    return tuple(ChangedCity(city, changed) for city in cities)


def _moved(what: str, before: str, after: str) -> str:
    """Describe the old and the new value of a field."""
    nothing = gettext("nothing")
    values = {"what": what, "before": before or nothing, "after": after or nothing}
    return gettext("%(what)s: %(before)s → %(after)s") % values


def _mission(record: Any, people: People) -> str:
    """Return the title of a record's mission, or only its number if the programme no longer has this mission."""
    if record.line:
        return numbered_title(own_mission(record.line, record.title))
    position, missions = record.mission, people.campaign.missions
    return numbered_title(missions[position], position) if position in missions.positions else str(position)


def _player(pk: int | None, people: People) -> str:
    return isolated(people.players[pk]) if pk in people.players else gettext("nobody")


def _pad(pad: Mapping[str, str]) -> str:
    return ", ".join(f"{pad_label(name)} {text}" for name, text in pad.items())
