"""Test programmes of ten missions that are made from a seed word. Equal words give equal programmes."""

from itertools import pairwise

import pytest

from scoring import THE_TEN, Mode, Rules
from scoring.dealing import DEALT, deal_programme, draw_order
from scoring.setups import setup
from scoring.tiles import PLAYERS
from scoring.vetted import VETTED

WORDS = [f"word {number}" for number in range(200)]
SUBJECTS = {one.line: one.subject for one in VETTED}


def lines(programme):
    return [mission.rules.line for mission in programme]


def test_a_word_deals_the_same_ten_anywhere():
    assert lines(deal_programme("Linden")) == [
        "expert districts=3,1",
        "expert sequence",
        "expert rows=4",
        "classic offer=1 mayors=2",
        "expert numbers=4 wild=1",
        "classic mayors=3",
        "classic variety=9",
        "classic towers=2/5/6/10",
        "classic playgrounds sets=1:2",
        "classic unemployed=0 pollution=0",
    ]


def test_a_word_draws_the_same_order_anywhere():
    assert [mission.number for mission in draw_order("Linden")] == [2, 3, 9, 7, 1, 8, 6, 4, 5, 10]


@pytest.mark.parametrize("typed", ["linden", " LINDEN ", "Linden"])
def test_case_and_spaces_of_a_word_do_not_matter(typed):
    assert deal_programme(typed) == deal_programme("Linden")
    assert draw_order(typed) == draw_order("Linden")


def test_a_dealt_programme_has_ten_different_missions_of_both_modes():
    for word in WORDS:
        dealt = deal_programme(word)
        assert len(set(lines(dealt))) == len(THE_TEN), word
        assert {mode: sum(mission.rules.mode is mode for mission in dealt) for mode in Mode} == DEALT, word


def test_no_two_missions_in_a_row_change_the_same_part_of_the_game():
    for word in WORDS:
        subjects = [SUBJECTS[line] for line in lines(deal_programme(word))]
        assert all(one != other for one, other in pairwise(subjects)), word


def test_a_drawn_order_has_all_ten():
    assert sorted(mission.number for mission in draw_order("x")) == [*range(1, 11)]


def test_different_words_give_different_programmes_and_orders():
    assert len({tuple(lines(deal_programme(word))) for word in WORDS}) == len(WORDS)
    assert len({tuple(lines(draw_order(word))) for word in WORDS}) == len(WORDS)


@pytest.mark.parametrize("one", VETTED, ids=lambda one: one.line)
def test_a_dealt_mission_lacks_only_pieces_that_the_ten_of_its_mode_can_lack(one):
    assert Rules.parse(one.line).line == one.line
    mission = next(mission for word in WORDS for mission in deal_programme(word) if mission.rules.line == one.line)
    ten = [each for each in THE_TEN if each.rules.mode is mission.rules.mode]
    for players in PLAYERS:
        usual = {message.text for each in ten for message in setup(each, players).shortages}
        assert {message.text for message in setup(mission, players).shortages} <= usual


def test_the_missions_to_deal_have_different_names():
    assert len({str(one.name) for one in VETTED}) == len(VETTED)
