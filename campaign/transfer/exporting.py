"""Turn a stored campaign into the JSON of its file."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.people import People
from campaign.transfer.columns import ACTION, COLUMNS, FORMAT, REFERENCES, stored_size
from campaign.transfer.reading import MOST_VALUES, count_values
from campaign.web.uploads import LARGEST_FILE


def written(campaign: Campaign) -> str:
    """Write a campaign's file so that an import takes it: without the earliest changes, if it would be too large."""
    most = settings.IMPORT_RECORDS
    while not _fits(text := as_text(exported(campaign, most))) and most:
        most //= 2
    return text


def _fits(text: str) -> bool:
    raw = text.encode()
    return len(raw) <= LARGEST_FILE and count_values(raw) <= MOST_VALUES


def exported(campaign: Campaign, most_changes: int | None = None) -> dict[str, Any]:
    """Collect everything about a campaign except accounts and links. Makes nine queries for any number of games.

    Collect at most `most_changes` history records, the latest; by default as many as an import takes.
    """
    writer = _Writer(campaign, settings.IMPORT_RECORDS if most_changes is None else most_changes)
    return {
        "format": FORMAT,
        "made_by": "Cornerstone",
        "exported_at": _plain(timezone.now()),
        "campaign": writer.thing(campaign, writer.records(Campaign, id=campaign.pk)),
        "players": writer.players(),
        "games": writer.games(),
    }


def as_text(file: Mapping[str, Any]) -> str:
    # Without an indent, because Python writes indented JSON several times slower.
    return json.dumps(file, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


Records = dict[int, list[dict[str, Any]]]
OF_RECORD = ("id", "history_date", "history_type", "history_user_id", "history_name")


class _Writer:
    def __init__(self, campaign: Campaign, most_changes: int) -> None:
        self.campaign = campaign
        self.changes_left, self.bytes_left = most_changes, settings.IMPORT_STORED_BYTES
        self.roster = list(campaign.players.order_by("pk"))
        self.numbers = {player.pk: number for number, player in enumerate(self.roster)}
        self.people = People(campaign)

    def players(self) -> list[dict[str, Any]]:
        records = self.records(Player, campaign_id=self.campaign.pk)
        return [self.thing(player, records) for player in self.roster]

    def games(self) -> list[dict[str, Any]]:
        games = list(self.campaign.games.order_by("pk").prefetch_related("ticks"))
        of_games = self.records(Game, campaign_id=self.campaign.pk)
        of_entries = self.records(Evaluation, game_id__in=[game.pk for game in games])
        evaluations = defaultdict(list)
        for evaluation in Evaluation.objects.filter(game__in=games).order_by("pk"):
            evaluations[evaluation.game_id].append(self.thing(evaluation, of_entries))
        return [
            self.thing(game, of_games)
            | {"ticks": sorted(tick.step for tick in game.ticks.all()), "evaluations": evaluations[game.pk]}
            for game in games
        ]

    def thing(self, row: Any, records: Records) -> dict[str, Any]:
        return self.values(row, COLUMNS[type(row)]) | {"history": records.get(row.pk, [])}

    def values(self, row: Any, columns: Sequence[str]) -> dict[str, Any]:
        return {
            name: self.numbers.get(getattr(row, f"{name}_id")) if name in REFERENCES else _plain(getattr(row, name))
            for name in columns
        }

    def records(self, model: Any, **which: Any) -> Records:
        """Return the history of each row, by the row's id: who changed which values, and when.

        Leave out the earliest changes if an import would refuse so many.
        """
        latest: list[tuple[Any, dict[str, Any]]] = []
        columns = [f"{name}_id" if name in REFERENCES else name for name in COLUMNS[model]]
        wanted = (*columns, *OF_RECORD, *(ACTION.values() if model is Evaluation else ()))
        found = model.history.filter(**which).order_by("-history_id").values_list(*wanted, named=True)
        for record in found[: self.changes_left]:
            values = self.values(record, COLUMNS[model])
            self.bytes_left -= stored_size(values)
            if self.bytes_left < 0:
                break
            latest.append((record, values))
        self.changes_left -= len(latest)
        history: Records = defaultdict(list)
        before: dict[int, dict[str, Any]] = defaultdict(dict)
        for record, values in reversed(latest):
            old = before[record.id]
            changed = {name: value for name, value in values.items() if name not in old or old[name] != value}
            before[record.id] = values
            if not changed:
                continue  # a change without a field in the file, such as a move to the bin
            history[record.id].append(
                {
                    "at": _plain(record.history_date),
                    "kind": record.history_type,
                    "by": self.people.find_name(record) or None,
                    "changed": changed,
                }
                | ({name: getattr(record, column) for name, column in ACTION.items()} if model is Evaluation else {})
            )
        return history


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value
