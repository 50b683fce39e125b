"""Test the two sides of the player mat: districts, numbers, neighbours, and the squares that an Architect opens."""

import pytest

from scoring import Mode
from scoring.boards import BOARDS, CLASSIC, EXPERT

BOTH = [pytest.param(CLASSIC, id="Classic"), pytest.param(EXPERT, id="Expert")]


def named(board, squares):
    return {board.names[square] for square in squares}


def in_rows(board, values):
    """Return the rows of a board as texts, with one digit per square."""
    width = board.columns
    return ["".join(map(str, values[start : start + width])) for start in range(0, len(board), width)]


def test_there_is_a_board_for_each_mode():
    assert BOARDS == {Mode.CLASSIC: CLASSIC, Mode.EXPERT: EXPERT}
    assert (CLASSIC.mode, EXPERT.mode) == (Mode.CLASSIC, Mode.EXPERT)


def test_the_classic_city_has_4_rows_of_4_squares_and_the_expert_city_4_rows_of_5():
    assert (CLASSIC.columns, len(CLASSIC)) == (4, 16)
    assert (EXPERT.columns, len(EXPERT)) == (5, 20)


def test_squares_are_named_by_column_letter_and_row_from_the_top():
    assert CLASSIC.names == (
        *("A1", "B1", "C1", "D1"),
        *("A2", "B2", "C2", "D2"),
        *("A3", "B3", "C3", "D3"),
        *("A4", "B4", "C4", "D4"),
    )
    assert EXPERT.names == (
        *("A1", "B1", "C1", "D1", "E1"),
        *("A2", "B2", "C2", "D2", "E2"),
        *("A3", "B3", "C3", "D3", "E3"),
        *("A4", "B4", "C4", "D4", "E4"),
    )


def test_the_classic_districts_are_the_four_quarters():
    assert in_rows(CLASSIC, CLASSIC.districts) == ["1122", "1122", "3344", "3344"]


def test_the_expert_districts_are_four_corners_and_the_middle_column():
    assert in_rows(EXPERT, EXPERT.districts) == ["11422", "11422", "55433", "55433"]


def test_the_expert_squares_carry_their_printed_numbers():
    assert in_rows(EXPERT, EXPERT.numbers) == ["23113", "54254", "12312", "43554"]


@pytest.mark.parametrize("board", BOTH)
def test_every_district_has_four_squares(board):
    assert {board.districts.count(district) for district in board.districts} == {4}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_expert_number_is_printed_four_times(number):
    assert EXPERT.numbers.count(number) == 4


@pytest.mark.parametrize("district", [1, 2, 3, 4, 5])
def test_an_expert_district_holds_the_four_other_numbers(district):
    held = [number for number, where in zip(EXPERT.numbers, EXPERT.districts, strict=True) if where == district]
    assert sorted([*held, district]) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("number", "squares"),
    [
        pytest.param(1, "A1 B1 A2 B2 C1 D1 A3 D3", id="Architect 1"),
        pytest.param(2, "D1 E1 D2 E2 A1 C2 B3 E3", id="Architect 2"),
        pytest.param(3, "D3 E3 D4 E4 B1 E1 C3 B4", id="Architect 3"),
        pytest.param(4, "C1 C2 C3 C4 B2 E2 A4 E4", id="Architect 4"),
        pytest.param(5, "A3 B3 A4 B4 A2 D2 C4 D4", id="Architect 5"),
    ],
)
def test_an_expert_architect_opens_a_district_and_the_squares_of_its_number(number, squares):
    opened = EXPERT.opened_by(number)
    assert len(opened) == 8
    assert named(EXPERT, opened) == set(squares.split())


@pytest.mark.parametrize(
    ("number", "squares"),
    [
        pytest.param(1, "A1 B1 C1 D1 A2 A3 A4", id="Architect 1"),
        pytest.param(2, "A2 B2 C2 D2 B1 B3 B4", id="Architect 2"),
        pytest.param(3, "A3 B3 C3 D3 C1 C2 C4", id="Architect 3"),
        pytest.param(4, "A4 B4 C4 D4 D1 D2 D3", id="Architect 4"),
    ],
)
def test_a_classic_architect_opens_a_row_and_a_column(number, squares):
    opened = CLASSIC.opened_by(number)
    assert len(opened) == 7
    assert named(CLASSIC, opened) == set(squares.split())


