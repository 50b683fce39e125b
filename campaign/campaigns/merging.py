"""Merge two players of a campaign who are one person, and undo the merge.

The player who goes stays in the database, hidden by `Player.objects`. `Player.given` has what the undo needs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.core import serializers
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from simple_history.utils import bulk_update_with_history

from campaign.book.people import meeting_of
from campaign.models import Campaign, CampaignFullError, Evaluation, Game, Player
from campaign.models.bounds import MOST_EVER_PLAYED, no_more_people
from campaign.models.campaign import TIME_IN_BIN
from campaign.models.history import APART, MERGED
from campaign.scores.names import isolated
from campaign.scores.words import names
from campaign.web.forms import too_few

# The columns of a game that name a player
NAMED = ("first_player_id", "pawn_id", "begun_by_id")
PAIR = 2
ATTRIBUTES = {field.column: field.attname for field in Player._meta.concrete_fields}
COLUMNS = {attribute: column for column, attribute in ATTRIBUTES.items()}


class MergeRefusedError(Exception):
    """Two players cannot be merged, or not be taken apart. `str(error)` is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two players of one person: `kept` gets everything that `gone` has."""

    kept: Player
    gone: Player

    @classmethod
    def of(cls, players: Sequence[Player]) -> "Merge":
        """Keep the player who is more present: an active player before a guest, and both before those who have left."""
        kept, gone = sorted(players, key=lambda one: (not one.is_active, one.is_guest, one.pk))
        return cls(kept, gone)

    @property
    def taken(self) -> dict[str, Any]:
        """Return the values that the player who is kept takes from the other, by attribute."""
        kept, gone = self.kept, self.gone
        values = {
            # Somebody who has left no longer comes in by their account, and a merge does not change this.
            "account_id": kept.account_id or (gone.account_id if gone.is_active else None),
            "phone": kept.phone or gone.phone,
            "in_standings": kept.in_standings or gone.in_standings,
            "head_start": max(kept.head_start, gone.head_start),
        }
        return {name: value for name, value in values.items() if value != getattr(kept, name)}

    def check(self, campaign: Campaign) -> None:
        """Raise MergeRefusedError if they are two people, or if the campaign would have too few players."""
        if meeting := meeting_of([self.kept.pk, self.gone.pk]):
            game = Game.everything.select_related("campaign").get(pk=meeting)
            raise MergeRefusedError(
                _("%(names)s sat at one table, in %(mission)s on %(day)s: they are two people.")
                % {
                    "names": names([self.kept, self.gone]),
                    "mission": game.numbered_title,
                    "day": date_format(game.played_on),
                }
            )
        regulars = [player for player in campaign.active_players if not player.is_guest]
        if self.gone in regulars and len(regulars) <= campaign.fewest_players:
            raise MergeRefusedError(str(too_few(campaign.fewest_players)))
        if self.gone.account_id and self.kept.account_id not in (None, self.gone.account_id) and self.gone.is_active:
            raise MergeRefusedError(
                _("%(names)s have an account each. Unlink one of them on the page for sharing first.")
                % {"names": names([self.kept, self.gone])}
            )


def merge(campaign: Campaign, keys: Iterable[int]) -> Player:
    """Merge the two players with these keys, and return the player who is kept. Raises MergeRefusedError."""
    with transaction.atomic():
        campaign.touch()  # lock the campaign, so that nobody changes its people meanwhile
        players = list(campaign.players.filter(pk__in=keys))
        if len(players) != PAIR:
            raise MergeRefusedError(_("Somebody changed the people of this campaign meanwhile. Look once more."))
        both = Merge.of(players)
        both.check(campaign)
        kept, gone, taken = both.kept, both.gone, both.taken
        seats = _locked(Evaluation.objects.filter(player__in=players))
        given = {
            "kept": {COLUMNS[name]: [getattr(kept, name), value] for name, value in taken.items()},
            "was_active": gone.is_active,
            "removed": _remove(_doubled(seats, kept)),
            "moved": _move([seat for seat in seats if seat.player_id == gone.pk and seat.pk], kept, MERGED),
            "games": _rename(campaign, gone, kept),
        }
        gone.merged_into, gone.merged_at, gone.given = kept, timezone.now(), given
        gone.retired_at = gone.retired_at or gone.merged_at
        gone.save(update_fields=["merged_into", "merged_at", "given", "retired_at"])
        _take(kept, taken)
        campaign.number_namesakes()
    return kept


def merges_of(campaign: Campaign) -> QuerySet[Player]:
    """Find the players of a campaign who were merged into others and can still come back, latest first."""
    since = timezone.now() - TIME_IN_BIN
    merged = Player.everybody.filter(campaign=campaign, merged_at__gt=since)
    return merged.select_related("merged_into").order_by("-merged_at", "-pk")


def undo(campaign: Campaign, key: int) -> Player:
    """Bring back the merged player with this key. Raises MergeRefusedError, and CampaignFullError if no more fit in."""
    with transaction.atomic():
        campaign.touch()
        gone = merges_of(campaign).filter(pk=key).first()
        if gone is None or gone.merged_into is None or gone.given is None:
            raise MergeRefusedError(_("This can no longer be undone."))
        kept, given = gone.merged_into, gone.given
        if kept.merged_into_id:
            raise MergeRefusedError(
                _("%(name)s was merged once more since then. Undo that first.") % {"name": isolated(kept)}
            )
        if campaign.players.count() >= MOST_EVER_PLAYED:
            raise CampaignFullError(no_more_people())
        changes = {ATTRIBUTES[column]: change for column, change in given["kept"].items()}
        _take(kept, {name: before for name, (before, now) in changes.items() if getattr(kept, name) == now})
        gone.merged_into = gone.merged_at = gone.given = None
        if given["was_active"] and _may_come_back(campaign, gone, given["moved"]):
            gone.retired_at = None
        gone.save(update_fields=["merged_into", "merged_at", "given", "retired_at"])
        _move(_locked(Evaluation.objects.filter(pk__in=given["moved"], player=kept)), gone, APART)
        _rename(campaign, kept, gone, only=given["games"])
        _bring_back(given["removed"])
        campaign.number_namesakes()
    return gone


def _locked(evaluations: QuerySet[Evaluation]) -> list[Evaluation]:
    return list(evaluations.select_for_update(of=("self",)).order_by("pk"))


def _doubled(seats: Iterable[Evaluation], kept: Player) -> list[Evaluation]:
    """List the evaluations to remove from the games that have both players: one of the two was absent."""
    by_game = groupby(sorted(seats, key=lambda seat: seat.game_id), lambda seat: seat.game_id)
    pairs = [pair for _game, group in by_game if len(pair := list(group)) > 1]
    return [min(pair, key=lambda seat: (not seat.absent, seat.player_id == kept.pk)) for pair in pairs]


def _remove(evaluations: Sequence[Evaluation]) -> str:
    """Delete evaluations with their histories. Return both as a text for `_bring_back`."""
    keys = [evaluation.pk for evaluation in evaluations]
    text: str = serializers.serialize("json", [*evaluations, *Evaluation.history.filter(id__in=keys)])
    Evaluation.objects.filter(pk__in=keys).delete()
    for evaluation in evaluations:
        evaluation.pk = None
    return text


def _bring_back(removed: str) -> None:
    """Store removed evaluations again, with their histories, unless their game was deleted for good."""
    rows: list[Any] = [row.object for row in serializers.deserialize("json", removed)]
    games = set(Game.everything.filter(pk__in={row.game_id for row in rows}).values_list("pk", flat=True))
    groups: Iterable[tuple[Any, Iterable[Any]]] = groupby((row for row in rows if row.game_id in games), type)
    for model, group in groups:
        model.objects.bulk_create(group)


def _move(evaluations: Sequence[Evaluation], player: Player, action: str) -> list[int]:
    """Give evaluations to a player. Return their keys."""
    for evaluation in evaluations:
        evaluation.player = player
        evaluation.version += 1
    bulk_update_with_history(
        evaluations, Evaluation, ["player", "version"], custom_historical_attrs={"history_action": action}
    )
    return [evaluation.pk for evaluation in evaluations]


def _rename(
    campaign: Campaign, old: Player, new: Player, *, only: dict[str, list[str]] | None = None
) -> dict[str, list[str]]:
    """Replace a player by another in the columns NAMED of games. Return the changed columns by game.

    With `only`, change only these columns of these games.
    """
    wanted = Q(first_player=old) | Q(pawn=old) | Q(begun_by=old)
    games = Game.everything.select_for_update(of=("self",)).filter(wanted, campaign=campaign)
    changed: dict[str, list[str]] = {}
    rows = []
    for game in games:
        wanted_here = NAMED if only is None else only.get(str(game.pk), ())
        columns = [name for name in wanted_here if getattr(game, name) == old.pk]
        if columns:
            for name in columns:
                setattr(game, name, new.pk)
            game.version += 1
            changed[str(game.pk)] = columns
            rows.append(game)
    fields = [name.removesuffix("_id") for name in NAMED]
    bulk_update_with_history(rows, Game, [*fields, "version"], manager=Game.everything)
    return changed


def _take(player: Player, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(player, name, value)
    if values:
        player.save(update_fields=list(values))


def _may_come_back(campaign: Campaign, gone: Player, moved: Sequence[int]) -> bool:
    """Tell whether a player who was active is active again: nobody has their name, color or account by now.

    A guest comes back only to a game that is still open.
    """
    if gone.is_guest:
        open_games = Evaluation.objects.filter(pk__in=moved, absent=False, game__state=Game.State.OPEN)
        if not open_games.filter(game__deleted_at=None).exists():
            return False
    same = Q(folded_name=gone.folded_name) | Q(account=gone.account_id, account__isnull=False)
    if not gone.is_guest:
        same |= Q(colour=gone.colour, is_guest=False)
    return not campaign.players.active().filter(same).exists()
