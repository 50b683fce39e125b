"""Fill a PostgreSQL database with campaigns and history records, as if groups had played for many years.

The site's models play one campaign: nine finished games and an open one. SQL then copies this campaign. It writes the
first record of a thousand copies, then the second record of each, and so on. So the records of one city are spread over
many database pages, as if a thousand groups played at the same time.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from campaign.models import Campaign, Evaluation, Game, Player, User
from campaign.models.history import Action
from scoring import City, Mode
from tests.factories import CampaignFactory, open_game

GAMES = 10  # the number of games of a campaign; the last game is open
AT_ONCE = 1_000  # the number of copies of the campaign that one SQL statement writes
PLAYERS = ("Ada", "Ben", "Cleo", "Dora")
CITIES = {Mode.CLASSIC: "T3SFP/PFFT2/GGSS/T2FPT1 12i5e", Mode.EXPERT: "-OFH-/TPOFS/GTPOF/T4GT-S 17i9e"}
SUPPLIES = 4  # at the end of a game, each city's supply changes this many times
STORED = (User, Campaign, Player, Game, Evaluation)
FIRST_EVENING = timedelta(days=800)  # the first game was played this long ago
BETWEEN_EVENINGS, BETWEEN_CHANGES = timedelta(days=30), timedelta(seconds=15)


def fill(records: int) -> int:
    """Fill an empty database with about this many history records of cities. Return the number of campaigns."""
    _play()
    with connection.cursor() as cursor:
        # Do not check foreign keys. They are valid, because each copy of the campaign is complete.
        cursor.execute("SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '1GB'")
        models = (*STORED, *(model.history.model for model in STORED[1:]))
        clones = {model: _Clone(model, cursor) for model in models}
        cursor.execute(f"TRUNCATE {', '.join(clone.table for clone in clones.values())} CASCADE")
        campaigns = max(records // clones[Evaluation.history.model].count, 1)
        for start in range(0, campaigns, AT_ONCE):
            for clone in clones.values():
                clone.insert(cursor, range(start, min(start + AT_ONCE, campaigns)), clones)
        for clone in clones.values():
            clone.go_on(cursor)
        cursor.execute("SET session_replication_role = origin; RESET synchronous_commit; RESET work_mem")
        cursor.execute("VACUUM (ANALYZE)")
    return campaigns


def _play() -> None:
    """Play one campaign. Only half of the buildings of the last game are entered, and it stays open."""
    campaign = CampaignFactory(players=PLAYERS)
    for number in range(1, GAMES + 1):
        game = open_game(campaign, number)
        seats, city = game.present, City.parse(CITIES[game.rules.mode])
        tiles = [place for place, building in enumerate(city.squares) if building]
        if number == GAMES:
            tiles = tiles[: len(tiles) // 2]
        for entered in range(1, len(tiles) + 1):
            _enter_each(seats, city, tiles[:entered], 0)
        if number < GAMES:
            for supply in range(1, SUPPLIES + 1):
                _enter_each(seats, city, tiles, supply)
            game.finish()
    _date(campaign)


def _enter_each(seats: Any, city: City, tiles: list[int], supply: int) -> None:
    squares = tuple(building if place in tiles else None for place, building in enumerate(city.squares))
    for seat in seats:
        action = Action("supply" if supply else "tap", f"bench-{seat.version}")
        seat.record(
            replace(city, squares=squares, inhabitants=supply, energy=supply), version=seat.version, action=action
        )


def _date(campaign: Campaign) -> None:
    """Give each game a different day, and each of its history records a different time on this day."""
    first = timezone.now() - FIRST_EVENING
    for number, game in enumerate(campaign.games.order_by("pk")):
        begun = first + number * BETWEEN_EVENINGS
        changes = [*game.history.all(), *Evaluation.history.filter(game_id=game.pk)]
        for place, change in enumerate(sorted(changes, key=lambda change: change.history_date)):
            type(change).objects.filter(pk=change.pk).update(history_date=begun + place * BETWEEN_CHANGES)
        ended = begun + len(changes) * BETWEEN_CHANGES
        campaign.games.filter(pk=game.pk).update(
            created=begun, played_on=begun.date(), finished_at=ended if game.is_finished else None
        )


class _Clone:
    """A database table into which the rows of the played campaign are copied many times."""

    def __init__(self, model: Any, cursor: Any) -> None:
        """Copy the rows of the played campaign into a temporary table, from which `insert` reads them."""
        self.model, self.table, self.key = model, model._meta.db_table, model._meta.pk.column
        self.played = f"played_{self.table}"
        cursor.execute(f"CREATE TEMPORARY TABLE {self.played} AS SELECT * FROM {self.table}")  # noqa: S608 - our own names
        cursor.execute(f"SELECT min({self.key}), max({self.key}) FROM {self.played}")  # noqa: S608 - our own names
        self.first, last = cursor.fetchone()
        self.count = last - self.first + 1

    def insert(self, cursor: Any, campaigns: range, clones: dict[Any, "_Clone"]) -> None:
        """Write the rows of the played campaign once for each copy. `campaigns` are the indexes of the copies."""
        fields = self.model._meta.concrete_fields
        columns = ", ".join(f'"{field.column}"' for field in fields)
        values = ", ".join(self._value(field, clones) for field in fields)
        cursor.execute(
            f"INSERT INTO {self.table} ({columns}) SELECT {values} FROM {self.played} p,"  # noqa: S608 - our own names
            f" generate_series({campaigns.start}, {campaigns.stop - 1}) n ORDER BY p.{self.key}, n"
        )

    def go_on(self, cursor: Any) -> None:
        """Set the table's sequence, so that the next row written by the site gets the next key."""
        sequence = f"pg_get_serial_sequence('{self.table}', '{self.key}')"
        cursor.execute(f"SELECT setval({sequence}, max({self.key})) FROM {self.table}")  # noqa: S608 - our own names

    def _value(self, field: Any, clones: dict[Any, "_Clone"]) -> str:
        """Return the SQL for a column's value in a copy. Keys and unique values differ from copy to copy."""
        column = f'p."{field.column}"'
        if field.primary_key:
            return self.key_of(column)
        if field.remote_field and field.related_model in clones:
            return clones[field.related_model].key_of(column)
        if field.column == "id":  # in a history table, this column has the key of the row whose change is recorded
            return clones[self.model.instance_type].key_of(column)
        return {"public_id": "lpad(n::text, 12, '0')", "username": "'player-' || n"}.get(field.column, column)

    def key_of(self, column: str) -> str:
        """Return the SQL for a copied row's key. It numbers 1000 copies of one row, then 1000 of the next."""
        return f"(((n / {AT_ONCE}) * {self.count} + {column} - {self.first}) * {AT_ONCE} + n % {AT_ONCE} + 1)"
