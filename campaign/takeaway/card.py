"""Draw a finished game as a picture for a chat: who won, the VP of all players, and the winner's city."""

from collections.abc import Iterator

from django.utils.formats import date_format

from campaign.results.game_result import GameResult, LogEntry
from campaign.scores.boards import drawing_of
from campaign.scores.words import victory_points
from campaign.takeaway.drawing import Box, CardDrawing, Icon, Shape, Words
from campaign.takeaway.game import GAME_NAME
from campaign.takeaway.letters import clusters
from campaign.web.preferences import colour
from scoring import City

WIDTH, HEIGHT = 1200, 630  # pixels; chat apps show a picture of this size without cropping it
MARGIN = 56
HEAD = 196  # height of the part with the headline
FOOT = 566
ROW = 84
BOARD = 392  # width of the city
SQUARE, GAP = 72, 8
ICON_LINES = "#14202b"  # the colour of the lines in the icons of buildings


def card(result: GameResult) -> CardDrawing:
    """Draw the result of a game in the active language."""
    return CardDrawing(WIDTH, HEIGHT, result.headline, tuple(_shapes(result)))


def _shapes(result: GameResult) -> Iterator[Shape]:
    game, winner = result.game, result.entries[0]
    city = winner.evaluation.as_city
    yield Box(0, 0, WIDTH, HEIGHT, colour("paper"))
    yield Box(0, 0, WIDTH, HEAD, colour("blueprint"))
    whole = WIDTH - 2 * MARGIN
    mission = f"{GAME_NAME} · {game.numbered_title}"
    yield Words(MARGIN, 74, mission, 32, "#ffffff").within(whole, smallest=22)
    yield Words(MARGIN, 152, result.headline, 64, "#ffffff", 700).within(whole, smallest=34)
    right = WIDTH - MARGIN - (BOARD + MARGIN if city else 0)
    for index, entry in enumerate(result.entries):
        yield from _rank(entry, HEAD + 28 + index * ROW, right, with_rank=not result.is_solo)
    if city:
        yield from _city(city, WIDTH - MARGIN - BOARD, HEAD + 28)
    foot = " · ".join(filter(None, [game.campaign.name, date_format(game.played_on), game.place]))
    yield Words(MARGIN, FOOT + 34, foot, 26, colour("ink-soft")).within(whole - 200, smallest=18)
    yield Words(WIDTH - MARGIN, FOOT + 34, "Cornerstone", 26, colour("accent"), 700, "end")


def _rank(entry: LogEntry, top: int, right: int, *, with_rank: bool) -> Iterator[Shape]:
    """Draw one player's line: rank, colour chip, name and VP. A solo player has no rank."""
    player, rank = entry.player, entry.ranked.rank if entry.ranked else 0
    middle = top + ROW // 2 - 6
    yield Box(MARGIN, top, right - MARGIN, ROW - 12, colour("ochre" if rank == 1 and with_rank else "line"), 14)
    yield Box(MARGIN + 3, top + 3, right - MARGIN - 6, ROW - 18, colour("surface"), 11)
    if with_rank:
        yield Words(MARGIN + 36, middle + 12, str(rank), 34, colour("ink-soft"), 700, "middle")
    yield Box(MARGIN + 68, middle - 22, 44, 44, colour(f"player-{player.colour}"), 22)
    yield Words(MARGIN + 90, middle + 9, clusters(player.name)[0].upper(), 26, "#ffffff", 700, "middle")
    points = Words(right - 24, middle + 13, victory_points(entry.evaluation.total or 0), 36, colour("ink"), 700, "end")
    yield points
    room = right - 24 - round(points.width) - 24 - (MARGIN + 130)
    yield Words(MARGIN + 130, middle + 12, player.name, 34, colour("ink")).within(room, smallest=20)


def _city(city: City, left: int, top: int) -> Iterator[Shape]:
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
        yield Box(x, y, SQUARE, SQUARE, colour("surface"), 10)
        yield Icon(x + 6, y + 6, SQUARE - 12, drawing_of(building), ICON_LINES, colour(f"kind-{building.kind}"))
