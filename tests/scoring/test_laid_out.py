"""Test that the engine's boards, tiles and texts are the same if they are computed again."""

from dataclasses import fields

import pytest

from scoring import messages, tiles
from scoring.boards import CLASSIC, EXPERT, Board
from scoring.messages import Text

BOTH = [pytest.param(CLASSIC, id="Classic"), pytest.param(EXPERT, id="Expert")]


@pytest.mark.parametrize("part", [field.name for field in fields(Board)])
@pytest.mark.parametrize("board", BOTH)
def test_a_board_follows_from_its_districts_and_numbers(board, part):
    laid_out = Board(board.mode, board.districts, board.numbers)
    assert getattr(laid_out, part) == getattr(board, part)


@pytest.mark.parametrize(
    ("board", "square", "around"),
    [
        pytest.param(CLASSIC, "A1", ["B1", "A2"], id="a corner"),
        pytest.param(CLASSIC, "D2", ["D1", "C2", "D3"], id="an edge"),
        pytest.param(EXPERT, "C2", ["C1", "B2", "D2", "C3"], id="the middle"),
        pytest.param(EXPERT, "E4", ["E3", "D4"], id="the last corner of Expert"),
    ],
)
def test_the_neighbours_of_a_square_are_those_on_its_sides(board, square, around):
    laid_out = Board(board.mode, board.districts, board.numbers)
    neighbours = laid_out.neighbours[laid_out.names.index(square)]
    assert [laid_out.names[neighbour] for neighbour in neighbours] == around


def test_the_tiles_are_those_of_the_file():
    assert tiles.load() == (tiles.TILES, tiles.PLAYGROUNDS)


def test_a_text_to_translate_keeps_its_two_forms():
    assert messages.gettext("Park") == Text("Park", None)
    assert messages.ngettext("{count} Park", "{count} Parks") == Text("{count} Park", "{count} Parks")
