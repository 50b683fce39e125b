"""Test special Public Services: tiles whose VP the players type."""

import re

import pytest

from scoring import (
    MISSIONS,
    AllocationError,
    City,
    HouseRules,
    Mission,
    Mode,
    NotationError,
    RuleError,
    Rules,
    audit,
    audit_game,
    score,
    settle,
    tile_worths,
)
from scoring.dealing import deal
from scoring.drafts import Draft, no_draft
from scoring.kinds import SPECIALS, Kind, Special
from scoring.limits import highest
from scoring.setups import setup
from tests.scoring.box import IMPOSSIBLE, MORE_THAN_BOX, UNUSUAL, one
from tests.scoring.test_box_check import game_with

SERVICES = {Mode.CLASSIC: Mission.parse("classic services"), Mode.EXPERT: Mission.parse("expert services")}
EMPTY = {Mode.CLASSIC: "---/----/----/----", Mode.EXPERT: "----/-----/-----/-----"}


def sheet_of(text):
    city = City.parse(text)
    rules = SERVICES[city.mode].rules
    return score(city, city.allocation or settle(city, rules), rules)


def found_in(text, mission=None, players=4):
    city = City.parse(text)
    found = audit(city, mission or SERVICES[city.mode], players)
    return [finding for finding in found if finding.severity is not UNUSUAL]


# Notation -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("cell", "vp", "written"),
    [("X", 0, "X"), ("X0", 0, "X"), ("X6", 6, "X6"), ("X06", 6, "X6"), ("X13", 13, "X13"), ("X20", 20, "X20")],
)
def test_x_is_a_public_service_with_the_vp_that_the_table_typed(mode, cell, vp, written):
    city = City.parse(f"{cell}{EMPTY[mode]} 1i0e")
    building = city.squares[0]
    assert (building.kind, building.special, building.vp) == (Kind.PUBLIC_SERVICE, Special.TYPED, vp)
    assert str(city) == f"{written}{EMPTY[mode]} 1i0e"


def test_two_digits_end_where_the_next_building_begins():
    city = City.parse("X12X1T2-/----/----/---- 3i1e")
    assert [building and (building.vp, building.floors) for building in city.squares[:4]] == [
        (12, 1),
        (1, 1),
        (0, 2),
        None,
    ]


@pytest.mark.parametrize(
    ("cell", "position"),
    [("X21", 1), ("X99", 1), ("X006", 1), ("X100", 1), ("X6*", 2), ("x", 0), ("U10", 1), ("T11", 1)],
)
def test_other_numbers_and_marks_are_refused_at_their_place(cell, position):
    with pytest.raises(NotationError) as caught:
        City.parse(f"{cell}---/----/----/---- 1i1e")
    assert caught.value.position == position


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("cell", "vp", "inhabitants", "written"),
    [
        ("X", 0, 1, "X"),
        ("X6", 6, 1, "X6"),
        ("X:1", 0, 1, "X"),
        ("X6:1", 6, 1, "X6"),
        ("X6:2", 6, 2, "X6:2"),
        ("X06:2", 6, 2, "X6:2"),
        ("X:3", 0, 3, "X:3"),
        ("X20:3", 20, 3, "X20:3"),
    ],
)
def test_the_number_after_a_colon_is_the_inhabitants_that_the_tile_needs(mode, cell, vp, inhabitants, written):
    city = City.parse(f"{cell}{EMPTY[mode]} 1i0e")
    building = city.squares[0]
    assert (building.special, building.vp, building.inhabitants) == (Special.TYPED, vp, inhabitants)
    assert str(city) == f"{written}{EMPTY[mode]} 1i0e"
    assert City.parse(str(city)) == city


@pytest.mark.parametrize(
    ("cell", "position", "sentence"),
    [
        ("X:0", 2, "special Public Service with 0 Inhabitants; the table can type 1 to 3"),
        ("X6:4", 3, "special Public Service with 4 Inhabitants; the table can type 1 to 3"),
        ("X6:12", 3, "special Public Service with 12 Inhabitants; the table can type 1 to 3"),
        ("X6:", 2, "the colon has no number of Inhabitants behind it; the table can type 1 to 3"),
        ("X6:*", 2, "the colon has no number"),
        ("X6:2*", 4, "the Mayor mark"),
        ("U2:2", 2, "this building (Public Service) takes no number of Inhabitants"),
        ("T3:2", 2, "this building (Tower Block) takes no number of Inhabitants"),
        ("-:2", 1, "nothing can follow"),
        (":2", 0, ": is no building"),
    ],
)
def test_another_number_of_inhabitants_is_refused_at_its_place(cell, position, sentence):
    with pytest.raises(NotationError, match=re.escape(sentence)) as caught:
        City.parse(f"{cell}---/----/----/---- 1i1e")
    assert caught.value.position == position


@pytest.mark.parametrize("letter", [facts.letter for facts in SPECIALS.values() if facts.most_inhabitants is None])
def test_the_inhabitants_of_a_named_tile_cannot_be_typed(letter):
    with pytest.raises(NotationError, match="takes no number of Inhabitants"):
        City.parse(f"{letter}:2----/-----/-----/----- 1i0e")


