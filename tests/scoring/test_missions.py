"""The ten missions: what each record says, and house rules turning rules into other rules."""

from dataclasses import replace

import pytest

from scoring import MISSIONS, City, HouseRules, Mode, score
from scoring.rules import CLASSIC_POINTS, CLASSIC_RULES

TEN = [
    (1, "a-new-beginning", "A New Beginning", Mode.CLASSIC, False),
    (2, "public-opinion", "Public Opinion", Mode.CLASSIC, True),
    (3, "senior-architect", "Senior Architect", Mode.CLASSIC, True),
    (4, "banding-together", "Banding Together", Mode.CLASSIC, True),
    (5, "bringing-in-experts", "Bringing in Experts", Mode.EXPERT, False),
    (6, "mayors-favor", "Mayor's Favor", Mode.EXPERT, False),
    (7, "price-of-silence", "Price of Silence", Mode.EXPERT, False),
    (8, "the-corruption-trail", "The Corruption Trail", Mode.CLASSIC, False),
    (9, "unemployment", "Unemployment", Mode.CLASSIC, True),
    (10, "re-election", "Re-Election", Mode.EXPERT, True),
]


def test_there_are_ten_missions_in_order():
    assert list(MISSIONS) == list(range(1, 11))


@pytest.mark.parametrize(
    ("number", "slug", "title", "mode", "playgrounds"), [pytest.param(*facts, id=facts[1]) for facts in TEN]
)
def test_the_record_of_a_mission(number, slug, title, mode, playgrounds):
    mission = MISSIONS[number]
    assert (mission.number, mission.slug, str(mission.title)) == (number, slug, title)
    assert (mission.rules.mode, mission.rules.playgrounds) == (mode, playgrounds)


# numbers a player may use, gray #5 played as any of 1-4, in one common pool, in sequence
@pytest.mark.parametrize(
    ("number", "numbers", "wild", "shared", "in_sequence"),
    [
        pytest.param(1, (1, 2, 3, 4), 0, False, False, id="1, four of one's own"),
        pytest.param(2, (1, 2, 3, 4), 0, False, False, id="2, four of one's own"),
        pytest.param(3, (1, 2, 3, 4), 1, False, False, id="3, four and a gray one of one's own"),
        pytest.param(4, (1, 2, 3, 4), 1, True, False, id="4, four and a gray one each in a pool"),
        pytest.param(5, (1, 2, 3, 4, 5), 0, True, False, id="5, five each in a pool"),
        pytest.param(6, (1, 2, 3, 4, 5), 0, True, False, id="6, five each in a pool"),
        pytest.param(7, (1, 2, 3, 4, 5), 0, True, False, id="7, five each in a pool"),
        pytest.param(8, (1, 2, 3, 4), 0, False, True, id="8, four of one's own, in sequence"),
        pytest.param(9, (1, 2, 3, 4), 0, False, False, id="9, four of one's own"),
        pytest.param(10, (1, 2, 3, 4, 5), 0, False, False, id="10, five of one's own"),
    ],
)
def test_the_architects_of_a_mission(number, numbers, wild, shared, in_sequence):
    architects = MISSIONS[number].rules.architects
    assert (architects.numbers, architects.wild) == (numbers, wild)
    assert (architects.shared, architects.in_sequence) == (shared, in_sequence)


@pytest.mark.parametrize("number", MISSIONS)
def test_only_unemployment_doubles_the_inhabitants_and_what_an_idle_one_costs(number):
    rules = MISSIONS[number].rules
    expected = 2 if number == 9 else 1
    assert (rules.inhabitants_factor, rules.unused_inhabitant, rules.unused_energy) == (expected, expected, 1)


@pytest.mark.parametrize("number", MISSIONS)
def test_only_mayors_favor_offers_resources_for_a_mayor_tile(number):
    assert MISSIONS[number].rules.mayor_offer == (1 if number == 6 else 0)


@pytest.mark.parametrize("number", MISSIONS)
def test_only_four_missions_have_bonuses_of_their_own(number):
    assert bool(MISSIONS[number].rules.bonuses) == (number in {2, 6, 7, 9})


@pytest.mark.parametrize("number", MISSIONS)
def test_a_shop_welcomes_4_customers_in_classic_and_5_in_expert(number):
    rules = MISSIONS[number].rules
    assert rules.points.customers_a_shop == (4 if rules.mode == Mode.CLASSIC else 5)


