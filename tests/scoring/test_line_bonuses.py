"""Test the words of mission lines, such as `rows=3`: their VP and their sentences. Each city shows one rule."""

import pytest

from scoring import City, HouseRules, Mission, Mode, Rules, audit, score, settle
from scoring.bonuses import FullRows, Variety
from scoring.limits import highest, highest_total, tiles_a_city
from scoring.setups import setup
from tests.scoring.cities import dice
from tests.scoring.lines import random_line


def sheet(line, grid, marks):
    rules = Rules.parse(line)
    return score(City.parse(f"{grid} 20i20e {marks}"), City.parse(f"{grid} 20i20e {marks}").allocation, rules)


ONE_MISSING, TWO_MISSING = "one kind of building is missing:", "2 kinds are missing, such as:"


@pytest.mark.parametrize(
    ("line", "grid", "marks", "vp", "reason"),
    [
        pytest.param("classic", "TSUP/FH--/----/----", "+0++/++../..../....", 5, "every kind of building", id="six"),
        pytest.param("classic", "TSUG/FH--/----/----", "+0++/++../..../....", 5, "every kind of building", id="G is P"),
        pytest.param(
            "classic",
            "TSUP/FH--/----/----",
            "+0++/+.../..../....",
            0,
            "one kind of building is missing: Harbor",
            id="an inactive Harbor",
        ),
        pytest.param(
            "classic",
            "TSUP/----/----/----",
            "+0++/..../..../....",
            0,
            "2 kinds are missing, such as: Factory",
            id="two",
        ),
        pytest.param(
            "expert",
            "TSUPF/HO---/-----/-----",
            "+0+++/++.../...../.....",
            0,
            f"{ONE_MISSING} Monument",
            id="no Monument",
        ),
        pytest.param(
            "expert", "TSUPF/HOM--/-----/-----", "+0+++/+++../...../.....", 5, "every kind of building", id="eight"
        ),
    ],
)
def test_every_kind_of_the_mode_brings_5_points_once(line, grid, marks, vp, reason):
    found = sheet(f"{line} variety=5", grid, marks)
    assert [(row.vp, row.reason) for row in found.lines if row.category == "mission"] == [(vp, reason)]
    assert found.categories["mission"] == vp


@pytest.mark.parametrize(
    ("line", "grid", "marks", "reason"),
    [
        ("classic corners=-2", "P--P/----/----/P---", "+..+/..../..../+...", "1 empty corner, -2 VP"),
        ("classic corners=3", "P---/----/----/P---", "+.../..../..../+...", "2 empty corners, 3 VP each"),
        ("classic corners=3", "P--P/----/----/P--P", "+..+/..../..../+..+", "no empty corner"),
        ("classic rows=3", "PPP-/----/----/----", "+++./..../..../....", "row 1: 1 empty square"),
    ],
)
def test_the_sheet_gives_the_reason_for_corners_and_rows(line, grid, marks, reason):
    assert reason in [str(each.reason) for each in sheet(line, grid, marks).lines]


def test_the_manuals_tower_points_do_not_replace_a_table_of_the_line():
    manual = HouseRules(manual_tower_points=True)
    own, plain = Rules.parse("classic towers=1/1/1/1"), Rules.parse("classic")
    assert own.with_house_rules(manual).points.tower_block == (0, 1, 1, 1, 1)
    assert plain.with_house_rules(manual).points.tower_block == (0, 2, 5, 6, 10)


# Best allocations with bonuses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "city", "total"),
    [
        # The bonus needs every kind, but one Energy Unit cannot activate both the Tower Block (10 VP) and the Shop.
        pytest.param("classic variety=9", "T4SUP/FH--/----/---- 3i1e", 10 + 2 + 3, id="out of reach"),
        pytest.param("classic variety=1", "T4T4SU/PFH-/----/---- 3i2e", 20 + 2 + 2 + 3, id="not worth a high tower"),
        pytest.param("classic variety=9", "T4T1SU/PFH-/----/---- 3i2e", 10 + 2 + 9 + 3 + 2, id="worth a tower of one"),
        pytest.param("classic corners=2", "T---/----/----/---- 0i1e", 8 - 1, id="a corner left empty on purpose"),
        pytest.param("classic rows=9", "PPPT/----/----/---- 0i1e", 9 + 1 + 2, id="a row filled by its last building"),
    ],
)
def test_the_best_allocation_counts_the_vp_of_a_word(line, city, total):
    read = City.parse(city)
    assert score(read, settle(read, Rules.parse(line)), Rules.parse(line)).total == total


