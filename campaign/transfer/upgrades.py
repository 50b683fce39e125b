"""Bring the file of an older format to the present one, step by step."""

from collections.abc import Callable
from typing import Any

from campaign.models import Election
from campaign.models.history import Signed
from campaign.score_pad import DIGITS_APART
from campaign.transfer.columns import length_of
from scoring.election import DEFAULT_BEST_OF


def _name_actions(file: dict[str, Any]) -> dict[str, Any]:
    """Bring a file of format 1, whose records say `why`, to format 2, where those of entries name the action."""
    for thing in (file["campaign"], *file["players"], *file["games"]):
        # A campaign that was in the bin left records that say nothing of what is in the file.
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
    return file


def _add_elections_and_guests(file: dict[str, Any]) -> dict[str, Any]:
    """Bring a file of format 2 to format 3. There all VP decided, nobody was a guest, and a pad read "4 2" as 42."""
    of_campaign = {"election_by": Election.TOTAL.value, "best_of": DEFAULT_BEST_OF, "table_runs_games": True}
    of_player = {"is_guest": False, "counts": True}
    for thing, columns in ((file["campaign"], of_campaign), *((player, of_player) for player in file["players"])):
        thing.update(columns)
        for record in thing["history"][:1]:
            record["changed"].update(columns)
    for entry in (entry for game in file["games"] for entry in game["evaluations"]):
        for pad in (entry["pad"], *(record["changed"].get("pad", {}) for record in entry["history"])):
            pad.update({name: DIGITS_APART.sub("", text) for name, text in pad.items()})
    return file


def _keep_open_games_to_themselves(file: dict[str, Any]) -> dict[str, Any]:
    """Bring a file of format 3 to format 4. There no city was analyzed before its game was finished."""
    campaign = file["campaign"]
    for values in (campaign, *(record["changed"] for record in campaign["history"][:1])):
        values["analyses_open_games"] = False
    return file


# By the number of an older format, the function that turns its files into those of the next. All stay supported.
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: _name_actions,
    2: _add_elections_and_guests,
    3: _keep_open_games_to_themselves,
}