# House rules


@pytest.mark.parametrize("number", MISSIONS)
def test_the_rules_as_written_are_the_house_rules_without_any_option(number):
    rules = MISSIONS[number].rules
    assert rules.with_house_rules(HouseRules()) == rules


def test_the_options_stand_off_and_the_tie_break_mission_is_the_tenth():
    assert HouseRules() == HouseRules(
        manual_tower_points=False,
        keep_discarded=False,
        harbor_workers=False,
        four_architects=False,
        tiebreak_mission=10,
    )


@pytest.mark.parametrize("number", MISSIONS)
def test_the_manuals_tower_points_change_the_tower_blocks_only(number):
    rules = MISSIONS[number].rules
    points = rules.with_house_rules(HouseRules(manual_tower_points=True)).points
    for table in ("shop", "public_service", "park", "factory", "harbor", "office_tower", "monument"):
        assert getattr(points, table) == getattr(rules.points, table), table
    assert points.tower_block != rules.points.tower_block


@pytest.mark.parametrize("number", MISSIONS)
def test_taking_the_resources_of_discarded_tiles_changes_no_points(number):
    rules = MISSIONS[number].rules
    changed = rules.with_house_rules(HouseRules(keep_discarded=True))
    assert (rules.keep_discarded, changed.keep_discarded) == (False, True)
    assert (changed.points, changed.bonuses) == (rules.points, rules.bonuses)


@pytest.mark.parametrize("number", MISSIONS)
def test_playing_with_four_architects_changes_only_re_election(number):
    architects = MISSIONS[number].rules.architects
    changed = MISSIONS[number].rules.with_house_rules(HouseRules(four_architects=True)).architects
    if number == 10:
        assert (changed.numbers, changed.wild, changed.shared) == ((1, 2, 3, 4), 0, False)
    else:
        assert changed == architects


@pytest.mark.parametrize("number", MISSIONS)
def test_harbor_workers_change_only_unemployment(number):
    rules = MISSIONS[number].rules
    changed = rules.with_house_rules(HouseRules(harbor_workers=True))
    assert (changed.bonuses != rules.bonuses) == (number == 9)
    assert changed.points == rules.points


@pytest.mark.parametrize(
    ("house_rules", "mission_points"),
    [
        pytest.param(HouseRules(), -3, id="off"),
        pytest.param(HouseRules(harbor_workers=True), -1, id="on"),
    ],
)
def test_harbor_workers_lessen_the_customers_above_the_workers(house_rules, mission_points):
    # 4 Customers; one works in the Public Service, two in the Harbors.
    city = City.parse("SUHH/----/----/---- 7i1e 4+++/..../..../....")
    rules = MISSIONS[9].rules.with_house_rules(house_rules)
    assert score(city, city.allocation, rules).categories["mission"] == mission_points


def test_house_rules_leave_the_missions_themselves_as_they_were():
    before = MISSIONS[10].rules
    before.with_house_rules(HouseRules(manual_tower_points=True, four_architects=True))
    assert MISSIONS[10].rules is before
    assert before.architects.numbers == (1, 2, 3, 4, 5)
    assert before.points.tower_block[-1] == 15


def test_options_can_be_switched_on_together():
    city = City.parse("TSUH/----/----/---- 6i2e +4++/..../..../....")
    rules = MISSIONS[9].rules.with_house_rules(HouseRules(manual_tower_points=True, harbor_workers=True))
    sheet = score(city, city.allocation, rules)
    # A floor is worth 2; 4 Customers face 2 workers.
    assert (sheet.categories["tower_block"], sheet.categories["mission"]) == (2, -2)


@pytest.mark.parametrize("name", ["tower_block", "public_service", "park", "harbor"])
def test_a_table_too_short_for_the_board_is_refused_by_its_name(name):
    # Four floors, districts, sides and columns: none of them, or up to all four.
    points = replace(CLASSIC_POINTS, **{name: getattr(CLASSIC_POINTS, name)[:4]})
    with pytest.raises(ValueError, match=f"expected a {name} table of 5 entries"):
        replace(CLASSIC_RULES, points=points)


@pytest.mark.parametrize("resource", ["unused_inhabitant", "unused_energy"])
def test_unused_resources_never_bring_points(resource):
    with pytest.raises(ValueError, match="expected unused resources to bring no VP"):
        replace(CLASSIC_RULES, **{resource: -1})
