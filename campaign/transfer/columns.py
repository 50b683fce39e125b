"""The columns that make a campaign's file, by model. Each name is the same in database, file and docs/export.md.

A test compares these with the models: a new column has to be put here (and FORMAT raised), or among those left out.
"""

from dataclasses import fields
from typing import Any

from django.db.models import Model

from scoring import HouseRules

# Raise it when the files of today need an upgrade to be read: see upgrades.py.
FORMAT = 4

HOUSE_RULES = tuple(rule.name for rule in fields(HouseRules))

CAMPAIGN = (
    "name",
    "language",
    "created",
    *HOUSE_RULES,
    "election_by",
    "best_of",
    "table_runs_games",
    "analyses_open_games",
)
PLAYER = ("name", "colour", "position", "retired_at", "is_guest", "counts")
GAME = (
    "mission",
    "played_on",
    "place",
    "notes",
    "first_player",
    "counts",
    "state",
    "version",
    "rules_stamp",
    "finished_at",
    "created",
)
EVALUATION = (
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
)

# The columns that only the history of an evaluation has, by their names in a file.
ACTION = {"action": "history_action", "key": "history_key", "by_link": "history_by_link"}

# In a file these hold the number of a player in its list of players, counted from 0.
REFERENCES = frozenset({"player", "first_player"})

# Columns that say nothing about the campaign itself: keys, owner, accounts and rights of access.
LEFT_OUT = {
    "campaign": {"id", "public_id", "owner", "version", "deleted_at"},
    "player": {"id", "campaign", "account", "pin_hash"},
    "game": {"id", "campaign"},
    "evaluation": {"id", "game"},
}


def length_of(model: type[Model], name: str) -> int:
    """Return how many characters a column takes."""
    field: Any = model._meta.get_field(name)
    return int(field.max_length)
