"""Who changed what in a game and when, from the history that every change leaves."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext

from campaign.cities import line_of_columns, parse_city
from campaign.models import Campaign, Evaluation, Game, Player
from campaign.people import People
from campaign.words import CATEGORY_NAMES, numbered_title, victory_points
from scoring import MISSIONS, City

A_SITTING = timedelta(minutes=15)  # from one tap to the next


@dataclass(frozen=True, slots=True)
class Change:
    """What one save changed. `player` is whose entry it was, None for the game itself."""

    at: datetime
    by: str
    player: Player | None
    sentences: tuple[str, ...]
    cities: tuple["ChangedCity", ...]


class ChangedCity(NamedTuple):
    """A city before or after a change, and the squares on which the two differ."""

    city: City
    squares: tuple[str, ...]


Describe = Callable[[Any, Any, People], Iterator[str]]


def changes(game: Game, campaign: Campaign) -> list[Change]:
    """List every change to a game and its entries, the latest first.

    Two queries, and none for a campaign that came with its players.
    """
    people = People(campaign)
    of_game = game.history.order_by("history_date", "history_id")
    of_entries = Evaluation.history.filter(game_id=game.pk).order_by("history_date", "history_id")
    found = [*_changes(of_game, people, _about_game), *_changes(of_entries, people, _about_entry)]
    return sorted(found, key=lambda change: change.at, reverse=True)


def _changes(records: Iterable[Any], people: People, describe: Describe) -> Iterator[Change]:
    """Yield the changes from one record of a row to the next; skip those that no sentence describes."""
    for old, new in _runs(records):
        sentences = tuple(describe(old, new, people))
        if sentences:
            player = people.players.get(getattr(new, "player_id", 0))
            yield Change(new.history_date, capfirst(people.call(new)), player, sentences, _cities(old, new))


def _runs(records: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each row before and after a change. A city entered tap by tap is one change, not twenty."""
    runs: dict[int, tuple[Any, Any]] = {}
    for record in records:
        old, new = runs.get(record.id, (None, None))
        if old and _goes_on(new, record):
            runs[record.id] = (old, record)
            continue
        if new:
            yield old, new
        runs[record.id] = (new, record)
    yield from runs.values()


def _goes_on(new: Any, record: Any) -> bool:
    """Tell whether the same person went on entering the same city or pad."""
    return (
        hasattr(record, "city")  # an evaluation
        and record.history_user_id == new.history_user_id
        and (record.absent, record.total, record.seat) == (new.absent, new.total, new.seat)
        and record.history_date - new.history_date < A_SITTING
    )


def _about_game(old: Any, new: Any, people: People) -> Iterator[str]:
    if old is None:
        yield gettext("The game was begun.")
        return
    if old.state != new.state:
        finished = new.state == Game.State.FINISHED
        yield gettext("The game was finished.") if finished else gettext("The game was reopened.")
    if old.counts != new.counts:
        yield gettext("This attempt counts.") if new.counts else gettext("This attempt no longer counts.")
    if old.mission != new.mission:
        yield _moved(gettext("Mission"), *(numbered_title(MISSIONS[record.mission]) for record in (old, new)))
    if old.played_on != new.played_on:
        yield _moved(gettext("Date"), date_format(old.played_on), date_format(new.played_on))
    if old.place != new.place:
        yield _moved(gettext("Place"), old.place, new.place)
    if old.notes != new.notes:
        yield _moved(gettext("Note"), old.notes, new.notes)
    if old.first_player_id != new.first_player_id:
        first, then = (_player(record.first_player_id, people) for record in (old, new))
        yield _moved(gettext("First player"), first, then)


def _about_entry(old: Any, new: Any, _people: People) -> Iterator[str]:
    if old is None:
        if new.absent:
            yield gettext("Absent.")
        return
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
    """Return the cities before and after a change of an entry's city, those that there are."""
    if old is None or not hasattr(new, "city") or (old.city, old.allocation) == (new.city, new.allocation):
        return ()
    cities = [parse_city(line_of_columns(each.city, each.allocation)) for each in (old, new) if each.city]
    first, last = cities[0], cities[-1]
    squares = zip(last.board.names, first.squares, last.squares, strict=False)
    changed = tuple(name for name, before, after in squares if before != after)
    return tuple(ChangedCity(city, changed) for city in cities)


def _moved(what: str, before: str, after: str) -> str:
    """Say what a field held before and holds now."""
    nothing = gettext("nothing")
    values = {"what": what, "before": before or nothing, "after": after or nothing}
    return gettext("%(what)s: %(before)s → %(after)s") % values


def _player(pk: int | None, people: People) -> str:
    return people.players[pk].name if pk in people.players else gettext("nobody")


def _pad(pad: Mapping[str, str]) -> str:
    return ", ".join(f"{CATEGORY_NAMES.get(name, name)} {text}" for name, text in pad.items())
