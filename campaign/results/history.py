"""Who changed what in a game and when, from the history that every change leaves."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from campaign.models import Campaign, Evaluation, Game, Player, User
from campaign.words import CATEGORY_NAMES, victory_points, words
from scoring import MISSIONS

A_SITTING = timedelta(minutes=15)  # from one tap to the next


@dataclass(frozen=True, slots=True)
class Change:
    """What one save changed. `player` is whose entry it was, None for the game itself."""

    at: datetime
    by: str
    player: Player | None
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Cast:
    """The people of a campaign, by what the history knows of them."""

    players: Mapping[int, Player]
    accounts: Mapping[int, Player]
    owner: int

    @classmethod
    def of(cls, campaign: Campaign) -> "_Cast":
        players = list(campaign.players.all())
        return cls(
            players={player.pk: player for player in players},
            accounts={player.account_id: player for player in players if player.account_id},
            owner=campaign.owner_id,
        )

    def name(self, record: Any) -> str:
        """Whom the others at the table know somebody as; `history_name` comes from another site, with an import.

        Who tapped at an entry and has no place in the campaign came by a link, and said they are its player.
        """
        user: User | None = record.history_user
        visitor = self.players.get(getattr(record, "player_id", 0)) if record.history_change_reason else None
        if user is None:
            return record.history_name or (visitor.name if visitor else gettext("Somebody"))
        if user.pk in self.accounts:
            return self.accounts[user.pk].name
        if visitor and user.pk != self.owner:
            return visitor.name
        if not user.is_guest:
            return user.username
        return gettext("The owner of the campaign") if user.pk == self.owner else gettext("A guest")

    def player_name(self, pk: int | None) -> str:
        player = self.players.get(pk or 0)
        return player.name if player else gettext("nobody")


Describe = Callable[[Any, Any, _Cast], Iterator[str]]


def changes(game: Game, campaign: Campaign) -> list[Change]:
    """Everything that happened to a game and its entries, the latest first.

    Two queries, and none for a campaign that came with its players.
    """
    cast = _Cast.of(campaign)
    of_game = game.history.select_related("history_user").order_by("history_date", "history_id")
    of_entries = (
        Evaluation.history.filter(game_id=game.pk).select_related("history_user").order_by("history_date", "history_id")
    )
    found = [*_changes(of_game, cast, _about_game), *_changes(of_entries, cast, _about_entry)]
    return sorted(found, key=lambda change: change.at, reverse=True)


def _changes(records: Iterable[Any], cast: _Cast, describe: Describe) -> Iterator[Change]:
    """The changes between one record of a thing and the next; those that nobody could see are left out."""
    for old, new in _runs(records):
        sentences = tuple(describe(old, new, cast))
        if sentences:
            player = cast.players.get(getattr(new, "player_id", 0))
            yield Change(new.history_date, cast.name(new), player, sentences)


def _runs(records: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """What a thing was before and after each change; a city entered tap by tap is one change, not twenty."""
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
    """Whether the same person went on entering the same city or pad."""
    return (
        hasattr(record, "city")  # an evaluation
        and record.history_user_id == new.history_user_id
        and (record.absent, record.total, record.seat) == (new.absent, new.total, new.seat)
        and record.history_date - new.history_date < A_SITTING
    )


def _about_game(old: Any, new: Any, cast: _Cast) -> Iterator[str]:
    if old is None:
        yield gettext("The game was begun.")
        return
    if old.state != new.state:
        finished = new.state == Game.State.FINISHED
        yield gettext("The game was finished.") if finished else gettext("The game was reopened.")
    if old.counts != new.counts:
        yield gettext("This attempt counts.") if new.counts else gettext("This attempt does not count any more.")
    if old.mission != new.mission:
        yield _moved(gettext("Mission"), _mission(old.mission), _mission(new.mission))
    if old.played_on != new.played_on:
        yield _moved(gettext("Date"), date_format(old.played_on), date_format(new.played_on))
    if old.place != new.place:
        yield _moved(gettext("Place"), old.place, new.place)
    if old.notes != new.notes:
        yield _moved(gettext("Note"), old.notes, new.notes)
    if old.first_player_id != new.first_player_id:
        first, then = (cast.player_name(record.first_player_id) for record in (old, new))
        yield _moved(gettext("First player"), first, then)


def _about_entry(old: Any, new: Any, _cast: _Cast) -> Iterator[str]:
    if old is None:
        if new.absent:
            yield gettext("Absent.")
        return
    if old.absent != new.absent:
        yield gettext("Absent.") if new.absent else gettext("At the table.")
    if (old.city, old.allocation) != (new.city, new.allocation):
        yield _moved(gettext("City"), f"{old.city} {old.allocation}".strip(), f"{new.city} {new.allocation}".strip())
    if old.pad != new.pad:
        yield _moved(gettext("Score pad"), _pad(old.pad), _pad(new.pad))
    if old.total != new.total:
        unscored = gettext("not scored")
        before, after = (unscored if record.total is None else victory_points(record.total) for record in (old, new))
        yield _moved(gettext("Result"), before, after)


def _moved(what: str, before: str, after: str) -> str:
    """What a field held before and holds now."""
    nothing = gettext("nothing")
    values = {"what": what, "before": before or nothing, "after": after or nothing}
    return gettext("%(what)s: %(before)s → %(after)s") % values


def _mission(number: int) -> str:
    return f"{number}. {words(MISSIONS[number].title)}"


def _pad(pad: Mapping[str, str]) -> str:
    return ", ".join(f"{CATEGORY_NAMES.get(name, name)} {text}" for name, text in pad.items())
