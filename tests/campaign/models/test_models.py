"""Test the methods of campaigns, games and evaluations, and the changes that the database refuses."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError

from campaign.models import (
    Campaign,
    Colour,
    Evaluation,
    Game,
    GameFinishedError,
    NotAllInError,
    Player,
    Seating,
    VersionConflictError,
)
from campaign.models.history import find_latest_change
from campaign.scores.score_pad import PadError
from scoring import City, HouseRules
from tests.factories import (
    CLASSIC_CITY,
    CampaignFactory,
    PlayerFactory,
    enter,
    open_game,
    played_game,
)

pytestmark = pytest.mark.django_db

PLAIN = "TT-T/----/----/---- 0i3e"  # three Tower Blocks, 3 VP
BUSIER = "TT-T/F---/----/---- 1i3e"  # the Inhabitant on the Factory wins a tie against PLAIN


def refused():
    """Expect the database to refuse the change in the `with` block."""
    return pytest.raises(IntegrityError)


# --- Campaigns --------------------------------------------------------------------------------------------------------


def test_the_address_of_a_campaign_does_not_have_its_primary_key(campaign):
    assert len(campaign.public_id) == 12
    assert str(campaign.pk) != campaign.public_id
    assert CampaignFactory().public_id != campaign.public_id


def test_owner_and_member_see_the_campaign_and_nobody_else(campaign, owner, member, stranger):
    def seen_by(user):
        return list(Campaign.objects.visible_to(user).filter(pk=campaign.pk))

    assert seen_by(owner) == seen_by(member) == [campaign]
    assert seen_by(stranger) == []


def test_a_retired_member_sees_nothing_any_more(campaign, member):
    player = campaign.players.get(account=member)
    player.retired_at = campaign.created
    player.save()
    assert not Campaign.objects.visible_to(member).exists()


def test_house_rules_are_columns_of_the_campaign():
    campaign = CampaignFactory(manual_tower_points=True, tiebreak_mission=7)
    assert campaign.house_rules == HouseRules(manual_tower_points=True, tiebreak_mission=7)


def test_the_next_mission_is_the_first_one_not_finished(campaign):
    played_game(campaign, 1)
    played_game(campaign, 3)
    open_game(campaign, 2)
    assert campaign.next_mission == 2
    assert campaign.open_game.mission == 2
    assert list(campaign.games_in_standings) == [1, 3]


@pytest.mark.parametrize("number", [0, 99])
def test_the_database_refuses_an_unknown_mission(campaign, number):
    with refused():
        Game.objects.create(campaign=campaign, mission=number)


@pytest.mark.parametrize("number", [0, 99])
def test_the_database_refuses_an_unknown_tiebreak_mission(number):
    with refused():
        CampaignFactory(tiebreak_mission=number)


# --- Players ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "player",
    [
        pytest.param({"name": "Dan", "colour": Colour.BLUE}, id="a colour twice"),
        pytest.param({"name": "ADA", "colour": Colour.PURPLE}, id="a name twice"),
        pytest.param({"name": "Dan", "colour": "plaid"}, id="no such colour"),
        pytest.param({"name": "", "colour": Colour.PURPLE}, id="no name"),
    ],
)
def test_the_database_refuses_a_player(campaign, player):
    with refused():
        PlayerFactory(campaign=campaign, **player)


def test_the_name_and_colour_of_a_retired_player_can_be_used_again(campaign):
    Player.objects.filter(name="Ada").update(retired_at=campaign.created)
    PlayerFactory(campaign=campaign, name="Ada", colour=Colour.BLUE)
    assert campaign.players.count() == 4


def test_a_player_with_history_cannot_be_deleted(campaign):
    open_game(campaign)
    with pytest.raises(RestrictedError):
        campaign.players.first().delete()


# --- The evening ------------------------------------------------------------------------------------------------------


def test_an_evening_begins_with_everybody_in_seat_order(campaign):
    game = open_game(campaign, absent=["Ben"])
    assert [(evaluation.player.name, evaluation.seat) for evaluation in game.present] == [("Ada", 1), ("Cleo", 2)]
    assert [(evaluation.player.name, evaluation.seat) for evaluation in game.absent] == [("Ben", None)]
    assert game.waiting == game.present


def test_seats_can_be_exchanged_and_somebody_can_leave(campaign):
    game = open_game(campaign)
    ada, ben, cleo = campaign.players.all()
    enter(game.present[1])
    game.seat(Seating((cleo, ada), (ben,)))
    assert [evaluation.player for evaluation in game.present] == [cleo, ada]
    (gone,) = game.absent
    assert (gone.player, gone.city) == (ben, "")
    assert CLASSIC_CITY in gone.history.values_list("city", flat=True)


def test_taking_the_same_seats_again_changes_nothing(campaign):
    game = open_game(campaign)
    before = Evaluation.history.count()
    game.seat(Seating(tuple(campaign.players.all())))
    assert Evaluation.history.count() == before


def test_the_database_refuses_two_players_on_one_seat(campaign):
    game = open_game(campaign)
    with refused():
        game.evaluations.filter(seat=1).update(seat=2)


# --- Recording cities and pads ----------------------------------------------------------------------------------------


def test_a_city_is_stored_as_its_notation_with_the_allocation(campaign):
    evaluation = open_game(campaign).present[0]
    enter(evaluation, f"{CLASSIC_CITY} +4+./e.++/..../....")
    stored = Evaluation.objects.get(pk=evaluation.pk)
    assert (stored.city, stored.allocation, stored.version) == (CLASSIC_CITY, "+4+./e.++/..../....", 1)
    assert stored.as_city == City.parse(f"{CLASSIC_CITY} +4+./e.++/..../....")


def test_recording_takes_two_queries(campaign, django_assert_num_queries):
    evaluation = open_game(campaign).present[0]
    city = City.parse(CLASSIC_CITY)
    with django_assert_num_queries(2):
        evaluation.record(city, version=0)


def test_every_change_of_a_city_is_in_the_history(campaign):
    evaluation = open_game(campaign).present[0]
    enter(evaluation)
    evaluation.record(None, version=1)
    assert list(evaluation.history.order_by("version").values_list("city", flat=True)) == ["", CLASSIC_CITY, ""]


def test_the_slower_one_learns_who_was_faster_and_overwrites_nothing(campaign, owner):
    mine = open_game(campaign).present[0]
    theirs = Evaluation.objects.get(pk=mine.pk)
    theirs._history_user = owner
    enter(theirs, PLAIN)
    with pytest.raises(VersionConflictError) as conflict:
        enter(mine, BUSIER)
    assert (conflict.value.current.city, find_latest_change(conflict.value.current).history_user) == (PLAIN, owner)
    assert Evaluation.objects.get(pk=mine.pk).city == PLAIN


def test_nothing_is_recorded_for_a_finished_game(campaign):
    game = played_game(campaign)
    with pytest.raises(GameFinishedError):
        enter(game.present[0])


def test_a_pad_keeps_its_sums_as_typed_until_a_city_replaces_them(campaign):
    evaluation = open_game(campaign).present[0]
    evaluation.record({"tower_block": "3+6+2", "shop": " "}, version=0)
    assert Evaluation.objects.get(pk=evaluation.pk).pad == {"tower_block": "3+6+2"}
    enter(evaluation)
    assert Evaluation.objects.get(pk=evaluation.pk).pad == {}


def test_a_pad_with_text_that_is_no_sum_is_refused(campaign):
    evaluation = open_game(campaign).present[0]
    with pytest.raises(PadError):
        evaluation.record({"tower_block": "lots"}, version=0)


# --- Finishing --------------------------------------------------------------------------------------------------------


def test_finishing_stores_the_result_and_the_stamp_of_its_rules(campaign):
    game = open_game(campaign, absent=["Cleo"])
    ada, ben = game.present
    enter(ada)
    ben.record({"tower_block": "3+6+2", "unused_energy": "1", "empty_squares": "4"}, version=0)
    game.finish()
    ada, ben, cleo = Evaluation.objects.filter(game=game)
    assert (ada.total, ada.rank, ada.best_possible, ada.inhabitants_on_buildings) == (16, 1, 16, 7)
    assert ada.categories["shop"] == 7
    assert (ben.total, ben.rank, ben.best_possible, ben.empty_squares) == (10, 2, None, 4)
    assert (cleo.absent, cleo.total, cleo.rank) == (True, None, None)
    stored = Game.objects.get(pk=game.pk)
    assert (stored.is_finished, stored.stamp.mission, stored.stamp.house_rules) == (True, 1, HouseRules())


def test_best_possible_is_the_total_of_the_best_allocation(campaign):
    game = played_game(campaign, cities=["TT--/----/----/---- 0i2e +.../..../..../...."])
    assert (game.present[0].total, game.present[0].best_possible) == (0, 2)


def test_a_tie_goes_to_more_inhabitants_on_buildings(campaign):
    game = played_game(campaign, cities=[PLAIN, BUSIER, PLAIN])
    assert [(evaluation.total, evaluation.rank) for evaluation in game.present] == [(3, 2), (3, 1), (3, 2)]
    assert [evaluation.player.name for evaluation in game.by_rank] == ["Ben", "Ada", "Cleo"]


def test_house_rules_changed_later_leave_a_finished_game_as_it_was(campaign):
    game = played_game(campaign)
    campaign.manual_tower_points = True
    campaign.save()
    game = Game.objects.get(pk=game.pk)
    assert game.present[0].compute() == game.present[0].result


def test_a_game_is_not_finished_before_every_city_is_entered(campaign):
    game = open_game(campaign)
    enter(game.present[0])
    with pytest.raises(NotAllInError) as error:
        game.finish()
    assert [evaluation.player.name for evaluation in error.value.waiting] == ["Ben", "Cleo"]
    assert not Game.objects.get(pk=game.pk).is_finished


def test_finishing_twice_is_refused(campaign):
    game = played_game(campaign)
    with pytest.raises(GameFinishedError):
        game.finish()


def test_a_reopened_game_has_no_results_and_keeps_its_cities(campaign):
    game = played_game(campaign)
    game.reopen()
    evaluation = Game.objects.get(pk=game.pk).present[0]
    assert (evaluation.city, evaluation.total, evaluation.categories) == (CLASSIC_CITY, None, None)
    enter(evaluation, PLAIN)
    game.finish()
    assert game.present[0].total == 3
    with pytest.raises(VersionConflictError):
        open_game(campaign, 2).reopen()


def test_the_last_attempt_counts_and_another_can_be_chosen(campaign):
    first, second = played_game(campaign), played_game(campaign)
    assert list(Game.objects.in_standings()) == [second]
    first.put_in_standings()
    assert list(Game.objects.in_standings()) == [first]
    assert Game.objects.finished().count() == 2


def test_an_attempt_that_does_not_count_leaves_the_earlier_one_counting(campaign):
    first = played_game(campaign)
    played_game(campaign, in_standings=False)
    assert list(Game.objects.in_standings()) == [first]


def test_the_database_holds_one_counting_game_a_mission(campaign):
    played_game(campaign)
    other = played_game(campaign, in_standings=False)
    with refused():
        Game.objects.filter(pk=other.pk).update(in_standings=True)


@pytest.mark.parametrize(
    "values", [{"state": "finished"}, {"rules_stamp": "edition=1 mission=1"}, {"state": "paused"}], ids=str
)
def test_the_database_requires_a_stamp_for_finished_games_only(campaign, values):
    game = open_game(campaign)
    with refused():
        Game.objects.filter(pk=game.pk).update(**values)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"total": 3}, id="half a result"),
        pytest.param({"absent": True}, id="absent on a seat"),
        pytest.param({"absent": True, "seat": None, "city": CLASSIC_CITY}, id="absent with a city"),
        pytest.param({"allocation": "+.../..../..../...."}, id="an allocation of nothing"),
        pytest.param({"seat": 5}, id="a fifth seat"),
    ],
)
def test_the_database_refuses_an_evaluation(campaign, values):
    game = open_game(campaign)
    with refused(), transaction.atomic():
        game.evaluations.filter(seat=1).update(**values)


def test_a_player_has_one_evaluation_a_game(campaign):
    game = open_game(campaign)
    with refused():
        Evaluation.objects.create(game=game, player=game.present[0].player)
