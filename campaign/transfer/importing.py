"""Read a whole campaign file and check it, before storing.py writes the first row."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from django.conf import settings
from django.db.models import Model
from django.utils.translation import gettext as _

from campaign.models import Campaign, Evaluation, Game, Player, Tick
from campaign.models.bounds import MOST_EVER_PLAYED, MOST_GAMES
from campaign.models.evaluation import RESULT_FIELDS
from campaign.models.history import Signed
from campaign.scores.cities import CityError, line_of_columns, read_city
from campaign.scores.programmes import own_mission, programme_of, with_services
from campaign.scores.score_pad import is_total_only
from campaign.scores.stamps import RulesStamp
from campaign.transfer.columns import (
    ACTION,
    COLUMNS,
    FORMAT,
    HISTORY_READERS,
    READ_ACTION,
    READ_RECORD,
    READERS,
    REFERENCES,
    default,
    length_of,
    stored_size,
)
from campaign.transfer.reading import ImportRefusedError, Value, parse
from campaign.web.forms import HIGHEST_VERSION
from campaign.web.names import likenesses
from campaign.web.release import LAST_BEFORE_1_0
from campaign.web.uploads import LARGEST_FILE
from scoring import City, Mission, NotationError
from scoring.tiles import MOST_PLAYERS

MOST_TICKS = 200

Row = dict[str, Any]


def _parsed(raw: bytes) -> Row:
    """Parse the file's JSON, and check its format. Raises ImportRefusedError."""
    if len(raw) > LARGEST_FILE:
        raise ImportRefusedError(too_large())
    file = parse(raw)
    if not isinstance(file, dict) or "format" not in file:
        raise ImportRefusedError(_("This is not a campaign file: it does not name its format."))
    found = Value(file["format"], "format").whole(1, HIGHEST_VERSION)
    if found > FORMAT:
        values = {"found": found, "known": FORMAT}
        raise ImportRefusedError(
            _(
                "This file has format %(found)s, but this Cornerstone reads only up to format %(known)s. The file "
                "comes from a newer Cornerstone: update this one first."
            )
            % values
        )
    if found < FORMAT:
        older = {"found": str(found), "commit": LAST_BEFORE_1_0}
        raise ImportRefusedError(
            _(
                "This file has format %(found)s, from before Cornerstone 1.0. Import it with the commit %(commit)s, "
                "export the campaign there, and import the new file here."
            )
            % older
        )
    return file