def test_rules_for_which_the_search_is_not_exact_are_refused():
    rules = Rules.parse("classic")
    with pytest.raises(ValueError, match="one prize"):
        Rules(rules.mode, rules.points, bonuses=(Variety(vp=1), Variety(vp=2)))
    with pytest.raises(ValueError, match="VP for every kind"):
        Variety(vp=0)


# The setup of the game ------------------------------------------------------------------------------------------------


def test_house_rules_that_the_table_chose_are_not_announced():
    assert setup(Mission.parse("classic"), 3, HouseRules(manual_tower_points=True)).announcements == ()


def test_a_short_game_has_the_first_rounds_and_their_tiles():
    short, whole = Mission.parse("classic rounds=2"), Mission.parse("classic")
    assert [one.number for one in setup(short, 2).rounds] == [1, 2]
    assert (tiles_a_city(short.rules), tiles_a_city(whole.rules)) == (8, 16)
    assert highest_total(short.rules) < highest_total(whole.rules)
    nine_towers = City.parse("TTTT/TTTT/T---/---- 9i0e")
    found = [str(finding.message) for finding in audit(nine_towers, short, 4, has_supply=False)]
    assert found == ["9 tiles built, but a game has only 8 turns."]
    assert audit(nine_towers, whole, 4, has_supply=False) == []


def test_a_short_game_has_a_mayor_tile_a_round():
    three = City.parse("T*T*T*-/----/----/---- 3i0e")
    found = [str(finding.message) for finding in audit(three, Mission.parse("classic rounds=2"), 4, has_supply=False)]
    assert "3 Mayor tiles, but this short game has only 2: one a round." in found


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("classic rows=9", 4 * 9),
        ("expert variety=9", 9),
        ("classic corners=3", 4 * 3),
        ("classic corners=-3", 0),
        pytest.param("classic districts=1,9", 4 * 9, id="a gap in each district brings more than four full districts"),
    ],
)
def test_the_most_vp_that_a_word_can_bring(line, most):
    assert highest("mission", Rules.parse(line)) == most


def test_a_full_row_is_explained_with_its_squares():
    found = sheet("classic rows=3", "PPPP/P---/----/----", "++++/+.../..../....").lines
    rows = [(line.squares, line.vp, line.reason) for line in found if line.category == "mission"]
    assert rows[:2] == [
        (("A1", "B1", "C1", "D1"), 3, "row 1: no empty square"),
        (("A2", "B2", "C2", "D2"), 0, "row 2: 3 empty squares"),
    ]
    assert FullRows(vp=3).highest(Rules.parse("expert").mode) == 12


UP_TO_72, UP_TO_120 = (f"Up to {count} Inhabitants can come into play;" for count in (72, 120))


@pytest.mark.parametrize(
    ("line", "players", "sentences"),
    [
        pytest.param("classic", 4, [], id="Classic: 60 Inhabitants and 43 Energy Units are printed"),
        pytest.param("expert", 4, [], id="Expert: 65 Inhabitants and 47 Energy Units are printed"),
        pytest.param("classic inhabitants=2", 2, [f"{UP_TO_72} the box holds 65."], id="two"),
        pytest.param("classic inhabitants=2", 4, [f"{UP_TO_120} the box holds 65."], id="four"),
        pytest.param("classic inhabitants=2 rounds=2", 4, [], id="two rounds bring fewer"),
        pytest.param(
            "expert offer=1",
            4,
            [
                "Up to 69 Inhabitants can come into play; the box holds 65.",
                "Up to 51 Energy Units can come into play; the box holds 50.",
            ],
            id="four Mayor tiles offer one of each",
        ),
    ],
)
def test_the_setup_names_the_pieces_that_the_box_may_lack(line, players, sentences):
    assert [str(message) for message in setup(Mission.parse(line), players).shortages] == sentences


@pytest.mark.parametrize("mode", Mode)
def test_every_random_line_is_set_up_for_one_to_four_players(mode):
    for seed in range(50):
        mission = Mission.parse(random_line(dice("setup", seed), mode))
        for players in range(1, 5):
            table = setup(mission, players)
            assert [one.number for one in table.rounds] == list(mission.rules.rounds)
            assert all(map(str, (*table.announcements, *table.shortages)))
            assert len(table.announcements) == len(set(table.announcements))
