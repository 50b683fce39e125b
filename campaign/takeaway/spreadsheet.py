"""Write the evaluation log as CSV or as a workbook, for spreadsheet programs. No cell can run as a formula."""

import csv
import re
from collections.abc import Iterator
from datetime import date, datetime, time
from io import BytesIO, StringIO
from itertools import chain, repeat

from django.utils.formats import get_format
from django.utils.translation import gettext, override
from xlsxwriter import Workbook

from campaign.models import Campaign, Evaluation
from campaign.scores.cities import line_of_columns
from campaign.scores.words import CATEGORY_NAMES, words
from scoring import CATEGORIES

# The byte order mark. Without it, spreadsheet programs misread letters such as "ü".
MARK = "\ufeff"
# Matches positions where a spreadsheet program could read a formula: before =, +, -, @ or their full-width forms, and
# before a leading tab or line break. Also matches in the middle of a cell, where some programs begin a new cell.
FORMULA = re.compile(r"\A(?=[\t\r\n])|(?<![^\W_])(?<!')(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")

COMMA, SEMICOLON = ",", ";"
WIDTH = 14  # the width of a workbook's columns, in letters

CellValue = str | int | date | None


class CityLine(str):
    """A city's notation in a cell. Only its start may get an apostrophe, so that people can copy the notation.

    This is safe: a formula needs brackets or the name of a program to do harm, and a notation has neither.
    """

    __slots__ = ()


def log_as_csv(campaign: Campaign, separator: str = COMMA, *, for_programs: bool = False) -> str:
    """Return the log as CSV, with one row for each player of each finished game. Sort the games by mission.

    Only the first row of a game has the game's note. Makes no query if the campaign's games are prefetched.
    """
    file = StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator="\r\n")
    rows = (_head(for_programs=for_programs), *_rows(campaign))
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return MARK + file.getvalue()


def log_for_programs(campaign: Campaign) -> str:
    """Return the log as CSV with the same columns and words, whatever the reader's language is."""
    with override("en"):
        return log_as_csv(campaign, for_programs=True)


def log_as_xlsx(campaign: Campaign) -> bytes:
    """Return the same log as a workbook. Its cells are texts, numbers and dates, so no cell can run as a formula."""
    file = BytesIO()
    with Workbook(file, {"in_memory": True}) as workbook:
        sheet, bold = workbook.add_worksheet(), workbook.add_format({"bold": True})
        day = workbook.add_format({"num_format": "yyyy-mm-dd"})
        head = _head()
        for row, cells in enumerate((head, *_rows(campaign))):
            for column, cell in enumerate(cells):
                if isinstance(cell, date):
                    sheet.write_datetime(row, column, datetime.combine(cell, time()), day)
                elif isinstance(cell, str):
                    sheet.write_string(row, column, cell, bold if row == 0 else None)
                elif cell is not None:
                    sheet.write_number(row, column, cell)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, row, len(head) - 1)
        sheet.set_column(0, len(head) - 1, WIDTH)
    return file.getvalue()


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
    finished = [game for game in campaign.games.all() if game.is_finished]
    for game in sorted(finished, key=lambda game: (game.mission, game.played_on, game.pk)):
        counts = gettext("yes") if game.counts else gettext("no")
        of_game: list[CellValue] = [game.mission, words(game.as_mission.title), game.played_on, game.place, counts]
        for note, evaluation in zip(chain([game.notes], repeat("")), game.by_rank, strict=False):
            yield [*of_game, *_of_entry(evaluation), note]
        for evaluation in game.absent:
            yield [*of_game, evaluation.player.name, None, gettext("absent")]


def _of_entry(evaluation: Evaluation) -> list[CellValue]:
    categories = evaluation.categories or {}
    return [
        evaluation.player.name,
        evaluation.seat,
        evaluation.rank,
        evaluation.total,
        *[categories.get(category) for category in CATEGORIES],
        evaluation.inhabitants_on_buildings,
        evaluation.empty_squares,
        evaluation.best_possible,
        CityLine(line_of_columns(evaluation.city, evaluation.allocation)),
    ]