def too_large() -> str:
    return _("The file is too large: it may have at most %(limit)s MB.") % {"limit": LARGEST_FILE // 1024 // 1024}


def _thing(value: Value, model: type[Model]) -> tuple[Row, list[Row]]:
    parts = value.record("history", optional=COLUMNS[model])
    return _row(value, parts, model), list(_history(parts["history"], model))


def _row(value: Value, parts: dict[str, Value], model: type[Model]) -> Row:
    return {
        name: read(parts[name]) if name in parts else default(value, model, name)
        for name, read in READERS[model].items()
    }


def _history(value: Value, model: type[Model]) -> Iterable[Row]:
    """Yield the records of one row's history. Each record has all values of the row, changed or not."""
    of_record = READ_ACTION if model is Evaluation else {}
    now: Row = {}
    for item in value.items(settings.IMPORT_RECORDS):
        parts = item.record(*READ_RECORD, "changed", optional=of_record)
        changed = parts["changed"].some_of(COLUMNS[model])
        values = {name: HISTORY_READERS[model][name](found) for name, found in changed.items()}
        before = now or {name: default(parts["changed"], model, name) for name in COLUMNS[model] if name not in changed}
        if before | values == now:
            raise parts["changed"].refuse(_("a changed value"))
        now = before | values
        if now.get("city") and changed.keys() & {"city", "allocation"}:
            _checked_notation(item, now)
        yield {
            "values": now,
            **{name: read(parts[name]) for name, read in READ_RECORD.items()},
            **{
                name: read(parts[name]) if name in parts else default(item, Signed, ACTION[name])
                for name, read in of_record.items()
            },
        }


class CampaignFile:
    """The rows of a campaign file, read and checked."""

    def __init__(self, file: Row) -> None:
        parts = Value(file).record("format", "made_by", "exported_at", "campaign", "players", "games")
        parts["made_by"].text(60)
        parts["exported_at"].moment()
        self.campaign, self.campaign_history = _thing(parts["campaign"], Campaign)
        is_own = self.campaign["form"] == Campaign.Form.OWN
        if is_own != bool(self.campaign["programme"]):
            wanted = _('missions, because "form" is "own"') if is_own else _('no missions, because "form" is not "own"')
            raise parts["campaign"].at("programme").refuse(wanted)
        self.missions = programme_of(self.campaign["programme"])
        if "tiebreak_mission" in parts["campaign"].value:
            parts["campaign"].at("tiebreak_mission").whole(1, len(self.missions))
        roster = parts["players"].items(MOST_EVER_PLAYED)
        self.players = [_thing(player, Player) for player in roster]
        self._check_players()
        self.games = [_GameRows(self, game) for game in parts["games"].items(MOST_GAMES)]
        self._check_games()
        self._check_records()

    def _check_players(self) -> None:
        there = [player for player, _history in self.players if player["retired_at"] is None]
        playing = [player for player in there if not player["is_guest"]]
        fewest = Campaign(form=self.campaign["form"]).fewest_players
        if not fewest <= len(playing) <= MOST_PLAYERS:
            values = {"fewest": fewest, "most": MOST_PLAYERS, "found": len(playing)}
            raise ImportRefusedError(
                _("A campaign has %(fewest)s to %(most)s players; in this file %(found)s are playing.") % values
            )
        _tell_apart(there)
        if _twice(player["colour"] for player in playing):
            raise ImportRefusedError(_("Two players have the same color."))
        if not all(player["is_guest"] or player["counts"] for player, _history in self.players):
            raise ImportRefusedError(_("Only a guest can be left out of the standings."))

    def _check_games(self) -> None:
        finished = [rows.game for rows in self.games if rows.game["state"] == Game.State.FINISHED]
        if mission := _twice(game["mission"] for game in finished if game["counts"]):
            raise ImportRefusedError(_("Two games of mission %(mission)s count; only one can.") % {"mission": mission})

    def _check_records(self) -> None:
        histories = [self.campaign_history, *(history for _row, history in self.players)]
        for rows in self.games:
            histories += [rows.history, *(history for _row, history in rows.evaluations)]
        if (found := sum(map(len, histories))) > settings.IMPORT_RECORDS:
            values = {"where": "history", "most": settings.IMPORT_RECORDS, "found": found}
            raise ImportRefusedError(_("%(where)s: expected at most %(most)s, found %(found)s.") % values)
        if (
            sum(stored_size(record["values"]) for history in histories for record in history)
            > settings.IMPORT_STORED_BYTES
        ):
            megabytes = settings.IMPORT_STORED_BYTES // 1024 // 1024
            message = _("The history in this file needs more than %(megabytes)s MB. No group makes that many changes.")
            raise ImportRefusedError(message % {"megabytes": megabytes})

    @classmethod
    def read(cls, raw: bytes) -> "CampaignFile":
        """Read a file, and check that it describes a valid campaign. Raises ImportRefusedError."""
        return cls(_parsed(raw))


def _tell_apart(players: list[Row]) -> None:
    """Add a number to each name that looks like another player's name. Older releases accepted such names."""
    taken: set[str] = set()
    for player in players:
        name = player["name"]
        numbered = (f"{name[: length_of(Player, 'name') - 3]} {number}" for number in range(2, MOST_EVER_PLAYED + 2))
        player["name"] = next(each for each in (name, *numbered) if taken.isdisjoint(likenesses(each)))
        taken |= likenesses(player["name"])


class _GameRows:
    """A game of the file with its evaluations and ticks, read and checked."""

    def __init__(self, file: CampaignFile, value: Value) -> None:
        parts = value.record("history", "ticks", "evaluations", optional=COLUMNS[Game])
        self.where = value.where
        self.players = len(file.players)
        self.file = file
        self.game = _row(value, parts, Game)
        self.history = list(_history(parts["history"], Game))
        self.ticks = [step.text(length_of(Tick, "step"), empty=False) for step in parts["ticks"].items(MOST_TICKS)]
        entries = parts["evaluations"].items(MOST_EVER_PLAYED)
        self.evaluations = [_thing(entry, Evaluation) for entry in entries]
        self._check()

    def _check(self) -> None:
        rows = [row for row, _history in self.evaluations]
        self._check_references([self.game, *(record["values"] for record in self.history)])
        for row, history in self.evaluations:
            self._check_references([row, *(record["values"] for record in history)])
        self._check_seats(rows)
        if step := _twice(self.ticks):
            self._refuse(_("the step %(step)s is ticked twice.") % {"step": step})
        finished = self.game["state"] == Game.State.FINISHED
        stamp = RulesStamp.parse(self.game["rules_stamp"]) if self.game["rules_stamp"] else None
        if finished != (stamp is not None) or finished != (self.game["finished_at"] is not None):
            self._refuse(_("a finished game names its time and its rules; an open one names neither."))
        if stamp and not self._may_have(stamp):
            self._refuse(_("the game was scored by the rules of another mission."))
        rules = (stamp or RulesStamp.of(self._mission())).rules
        for row in rows:
            self._check_entry(row, rules, finished=finished)
        if finished and all(row["absent"] for row in rows):
            self._refuse(_("the game is finished, but nobody played it."))

    def _mission(self) -> Mission:
        """Return the game's mission, by its number in the programme or by the game's own mission line."""
        if self.game["line"] and not self.game["mission"]:
            mission = own_mission(self.game["line"])
        elif self.game["line"] or self.game["mission"] not in self.file.missions.positions:
            self._refuse(_("the programme has no such mission."))
        else:
            mission = self.file.missions[self.game["mission"]]
        return with_services(mission) if self.game["services"] else mission

    def _may_have(self, stamp: RulesStamp) -> bool:
        """Return True if `stamp` matches the game's mission, or if the group could change the mission."""
        own = RulesStamp.of(self._mission())
        is_same = (stamp.mission, stamp.line) == (own.mission, own.line)
        if self.file.campaign["form"] == Campaign.Form.GAMES:
            return is_same and stamp.services == own.services
        # A group may return to the ten missions, and then still has the games of its own programme.
        return self.file.campaign["form"] == Campaign.Form.OWN or not is_same or stamp.services == own.services

    def _check_seats(self, rows: list[Row]) -> None:
        if _twice(row["player"] for row in rows) is not None:
            self._refuse(_("a player has two entries."))
        if seat := _twice(row["seat"] for row in rows if row["seat"]):
            self._refuse(_("two players sit in seat %(seat)s.") % {"seat": seat})
        present = [row for row in rows if not row["absent"]]
        if len(present) > MOST_PLAYERS:
            self._refuse(_("more than %(most)s players are at the table.") % {"most": MOST_PLAYERS})
        if any(row["seat"] is None for row in present):
            self._refuse(_("somebody at the table has no seat."))

    def _check_entry(self, row: Row, rules: Any, *, finished: bool) -> None:
        if row["absent"] and (row["seat"] or row["city"] or row["pad"]):
            self._refuse(_("an absent player has a seat or a city."))
        if (row["city"] and row["pad"]) or (row["allocation"] and not row["city"]):
            self._refuse(_("an entry is either a city with its allocation or a score pad."))
        if row["city"]:
            try:
                read_city(line_of_columns(row["city"], row["allocation"]), rules)
            except CityError as error:
                self._refuse(str(error))
        has_result = row["total"] is not None
        if has_result != (finished and not row["absent"]):
            self._refuse(_("each player of a finished game has a result, and nobody else has one."))
        if any((row[name] is not None) != has_result for name in ("rank", "categories")):
            self._refuse(_("a result has a total, a rank and its categories."))
        if not has_result and any(row[name] is not None for name in RESULT_FIELDS):
            self._refuse(_("a result has a total, a rank and its categories."))
        is_whole = has_result and not (is_total_only(row["pad"]) and not row["categories"])
        if is_whole and sum(row["categories"].values()) != row["total"]:
            self._refuse(_("a total is not the sum of its categories."))
        if finished and not row["absent"] and not (row["city"] or row["pad"]):
            self._refuse(_("the game is finished, but an entry has neither a city nor a score pad."))

    def _check_references(self, rows: Iterable[Row]) -> None:
        for row in rows:
            for name in REFERENCES & row.keys():
                if row[name] is not None and row[name] >= self.players:
                    self._refuse(_("a player is named who is not in the file."))

    def _refuse(self, sentence: str) -> NoReturn:
        raise ImportRefusedError(f"{self.where}: {sentence}")


def _checked_notation(item: Value, row: Row) -> None:
    """Check that a city in the history can be read, because undo may restore it. It need not follow the rules."""
    try:
        City.parse(line_of_columns(row["city"], row["allocation"]))
    except NotationError as error:
        raise item.refuse(_("a city")) from error


def _twice(values: Iterable[Any]) -> Any:
    """Return the first value that occurs more than once; None if all values differ."""
    return next((value for value, count in Counter(values).items() if count > 1), None)
