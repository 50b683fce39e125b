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

MARK = "\ufeff"  # without this mark, spreadsheet programs misread letters such as umlauts
# The places where a formula could begin. A cell runs as a formula if it begins with =, +, - or @. In some programs the
# wide forms of these signs count too. A program with another separator may begin a cell after any sign that is neither
# a letter nor a digit.
FORMULA = re.compile(r"\A(?=[\t\r\n])|(?<![^\W_])(?<!')(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")

CellValue = str | int | None


class CityLine(str):
    """A city's notation, which people copy from the spreadsheet.

    `harmless` puts an apostrophe before a notation that begins with a minus, and changes no other notation. Signs
    inside a notation are harmless, because a formula needs a bracket or a name.
    """

    __slots__ = ()


def log_as_csv(campaign: Campaign) -> str:
    """Write every entry of every finished game, by mission. Makes no query if the campaign's games are prefetched.

    A game's note is only in its first row. Without the note, a row has at most a kilobyte. So a file of 20,000 rows,
    the most that an import makes, has at most 25 MB.
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerows([harmless(cell) for cell in row] for row in (_head(), *_rows(campaign)))
    return MARK + file.getvalue()


def harmless(cell: CellValue) -> CellValue:
    """Put an apostrophe before each place of a text where a formula could begin. Numbers stay unchanged.

    A line of the notation gets an apostrophe only at its start.
    """
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
