"""Read and check the file of a campaign, whole, before storing.py writes the first row."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from django.conf import settings
from django.db.models import Model
from django.utils.translation import gettext as _

from campaign.cities import CityError, line_of_columns, read_city
from campaign.models import Campaign, Colour, Election, Evaluation, Game, Player, Tick
from campaign.models.campaign import FIRST_MISSION, LAST_MISSION
from campaign.models.evaluation import RESULT_FIELDS
from campaign.models.history import Signed
from campaign.score_pad import TIEBREAK_FIELDS, PadError, parse_sum
from campaign.stamps import EDITION, RulesStamp
from campaign.transfer.columns import CAMPAIGN, EVALUATION, FORMAT, GAME, HOUSE_RULES, PLAYER, REFERENCES, length_of
from campaign.transfer.reading import RefusedError, Value
from campaign.transfer.upgrades import UPGRADES
from campaign.web.forms import HIGHEST_VERSION, is_hidden
from campaign.web.uploads import LARGEST_FILE
from scoring import CATEGORIES, MISSIONS, City, NotationError
from scoring.tiles import FEWEST_PLAYERS, MOST_PLAYERS

# Far more than a group plays.
MOST_EVER_PLAYED = 40
MOST_GAMES = 500
MOST_TICKS = 200
HIGHEST_SCORE = 99_999
HIGHEST_SMALL = 2**15 - 1
HIGHEST_IMPORTED_VERSION = HIGHEST_VERSION // 2  # so that it can go on counting
BESIDE_VALUES = 100  # bytes of a stored record besides its values, about


Row = dict[str, Any]
Columns = tuple[str, ...]
Read = Callable[[Value], Any]


def _parsed(raw: bytes) -> Row:
    """Parse the file's JSON and upgrade it to the present FORMAT. Raises RefusedError."""
    if len(raw) > LARGEST_FILE:
        raise RefusedError(too_large())
    try:
        file: Any = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RefusedError(_("This is not a complete campaign file: it cannot be read as JSON.")) from error
    if not isinstance(file, dict) or "format" not in file:
        raise RefusedError(_("This is not a campaign file: it does not name its format."))
    found = Value(file["format"], "format").whole(0, HIGHEST_VERSION)
    if found > FORMAT:
        values = {"found": found, "known": FORMAT}
        raise RefusedError(
            _(
                "This file has format %(found)s, but this Cornerstone reads only up to format %(known)s. The file "
                "comes from a newer Cornerstone: update this one first."
            )
            % values
        )
    while found < FORMAT:
        if found not in UPGRADES:
            raise RefusedError(_("Format %(found)s does not exist.") % {"found": found})
        try:
            file = UPGRADES[found](file)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise RefusedError(_("The file does not follow its format %(found)s.") % {"found": found}) from error
        found += 1
    return dict(file)


def too_large() -> str:
    return _("The file is too large: a campaign file has at most %(limit)s MB.") % {
        "limit": LARGEST_FILE // 1024 // 1024
    }


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"expected JSON, got {text}")


# --- How each column is read ------------------------------------------------------------------------------------------


def _text(longest: int, *, empty: bool = True, lines: bool = False) -> Read:
    return lambda value: value.text(longest, empty=empty, lines=lines)


def _column(model: type[Model], name: str, *, empty: bool = True, lines: bool = False) -> Read:
    """Read a text that is as long as its column at most."""
    return _text(length_of(model, name), empty=empty, lines=lines)


def _name(model: type[Model]) -> Read:
    """Read a name. Characters that cannot be seen are left out: forms refuse them, and older files have them."""

    def read(value: Value) -> str:
        text = value.text(length_of(model, "name"), empty=False)
        seen = "".join(sign for sign in text if not is_hidden(sign))
        return Value(seen, value.where).text(len(text), empty=False)

    return read


def _whole(lowest: int, highest: int) -> Read:
    return lambda value: value.whole(lowest, highest)


def _optional(read: Read) -> Read:
    return lambda value: value.optional(read)


def _choice(choices: Iterable[str]) -> Read:
    known = tuple(choices)
    return lambda value: value.choice(known)


def _sums(value: Value) -> dict[str, str]:
    """Read a score pad: text as typed, by category."""
    read: dict[str, str] = {}
    for name, typed in value.some_of([*CATEGORIES, *TIEBREAK_FIELDS]).items():
        try:
            parse_sum(read.setdefault(name, typed.text(200)))
        except PadError as error:
            raise RefusedError(f"{typed.where}: {error}") from error
    return read


def _points(value: Value) -> dict[str, int]:
    return {name: vp.whole(-HIGHEST_SCORE, HIGHEST_SCORE) for name, vp in value.some_of(CATEGORIES).items()}


