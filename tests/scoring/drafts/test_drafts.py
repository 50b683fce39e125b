"""Test drafts from the first turn to the last, also in missions and solo games."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import MISSIONS, City, HouseRules, Mission, Rules, Severity, audit, audit_game
from scoring.boxcheck import TOO_MANY_ENERGY_UNITS, TOO_MANY_INHABITANTS
from scoring.drafts import Draft, Drafters, Skill, Turn
from scoring.drafts.mats import Way
from scoring.drafts.sites import FACE_UP, PLACE_NAMES, PLACES
from scoring.kinds import KINDS, Digit, Kind
from scoring.rules import TURNS_A_ROUND
from scoring.tiles import INHABITANTS_IN_BOX, nearest_table, rounds
from scoring.turns import Play
from tests.scoring.drafts.positions import draft_of, missions, play_at_random, played, players, seeds
from tests.scoring.lines import lines, without_services

MORE_SUPPLY_THAN_BOX = (TOO_MANY_ENERGY_UNITS, TOO_MANY_INHABITANTS)


def findings(mission, draft):
    """Return the findings about each city of a finished draft, and about all cities together."""
    table = nearest_table(draft.players)
    each = [finding for city in draft.cities for finding in audit(city, mission, table)]
    return [*each, *audit_game(draft.cities, mission, table)]


def is_fault(finding):
    """Tell whether the finding proves a fault in this project. A draft can take more resources than the box holds."""
    return finding.severity is not Severity.UNUSUAL and finding.message.text not in MORE_SUPPLY_THAN_BOX


def tiles_built(city):
    return Counter(
        {
            kind: sum(
                building.floors if KINDS[kind].digit is Digit.FLOORS else 1
                for building in city.squares
                if building and building.kind is kind
            )
            for kind in Kind
        }
    )


@given(mission=missions, players=players, seed=seeds)
def test_tiles_architects_and_turns_are_conserved_in_every_position(mission, players, seed):
    draft = draft_of(mission, players, seed)
    architects = draft.rules.architects
    each = len(architects.numbers) + architects.wild
    face_up = FACE_UP[nearest_table(players)]
    for position in play_at_random(draft, seed):
        turns = len(position.taken)
        built = sum(mat.city.tile_count for mat in position.mats)
        discarded = sum(mat.discarded for mat in position.mats)
        empty = sum(taken.tile is None for taken in position.taken)
        assert built + discarded + empty == turns
        of_round = position.taken[-1].of_round
        of_this_round = [taken for taken in position.taken if taken.of_round == of_round]
        if position.turn:  # the round is not over
            gone = sum((taken.tile is not None) + (taken.rivals_tile is not None) for taken in of_this_round)
            assert sum(tile is not None for tile in position.site.tiles) + gone == face_up
            hands = position.hands[:1] if architects.shared else position.hands
            assert sum(sum(hand.values()) for hand in hands) + len(of_this_round) == each * players
            laid = len(of_this_round) + sum(taken.rivals_place is not None for taken in of_this_round)
            assert len(position.site.architects) == laid
        assert all(count >= 0 for hand in position.hands for count in hand.values())
    assert Counter(taken.seat for taken in draft.taken) == dict.fromkeys(
        range(players), TURNS_A_ROUND * len(rounds(draft.rules.mode))
    )
    for mat in draft.mats:
        # For each kind of building, the mat has as many tiles as its player has built.
        seat = draft.mats.index(mat)
        taken = Counter(one.tile.kind for one in draft.taken if one.seat == seat and one.turn.way)
        assert +tiles_built(mat.city) == +taken


@given(mission=missions, players=players, seed=seeds, keeps=st.booleans())
def test_the_supply_of_a_mat_is_the_sum_of_its_tiles_resources(mission, players, seed, keeps):
    rules = MISSIONS[mission].rules.with_house_rules(HouseRules(keep_discarded=keeps))
    draft = Draft(rules, players, seed)
    for _position in play_at_random(draft, seed):
        pass
    for seat, mat in enumerate(draft.mats):
        mine = [one for one in draft.taken if one.seat == seat and one.tile and (one.turn.way or keeps)]
        offers = sum(one.turn.takes_offer for one in mine) * rules.mayor_offer
        assert mat.inhabitants == sum(one.tile.inhabitants for one in mine) * rules.inhabitants_factor + offers
        assert mat.energy == sum(one.tile.energy for one in mine) + offers


@given(mission=missions, players=players, seed=seeds)
def test_a_drafted_city_is_possible(mission, players, seed):
    draft = played(mission, players, seed)
    assert [one for one in findings(MISSIONS[mission], draft) if is_fault(one)] == []


@pytest.mark.parametrize(
    ("city", "is_wrong"),
    [
        pytest.param("G---/----/----/---- 0i0e", True, id="a Playground in a mission without"),
        pytest.param("HHHH/HHHH/HHHH/HHHH 0i0e", True, id="more tiles of a kind than the box has"),
        pytest.param("PPPP/PPPP/----/---- 66i0e", True, id="Inhabitants that no tile brought"),
        pytest.param("T---/----/----/---- 1i0e", False, id="few tiles"),
    ],
)
def test_only_findings_that_no_draft_can_cause_are_faults(city, is_wrong):
    draft = draft_of(1, 1)
    city = City.parse(city)
    draft.mats[0].squares = list(city.squares)
    draft.mats[0].inhabitants, draft.mats[0].energy = city.inhabitants, city.energy
    found = findings(MISSIONS[1], draft)
    assert found
    assert any(map(is_fault, found)) is is_wrong


@pytest.mark.parametrize("inhabitants", [INHABITANTS_IN_BOX, INHABITANTS_IN_BOX + 1])
def test_more_inhabitants_than_the_box_holds_are_counted_but_are_no_fault(inhabitants):
    draft = draft_of(1, 4)
    draft.mats[0].inhabitants = inhabitants
    texts = [one for one in findings(MISSIONS[1], draft) if one.message.text == TOO_MANY_INHABITANTS]
    assert bool(texts) is (inhabitants > INHABITANTS_IN_BOX)
    assert not any(map(is_fault, texts))


@given(players=players, seed=seeds)
def test_the_same_seed_lays_the_same_sites_whatever_is_played(players, seed):
    first, second = draft_of(1, players, seed), draft_of(8, players, seed)
    while not first.is_over:
        assert first.site.tiles == second.site.tiles
        for draft, chance in ((first, "a"), (second, "b")):
            number = draft.round
            for position in play_at_random(draft, chance + seed):
                if position.round != number:
                    break


def test_another_seed_lays_other_sites():
    assert draft_of(1, 4, "a").site.tiles != draft_of(1, 4, "b").site.tiles


def test_the_builder_of_the_mayor_tile_begins_the_next_round():
    draft = draft_of(1, 2)
    while not draft.round:
        option = next((one for one in draft.options() if one.tile and one.tile.mayor), None)
        if option and draft.seat == 1:
            way = next(draft.mat.ways(option.tile, option.play.number))
            draft.take(Turn(option.play, option.places[0], way))
        else:
            other = next(one for one in draft.options() if not (one.tile and one.tile.mayor))
            draft.take(Turn(other.play, other.places[0]))
    assert [taken.seat for taken in draft.taken if taken.tile and taken.tile.mayor] == [1]
    assert draft.seat == draft.first_player == 1


def test_the_first_player_stays_if_nobody_builds_the_mayor_tile():
    draft = draft_of(1, 3)
    while not draft.round:
        option = draft.options()[0]
        draft.take(Turn(option.play, option.places[0]))
    assert draft.seat == 0


def mayor_options(draft):
    return [option for option in draft.options() if option.tile and option.tile.mayor]


def test_in_mission_6_the_first_player_leaves_the_mayor_tile_alone_on_the_first_turn():
    plain, favor = draft_of(5, 4), draft_of(6, 4)
    assert mayor_options(plain)
    assert not mayor_options(favor)
    option = favor.options()[0]
    favor.take(Turn(option.play, option.places[0]))
    assert mayor_options(favor)


def test_an_offer_comes_only_with_a_mayor_tile_that_is_built():
    draft = draft_of(6, 4)
    option = next(one for one in draft.options() if one.tile and next(draft.mat.ways(one.tile, one.play.number), None))
    way = next(draft.mat.ways(option.tile, option.play.number))
    with pytest.raises(ValueError, match="Mayor tile"):
        draft.take(Turn(option.play, option.places[0], way, takes_offer=True))


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        pytest.param(Turn(Play(5, 5), 0), "Architect", id="no #5 in Classic"),
        pytest.param(Turn(Play(1, 1), 0, Way(15, 1)), "square", id="#1 does not open D4"),
    ],
)
def test_a_turn_against_the_rules_is_refused_and_changes_nothing(turn, reason):
    draft = draft_of(1, 2)
    before = draft.site.tiles.copy()
    with pytest.raises(ValueError, match=reason):
        draft.take(turn)
    assert (draft.site.tiles, draft.taken, draft.turn) == (before, [], 0)


@pytest.mark.parametrize("players", [0, 5])
def test_a_draft_is_for_one_to_four_players(players):
    with pytest.raises(ValueError, match="players"):
        draft_of(1, players)


def test_a_solo_players_rival_follows_clockwise_with_one_architect_of_each_number():
    draft = draft_of(1, 1)
    rivals = []
    while not draft.round:
        option = draft.options()[0]
        taken = draft.take(Turn(option.play, option.places[0]))
        rivals.append(taken.rivals_number)
        if draft.turn:
            assert draft.site.urbanist == PLACES[taken.rivals_place][taken.rivals_number - 1]
            assert draft.site.tiles[draft.site.urbanist] is None
    assert sorted(rivals) == [1, 2, 3, 4]


def test_a_solo_players_rival_lays_the_next_free_place():
    draft = draft_of(1, 1)
    play = draft.plays()[0]
    taken = draft.take(Turn(play, PLACE_NAMES.index("↓2")))
    # The Urbanist moves to row 1 of column 2, and blocks this row and column. The next free place clockwise is ↓3.
    assert PLACE_NAMES[taken.rivals_place] == "↓3"


def test_two_players_have_no_rival():
    draft = draft_of(1, 2)
    assert all(position.taken[-1].rivals_place is None for position in play_at_random(draft, "1"))


def test_a_wild_architect_is_spent_once():
    draft = draft_of(3, 2)
    wild = Play(5, 3)
    assert wild in draft.plays()
    place = draft.site.free_places()[0]
    draft.take(Turn(wild, place))
    other = draft.options()[0]
    draft.take(Turn(other.play, other.places[0]))
    assert not any(play.architect == 5 for play in draft.plays())


def test_numbers_follow_in_sequence_in_mission_8():
    draft = draft_of(8, 2)
    assert {play.number for play in draft.plays()} == {1}
    draft.take(Turn(Play(1, 1), draft.site.free_places()[0]))
    assert {play.number for play in draft.plays()} == {1, 2}


@given(mission=missions, players=players, seed=seeds)
def test_a_recorded_draft_plays_again(mission, players, seed):
    draft = played(mission, players, seed)
    again = draft_of(mission, players, seed)
    for taken in draft.taken:
        assert again.take(taken.turn) == taken
    assert again.cities == draft.cities


@given(rules=lines().map(without_services).map(Rules.parse), players=players, seed=seeds)
def test_any_mission_line_can_be_drafted(rules, players, seed):
    mission, draft = Mission.parse(rules.line), Draft(rules, players, seed)
    for _taken in Drafters(rules, players, Skill.NEW).turns(draft):
        pass
    assert {city.board for city in draft.cities} == {rules.board}
    assert not any(map(is_fault, findings(mission, draft)))
