"""Test missions and programmes that are made from a seed word. Equal words deal equal missions."""

from itertools import pairwise, product

import pytest

from scoring import THE_TEN, Mode, Rules
from scoring.dealing import DEALT, FIVE, TO_DEAL, deal, deal_programme, draw_order
from scoring.drafts import Skill
from scoring.drafts.measured import TableOfPrograms, measured
from scoring.rules import MODE_RULES
from scoring.setups import setup
from scoring.tiles import PLAYERS, TABLES
from scoring.vetted import COMBINED, VETTED

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


def test_a_dealt_mission_lacks_only_pieces_that_the_ten_of_its_mode_can_lack():
    dealt = {mission.rules.line: mission for word in WORDS for mission in deal_programme(word)}
    assert dealt.keys() == {one.line for one in VETTED}
    for mode, players in product(Mode, PLAYERS):
        ten = [each for each in THE_TEN if each.rules.mode is mode]
        usual = {message.text for each in ten for message in setup(each, players).shortages}
        for line, mission in dealt.items():
            lacking = {message.text for message in setup(mission, players).shortages}
            assert mission.rules.mode is not mode or lacking <= usual, (line, players)


def test_the_missions_to_deal_have_different_names_and_lines():
    assert len({str(one.name) for one in TO_DEAL}) == len({one.line for one in TO_DEAL}) == len(TO_DEAL)
    assert [Rules.parse(one.line).line for one in TO_DEAL] == [one.line for one in TO_DEAL]


def test_a_seed_deals_every_mission_sooner_or_later_and_the_same_to_everybody():
    assert {deal(f"seed {number}").rules.line for number in range(1000)} == {one.line for one in TO_DEAL}
    assert deal(" RULER ") == deal("ruler")


def test_a_seed_never_deals_a_mission_that_is_there_already():
    *known, last = [one.line for one in TO_DEAL]
    assert deal("ruler", besides=known).rules.line == last


def test_a_mission_dealt_beside_others_changes_other_rules_as_long_as_there_are_any():
    for word in WORDS:
        dealt: list[str] = []
        for _each in range(5):
            line = deal(word, besides=dealt).rules.line
            dealt.append(line)
        changed = [part.partition("=")[0] for line in dealt for part in line.split()[1:]]
        assert len(set(changed)) == len(changed), (word, dealt)


def test_a_shorter_programme_has_five_missions_of_both_modes():
    for word in WORDS[:20]:
        dealt = deal_programme(word, FIVE)
        assert {mode: sum(mission.rules.mode is mode for mission in dealt) for mode in Mode} == FIVE, word


def par_of(line, players):
    return measured()[TableOfPrograms(line, players, Skill.PRACTISED)].par


@pytest.mark.parametrize("players", TABLES)
def test_no_mission_to_deal_is_broken(players):
    for line in (one.line for one in TO_DEAL):
        par, plain = par_of(line, players), par_of(line.split()[0], players)
        assert par.runs_out < 0.1, line
        assert par.idle_turns <= 1, line
        assert 0.75 * plain.mean <= par.mean <= 1.5 * plain.mean, line


def test_no_combined_mission_is_dull():
    for line in (one.line for one in COMBINED):
        par, rules = par_of(line, 4), Rules.parse(line)
        has_architects = rules.architects != MODE_RULES[rules.mode].architects
        assert has_architects or abs(par.mission_vp) >= 1 or abs(par.difference) >= 2 * par.error, line
