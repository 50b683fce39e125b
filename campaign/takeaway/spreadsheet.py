"""The evaluation log as a spreadsheet: CSV that LibreOffice and its kin open as it is, and that runs nothing there."""

import csv
from collections.abc import Iterator
from io import StringIO

from django.utils.translation import gettext

from campaign.cities import line_of_columns
from campaign.models import Campaign, Evaluation, Game
from campaign.words import CATEGORY_NAMES, words
from scoring import CATEGORIES

MARK = "\ufeff"  # without it a spreadsheet takes the umlauts for another alphabet
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a cell begins with that a spreadsheet would carry out

Cell = str | int | None


def log_as_csv(campaign: Campaign) -> str:
    """Write every entry of every finished game, by mission. The campaign comes with everything; no query."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerows([harmless(cell) for cell in row] for row in (_head(), *_rows(campaign)))
    return MARK + file.getvalue()


def harmless(cell: Cell) -> Cell:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def _head() -> list[Cell]:
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


def _rows(campaign: Campaign) -> Iterator[list[Cell]]:
    finished = [game for game in campaign.games.all() if game.is_finished]
    for game in sorted(finished, key=lambda game: (game.mission, game.played_on, game.pk)):
        for evaluation in game.by_rank:
            yield [*_of_game(game), *_of_entry(evaluation)]
        for evaluation in game.absent:
            yield [*_of_game(game), evaluation.player.name, None, gettext("absent")]


def _of_game(game: Game) -> list[Cell]:
    counts = gettext("yes") if game.counts else gettext("no")
    return [game.mission, words(game.as_mission.title), game.played_on.isoformat(), game.place, counts]


def _of_entry(evaluation: Evaluation) -> list[Cell]:
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
        line_of_columns(evaluation.city, evaluation.allocation),
        evaluation.game.notes,
    ]