@pytest.mark.parametrize(
    ("board", "square", "beside"),
    [
        pytest.param(CLASSIC, "A1", "B1 A2", id="Classic, top left corner"),
        pytest.param(CLASSIC, "D1", "C1 D2", id="Classic, top right corner"),
        pytest.param(CLASSIC, "A4", "A3 B4", id="Classic, bottom left corner"),
        pytest.param(CLASSIC, "D4", "C4 D3", id="Classic, bottom right corner"),
        pytest.param(CLASSIC, "B1", "A1 C1 B2", id="Classic, top edge"),
        pytest.param(CLASSIC, "A3", "A2 B3 A4", id="Classic, left edge"),
        pytest.param(CLASSIC, "D2", "D1 C2 D3", id="Classic, right edge"),
        pytest.param(CLASSIC, "C3", "C2 B3 D3 C4", id="Classic, inside"),
        pytest.param(EXPERT, "A1", "B1 A2", id="Expert, top left corner"),
        pytest.param(EXPERT, "E1", "D1 E2", id="Expert, top right corner"),
        pytest.param(EXPERT, "E4", "D4 E3", id="Expert, bottom right corner"),
        pytest.param(EXPERT, "D1", "C1 E1 D2", id="Expert, top edge"),
        pytest.param(EXPERT, "E2", "E1 D2 E3", id="Expert, right edge"),
        pytest.param(EXPERT, "C4", "C3 B4 D4", id="Expert, bottom edge"),
        pytest.param(EXPERT, "C2", "C1 B2 D2 C3", id="Expert, inside"),
    ],
)
def test_neighbours_share_a_side(board, square, beside):
    assert named(board, board.neighbours[board.names.index(square)]) == set(beside.split())


@pytest.mark.parametrize("board", BOTH)
def test_neighbours_are_mutual(board):
    for square, beside in enumerate(board.neighbours):
        assert square not in beside
        assert len(set(beside)) == len(beside)
        assert all(square in board.neighbours[other] for other in beside)


# A board of 4 by 4 squares has 12 + 12 shared sides, a board of 4 by 5 has 16 + 15.
@pytest.mark.parametrize(
    ("board", "sides"), [pytest.param(CLASSIC, 24, id="Classic"), pytest.param(EXPERT, 31, id="Expert")]
)
def test_the_shared_sides_of_the_board(board, sides):
    assert sum(len(beside) for beside in board.neighbours) == 2 * sides


@pytest.mark.parametrize("board", BOTH)
def test_rows_and_columns_cover_the_board_once_each(board):
    assert [len(row) for row in board.rows] == [board.columns] * 4
    assert [len(column) for column in board.column_lines] == [4] * board.columns
    for lines in (board.rows, board.column_lines):
        assert sorted(square for line in lines for square in line) == list(range(len(board)))


def test_rows_run_from_left_to_right_and_columns_from_top_to_bottom():
    assert [EXPERT.names[square] for square in EXPERT.rows[1]] == ["A2", "B2", "C2", "D2", "E2"]
    assert [EXPERT.names[square] for square in EXPERT.column_lines[4]] == ["E1", "E2", "E3", "E4"]
    assert [CLASSIC.names[square] for square in CLASSIC.column_lines[0]] == ["A1", "A2", "A3", "A4"]


@pytest.mark.parametrize(
    ("board", "districts"), [pytest.param(CLASSIC, "1324", id="Classic"), pytest.param(EXPERT, "15423", id="Expert")]
)
def test_the_walk_ends_a_district_before_the_next_begins(board, districts):
    walked = sorted(range(len(board)), key=board.walk.__getitem__)
    assert "".join(str(board.districts[square]) for square in walked) == "".join(4 * district for district in districts)