def test_a_standard_public_service_is_not_special():
    assert City.parse("U2---/----/----/---- 1i0e").squares[0].special is None


# Score ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "category", "vp"),
    [
        pytest.param("X6---/----/----/---- 1i0e", "public_service", 2 + 6, id="alone: a district, and its VP"),
        pytest.param("X6-U1-/----/----/---- 2i0e", "public_service", 5 + 6 + 1, id="with a standard one"),
        pytest.param("X6U1--/----/----/---- 2i0e", "public_service", 2 + 6 + 1, id="both in one district"),
        pytest.param("X---/----/----/---- 1i0e", "public_service", 2, id="typed 0: the district alone"),
        pytest.param("X6---/----/----/---- 0i0e", "public_service", 0, id="without an Inhabitant nothing"),
        pytest.param("X20--X9-/-----/X8-X7--/----- 4i0e", "public_service", 14 + 44, id="in four districts"),
        pytest.param("MX6---/-----/-----/----- 1i0e", "monument", 2, id="beside a Monument"),
        pytest.param("FX6--/----/----/---- 2i0e", "factory", 0, id="beside a Factory nothing"),
    ],
)
def test_a_special_one_scores_as_a_public_service_and_brings_its_own_vp(text, category, vp):
    assert sheet_of(text).categories[category] == vp


def test_the_line_of_a_typed_tile_says_who_counted():
    sheet = sheet_of("X6U1--/----/----/---- 2i0e")
    assert [(line.squares, line.reason, line.vp) for line in sheet.lines] == [
        (("A1", "B1"), "Public Services in 1 district", 2),
        (("B1",), "1 VP printed on the tile", 1),
        (("A1",), "special Public Service, as the table counted: 6 VP", 6),
    ]


def test_a_typed_0_has_its_line_too():
    assert [line.vp for line in sheet_of("X---/----/----/---- 1i0e").lines] == [2, 0]


def test_the_line_of_an_inactive_tile_gives_the_vp_it_would_have_brought():
    sheet = sheet_of("X6---/----/----/---- 0i0e")
    assert [line.reason for line in sheet.lines] == ["left without an Inhabitant; by itself it would have brought 8 VP"]


def test_one_inhabitant_goes_where_it_brings_more():
    city = City.parse("X3-H-/--H-/----/U--- 1i0e")
    assert str(settle(city, SERVICES[Mode.CLASSIC].rules)) == "+.../..../..../...."
    assert tile_worths(city, SERVICES[Mode.CLASSIC].rules)["A1"] == 3


@pytest.mark.parametrize(
    ("text", "vp", "workers"),
    [
        pytest.param("X6:2---/----/----/---- 2i0e", 8, 2, id="both Inhabitants"),
        pytest.param("X6:2---/----/----/---- 1i0e", 0, 0, id="one is not enough"),
        pytest.param("X6:3---/----/----/---- 2i0e", 0, 0, id="two of three are not enough"),
        pytest.param("X6:3-U2-/----/----/---- 3i0e", 8, 3, id="6 + 2 VP, not 2 + 2 VP and two unused"),
        pytest.param("X1:3-U2-/----/----/U--- 3i0e", 7, 2, id="two standard ones bring more, with one unused"),
        pytest.param("X6:2---/----/----/---- 2i0e ..../..../..../....", 0, 0, id="idle"),
    ],
)
def test_a_tile_takes_the_typed_number_of_inhabitants(text, vp, workers):
    sheet = sheet_of(text)
    assert (sheet.categories["public_service"], sheet.tiebreak.inhabitants_on_buildings) == (vp, workers)


def test_an_allocation_without_its_inhabitants_is_refused_at_its_square():
    city = City.parse("UX6:2--/----/----/---- 2i0e ++../..../..../....")
    with pytest.raises(AllocationError, match="no Inhabitant is left") as caught:
        score(city, city.allocation, SERVICES[Mode.CLASSIC].rules)
    assert caught.value.square == "B1"


def test_the_line_of_an_inactive_tile_names_the_inhabitants_it_lacks():
    sheet = sheet_of("X6:3---/----/----/---- 0i0e")
    assert [line.reason for line in sheet.lines] == [
        "left without its 3 Inhabitants; by itself it would have brought 8 VP"
    ]


@pytest.mark.parametrize(
    ("inhabitants", "workers", "customers", "penalty"),
    [
        pytest.param(76, 36, 40, -12, id="enough for all: five Customers in each Shop, four above the workers"),
        pytest.param(72, 36, 36, 0, id="as many Customers as workers"),
        pytest.param(40, 36, 4, 0, id="almost all at work"),
    ],
)
def test_more_workers_than_squares_are_counted(inhabitants, workers, customers, penalty):
    # Twelve special tiles with 3 workers each have more workers than the board has squares.
    rules = Rules.parse("expert services jobs=3")
    city = City.parse(f"SSSSS/SSSX20:3X20:3/{'X20:3' * 5}/{'X20:3' * 5} {inhabitants}i8e")
    sheet = score(city, settle(city, rules), rules)
    assert sheet.tiebreak.inhabitants_on_buildings == workers + customers
    assert sheet.categories["public_service"] == 12 * 20 + 14
    assert sheet.categories["mission"] == penalty