def _stamp(value: Value) -> str:
    text = value.text(length_of(Game, "rules_stamp"))
    try:
        if text and RulesStamp.parse(text).edition not in range(1, EDITION + 1):
            raise value.refuse(_("rules of this Cornerstone or an older one"))
    except RefusedError:
        raise
    except ValueError as error:
        raise value.refuse(_("the rules a game was scored by")) from error
    return text


READ_CAMPAIGN: dict[str, Read] = {
    "name": _name(Campaign),
    "language": _choice(code for code, _name in settings.LANGUAGES),
    "created": Value.moment,
    "tiebreak_mission": _whole(FIRST_MISSION, LAST_MISSION),
    "election_by": _choice(Election.values),
    "best_of": _whole(1, len(MISSIONS)),
    "table_runs_games": Value.yes_or_no,
    "analyses_open_games": Value.yes_or_no,
} | {name: Value.yes_or_no for name in HOUSE_RULES if name != "tiebreak_mission"}

READ_PLAYER: dict[str, Read] = {
    "name": _name(Player),
    "colour": _choice(Colour.values),
    "position": _whole(0, HIGHEST_SMALL),
    "retired_at": _optional(Value.moment),
    "is_guest": Value.yes_or_no,
    "counts": Value.yes_or_no,
}
READ_GAME: dict[str, Read] = {
    "mission": _whole(FIRST_MISSION, LAST_MISSION),
    "played_on": Value.day,
    "place": _column(Game, "place"),
    "notes": _column(Game, "notes", lines=True),
    "first_player": _optional(_whole(0, MOST_EVER_PLAYED)),
    "counts": Value.yes_or_no,
    "state": _choice(Game.State.values),
    "version": _whole(0, HIGHEST_IMPORTED_VERSION),
    "rules_stamp": _stamp,
    "finished_at": _optional(Value.moment),
    "created": Value.moment,
}
READ_EVALUATION: dict[str, Read] = {
    "player": _whole(0, MOST_EVER_PLAYED),
    "seat": _optional(_whole(1, MOST_PLAYERS)),
    "absent": Value.yes_or_no,
    "city": _column(Evaluation, "city"),
    "allocation": _column(Evaluation, "allocation"),
    "pad": _sums,
    "version": _whole(0, HIGHEST_IMPORTED_VERSION),
    "total": _optional(_whole(-HIGHEST_SCORE, HIGHEST_SCORE)),
    "categories": _optional(_points),
    "inhabitants_on_buildings": _optional(_whole(0, HIGHEST_SMALL)),
    "empty_squares": _optional(_whole(0, HIGHEST_SMALL)),
    "rank": _optional(_whole(1, MOST_EVER_PLAYED)),
    "best_possible": _optional(_whole(-HIGHEST_SCORE, HIGHEST_SCORE)),
}
# A value that was allowed once stays in the history.
READ_HISTORY: dict[str, Read] = {"colour": _column(Player, "colour"), "player": _optional(_whole(0, MOST_EVER_PLAYED))}

READ_RECORD: dict[str, Read] = {
    "at": Value.moment,
    "kind": _choice("+~-"),
    "by": _optional(_column(Signed, "history_name")),
}
READ_ACTION: dict[str, Read] = {
    "action": _column(Signed, "history_action"),
    "key": _column(Signed, "history_key"),
    "by_link": Value.yes_or_no,
}


def _thing(
    value: Value, columns: Columns, read: Mapping[str, Read], of_record: Mapping[str, Read] = READ_RECORD
) -> tuple[Row, list[Row]]:
    """Read one row and the records of its history."""
    parts = value.record(*columns, "history")
    row = {name: read[name](parts[name]) for name in columns}
    return row, list(_history(parts["history"], columns, read, of_record))


def _history(value: Value, columns: Columns, read: Mapping[str, Read], of_record: Mapping[str, Read]) -> Iterable[Row]:
    """Yield the records of one row's history, each with all its values, changed or not."""
    now: Row = {}
    for item in value.items(settings.IMPORT_RECORDS):
        parts = item.record(*of_record, "changed")
        changed = parts["changed"].some_of(columns)
        values = {name: READ_HISTORY.get(name, read[name])(found) for name, found in changed.items()}
        if now | values == now:
            raise parts["changed"].refuse(_("a changed value"))
        now |= values
        if len(now) < len(columns):
            raise parts["changed"].refuse(_("every value in the first record"))
        if now.get("city") and changed.keys() & {"city", "allocation"}:
            _checked_notation(item, now)
        yield {"values": dict(now)} | {name: read_it(parts[name]) for name, read_it in of_record.items()}


