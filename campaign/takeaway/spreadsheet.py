"""Write the evaluation log as CSV that spreadsheet programs open directly. No cell can run as a formula."""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from itertools import chain, repeat

from django.utils.translation import gettext

from campaign.models import Campaign, Evaluation, Game
from campaign.scores.cities import line_of_columns
from campaign.scores.words import CATEGORY_NAMES, words
from scoring import CATEGORIES

# The byte order mark. Without it, spreadsheet programs misread letters such as "ü".
MARK = "\ufeff"
# Matches positions where a spreadsheet program could read a formula: before =, +, -, @ or their full-width forms, and
# before a leading tab or line break. Also matches in the middle of a cell, where some programs begin a new cell.
FORMULA = re.compile(r"\A(?=[\t\r\n])|(?<![^\W_])(?<!')(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")

CellValue = str | int | None


class CityLine(str):
    """A city's notation in a cell. Only its start may get an apostrophe, so that people can copy the notation.

    This is safe: a formula needs brackets or the name of a program to do harm, and a notation has neither.
    """

    __slots__ = ()


def log_as_csv(campaign: Campaign) -> str:
    """Return the log as CSV, with one row for each player of each finished game. Sort the games by mission.

    Only the first row of a game has the game's note. Makes no query if the campaign's games are prefetched.
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerows([harmless(cell) for cell in row] for row in (_head(), *_rows(campaign)))
    return MARK + file.getvalue()


def harmless(cell: CellValue) -> CellValue:
    """Put an apostrophe before each position in a text where a formula could begin. Leave numbers unchanged."""
    if isinstance(cell, CityLine):
        return f"'{cell}" if FORMULA.match(cell) else cell
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def _head() -> list[CellValue]:
    return [
        gettext("Mission"),
        gettext("Title"),
        gettext("Date"),
        gettext("Place"),
        gettext("Counts"),
        gettext("Player"),
        gettext("Seat"),
        gettext("Rank"),
        gettext("VP"),
        *[str(CATEGORY_NAMES[category]) for category in CATEGORIES],
        gettext("Inhabitants on buildings"),
        gettext("Empty squares"),
        gettext("Most this city can bring"),
        gettext("City"),
        gettext("Note"),
    ]


def _rows(campaign: Campaign) -> Iterator[list[CellValue]]:
    finished = [game for game in campaign.games.all() if game.is_finished]
    for game in sorted(finished, key=lambda game: (game.mission, game.played_on, game.pk)):
        for note, evaluation in zip(chain([game.notes], repeat("")), game.by_rank, strict=False):
            yield [*_of_game(game), *_of_entry(evaluation), note]
        for evaluation in game.absent:
            yield [*_of_game(game), evaluation.player.name, None, gettext("absent")]


def _of_game(game: Game) -> list[CellValue]:
    counts = gettext("yes") if game.counts else gettext("no")
    return [game.mission, words(game.as_mission.title), game.played_on.isoformat(), game.place, counts]


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
