"""Test the drafters: the features of a city, the exact choice on the last turn, and repeatable random drafts."""

import json
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


@pytest.mark.parametrize(
    ("line", "city", "expected"),
    [
        pytest.param(
            "classic",
            "T3P--/----/----/---- 0i0e",
            {
                "tower_block_vp": 6,
                "park_vp": 2,
                "best_next_tower_block_vp": 4,  # VP of a fourth floor
                # a tower on C1 or B2 brings 1 VP itself, and 2 VP because it is the Park's second tower
                "second_best_next_tower_block_vp": 3,
                "best_next_park_vp": 2,
                "tower_blocks_of_3": 1,
                "empty_beside_parks": 2,
                "squares_built": 2,
                "energy_lacking": 1,
            },
            id="a tower beside a Park",
        ),
        pytest.param(
            "classic",
            "HH--/U---/----/---- 5i0e",
            {
                "harbor_vp": 3,
                "best_next_harbor_vp": 4,  # VP of a Harbor on C1
                "longest_harbor_lines": 3,  # 2 for a row of two Harbors, plus 1 for a column of one Harbor
                "public_service_vp": 2,
                "best_next_public_service_vp": 3,
                "inhabitants_unused": 2,
                "inhabitants_balance": 2,
            },
            id="a line of Harbors",
        ),
        pytest.param(
            "classic",
            "SS--/----/----/---- 6i2e",
            {"shops_vp": 7 + 2, "customers_missing": 2, "energy_balance": 0, "energy_lacking": 0},
            id="Shops are filled one after the other",
        ),
        pytest.param(
            "expert",
            "O2O---/-----/-----/----- 0i0e",
            {"office_tower_vp": 3 + 1, "largest_office_group": 2, "office_towers_of_1": 1, "office_towers_of_2": 1},
            id="a group of Office Towers",
        ),
        pytest.param(
            "expert",
            "FOP--/-----/-----/----- 0i0e",
            {
                "factories_beside_office_towers": 1,
                "parks_beside_office_towers": 1,
                "empty_beside_office_towers": 1,
                "empty_between_factories_and_office_towers": 0,
            },
            id="an Office Tower between a Factory and a Park",
        ),
        pytest.param(
            "expert",
            "O----/-F---/P----/----- 0i0e",
            {
                "factories_beside_office_towers": 0,
                "empty_beside_office_towers": 2,
                "empty_between_factories_and_office_towers": 2,
                "empty_between_parks_and_office_towers": 1,
            },
            id="squares that would join an Office Tower with a Factory or a Park",
        ),
        pytest.param(
            "expert",
            "MF---/-----/-----/----- 0i0e",
            {"monument_vp": -5, "best_next_park_vp": 5, "best_next_shop_vp": 3, "empty_beside_monuments": 1},
            id="a Monument's neighbors",
        ),
        pytest.param(
            "classic districts=4,2",
            "PP--/P---/----/---- 0i0e",
            {"mission_vp": 2, "districts_with_1_empty_vp": 4, "districts_with_2_empty_vp": 0},
            id="a district with one empty square",
        ),
        pytest.param(
            "classic playgrounds sets=3:3",
            "GG--/----/----/---- 2i0e",
            {"mission_vp": 0, "part_of_a_playground_set_vp": 24},  # two thirds of a set's 3 VP, in twelfths of a VP
            id="two Playgrounds wait for the third",
        ),
        pytest.param("expert offer=1 mayors=3", "T2**----/-----/-----/----- 0i0e", {"mission_vp": 6}, id="Mayor tiles"),
        pytest.param(
            "classic unemployed=2 jobs=1 playgrounds",
            "SF--/----/----/---- 7i1e",
            {"inhabitants_unused": 2, "dearer_unused_vp": 2, "mission_penalty_vp": 3},
            id="unemployment",
        ),
    ],
)
def test_features_are_counted_by_the_rules(line, city, expected):
    found = features_of(line, city)
    assert {name: found[name] for name in expected} == expected


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
