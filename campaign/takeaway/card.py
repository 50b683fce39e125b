"""Draw a finished game as a picture for a chat, like the poster of its page: the winner, the cities, a bar for each."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext

from campaign.results.charts import PROFILE_WIDTH, Stack
from campaign.results.game_result import GameResult, LogEntry
from campaign.scores.boards import drawing_of
from campaign.scores.words import signed
from campaign.takeaway.drawing import Box, CardDrawing, Icon, Shape, Words
from campaign.takeaway.game import GAME_NAME
from campaign.takeaway.letters import clusters
from campaign.web.preferences import colour
from scoring import City

WIDTH, HEIGHT = 1200, 630  # pixels; chat apps show a picture of this size without cropping it
MARGIN = 48
MIDDLE = WIDTH // 2
WHOLE = WIDTH - 2 * MARGIN
FRAME_TOP, FRAME_HEIGHT, GAP = 136, 296, 20  # of the frames with the cities; GAP is between two
WIDEST = 300  # the greatest width of a city with its frame
CITY, NAME = 224, 56  # heights of a city, and of the line with the name below it
BARS = FRAME_TOP + FRAME_HEIGHT + GAP  # top of the bars
BAR = 29  # height of a bar and the space below it
FOOT = 612
RING = 5  # the winner's border
WHITE, SOFT = "#ffffff", "#cfe0ee"
ICON_LINES = "#14202b"  # the colour of the lines in the icons of buildings


def card(result: GameResult) -> CardDrawing:
    """Draw the result of a game in the active language."""
    return CardDrawing(WIDTH, HEIGHT, result.headline, tuple(_shapes(result)))


def _shapes(result: GameResult) -> Iterator[Shape]:
    game = result.game
    yield Box(0, 0, WIDTH, HEIGHT, colour("blueprint"))
    mission = f"{GAME_NAME} · {game.numbered_title}"
    yield Words(MIDDLE, 48, mission, 26, SOFT, 500, "middle").within(WHOLE, smallest=18)
    headline = result.headline_alone if result.is_solo else result.headline
    yield Words(MIDDLE, 108, headline, 56, WHITE, 700, "middle").within(WHOLE, smallest=30)
    count = len(result.entries)
    width = min(WIDEST, (WHOLE - GAP * (count - 1)) // count)
    left = (WIDTH - count * width - GAP * (count - 1)) // 2
    for index, entry in enumerate(result.entries):
        yield from _frame(entry, left + index * (width + GAP), width, is_won=_wins(entry, result))
    yield Box(MARGIN, BARS, WHOLE, BAR * len(result.bars) + 14, colour("surface"), 12)
    for index, (of, total, bar) in enumerate(result.bars):
        yield from _bar(of, total, bar, BARS + 10 + index * BAR)
    foot = " · ".join(filter(None, [game.campaign.name, date_format(game.played_on), game.place]))
    yield Words(MARGIN, FOOT, foot, 22, SOFT).within(WHOLE - 200, smallest=16)
    yield Words(WIDTH - MARGIN, FOOT, "Cornerstone", 22, WHITE, 700, "end")


def _wins(entry: LogEntry, result: GameResult) -> bool:
    return not result.is_solo and entry.ranked is not None and entry.ranked.rank == 1


def _frame(entry: LogEntry, left: int, width: int, *, is_won: bool) -> Iterator[Shape]:
    """Draw one player's city with chip, name and VP; without a city, a sheet of the score pad."""
    if is_won:
        yield Box(left - RING, FRAME_TOP - RING, width + 2 * RING, FRAME_HEIGHT + 2 * RING, colour("ochre"), 12 + RING)
    yield Box(left, FRAME_TOP, width, FRAME_HEIGHT, colour("surface"), 12)
    if city := entry.evaluation.as_city:
        yield from _city(city, left, width)
    else:
        yield Icon(left + width // 2 - 48, FRAME_TOP + 72, 96, "log", colour("edge"), colour("sunken"))
    line = FRAME_TOP + FRAME_HEIGHT - NAME // 2
    yield from _chip(entry, left + 34, line)
    total = Words(left + width - 16, line + 14, signed(entry.total), 40, colour("ink"), 700, "end")
    yield total
    room = width - 16 - round(total.width) - 12 - 62
    yield Words(left + 62, line + 9, str(entry.player), 25, colour("ink"), 600).within(room, smallest=16)


def _chip(entry: LogEntry, x: int, y: int) -> Iterator[Shape]:
    yield Box(x - 18, y - 18, 36, 36, colour(f"player-{entry.player.colour}"), 18)
    yield Words(x, y + 8, clusters(entry.player.name)[0].upper(), 21, WHITE, 700, "middle")


def _city(city: City, left: int, width: int) -> Iterator[Shape]:
    columns = city.board.columns
    rows = len(city.squares) // columns
    step = min((width - 28) // columns, CITY // rows)
    left += (width - columns * step + 4) // 2
    first = FRAME_TOP + 14 + (CITY - rows * step) // 2
    for index, building in enumerate(city.squares):
        x, y = left + index % columns * step, first + index // columns * step
        square = step - 4
        if building is None:
            yield Box(x, y, square, square, colour("sunken"), 8)
            continue
        tone = colour(f"kind-{building.kind}")
        yield Box(x, y, square, square, tone, 8)
        yield Box(x + 2, y + 2, square - 4, square - 4, colour("surface"), 6)
        yield Icon(x + 6, y + 6, square - 12, drawing_of(building), ICON_LINES, tone)


def _bar(of: LogEntry | None, total: int, bar: Stack, top: int) -> Iterator[Shape]:
    """Draw a player's VP as a bar, stacked by category; what the city lost is an outline at its end."""
    left, right, height = MARGIN + 60, WIDTH - MARGIN - 84, BAR - 8
    middle = top + height // 2

    def at(x: float) -> int:
        return left + round((right - left) * x / PROFILE_WIDTH)

    if of:
        yield Box(MARGIN + 18, top, height, height, colour(f"player-{of.player.colour}"), height // 2)
        initial = clusters(of.player.name)[0].upper()
        yield Words(MARGIN + 18 + height // 2, middle + 5, initial, 14, WHITE, 700, "middle")
    else:
        yield Words(MARGIN + 14, middle + 7, gettext("Par"), 18, colour("ink"), 600).within(42, smallest=11)
    for part in bar.parts:
        yield Box(at(part.x), top, at(part.x + part.width) - at(part.x) - 2, height, colour(_tone(part.category)))
    if bar.lost:
        start, end = at(bar.total), at(bar.total + bar.lost)
        yield Box(start, top, end - start, height, colour("bad"))
        yield Box(start + 2, top + 2, end - start - 4, height - 4, colour("surface"))
    yield Words(WIDTH - MARGIN - 18, middle + 8, signed(total), 22, colour("ink"), 700, "end")


def _tone(category: str) -> str:
    """Return the name of the colour of a category. Par has none of its own."""
    return "edge" if category == "par" else f"kind-{category}"
