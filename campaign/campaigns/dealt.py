"""Deal missions into the form of a campaign's programme: five at once, or another one into a row."""

from collections.abc import Collection

from django.http import QueryDict

from campaign.scores.programmes import MOST_MISSIONS
from campaign.scores.words import words
from campaign.web.names import generated_word
from scoring import Mission
from scoring.dealing import FIVE, deal, deal_programme

EVERYTHING = "five"  # the value of the button that deals five missions; the value of the others is the number of a row
OWN = "own"


def with_dealt(data: QueryDict, wanted: str, played: Collection[int]) -> QueryDict:
    """Return the form's data with dealt missions, in a row or in place of all missions that have no game.

    `played` are the positions, in the stored programme, of the missions with a game. Everything else stays as typed.
    """
    data = data.copy()
    rows = range(_number(data.get("missions-TOTAL_FORMS", "")))
    free = [row for row in rows if _number(data.get(f"missions-{row}-was", "")) not in played]
    if wanted != EVERYTHING:
        if _number(wanted, -1) in free:
            lines = [line for row in rows for line in data.getlist(f"missions-{row}-line")]
            _fill(data, int(wanted), deal(generated_word(), besides=lines))
        return data
    dealt = list(deal_programme(generated_word(), FIVE))
    missing = max(0, min(len(dealt) - len(free), MOST_MISSIONS + 1 - len(rows)))
    added = [*range(len(rows), len(rows) + missing)]
    for row in free[len(dealt) :]:
        data[f"missions-{row}-mission"] = ""
    for row in added:
        data[f"missions-{row}-order"] = str(row + 1)
    data["missions-TOTAL_FORMS"] = str(len(rows) + missing)
    for row, mission in zip([*free, *added], dealt, strict=False):
        _fill(data, row, mission)
    return data


def _number(typed: str, otherwise: int = 0) -> int:
    """Read a small number that the page has sent."""
    return int(typed) if typed.isdecimal() and int(typed[:3]) <= MOST_MISSIONS + 1 else otherwise


def _fill(data: QueryDict, row: int, mission: Mission) -> None:
    values = {"mission": OWN, "line": mission.rules.line, "name": words(mission.title), "story": ""}
    for name, value in values.items():
        data[f"missions-{row}-{name}"] = value
