"""Test a score sheet's reasons, notes and tie-break, and cities that cannot get a sheet."""

from pathlib import Path

import pytest

from scoring import MISSIONS, Allocation, AllocationError, City, Message, RuleError, score
from scoring.messages import gettext, ngettext
from tests.scoring.sheets import CLASSIC, EXPERT, sheet_of
from tests.tables import sections

REASONS, NOTES = sections(Path(__file__).with_name("reasons.txt")).values()


def test_the_reason_names_the_counted_figure_or_building():
    for mission, text, category, said, case in REASONS:
        reasons = [line.reason for line in sheet_of(int(mission), text).lines if line.category == category]
        assert any(said in reason for reason in reasons), (case, reasons)


@pytest.mark.parametrize(
    ("mission", "text", "reason"),
    [
        pytest.param(2, "GGGG/GG--/----/---- 0i0e ++++/++../..../....", "6 Playgrounds; a set takes 3", id="sets"),
        pytest.param(
            6,
            "T2**----/-----/-----/----- 0i0e ...../...../...../.....",
            "2 Mayor tiles in a Tower Block that is not activated",
            id="Mayor tiles in an inactive tower",
        ),
    ],
)
def test_a_mission_says_what_it_counts(mission, text, reason):
    assert [str(line.reason) for line in sheet_of(mission, text).lines if line.category == "mission"] == [reason]


def test_a_decision_is_noted_where_it_matters():
    for decision, mission, *cities, case in NOTES:
        noted = [decision in {note.decision for note in sheet_of(int(mission), city).notes} for city in cities]
        assert noted == [True, False], (decision, case)


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        pytest.param("SH--/----/----/---- 2i1e 1+../..../..../....", ["D12"], id="a Harbor's worker decides"),
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


@pytest.mark.parametrize(
    ("mission", "text", "inhabitants", "empty"),
    [
        pytest.param(CLASSIC, "----/----/----/---- 9i0e ..../..../..../....", 0, 16, id="an empty Classic city"),
        pytest.param(EXPERT, "-----/-----/-----/----- 9i0e ...../...../...../.....", 0, 20, id="an empty Expert city"),
        pytest.param(CLASSIC, "UFHS/----/----/---- 9i1e +++4/..../..../....", 7, 12, id="workers and Customers"),
        pytest.param(
            CLASSIC, "UFHS/----/----/---- 9i1e +.+4/..../..../....", 6, 13, id="an inactive building is removed"
        ),
        pytest.param(CLASSIC, "T3P--/----/----/---- 9i1e ++../..../..../....", 0, 14, id="nobody on towers and Parks"),
        pytest.param(EXPERT, "O5M---/-----/-----/----- 9i1e ++.../...../...../.....", 1, 18, id="1 on an Office Tower"),
    ],
)
def test_the_tie_break_counts_inhabitants_on_buildings_and_empty_squares(mission, text, inhabitants, empty):
    tiebreak = sheet_of(mission, text).tiebreak
    assert (tiebreak.inhabitants_on_buildings, tiebreak.empty_squares) == (inhabitants, empty)


@pytest.mark.parametrize(
    ("mission", "text"),
    [
        pytest.param(EXPERT, "T---/----/----/---- 0i1e +.../..../..../....", id="a Classic city in an Expert mission"),
        pytest.param(CLASSIC, "T----/-----/-----/----- 0i1e +..../...../...../.....", id="an Expert one in a Classic"),
    ],
)
def test_a_city_of_the_other_mode_is_refused(mission, text):
    city = City.parse(text)
    with pytest.raises(RuleError):
        score(city, city.allocation, MISSIONS[mission].rules)
