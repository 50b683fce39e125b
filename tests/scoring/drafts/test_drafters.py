"""Test the drafters: the features of a city, the exact choice on the last turn, and repeatable random drafts."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from scoring import MISSIONS, Building, City, Kind, Rules
from scoring.boards import Mode
from scoring.drafts import Drafter, Drafters, Skill
from scoring.drafts.drafters import MISJUDGEMENT, city_after, with_exact_totals, without_vp
from scoring.drafts.features import FEATURES, STANDING_FEATURES, SUPPLY_FEATURES, FeatureReader
from scoring.drafts.mats import with_tile
from scoring.drafts.weights import MILLI, WEIGHTS, Weights, learnt_weights
from scoring.settling import best_total
from tests.scoring.drafts.positions import draft_of, missions, play_at_random, players, seeds
from tests.tables import sections


def masks_of(squares):
    return {
        kind: sum(1 << square for square, building in enumerate(squares) if building and building.kind is kind)
        for kind in Kind
    }


def features_of(line, city):
    """Map the name of each feature to its value in this city."""
    rules, city = Rules.parse(line), City.parse(city)
    reader = FeatureReader(rules)
    squares = [building and without_vp(building) for building in city.squares]
    standing = reader.read(squares, masks_of(squares)).standing
    printed = sum(building.vp for building in city.squares if building)
    supply = reader.supply(standing.needs, city.inhabitants, city.energy, printed)
    return dict(zip(FEATURES, (*standing.features, *supply), strict=True))


@pytest.mark.parametrize(("case", "rows"), sections(Path(__file__).with_name("features.txt")).items())
def test_features_are_counted_by_the_rules(case, rows):
    (line, city), *expected = rows
    expected = {name: sum(map(int, value.split("+"))) for name, value in expected}
    found = features_of(line, city)
    assert {name: found[name] for name in expected} == expected, case


@given(mission=missions, seed=seeds)
def test_reading_only_the_changed_features_equals_reading_all_features(mission, seed):
    """Compare `read_on`, which computes only the features changed by a move, with a full computation."""
    draft = draft_of(mission, 2, seed)
    reader = FeatureReader(draft.rules)
    before = {}
    for position in play_at_random(draft, seed):
        taken = position.taken[-1]
        squares = [building and without_vp(building) for building in position.mats[taken.seat].squares]
        anew = reader.read(squares, masks_of(squares))
        if taken.turn.way and taken.seat in before:
            assert reader.read_on(before[taken.seat], squares, masks_of(squares), taken.turn.way) == anew.standing
        before[taken.seat] = anew


@pytest.mark.parametrize("mode", Mode)
def test_weights_name_every_feature_and_no_other(mode):
    assert list(json.loads(WEIGHTS.read_text(encoding="utf-8"))["modes"][mode]) == list(FEATURES)
    assert len(FEATURES) == len(set(FEATURES)) == len(STANDING_FEATURES) + len(SUPPLY_FEATURES)
    assert {len(moment) for moment in learnt_weights()[mode].moments} == {len(FEATURES)}


def test_weights_are_interpolated_between_two_moments():
    by_turn = Weights([[0, 9], [6, 9], [12, 0]]).by_turns_left(5)
    assert by_turn == [(0, 9), (3, 9), (6, 9), (9, 4), (12, 0)]


@given(mission=missions, players=players, seed=seeds)
def test_the_same_seed_drafts_the_same_game(mission, players, seed):
    tables = [Drafters(MISSIONS[mission].rules, players, Skill.NEW) for _ in range(2)]
    first, second = (list(table.turns(draft_of(mission, players, seed))) for table in tables)
    assert first == second


def test_the_last_turn_is_settled_exactly():
    draft = draft_of(1, 1, "last")
    drafter, rng = Drafter(draft.rules), Random(1)
    while draft.turns_left:
        draft.take(drafter.turn(draft, rng))
    candidates = drafter.candidates(draft, rng)
    exact = with_exact_totals(candidates, draft.mat)
    assert {one.value for one in exact} == {
        best_total(city_after(one, draft.mat), draft.rules) * MILLI for one in exact
    }
    draft.take(drafter.turn(draft, rng))
    assert best_total(draft.cities[0], draft.rules) * MILLI == max(one.value for one in exact)


def test_skills_differ_by_how_far_they_misjudge():
    assert MISJUDGEMENT[Skill.NEW] > MISJUDGEMENT[Skill.PRACTISED] > MISJUDGEMENT[Skill.EXPERIENCED]


@pytest.mark.slow
@pytest.mark.parametrize("mission", [1, 5])
def test_skilled_programs_reach_more_vp(mission):
    rules = MISSIONS[mission].rules
    means = [
        sum(sum(Drafters(rules, 4, skill).play(str(game)).totals) for game in range(3)) / 12
        for skill in (Skill.NEW, Skill.EXPERIENCED)
    ]
    assert means[1] > means[0] + 3


def test_misjudgements_have_the_given_standard_deviation():
    drafter = Drafter(MISSIONS[1].rules, 2 * MILLI)
    rng = Random(1)
    errors = [drafter.misjudge(rng) for _ in range(4000)]
    mean = sum(errors) / len(errors)
    deviation = (sum((error - mean) ** 2 for error in errors) / len(errors)) ** 0.5
    assert abs(mean) < 100
    assert 1900 < deviation < 2100


def test_a_tile_makes_a_building_or_a_floor():
    assert with_tile(None, Kind.HARBOR, mayor=False, vp=2) == Building(Kind.HARBOR, vp=2)
    tower = with_tile(with_tile(None, Kind.TOWER_BLOCK, mayor=True), Kind.TOWER_BLOCK, mayor=False)
    assert tower == Building(Kind.TOWER_BLOCK, floors=2, mayors=1)
