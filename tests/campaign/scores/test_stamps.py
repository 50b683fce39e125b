"""Test the stamp that names the rules of a finished game, such as "edition=1 mission=7 ..."."""

from dataclasses import replace

import pytest

from campaign.scores.stamps import RulesStamp
from scoring import MISSIONS, HouseRules, Mission

OWN = Mission.parse("classic playgrounds sets=2:3 districts=4,2", "The Ring Road")
HOUSE_RULES = "manual_tower_points=0 keep_discarded=0 harbor_workers=0 four_architects=0 tiebreak_mission=10"


def test_the_stamp_of_one_of_the_ten_names_its_number():
    for number, mission in MISSIONS.items():
        stamp = RulesStamp.of(mission)
        assert str(stamp) == f"edition=1 mission={number} {HOUSE_RULES}"
        assert RulesStamp.parse(str(stamp)) == stamp
        assert stamp.as_mission is mission


def test_the_stamp_of_a_composed_mission_has_its_whole_line():
    stamp = RulesStamp.of(OWN, HouseRules(keep_discarded=True))
    text = f"edition=1 rules=classic;playgrounds;sets=2:3;districts=4,2 {HOUSE_RULES.replace('d=0', 'd=1', 1)}"
    assert str(stamp) == text
    read = RulesStamp.parse(text)
    assert read == stamp
    assert read.rules == OWN.rules.with_house_rules(HouseRules(keep_discarded=True))
    assert read.as_mission == replace(OWN, name="")


@pytest.mark.parametrize("name", ["monument_parks_only", "park_district_parks_only"])
def test_a_house_rule_of_a_later_release_is_in_the_stamp_only_if_it_is_on(name):
    stamp = RulesStamp.of(MISSIONS[10], HouseRules(**{name: True}))
    assert str(stamp) == f"edition=1 mission=10 {HOUSE_RULES.replace(' tie', f' {name}=1 tie')}"
    assert RulesStamp.parse(str(stamp)) == stamp
    assert RulesStamp.parse(f"edition=1 mission=10 {HOUSE_RULES}").house_rules == HouseRules()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("edition=1", id="no mission"),
        pytest.param("edition=1 mission=11", id="no such number"),
        pytest.param("edition=1 mission=3 rules=classic", id="a number and a line"),
        pytest.param("edition=1 rules=", id="an empty line"),
        pytest.param("edition=1 rules=classic;districts=44,2", id="a bad line"),
        pytest.param("rules=classic", id="no edition"),
        pytest.param("edition=1 rules=classic flying=1", id="an unknown house rule"),
    ],
)
def test_a_stamp_without_valid_rules_is_refused(text):
    with pytest.raises(ValueError, match=r"expected|Word"):
        RulesStamp.parse(text)
