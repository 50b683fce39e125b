"""Test mission lines (docs/mission_lines.md): how to read, write and refuse them, and the effect of each word."""

from ast import literal_eval
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import MISSIONS, THE_TEN, City, HouseRules, Mission, MissionLineError, Mode, Rules, report
from scoring.bonuses import (
    DistrictCompletion,
    EmptyCorners,
    FullRows,
    MayorTiles,
    PlaygroundSets,
    Unemployment,
    Variety,
)
from scoring.line_words import WORDS
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from tests.scoring.lines import lines
from tests.tables import sections

CLASSIC_WITH_PLAYGROUNDS = replace(CLASSIC_RULES, playgrounds=True)


def with_architects(rules, **changes):
    return replace(rules, architects=replace(rules.architects, **changes))


def with_points(rules, **tables):
    return replace(rules, points=replace(rules.points, **tables))


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("classic", CLASSIC_RULES),
        ("expert", EXPERT_RULES),
        ("classic playgrounds", CLASSIC_WITH_PLAYGROUNDS),
        ("classic services", replace(CLASSIC_RULES, services=True)),
        ("expert numbers=4", with_architects(EXPERT_RULES, numbers=(1, 2, 3, 4))),
        ("classic wild=1", with_architects(CLASSIC_RULES, wild=1)),
        ("classic shared", with_architects(CLASSIC_RULES, shared=True)),
        ("expert own", with_architects(EXPERT_RULES, shared=False)),
        ("expert sequence", with_architects(EXPERT_RULES, in_sequence=True)),
        ("classic inhabitants=2", replace(CLASSIC_RULES, inhabitants_factor=2)),
        ("classic unemployed=0", replace(CLASSIC_RULES, unused_inhabitant=0)),
        ("expert pollution=5", replace(EXPERT_RULES, unused_energy=5)),
        ("classic offer=2", replace(CLASSIC_RULES, mayor_offer=2)),
        ("classic playgrounds sets=1:9", replace(CLASSIC_WITH_PLAYGROUNDS, bonuses=(PlaygroundSets(size=1, vp=9),))),
        ("classic mayors=2", replace(CLASSIC_RULES, bonuses=(MayorTiles(vp=2),))),
        ("expert districts=9,0", replace(EXPERT_RULES, bonuses=(DistrictCompletion(vp=(9, 0)),))),
        ("classic jobs=3", replace(CLASSIC_RULES, bonuses=(Unemployment(vp=3),))),
        ("classic rows=3", replace(CLASSIC_RULES, bonuses=(FullRows(vp=3),))),
        ("expert variety=9", replace(EXPERT_RULES, bonuses=(Variety(vp=9),))),
        ("classic corners=-2", replace(CLASSIC_RULES, bonuses=(EmptyCorners(vp=-2),))),
        ("classic parks=1/2/3/4", with_points(CLASSIC_RULES, park=(0, 1, 2, 3, 4))),
        ("classic towers=2/5/6/10", with_points(CLASSIC_RULES, tower_block=(0, 2, 5, 6, 10))),
        ("expert towers=2/5/6/10/15", with_points(EXPERT_RULES, tower_block=(0, 2, 5, 6, 10, 15))),
        ("expert rounds=2", replace(EXPERT_RULES, last_round=2)),
    ],
)
def test_a_word_changes_one_rule_of_its_mode(line, rules):
    assert Rules.parse(line) == rules
    assert rules.line == line


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        pytest.param("EXPERT Districts=4,2", "expert districts=4,2", id="upper case"),
        pytest.param("  classic   sequence  wild=1 ", "classic wild=1 sequence", id="more spaces and another order"),
        pytest.param("classic\u00a0sequence\n", "classic sequence", id="spaces of a word processor"),
        pytest.param("classic own unemployed=1 pollution=1", "classic", id="words that the mode already has"),
        pytest.param("classic rounds=4 corners=0 parks=2/4/7/11", "classic", id="the mode's rounds and tables"),
        pytest.param("expert shared numbers=5", "expert", id="the Expert pool of five"),
        pytest.param("expert wild=1 numbers=4", "expert numbers=4 wild=1", id="a word before the one that it needs"),
        pytest.param("classic sets=3:3 playgrounds", "classic playgrounds sets=3:3", id="sets before Playgrounds"),
    ],
)
def test_a_line_is_written_in_one_way(typed, line):
    assert Rules.parse(typed).line == line


@given(lines())
def test_reading_and_writing_give_back_the_same_line_and_rules(line):
    rules = Rules.parse(line)
    assert rules.line == line
    assert Rules.parse(rules.line) == rules


