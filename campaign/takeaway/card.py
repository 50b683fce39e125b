"""A finished game as a picture for a chat: who won, everybody's VP, and the city of the first."""

from collections.abc import Iterator

from django.utils.formats import date_format

from campaign.results.game_result import Entry, GameResult
from campaign.takeaway.drawing import Box, Drawing, Shape, Words
from campaign.takeaway.game import GAME_NAME
from campaign.web.theme import colour
from campaign.words import numbered_title, victory_points
from scoring import City
from scoring.kinds import KINDS, Digit

WIDTH, HEIGHT = 1200, 630  # what chats show whole
MARGIN = 56
HEAD = 196  # the blueprint with the headline
FOOT = 566
ROW = 84
BOARD = 392  # width of the city
SQUARE, GAP = 72, 8
LETTERS = "#14202b"  # the ink on a building's colour: the same on all, and readable on each


def card(result: GameResult) -> Drawing:
    """Draw a result in the language in force."""
    return Drawing(WIDTH, HEIGHT, result.headline, tuple(_shapes(result)))


def _shapes(result: GameResult) -> Iterator[Shape]:
    game, winner = result.game, result.entries[0]
    city = winner.evaluation.as_city
    yield Box(0, 0, WIDTH, HEIGHT, colour("paper"))
    yield Box(0, 0, WIDTH, HEAD, colour("blueprint"))
    whole = WIDTH - 2 * MARGIN
    mission = f"{GAME_NAME} · {numbered_title(game.as_mission)}"
    yield Words(MARGIN, 74, mission, 32, "#ffffff").within(whole, smallest=22)
    yield Words(MARGIN, 152, result.headline, 64, "#ffffff", 700).within(whole, smallest=34)
    right = WIDTH - MARGIN - (BOARD + MARGIN if city else 0)
    for index, entry in enumerate(result.entries):
        yield from _place(entry, HEAD + 28 + index * ROW, right)
    if city:
        yield from _city(city, WIDTH - MARGIN - BOARD, HEAD + 28)
    foot = " · ".join(filter(None, [game.campaign.name, date_format(game.played_on), game.place]))
    yield Words(MARGIN, FOOT + 34, foot, 26, colour("ink-soft")).within(whole - 200, smallest=18)
    yield Words(WIDTH - MARGIN, FOOT + 34, "Cornerstone", 26, colour("accent"), 700, "end")


def _place(entry: Entry, top: int, right: int) -> Iterator[Shape]:
    """Draw a line of the podium: rank, chip, name and VP."""
    player, rank = entry.player, entry.place.rank if entry.place else 0
    middle = top + ROW // 2 - 6
    yield Box(MARGIN, top, right - MARGIN, ROW - 12, colour("ochre" if rank == 1 else "line"), 14)
    yield Box(MARGIN + 3, top + 3, right - MARGIN - 6, ROW - 18, colour("surface"), 11)
    yield Words(MARGIN + 36, middle + 12, str(rank), 34, colour("ink-soft"), 700, "middle")
    yield Box(MARGIN + 68, middle - 22, 44, 44, colour(f"player-{player.colour}"), 22)
    yield Words(MARGIN + 90, middle + 9, player.name[:1].upper(), 26, "#ffffff", 700, "middle")
    points = Words(right - 24, middle + 13, victory_points(entry.evaluation.total or 0), 36, colour("ink"), 700, "end")
    yield points
    room = right - 24 - round(points.width) - 24 - (MARGIN + 130)
    yield Words(MARGIN + 130, middle + 12, player.name, 34, colour("ink")).within(room, smallest=20)


def _city(city: City, left: int, top: int) -> Iterator[Shape]:
    """Draw the city, each building a square in its colour with its letter of the notation."""
    columns = city.board.columns
    rows = len(city.squares) // columns
    step = SQUARE + GAP
    left += (BOARD - columns * step + GAP) // 2
    yield Box(left - 12, top, columns * step - GAP + 24, rows * step - GAP + 24, colour("sunken"), 16)
    for index, building in enumerate(city.squares):
        x, y = left + index % columns * step, top + 12 + index // columns * step
        if building is None:
            yield Box(x, y, SQUARE, SQUARE, colour("line"), 10)
            continue
        facts = KINDS[building.kind]
        code = facts.letter + (str(building.floors) if facts.digit is Digit.FLOORS else "")
        yield Box(x, y, SQUARE, SQUARE, colour(f"kind-{building.kind}"), 10)
        yield Words(x + SQUARE // 2, y + SQUARE // 2 + 12, code, 34, LETTERS, 700, "middle")