class CampaignFile:
    """The rows of a file, read and checked."""

    def __init__(self, file: Row) -> None:
        parts = Value(file).record("format", "made_by", "exported_at", "campaign", "players", "games")
        parts["made_by"].text(60)
        parts["exported_at"].moment()
        self.campaign, self.campaign_history = _thing(parts["campaign"], CAMPAIGN, READ_CAMPAIGN)
        roster = parts["players"].items(MOST_EVER_PLAYED)
        self.players = [_thing(player, PLAYER, READ_PLAYER) for player in roster]
        self._check_players()
        self.games = [_GameRows(self, game) for game in parts["games"].items(MOST_GAMES)]
        self._check_games()
        self._check_records()

    def _check_players(self) -> None:
        there = [player for player, _history in self.players if player["retired_at"] is None]
        playing = [player for player in there if not player["is_guest"]]
        if not FEWEST_PLAYERS <= len(playing) <= MOST_PLAYERS:
            values = {"fewest": FEWEST_PLAYERS, "most": MOST_PLAYERS, "found": len(playing)}
            raise RefusedError(
                _("A campaign has %(fewest)s to %(most)s players; in this file %(found)s are playing.") % values
            )
        if name := _twice(player["name"].casefold() for player in there):
            raise RefusedError(_("Two players are called %(name)s.") % {"name": name})
        if _twice(player["colour"] for player in playing):
            raise RefusedError(_("Two players have the same color."))
        if not all(player["is_guest"] or player["counts"] for player, _history in self.players):
            raise RefusedError(_("Only a guest can be left out of the standings."))

    def _check_games(self) -> None:
        finished = [rows.game for rows in self.games if rows.game["state"] == Game.State.FINISHED]
        if mission := _twice(game["mission"] for game in finished if game["counts"]):
            raise RefusedError(_("Two games of mission %(mission)s count; only one can.") % {"mission": mission})

    def _check_records(self) -> None:
        histories = [self.campaign_history, *(history for _row, history in self.players)]
        for rows in self.games:
            histories += [rows.history, *(history for _row, history in rows.evaluations)]
        if (found := sum(map(len, histories))) > settings.IMPORT_RECORDS:
            values = {"where": "history", "most": settings.IMPORT_RECORDS, "found": found}
            raise RefusedError(_("%(where)s: expected at most %(most)s, found %(found)s.") % values)
        if sum(_stored_size(record) for history in histories for record in history) > settings.IMPORT_STORED_BYTES:
            megabytes = settings.IMPORT_STORED_BYTES // 1024 // 1024
            message = _("The history in this file needs more than %(megabytes)s MB. No group makes that many changes.")
            raise RefusedError(message % {"megabytes": megabytes})

    @classmethod
    def read(cls, raw: bytes) -> "CampaignFile":
        """Read a file and see that it can be a campaign. Raises RefusedError."""
        return cls(_parsed(raw))


def _stored_size(record: Row) -> int:
    """Return about how many bytes the database keeps for a record."""
    return BESIDE_VALUES + sum(len(str(value).encode()) for value in record["values"].values())


class _GameRows:
    """A game, its evaluations and its ticks."""

    def __init__(self, file: CampaignFile, value: Value) -> None:
        parts = value.record(*GAME, "history", "ticks", "evaluations")
        self.where = value.where
        self.players = len(file.players)
        self.game = {name: READ_GAME[name](parts[name]) for name in GAME}
        self.history = list(_history(parts["history"], GAME, READ_GAME, READ_RECORD))
        self.ticks = [step.text(length_of(Tick, "step"), empty=False) for step in parts["ticks"].items(MOST_TICKS)]
        entries = parts["evaluations"].items(MOST_EVER_PLAYED)
        self.evaluations = [_thing(entry, EVALUATION, READ_EVALUATION, READ_RECORD | READ_ACTION) for entry in entries]
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
        if stamp and stamp.mission != self.game["mission"]:
            self._refuse(_("the game was scored by the rules of another mission."))
        rules = (stamp or RulesStamp(self.game["mission"])).rules
        for row in rows:
            self._check_entry(row, rules, finished=finished)
        if finished and all(row["absent"] for row in rows):
            self._refuse(_("the game is finished, but nobody played it."))

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
        if has_result and sum(row["categories"].values()) != row["total"]:
            self._refuse(_("a total is not the sum of its categories."))
        if finished and not row["absent"] and not (row["city"] or row["pad"]):
            self._refuse(_("the game is finished, but an entry has neither a city nor a score pad."))

    def _check_references(self, rows: Iterable[Row]) -> None:
        for row in rows:
            for name in REFERENCES & row.keys():
                if row[name] is not None and row[name] >= self.players:
                    self._refuse(_("a player is named who is not in the file."))

    def _refuse(self, sentence: str) -> NoReturn:
        raise RefusedError(f"{self.where}: {sentence}")


def _checked_notation(item: Value, row: Row) -> None:
    """Check a city of the history, which undo may bring back: it has to be one, if not one that scores today."""
    try:
        City.parse(line_of_columns(row["city"], row["allocation"]))
    except NotationError as error:
        raise item.refuse(_("a city")) from error


def _twice(values: Iterable[Any]) -> Any:
    """Return the first value that occurs more than once, None if there is none."""
    return next((value for value, count in Counter(values).items() if count > 1), None)