@given(lines(), st.randoms(use_true_random=False))
def test_the_order_of_the_words_and_their_case_do_not_matter(line, random):
    mode, *words = line.split()
    random.shuffle(words)
    assert Rules.parse(" ".join([mode, *words]).upper()).line == line


@pytest.mark.parametrize("number", MISSIONS)
def test_a_mission_of_the_ten_is_a_line_like_any_other(number):
    assert Rules.parse(MISSIONS[number].rules.line) == MISSIONS[number].rules


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(MISSIONS[1].rules.with_house_rules(HouseRules(keep_discarded=True)), id="house rules"),
        pytest.param(replace(CLASSIC_RULES, unused_energy=6), id="a number out of range"),
        pytest.param(replace(CLASSIC_RULES, bonuses=(PlaygroundSets(size=3, vp=3),)), id="sets without Playgrounds"),
        pytest.param(replace(CLASSIC_RULES, bonuses=(MayorTiles(1), MayorTiles(2))), id="a bonus twice"),
    ],
)
def test_rules_that_no_line_can_express_have_no_line(rules):
    with pytest.raises(ValueError, match=r"a line can say|Word 2"):
        _ = rules.line


# Refusals -------------------------------------------------------------------------------------------------------------


REFUSED = sections(Path(__file__).with_name("refusals.txt"))[
    "no mission's line: line, word, position, part of the sentence, case"
]


def test_a_refusal_names_the_word_its_place_and_the_expected_form():
    typed = [(literal_eval(line), literal_eval(word), int(position), *said) for line, word, position, *said in REFUSED]
    for line, word, position, said, case in (
        *typed,
        ("classic " + "x" * 9_992, "", 160, "10000 characters", "10,000 characters"),
    ):
        with pytest.raises(MissionLineError) as refused:
            Rules.parse(line)
        assert (refused.value.word, refused.value.position) == (word, position), case
        assert said in str(refused.value), case


def test_a_refusal_shows_no_character_that_reverses_the_text():
    with pytest.raises(MissionLineError) as refused:
        Rules.parse("classic \u202esboj")
    assert "\u202e" not in str(refused.value)
    assert refused.value.word == "\u202esboj"


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_at_a_position_in_it(text):
    try:
        line = Rules.parse(text).line
    except MissionLineError as error:
        refused = error
    else:
        assert Rules.parse(line).line == line
        return
    assert 0 <= refused.position <= len(text)
    assert str(refused)


@given(lines(), st.sampled_from(WORDS))
def test_a_word_that_a_line_has_is_refused_a_second_time(line, word):
    typed = next((found for found in line.split() if found.partition("=")[0] == word.name), None)
    if typed is not None:
        with pytest.raises(MissionLineError, match=r"already|160 at most"):
            Rules.parse(f"{line} {typed}")


# Missions -------------------------------------------------------------------------------------------------------------


def test_a_composed_mission_has_the_name_that_its_author_gave_it():
    mission = Mission.parse("classic districts=4,2", "The Ring Road {count}")
    assert (str(mission.title), mission.is_own, mission.number, mission.slug) == ("The Ring Road {count}", True, 0, "")


def test_a_composed_mission_without_a_name_is_called_by_its_line():
    assert str(Mission.parse("Classic  districts=4,2").title) == "classic districts=4,2"
    assert str(Mission.parse("classic services").title) == "Classic Mode with the expansion"
    assert str(Mission.parse("expert services").title) == "Expert Mode with the expansion"


def test_a_report_names_a_composed_mission_by_its_line():
    city = City.parse("T3SU1-/P-FH2/----/---- 12i5e")
    found = report(city, Mission.parse("classic districts=4,2"))
    assert (found["mission"], found["total"], found["categories"]["mission"]) == ("classic districts=4,2", 20, 4)


def test_a_programme_counts_its_places_from_one():
    assert [place for place, _mission in THE_TEN.items()] == list(THE_TEN.positions) == list(MISSIONS)
    assert THE_TEN[7] is MISSIONS[7]
    for place in (0, 11, -1):
        with pytest.raises(KeyError):
            THE_TEN[place]


@pytest.mark.parametrize("mode", Mode)
def test_a_word_is_offered_with_its_lowest_and_highest_values(mode):
    for word in WORDS:
        if mode in word.ranges:
            lowest, highest = word.span(mode)
            assert word.read(lowest.partition("=")[2], mode) is not None or not word.ranges[mode]
            assert lowest.partition("=")[0] == highest.partition("=")[0] == word.name
