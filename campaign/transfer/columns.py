"""The columns in the file of a campaign, by model, and the functions that read these columns.

A column has the same name in the database, in the file and in docs/export.md, except the columns in ACTION. If a file
lacks a column, the column gets the default of its field.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from campaign.models import Campaign, Evaluation, Game, Player
from campaign.models.bounds import MOST_EVER_PLAYED
from campaign.models.history import Signed
from campaign.scores.programmes import LONGEST_NAME, LONGEST_STORY, MOST_MISSIONS, ProgrammeEntry
from campaign.scores.score_pad import LONGEST_TYPED, TIEBREAK_FIELDS, TOTAL, PadError, parse_sum
from campaign.scores.stamps import EDITION, RulesStamp
from campaign.scores.words import words
from campaign.transfer.reading import ImportRefusedError, Value
from campaign.web.forms import HIGHEST_VERSION
from campaign.web.names import hidden_in, without
from campaign.zones import LONGEST_ZONE, find_zone
from scoring import CATEGORIES, THE_TEN, HouseRules, MissionLineError, Rules
from scoring.election import MOST_HEAD_START
from scoring.mission_lines import LONGEST_LINE
from scoring.tiles import MOST_PLAYERS

Read = Callable[[Value], Any]

FORMAT = 4  # the format of files; increase it if a change makes older files need an upgrade

# Limits far above the numbers of any real group.
HIGHEST_SCORE = 99_999
NAMELESS = "?"  # replaces a name without visible characters
HIGHEST_SMALL = 2**15 - 1
HIGHEST_IMPORTED_VERSION = HIGHEST_VERSION // 2  # leaves room for the version to grow

COLUMNS: dict[type[models.Model], tuple[str, ...]] = {
    Campaign: (
        "name",
        "language",
        "time_zone",
        "created",
        *(rule.name for rule in fields(HouseRules)),
        "election_by",
        "best_of",
        "table_runs_games",
        "analyses_open_games",
        "form",
        "programme",
    ),
    Player: ("name", "colour", "position", "retired_at", "is_guest", "counts", "head_start"),
    Game: (
        "mission",
        "line",
        "title",
        *Game.DETAILS,
        "first_player",
        "counts",
        "services",
        "phase",
        "pawn",
        "state",
        "version",
        "rules_stamp",
        "finished_at",
        "created",
        "begun_by",
    ),
    Evaluation: (
        "player",
        "seat",
        "absent",
        "city",
        "allocation",
        "pad",
        "version",
        "total",
        "categories",
        "inhabitants_on_buildings",
        "empty_squares",
        "rank",
        "best_possible",
    ),
}

# Columns whose field has another name: the name in the file and in the database, and the name of the field.
FIELDS = {"counts": "in_standings"}

# Columns that only the history of evaluations has: the name in the file, and the name in the database.
ACTION = {"action": "history_action", "key": "history_key", "by_link": "history_by_link"}

# In a file, each of these columns holds the index of a player in the file's list of players, counted from 0.
REFERENCES = frozenset({"player", "first_player", "pawn", "begun_by"})

# Columns that a file leaves out, such as keys, accounts and rights. The new owner decides whether to share results.
LEFT_OUT: dict[type[models.Model], set[str]] = {
    Campaign: {
        *("id", "public_id", "owner", "version", "deleted_at"),
        *("before", "votes_counted", "awaits_votes", "asked_for_share", "shares_results"),
    },
    Player: {
        *("id", "campaign", "account", "pin_hash", "folded_name", "namesake"),
        *("phone", "taken_at", "merged_into", "merged_at", "given"),
    },
    Game: {"id", "campaign", "deleted_at"},
    Evaluation: {"id", "game"},
}


BESIDE_VALUES = 100  # besides its values, a stored record takes about this many bytes


def stored_size(values: dict[str, Any]) -> int:
    """Estimate the bytes that a history record with these values takes in the database."""
    return BESIDE_VALUES + sum(len(str(value).encode()) for value in values.values())


def field_of(model: type[models.Model], name: str) -> Any:
    """Return the field of a column."""
    return model._meta.get_field(FIELDS.get(name, name))


def length_of(model: type[models.Model], name: str) -> int:
    """Return the number of characters that a column can hold."""
    return int(field_of(model, name).max_length)


def reader(model: type[models.Model], name: str) -> Read:
    """Return the function that reads a column: from READ, or else by the type of the field. Raises KeyError."""
    field = field_of(model, name)
    read = READ.get(name) or _by_field(field)
    return (lambda value: value.optional(read)) if field.null else read


def default(value: Value, model: type[models.Model], name: str) -> Any:
    """Return the default of a column that the file lacks. Raises ImportRefusedError if the column is required."""
    field = field_of(model, name)
    if not field.null and not field.has_default():
        raise value.at(name).refuse(_("a value"))
    return field.get_default()


def _by_field(field: Any) -> Read:
    if field.choices:
        return choice(value for value, _label in field.choices)
    if isinstance(field, models.CharField | models.TextField):
        read, lines = _name if field.name == "name" else Value.text, isinstance(field, models.TextField)
        longest = length_of(field.model, field.name)
        return lambda value: read(value, longest, empty=field.blank, lines=lines)
    return {
        models.BooleanField: Value.yes_or_no,
        models.DateTimeField: Value.moment,
        models.DateField: Value.day,
    }[type(field)]


def choice(choices: Iterable[str]) -> Read:
    known = tuple(choices)
    return lambda value: value.choice(known)


def _name(value: Value, longest: int, *, empty: bool, lines: bool) -> str:
    """Read a name, and drop invisible characters, which older releases accepted."""
    text = value.text(longest, empty=empty, lines=lines)
    seen = without(text, hidden_in(text)).strip()
    return seen if seen or empty else NAMELESS


def _whole(lowest: int, highest: int) -> Read:
    return lambda value: value.whole(lowest, highest)


def _sums(value: Value) -> dict[str, str]:
    """Read a score pad: the typed text of each field."""
    read: dict[str, str] = {}
    for name, typed in value.some_of([*CATEGORIES, *TIEBREAK_FIELDS, TOTAL]).items():
        try:
            parse_sum(read.setdefault(name, typed.text(LONGEST_TYPED)))
        except PadError as error:
            raise ImportRefusedError(f"{typed.where}: {error}") from error
    return read


def _points(value: Value) -> dict[str, int]:
    return {name: vp.whole(-HIGHEST_SCORE, HIGHEST_SCORE) for name, vp in value.some_of(CATEGORIES).items()}


def _stamp(value: Value) -> str:
    text = value.text(length_of(Game, "rules_stamp"))
    try:
        if text and RulesStamp.parse(text).edition not in range(1, EDITION + 1):
            raise value.refuse(_("rules of this Cornerstone or an older one"))
    except ImportRefusedError:
        raise
    except ValueError as error:
        raise value.refuse(_("the rules a game was scored by")) from error
    return text


def _zone(value: Value) -> str:
    name = value.text(LONGEST_ZONE)
    if name and find_zone(name) is None:
        raise value.refuse(_("a time zone such as Europe/Berlin"))
    return name


def _line(value: Value) -> str:
    try:
        return Rules.parse(text).line if (text := value.text(LONGEST_LINE)) else ""
    except MissionLineError as error:
        raise ImportRefusedError(f"{value.where}: {words(error.message)}") from error


def _title(value: Value) -> str:
    return _name(value, LONGEST_NAME, empty=True, lines=False)


def _programme(value: Value) -> list[ProgrammeEntry]:
    return [_entry(item) for item in value.items(MOST_MISSIONS)]


def _entry(item: Value) -> ProgrammeEntry:
    parts = item.some_of(("mission", "line", "name", "story"))
    if "mission" in parts:
        return {"mission": item.record("mission")["mission"].whole(1, len(THE_TEN))}
    parts = item.record("line", "name", "story")
    if not (line := _line(parts["line"])):
        raise parts["line"].refuse(_("text that is not empty"))
    return {"line": line, "name": _title(parts["name"]), "story": parts["story"].text(LONGEST_STORY, lines=True)}


# The functions for columns whose field type does not tell the valid values: numbers, references and special formats.
READ: dict[str, Read] = {
    "tiebreak_mission": _whole(1, MOST_MISSIONS),
    "best_of": _whole(1, MOST_MISSIONS),
    "programme": _programme,
    "time_zone": _zone,
    "head_start": _whole(0, MOST_HEAD_START),
    "position": _whole(0, HIGHEST_SMALL),
    "mission": _whole(0, MOST_MISSIONS),
    "line": _line,
    "title": _title,
    "first_player": _whole(0, MOST_EVER_PLAYED),
    "pawn": _whole(0, MOST_EVER_PLAYED),
    "begun_by": _whole(0, MOST_EVER_PLAYED),
    "player": _whole(0, MOST_EVER_PLAYED),
    "version": _whole(0, HIGHEST_IMPORTED_VERSION),
    "rules_stamp": _stamp,
    "seat": _whole(1, MOST_PLAYERS),
    "pad": _sums,
    "total": _whole(-HIGHEST_SCORE, HIGHEST_SCORE),
    "categories": _points,
    "inhabitants_on_buildings": _whole(0, HIGHEST_SMALL),
    "empty_squares": _whole(0, HIGHEST_SMALL),
    "rank": _whole(1, MOST_EVER_PLAYED),
    "best_possible": _whole(-HIGHEST_SCORE, HIGHEST_SCORE),
}
READERS = {model: {name: reader(model, name) for name in names} for model, names in COLUMNS.items()}
# A history may hold values that were allowed once but that today's rules refuse.
HISTORY_READERS = READERS | {
    Player: READERS[Player] | {"colour": lambda value: value.text(length_of(Player, "colour"))},
    Evaluation: READERS[Evaluation] | {"player": lambda value: value.optional(READ["player"])},
}
READ_RECORD: dict[str, Read] = {
    "at": Value.moment,
    "kind": choice("+~-"),
    "by": lambda value: value.optional(reader(Signed, "history_name")),
}
READ_ACTION: dict[str, Read] = {name: reader(Signed, column) for name, column in ACTION.items()}
