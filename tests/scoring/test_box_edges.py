"""Test edge cases of the box check, such as a city with one tile more than the game has."""

import pytest

from scoring import MISSIONS, City, HouseRules, RuleError, audit
from scoring.messages import Message, ngettext
from scoring.missions import Mission


def findings(mission, text, players, **house_rules):
    return [
        (finding.severity.value, finding.square, str(finding.message), finding.decision)
        for finding in audit(City.parse(text), MISSIONS[mission], players, HouseRules(**house_rules))
    ]


def test_one_too_many_public_services_without_printed_vp():
    found = findings(1, "UUUU/UU1U1U1/U1U1U1U1/U1U2U2U2 0i0e", 4)
    sentence = "5 tiles without printed VP (Public Service), but only 4 can come up with 4 players."
    assert [(severity, said) for severity, _, said, _ in found] == [("more_than_box", sentence)]


@pytest.mark.parametrize(
    ("line", "text", "players", "sentence"),
    [
        (
            "classic",
            "U1---/----/----/---- 0i0e",
            2,
            "Public Service: no tile with 1 VP printed on it comes up with 2 players.",
        ),
        ("expert rounds=1", "M----/-----/-----/----- 0i0e", 3, "Monument: no such tile comes up with 3 players."),
    ],
)
def test_a_tile_that_the_game_lacks_is_said_to_be_missing_and_not_one_of_zero(line, text, players, sentence):
    found = audit(City.parse(text), Mission.parse(line), players)
    assert sentence in [str(finding.message) for finding in found]


def test_each_playground_in_a_mission_without_them_gets_a_finding():
    found = findings(1, "GGGG/--P-/TT--/---- 7i2e", 2)
    nothing_like_it = "This mission is played with Parks; there is no Playground in the bag."
    told = [finding for finding in found if "Playground" in finding[2]]
    assert told == [("impossible", square, nothing_like_it, None) for square in ("A1", "B1", "C1", "D1")]


def test_playgrounds_in_a_mission_without_them_hide_no_other_finding():
    found = findings(1, "GU2U2U2/U2U2--/----/---- 0i0e", 4)
    said = [sentence for _, _, sentence, _ in found]
    assert "5 tiles with 2 VP printed on them (Public Service), but only 4 can come up with 4 players." in said


@pytest.mark.parametrize(("energy", "possible"), [(3, True), (4, False)])
def test_unemployment_does_not_double_the_energy_units_of_a_discarded_tile(energy, possible):
    # The city has fifteen of sixteen tiles. The discarded tile brought at most 3 Energy Units.
    text = f"T3T3T3T3/SSS-/----/---- 28i{energy}e"
    assert (findings(9, text, 4, keep_discarded=True) == []) is possible


@pytest.mark.parametrize(("inhabitants", "possible"), [(26, False), (28, True), (62, True), (64, False)])
def test_unemployment_doubles_the_inhabitants_of_a_discarded_tile(inhabitants, possible):
    # Twelve tower tiles bring 14 to 28 Inhabitants, a discarded tile brings 0 to 3. The mission doubles both numbers.
    text = f"T3T3T3T3/SSS-/----/---- {inhabitants}i0e"
    found = findings(9, text, 4, keep_discarded=True)
    assert (found == []) is possible


def test_an_error_carries_its_message():
    message = Message(ngettext("{count} floor", "{count} floors"), count=3)
    assert RuleError(message).args == (message,)
    assert RuleError(message).message is message
