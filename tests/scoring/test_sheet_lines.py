"""Lines, notes and messages of the score sheet where one building more or less would say something else."""

import pytest

from scoring import MISSIONS, City, HouseRules, Message, score


def sheet_of(mission, text, **house_rules):
    city = City.parse(text)
    return score(city, city.allocation, MISSIONS[mission].rules.with_house_rules(HouseRules(**house_rules)))


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
    assert [note.message.key for note in sheet.notes] == [
        "note.D12_harbors" if harbor_workers else "note.D12" for _ in decisions
    ]


def test_a_message_within_a_message_chooses_its_own_form():
    assert str(Message("notation.too_much", found=Message("floors", count=1))).endswith("; 1 floor is too much.")
    assert str(Message("notation.too_much", found=Message("floors", count=2))).endswith("; 2 floors is too much.")
