"""Draw a composed mission as a picture for a chat: its name, its line, and the rules announced to the players."""

from collections.abc import Iterator
from textwrap import wrap

from campaign.scores.words import words
from campaign.takeaway.drawing import Box, CardDrawing, Shape, Words
from campaign.takeaway.game import GAME_NAME
from campaign.web.preferences import colour
from scoring.setups import Setup

WIDTH, HEIGHT = 1200, 630  # chats show this size without cropping
MARGIN = 56
HEAD = 196  # the height of the blue band with the name
FOOT = 566
LETTERS_A_LINE = 62
MOST_LINES = 7


def mission_drawing(table: Setup) -> CardDrawing:
    """Draw a mission in the active language."""
    title = words(table.mission.title)
    return CardDrawing(WIDTH, HEIGHT, title, tuple(_shapes(table, title)))


def _shapes(table: Setup, title: str) -> Iterator[Shape]:
    whole = WIDTH - 2 * MARGIN
    yield Box(0, 0, WIDTH, HEIGHT, colour("paper"))
    yield Box(0, 0, WIDTH, HEAD, colour("blueprint"))
    mode = f"{GAME_NAME} · {words(table.rules.mode.label)}"
    yield Words(MARGIN, 74, mode, 32, "#ffffff").within(whole, smallest=22)
    yield Words(MARGIN, 152, title, 64, "#ffffff", 700).within(whole, smallest=34)
    lines = [line for message in table.announcements for line in _lines(words(message))]
    for index, line in enumerate(lines[:MOST_LINES]):
        yield Words(MARGIN, HEAD + 56 + index * 46, line, 32, colour("ink")).within(whole, smallest=20)
    yield Words(MARGIN, FOOT + 34, table.mission.rules.line, 26, colour("ink-soft")).within(whole - 220, smallest=16)
    yield Words(WIDTH - MARGIN, FOOT + 34, "Cornerstone", 26, colour("accent"), 700, "end")


def _lines(sentence: str) -> list[str]:
    first, *others = wrap(sentence, LETTERS_A_LINE)
    return [f"• {first}", *(f"   {other}" for other in others)]
