"""Lines, notes and messages of the score sheet where one building more or less would say something else."""

import pytest

from scoring import MISSIONS, Allocation, AllocationError, City, Message, score
from scoring.messages import gettext, ngettext
from tests.scoring.sheets import sheet_of


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        pytest.param("SH--/----/----/---- 2i1e 1+../..../..../....", ["D12"], id="a single Harbor makes room"),
        pytest.param("SH--/----/----/---- 1i1e 0+../..../..../....", [], id="nobody shops"),
        pytest.param("SU--/----/----/---- 2i1e 1+../..../..../....", [], id="no Harbor"),
        pytest.param("SUH-/----/----/---- 3i1e 1++./..../..../....", [], id="workers enough without the Harbor"),
    ],
)
@pytest.mark.parametrize("harbor_workers", [False, True])
def test_harbor_workers_are_noted_where_they_decide(text, decisions, harbor_workers):
    sheet = sheet_of(9, text, harbor_workers=harbor_workers)
    assert [note.decision for note in sheet.notes] == decisions
    assert [str(note.message).startswith("House rule") for note in sheet.notes] == [harbor_workers for _ in decisions]


def test_a_message_within_a_message_chooses_its_own_form():
    assert str(
        Message(
            gettext("After the allocation the city is complete; {found} is too much."),
            found=Message(ngettext("{count} floor", "{count} floors"), count=1),
        )
    ).endswith("; 1 floor is too much.")
    assert str(
        Message(
            gettext("After the allocation the city is complete; {found} is too much."),
            found=Message(ngettext("{count} floor", "{count} floors"), count=2),
        )
    ).endswith("; 2 floors is too much.")


@pytest.mark.parametrize(
    ("grid", "noted"),
    [
        pytest.param("OOOOO/-----/----O/-----", False, id="five and a single one"),
        pytest.param("OOOOO/----O/-----/-----", True, id="six"),
        pytest.param("OOO--/-----/OOO--/-----", False, id="three and three"),
    ],
)
def test_a_group_of_more_than_five_office_towers_is_noted(grid, noted):
    marks = "".join("+" if letter == "O" else letter.replace("-", ".") for letter in grid)
    sheet = sheet_of(5, f"{grid} 6i6e {marks}")
    assert ("D4" in [note.decision for note in sheet.notes]) is noted


@pytest.mark.parametrize(
    ("city", "marks", "mission", "square"),
    [
        pytest.param("T---/----/----/---- 0i1e", "+..../...../...../.....", 1, "D1", id="marks of Expert"),
        pytest.param("T----/-----/-----/----- 0i1e", "+.../..../..../....", 5, "E1", id="marks of Classic"),
    ],
)
def test_marks_of_another_board_are_refused_where_the_first_row_ends(city, marks, mission, square):
    with pytest.raises(AllocationError) as refusal:
        score(City.parse(city), Allocation.parse(marks), MISSIONS[mission].rules)
    assert refusal.value.square == square
    assert str(refusal.value) == "This allocation belongs to a board of another size."