def test_a_typed_tile_has_workers_and_counts_for_variety():
    line = "classic services variety=9 jobs=1"
    city = City.parse("X---/TSPF/H---/---- 4i2e")
    sheet = score(city, settle(city, Rules.parse(line)), Rules.parse(line))
    assert sheet.categories["mission"] == 9


# Box ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", MISSIONS.values(), ids=lambda mission: mission.slug)
def test_each_special_one_is_impossible_in_a_mission_without_the_expansion(mission):
    text = "X6X--/----/----/---- 2i0e" if mission.rules.mode is Mode.CLASSIC else "X6X---/-----/-----/----- 2i0e"
    found = found_in(text, mission)
    assert [(finding.severity, finding.square) for finding in found] == [(IMPOSSIBLE, "A1"), (IMPOSSIBLE, "B1")]
    assert {str(finding.message) for finding in found} == {
        "This mission is played without the expansion and its special Public Services."
    }


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(("players", "classic", "expert"), [(2, 8, 11), (3, 11, 13), (4, 11, 13)])
def test_no_more_special_ones_are_built_than_can_come_up(mode, players, classic, expert):
    limit = {Mode.CLASSIC: classic, Mode.EXPERT: expert}[mode]
    fine, more = (audit_game(game_with(["X6"] * count, mode), SERVICES[mode], players) for count in (limit, limit + 1))
    assert fine == []
    one(more, MORE_THAN_BOX, None, str(limit + 1), f"only {limit}")


def test_a_short_game_has_four_special_ones_a_round():
    mission = Mission.parse("classic services rounds=2")
    assert audit_game(game_with(["X"] * 8, Mode.CLASSIC), mission, 4) == []
    one(audit_game(game_with(["X"] * 9, Mode.CLASSIC), mission, 4), MORE_THAN_BOX, None, "only 8")


def test_each_special_one_replaces_a_standard_one():
    # With four players, 16 Public Services come up in Classic: 4 without printed VP, 8 with 1 VP, 4 with 2 VP.
    cells = ["U"] * 4 + ["U1"] * 4 + ["X3"] * 8
    assert audit_game(game_with(cells, Mode.CLASSIC), SERVICES[Mode.CLASSIC], 4) == []
    one(audit_game(game_with([*cells, "X"], Mode.CLASSIC), SERVICES[Mode.CLASSIC], 4), MORE_THAN_BOX, None, "only 16")


def test_with_a_typed_tile_the_supply_is_not_checked():
    assert found_in("X6TTT/FFFF/SS--/---- 40i40e") == []
    assert found_in("U2TTT/FFFF/SS--/---- 40i40e") != []


def test_a_city_without_a_special_one_is_checked_as_in_other_missions():
    for text in ("T4---/----/----/---- 24i0e", "U2U2U2U2/U2---/----/---- 5i0e", "G---/----/----/---- 1i0e"):
        without = found_in(text, MISSIONS[1])
        assert without
        assert found_in(text) == without


@pytest.mark.parametrize("mode", Mode)
def test_the_limit_of_public_services_leaves_room_for_special_ones(mode):
    rules = SERVICES[mode].rules
    cells = ["X20"] * (11 if mode is Mode.CLASSIC else 13)
    (city,) = game_with(cells, mode)
    vp = sheet_of(str(city).replace("0i", "20i")).categories["public_service"]
    assert vp <= highest("public_service", rules)
    assert highest("public_service", MISSIONS[1].rules) == highest("public_service", Rules.parse("classic"))


# Setup, deals and drafts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "tiles"), [(Mode.CLASSIC, 11), (Mode.EXPERT, 13)])
def test_the_setup_announces_the_stack(mode, tiles):
    laid = setup(SERVICES[mode], 3, HouseRules())
    assert (laid.services.tiles, laid.services.face_up) == (tiles, 4)
    plain = setup(Mission.parse(mode), 3)
    assert plain.services is None
    assert [str(message) for message in laid.announcements if message not in plain.announcements] == [
        f"Lay 4 of the {tiles} special Public Services face-up before each round.",
        "If you take a Public Service, build it and discard a special one, or the reverse.",
        "After a round discard the special ones left. If the stack runs out, reshuffle them.",
    ]


def test_no_seed_deals_the_expansion():
    assert not any(deal(str(seed)).rules.services for seed in range(300))


def test_no_program_drafts_with_the_expansion():
    assert no_draft(MISSIONS[1].rules) is None
    with pytest.raises(RuleError, match="Games with the expansion cannot be drafted"):
        Draft(SERVICES[Mode.CLASSIC].rules, 2, "1")
