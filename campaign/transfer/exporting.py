"""Turn a stored campaign into the JSON of its file."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.people import People
from campaign.transfer.columns import ACTION, COLUMNS, FORMAT, REFERENCES


def exported(campaign: Campaign) -> dict[str, Any]:
    """Collect everything about a campaign except accounts and links. Makes nine queries for any number of games."""
    writer = _Writer(campaign)
    return {
        "format": FORMAT,
        "made_by": "Cornerstone",
        "exported_at": _plain(timezone.now()),
        "campaign": writer.thing(campaign, writer.records(Campaign, id=campaign.pk)),
        "players": writer.players(),
        "games": writer.games(),
    }


def as_text(file: Mapping[str, Any]) -> str:
    return json.dumps(file, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


Records = dict[int, list[dict[str, Any]]]


class _Writer:
    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
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
        for evaluation in Evaluation.objects.filter(game__campaign=self.campaign).order_by("pk"):
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
        """Return the history of each row, by the row's id: who changed which values, and when."""
        found: Iterable[Any] = model.history.filter(**which).order_by("history_id")
        history: Records = defaultdict(list)
        before: dict[int, dict[str, Any]] = defaultdict(dict)
        for record in found:
            values = self.values(record, COLUMNS[model])
            changed = {name: value for name, value in values.items() if before[record.id].get(name, record) != value}
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
