"""Store a campaign file in the database. Rows are created in bulk, so they get only the history that is in the file."""

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from django.db import DataError, IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.models import Campaign, Evaluation, Game, Player, Tick, User
from campaign.scores.names import number_names
from campaign.transfer.columns import ACTION, FIELDS, REFERENCES
from campaign.transfer.importing import CampaignFile, Row
from campaign.transfer.reading import ImportRefusedError

ROWS_AT_ONCE = 500  # the most rows of an INSERT, and the most history records of a transaction


def import_campaign(raw: bytes, owner: User) -> Campaign:
    """Make a new campaign of `owner` from a file. Raises ImportRefusedError without changing the database."""
    staged = stage(CampaignFile.read(raw))
    hand_over(staged, owner)
    return staged


def stage(file: CampaignFile) -> Campaign:
    """Store a file as a campaign of a temporary guest, in short transactions. Raises ImportRefusedError.

    The campaign is in the bin, so the site deletes it later if the process dies half way.
    """
    keeper = User.make_guest()
    try:
        with transaction.atomic():
            campaign, history = _store(file, keeper)
        records = history()
        for start in range(0, len(records), ROWS_AT_ONCE):
            began = time.monotonic()
            with transaction.atomic():
                for model, batch in _by_model(records[start : start + ROWS_AT_ONCE]):
                    model.objects.bulk_create(batch)
            if connection.vendor == "sqlite":
                # Pause for as long as this batch took, to give other writers a turn at the database.
                time.sleep(time.monotonic() - began)
    except (IntegrityError, DataError) as error:
        keeper.delete()
        raise ImportRefusedError(_("The file contradicts itself, so nothing was imported.")) from error
    return campaign


def _store(file: CampaignFile, keeper: User) -> tuple[Campaign, Callable[[], list[Any]]]:
    """Store everything except the history; return the campaign and a function that makes its history records."""
    (campaign,) = Campaign.objects.bulk_create([Campaign(owner=keeper, deleted_at=timezone.now(), **file.campaign)])
    numbers = number_names(row["name"] for row, _history in file.players)
    players = Player.objects.bulk_create(
        Player(campaign=campaign, namesake=number, **_values(row))
        for number, (row, _history) in zip(numbers, file.players, strict=True)
    )
    games = Game.objects.bulk_create(
        [Game(campaign=campaign, **_values(rows.game, players)) for rows in file.games], ROWS_AT_ONCE
    )
    of_games = list(zip(games, file.games, strict=True))
    entries = [
        (Evaluation(game=game, **_values(row, players)), history)
        for game, rows in of_games
        for row, history in rows.evaluations
    ]
    Evaluation.objects.bulk_create([evaluation for evaluation, _history in entries], ROWS_AT_ONCE)
    Tick.objects.bulk_create([Tick(game=game, step=step) for game, rows in of_games for step in rows.ticks])

    histories = [history for _row, history in file.players]
    return campaign, lambda: [
        *_records(Campaign, [(campaign, file.campaign_history)], players, public_id=campaign.public_id),
        *_records(Player, zip(players, histories, strict=True), players, campaign=campaign),
        *_records(Game, ((game, rows.history) for game, rows in of_games), players, campaign=campaign),
        *_records(Evaluation, entries, players),
    ]


def hand_over(staged: Campaign, owner: User) -> None:
    """Move a campaign stored by `stage` out of the bin, and make `owner` its owner."""
    keeper = staged.owner
    with transaction.atomic():
        staged.owner, staged.deleted_at = owner, None
        Campaign.everything.filter(pk=staged.pk).update(owner=owner, deleted_at=None)
        Campaign.history.filter(id=staged.pk).update(owner=owner)
        keeper.delete()


def _records(model: Any, things: Iterable[tuple[Any, list[Row]]], players: list[Player], **here: Any) -> Iterable[Any]:
    # Look up the model only once, because the lookup takes longer than building a record.
    record_model = model.history.model
    return [
        record_model(
            id=thing.pk,
            history_date=record["at"],
            history_type=record["kind"],
            history_name=record["by"] or "",
            **{column: record[name] for name, column in ACTION.items() if name in record},
            **({"game_id": thing.game_id} if isinstance(thing, Evaluation) else here),
            **_values(record["values"], players),
        )
        for thing, history in things
        for record in history
    ]


def _by_model(records: list[Any]) -> Iterable[tuple[Any, list[Any]]]:
    return ((model, list(batch)) for model, batch in groupby(records, type))


def _values(row: Row, players: Sequence[Player] = ()) -> Row:
    """Return a row of the file as values of fields: each player's index becomes the player's primary key."""
    ids = {f"{name}_id": None if row[name] is None else players[row[name]].pk for name in REFERENCES if name in row}
    return {FIELDS.get(name, name): value for name, value in row.items() if name not in REFERENCES} | ids
