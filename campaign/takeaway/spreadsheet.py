"""Write the evaluation log as CSV or as a workbook, for spreadsheet programs. No cell can run as a formula."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC
from itertools import chain, repeat
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext

from campaign.models import Campaign, Evaluation
from campaign.scores.cities import line_of_columns
from campaign.scores.names import numbered_name
from campaign.scores.words import CATEGORY_NAMES, words
from campaign.takeaway.workbook import CellValue, workbook
from campaign.web.one_state import one_state
from campaign.web.responses import joined, made_for
from scoring import CATEGORIES

# The byte order mark. Without it, spreadsheet programs misread letters such as "ü".
MARK = "\ufeff"
# Matches positions where a spreadsheet program could read a formula: before =, +, -, @ or their full-width forms, and
# before a leading tab or line break. Also matches in the middle of a cell, where some programs begin a new cell.
FORMULA = re.compile(r"\A(?=[\t\r\n])|(?<![^\W_])(?<!')(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")

COMMA, SEMICOLON = ",", ";"
# The columns of a player's row, besides those of the game.
OF_ENTRY = (
    *("game_id", "absent", "player__name", "player__namesake", "player__is_guest"),
    *("seat", "rank", "total", "categories"),
    *("inhabitants_on_buildings", "empty_squares", "best_possible", "city", "allocation"),
)


class CityLine(str):
    """A city's notation in a cell. Only its start may get an apostrophe, so that people can copy the notation.

    This is safe: a formula needs brackets or the name of a program to do harm, and a notation has neither.
    """

    __slots__ = ()


def log_as_csv(campaign: Campaign, separator: str = COMMA, *, for_programs: bool = False) -> Iterator[str]:
    """Write the log as CSV in pieces, with one row for each player of each finished game. Sort the games by mission.

    Only the first row of a game has the game's note.
    """
    writer = csv.writer(Echo(), delimiter=separator, lineterminator="\r\n")
    rows = chain([_head(for_programs=for_programs)], _rows(campaign))
    return joined(chain([MARK], (writer.writerow(map(harmless, row)) for row in rows)))


def log_for_programs(campaign: Campaign) -> Iterator[str]:
    """Write the log as CSV with the same columns and words, whatever the reader's language is."""
    return made_for("en", UTC, log_as_csv(campaign, for_programs=True))


def log_as_xlsx(campaign: Campaign) -> Iterator[bytes]:
    """Write the same log as a workbook, in pieces. Its cells are no formulas, whatever is in them."""
    return workbook([str(cell) for cell in _head()], list(_rows(campaign)))


class Echo:
    """A file that returns what is written instead of keeping it, as Django's documentation streams CSV."""

    def write(self, text: str) -> str:
        return text


def usual_separator() -> str:
    """Return the separator that spreadsheet programs expect in the reader's language.

    Where a comma separates the decimals of a number, a semicolon separates the cells of a row.
    """
    return SEMICOLON if get_format("DECIMAL_SEPARATOR") == COMMA else COMMA


def harmless(cell: CellValue) -> CellValue:
    """Put an apostrophe before each position in a text where a formula could begin. Leave numbers unchanged."""
    if isinstance(cell, CityLine):
        return f"'{cell}" if FORMULA.match(cell) else cell
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def _head(*, for_programs: bool = False) -> list[CellValue]:
    heads = {
        "mission": gettext("Mission number"),
        "title": gettext("Title"),
        "date": gettext("Date"),
        "place": gettext("Place"),
        "counts": gettext("Counts"),
        "player": gettext("Player"),
        "seat": gettext("Seat"),
        "rank": gettext("Rank"),
        "vp": gettext("VP"),
        **{f"vp_{category}": str(CATEGORY_NAMES[category]) for category in CATEGORIES},
        "inhabitants_on_buildings": gettext("Inhabitants on buildings"),
        "empty_squares": gettext("Empty squares"),
        "best_possible": gettext("Most this city can bring"),
        "city": gettext("City"),
        "note": gettext("Note"),
    }
    return list(heads if for_programs else heads.values())


def _rows(campaign: Campaign) -> Iterator[list[CellValue]]:
    """Yield a row for each player. Everything is read before the first row, from one state, by two queries."""
    with one_state():
        games = list(campaign.games.finished().order_by("mission", "played_on", "pk"))
        entries = defaultdict(list)
        for entry in Evaluation.objects.filter(game__in=campaign.games.finished()).values_list(*OF_ENTRY, named=True):
            entries[entry.game_id].append(entry)
    for game in games:
        counts = gettext("yes") if game.in_standings else gettext("no")
        of_game: list[CellValue] = [game.mission, words(game.as_mission.title), game.played_on, game.place, counts]
        present = [entry for entry in entries[game.pk] if not entry.absent]
        for note, entry in zip(
            chain([game.notes], repeat("")), sorted(present, key=lambda entry: entry.rank or 0), strict=False
        ):
            yield [*of_game, *_of_entry(entry), note]
        for entry in entries[game.pk]:
            if entry.absent and not entry.player__is_guest:
                yield [*of_game, _player_of(entry), None, gettext("absent")]


def _player_of(entry: Any) -> str:
    return numbered_name(entry.player__name, entry.player__namesake)


def _of_entry(entry: Any) -> list[CellValue]:
    categories = entry.categories or {}
    return [
        _player_of(entry),
        entry.seat,
        entry.rank,
        entry.total,
        *[categories.get(category) for category in CATEGORIES],
        entry.inhabitants_on_buildings,
        entry.empty_squares,
        entry.best_possible,
        CityLine(line_of_columns(entry.city, entry.allocation)),
    ]
