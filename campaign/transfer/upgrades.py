"""Upgrade an exported file of an older format to the present format, step by step."""

from collections.abc import Callable
from typing import Any

from campaign.models.history import Signed
from campaign.scores.score_pad import DIGITS_APART
from campaign.transfer.columns import length_of


def _name_actions(file: dict[str, Any]) -> None:
    """Upgrade from format 1 to 2: records of evaluations get `action`, `key` and `by_link` in place of `why`."""
    for thing in (file["campaign"], *file["players"], *file["games"]):
        # In format 1, moving an object to the bin added a record that changed no field. Drop such records.
        thing["history"] = [record for record in thing["history"] if record["changed"] != {}]
        for record in thing["history"]:
            del record["why"]
    for entry in (entry for game in file["games"] for entry in game["evaluations"]):
        for record in entry["history"]:
            why = record.pop("why") or ""
            action, _space, key = why.partition(" ")
            record["action"], record["key"] = (
                action[: length_of(Signed, "history_action")],
                key[: length_of(Signed, "history_key")],
            )
            record["by_link"] = bool(why) and record["by"] is None


def _join_digits(file: dict[str, Any]) -> None:
    """Upgrade a file from format 2 to 3: remove blanks between the digits of a number. Format 2 ignored such blanks."""
    for entry in (entry for game in file["games"] for entry in game["evaluations"]):
        for pad in (entry["pad"], *(record["changed"].get("pad", {}) for record in entry["history"])):
            pad.update({name: DIGITS_APART.sub("", text) for name, text in pad.items()})


FIRST_FORMAT = 1
# For each older format, the function that upgrades a file to the next format. Format 3 needs no function: it only lacks
# a column, and the column has a default. All older formats stay supported.
UPGRADES: dict[int, Callable[[dict[str, Any]], None]] = {1: _name_actions, 2: _join_digits}
