"""Test all pages from the first visit to a finished game, by the requests of a browser."""

import pytest
from django.urls import reverse

from campaign.accounts.recovery import owner_of
from campaign.models import Campaign, Game, User
from scoring import CountBy, ElectionRule
from tests.factories import (
    CLASSIC_CITY,
    PASSWORD,
    UserFactory,
    enter,
    finished_game,
    open_game,
)
from tests.forms import NEW, evening, roster
from tests.pages import Page
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db


# --- The first visit --------------------------------------------------------------------------------------------------


def test_one_form_makes_a_campaign_that_a_guest_owns(client):
    response = client.post(reverse("new_campaign"), NEW)
    campaign = Campaign.objects.get()
    assert response["Location"] == campaign.get_absolute_url()
    assert campaign.owner.is_guest
    assert [(player.name, player.colour) for player in campaign.players.all()] == [("Ada", "blue"), ("Ben", "green")]
    assert client.get(campaign.get_absolute_url()).status_code == 200
    assert campaign.history.get().history_user == campaign.owner


def test_no_account_is_made_for_a_form_that_is_refused(client):
    client.post(reverse("new_campaign"), NEW | {"name": ""})
    assert not User.objects.exists()


def test_a_second_campaign_has_the_same_owner(client):
    client.post(reverse("new_campaign"), NEW)
    client.post(reverse("new_campaign"), NEW)
    assert User.objects.get().campaigns.count() == 2


# --- Accounts ---------------------------------------------------------------------------------------------------------


def test_a_guest_makes_an_account_and_logs_in_on_another_device(client):
    client.post(reverse("new_campaign"), NEW)
    kept = client.post(reverse("account"), {"username": "ada", "password1": PASSWORD, "password2": PASSWORD})
    assert kept.status_code == 302
    assert client.get(Campaign.objects.get().get_absolute_url()).status_code == 200
    client.logout()
    assert client.post(reverse("login"), {"username": "ada", "password": PASSWORD}).status_code == 302
    assert "River Town" in client.get("/", follow=True).content.decode()


def test_a_login_moves_the_ticked_campaigns_of_a_guest_to_the_account(client):
    ada = UserFactory(username="ada", password=PASSWORD)
    client.post(reverse("new_campaign"), NEW)
    client.post(reverse("new_campaign"), NEW | {"name": "Lake Town"})
    river, lake = Campaign.objects.order_by("pk")
    page = client.get(reverse("login")).content.decode()
    assert page.count(" checked") == 2
    page = client.post(
        reverse("login"), {"username": "ada", "password": PASSWORD, "take": [river.public_id]}
    ).content.decode()
    river.refresh_from_db()
    lake.refresh_from_db()
    assert river.owner == ada
    assert lake.owner.is_guest
    assert owner_of(Page(page).words(".lead strong")) == lake.owner


@pytest.mark.parametrize(
    ("username", "password", "again"),
    sweep(
        [
            pytest.param("", PASSWORD, PASSWORD, id="no name"),
            pytest.param("taken", PASSWORD, PASSWORD, id="taken"),
            pytest.param("TAKEN", PASSWORD, PASSWORD, id="taken but for capitals"),
            pytest.param("🏙️", PASSWORD, PASSWORD, id="emoji"),
            pytest.param("x" * 10_000, PASSWORD, PASSWORD, id="endless"),
            pytest.param("ada", "short", "short", id="short password"),
            pytest.param("ada", "password123", "password123", id="common password"),
            pytest.param("ada", PASSWORD, "another of some length", id="mistyped"),
            pytest.param("ada", "", "", id="no password"),
            pytest.param("a\x00b", PASSWORD, PASSWORD, id="null"),
        ]
    ),
)
def test_a_bad_name_or_password_is_explained_and_changes_nothing(client, username, password, again):
    UserFactory(username="taken")
    client.post(reverse("new_campaign"), NEW)
    page = client.post(reverse("account"), {"username": username, "password1": password, "password2": again})
    assert page.status_code == 200
    assert "field__error" in page.content.decode()
    assert Campaign.objects.get().owner.is_guest


def test_a_guest_is_asked_once_more_before_logging_out(client):
    client.post(reverse("new_campaign"), NEW)
    assert "button--danger" in client.post(reverse("logout")).content.decode()
    assert "River Town" in client.get("/", follow=True).content.decode()
    assert client.post(reverse("logout"), {"really": "1"}).status_code == 302
    assert "River Town" not in client.get("/", follow=True).content.decode()


def test_guessing_at_a_password_is_throttled(client):
    UserFactory(username="ada", password=PASSWORD)
    answers = [client.post(reverse("login"), {"username": "ada", "password": f"guess {n}"}) for n in range(6)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    page = answers[-1].content.decode()
    assert "Try again in 15 minutes." in page
    assert 'value="ada"' in page  # the form keeps everything that was typed


# --- Settings ---------------------------------------------------------------------------------------------------------


def test_players_exchange_colours_are_renamed_retired_and_added(as_owner, campaign):
    ada, ben, cleo = campaign.players.all()
    rows = [
        ("Ada L.", "green", ada.pk, True),
        ("Ben", "blue", ben.pk, True),
        ("Cleo", "red", cleo.pk, False),
        ("Dan", "red", "", True),
    ]
    chosen = {"tiebreak_mission": "7", "election_by": "best", "best_of": "6", "harbor_workers": "on", "language": "de"}
    data = roster(*rows, name="River City", version="0", **chosen)
    assert as_owner.post(reverse("campaign_settings", args=[campaign.public_id]), data).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.name, campaign.tiebreak_mission, campaign.harbor_workers) == ("River City", 7, True)
    assert campaign.language == "de"
    assert campaign.election == ElectionRule(CountBy.BEST, 6)
    assert not campaign.table_runs_games
    assert [(player.name, player.colour) for player in campaign.players.active()] == [
        ("Ada L.", "green"),
        ("Ben", "blue"),
        ("Dan", "red"),
    ]
    assert ada.history.order_by("history_date").values_list("name", flat=True)[0] == "Ada"
    cleo.refresh_from_db()
    assert not cleo.is_active


def test_a_player_of_another_campaign_cannot_be_taken(as_owner, campaign, stranger):
    theirs = stranger.campaigns.get().players.first()
    rows = roster(("Ada", "blue", theirs.pk, True), ("Ben", "green"))
    page = as_owner.post(
        reverse("campaign_settings", args=[campaign.public_id]),
        NEW | rows,
    )
    assert page.status_code == 200
    theirs.refresh_from_db()
    assert theirs.campaign != campaign


@pytest.mark.parametrize(
    "change",
    sweep(
        [
            pytest.param({"name": ""}, id="no name"),
            pytest.param({"name": "x" * 10_000}, id="endless name"),
            pytest.param({"name": "a\x00b"}, id="null in the name"),
            pytest.param({"tiebreak_mission": "99"}, id="mission 99"),
            pytest.param({"tiebreak_mission": "-1"}, id="mission -1"),
            pytest.param({"tiebreak_mission": "🏙️"}, id="mission emoji"),
            pytest.param({"election_by": "votes"}, id="no such election"),
            pytest.param({"best_of": "0"}, id="best of none"),
            pytest.param({"best_of": "99"}, id="best of 99"),
            pytest.param({"best_of": "🏙️"}, id="best of emoji"),
            pytest.param(roster(("Ada", "blue"), ("Ben", "blue")), id="the same colour twice"),
            pytest.param(roster(("Ada", "blue"), ("ada", "green")), id="the same name twice"),
            pytest.param(roster(("Ada", "blue"), ("Ben", "plaid")), id="no such colour"),
            pytest.param(roster(("Ada", "blue"), ("Ben", "")), id="no colour"),
            pytest.param(roster(("Ada", "blue")), id="one player"),
            pytest.param(roster(), id="no player"),
            pytest.param(
                roster(*[(f"P{n}", c) for n, c in enumerate(["blue", "green", "red", "purple", "blue"])]), id="5"
            ),
            pytest.param(roster(("x" * 10_000, "blue"), ("Ben", "green")), id="endless player"),
            pytest.param(roster(("Ada", "blue", "nonsense", True), ("Ben", "green")), id="no such player"),
            pytest.param(roster(("Ada", "blue", "9" * 40, True), ("Ben", "green")), id="a number beyond all"),
            pytest.param({"players-TOTAL_FORMS": "1000000"}, id="a million rows"),
            pytest.param({"players-TOTAL_FORMS": "-3"}, id="minus three rows"),
            pytest.param({"players-TOTAL_FORMS": ""}, id="rows not counted"),
        ],
        quick=4,
    ),
)
@pytest.mark.parametrize("page", ["new_campaign", "campaign_settings"])
def test_a_bad_campaign_is_explained_and_changes_nothing(as_owner, campaign, page, change):
    address = reverse(page, args=[] if page == "new_campaign" else [campaign.public_id])
    before = Campaign.history.count()
    response = as_owner.post(address, NEW | change)
    assert response.status_code == 200
    text = response.content.decode()
    assert "field__error" in text or "alert--error" in text
    assert f'value="{(NEW | change)["name"][:50]}' in text or "\x00" in (NEW | change)["name"]
    assert Campaign.history.count() == before
    assert [player.name for player in campaign.players.active()] == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize("name", sweep(["🏙", "🏙\N{VARIATION SELECTOR-16}", "<b>x</b>", "-5", "  River   "], quick=2))
def test_a_strange_name_is_stored_and_never_becomes_markup(client, name):
    response = client.post(reverse("new_campaign"), NEW | {"name": name}, follow=True)
    assert Campaign.objects.get().name == name.strip()
    assert "<b>x</b>" not in response.content.decode()


# --- Games ------------------------------------------------------------------------------------------------------------


def test_a_game_begins_with_the_chosen_players(as_owner, campaign):
    ada, ben, cleo = campaign.players.all()
    data = evening(campaign, mission="7", place="Ada's", first_player=str(cleo.pk))
    data |= {"here": [ada.pk, cleo.pk], f"seat_{ada.pk}": "2", f"seat_{cleo.pk}": "1"}
    response = as_owner.post(reverse("new_game", args=[campaign.public_id]), data)
    game = Game.objects.get()
    assert response["Location"] == game.get_absolute_url()
    assert (game.mission, game.place, game.first_player) == (7, "Ada's", cleo)
    assert [evaluation.player for evaluation in game.present] == [cleo, ada]
    assert [evaluation.player for evaluation in game.absent] == [ben]


def test_the_form_offers_the_mission_asked_for_or_the_next(as_owner, campaign):
    for query, mission in (("", 1), ("?mission=7", 7), ("?mission=99", 1), ("?mission=🏙️", 1)):
        page = as_owner.get(reverse("new_game", args=[campaign.public_id]) + query).content.decode()
        assert f'<option value="{mission}" selected>' in page, query


@pytest.mark.parametrize(
    "change",
    sweep(
        [
            pytest.param({"mission": "99"}, id="mission 99"),
            pytest.param({"mission": "-1"}, id="mission -1"),
            pytest.param({"mission": "🏙️"}, id="mission emoji"),
            pytest.param({"mission": "9" * 10_000}, id="mission beyond all"),
            pytest.param({"mission": ""}, id="no mission"),
            pytest.param({"played_on": "yesterday"}, id="no date"),
            pytest.param({"played_on": "9999-12-31"}, id="a day to come"),
            pytest.param({"played_on": ""}, id="no day"),
            pytest.param({"place": "x" * 10_000}, id="endless place"),
            pytest.param({"notes": "x" * 10_000}, id="endless note"),
            pytest.param({"notes": "a\x00b"}, id="null in the note"),
            pytest.param({"seat_ada": "2"}, id="a seat twice"),
            pytest.param({"seat_ada": "5"}, id="a fifth seat"),
            pytest.param({"seat_ada": "-1"}, id="seat -1"),
            pytest.param({"here": ["ada"]}, id="alone at the table"),
            pytest.param({"here": ["ada", "🏙️"]}, id="emoji is here"),
            pytest.param({"here": []}, id="nobody is here"),
            pytest.param({"guest_name": "ada"}, id="a guest with a player's name"),
            pytest.param({"guest_name": "x" * 10_000}, id="a guest with an endless name"),
            pytest.param({"first_player": "0"}, id="nobody first"),
            pytest.param({"first_player": "🏙️"}, id="emoji first"),
        ],
        quick=4,
    ),
)
@pytest.mark.parametrize("page", ["new_game", "edit_game"])
def test_a_bad_form_of_a_game_is_explained_and_changes_nothing(as_owner, campaign, page, change):
    players = {f"seat_{player.name.lower()}": f"seat_{player.pk}" for player in campaign.players.all()}
    game = open_game(campaign)
    data = evening(campaign, place="At Ada's") | {players.get(name, name): value for name, value in change.items()}
    ada = campaign.players.get(name="Ada")
    data["here"] = [ada.pk if one == "ada" else one for one in data["here"]]
    address = reverse(page, args=[campaign.public_id, *([game.pk] if page == "edit_game" else [])])
    before = Game.history.count()
    response = as_owner.post(address, data)
    assert response.status_code == 200
    text = response.content.decode()
    assert "field__error" in text or "alert--error" in text
    assert "At Ada" in text or "place" in change
    assert Game.history.count() == before


def test_an_absent_player_cannot_go_first(as_owner, campaign):
    ada = campaign.players.first()
    here = [player.pk for player in campaign.players.exclude(pk=ada.pk)]
    data = evening(campaign, first_player=str(ada.pk), here=here)
    page = as_owner.post(reverse("new_game", args=[campaign.public_id]), data)
    assert "The first player must be at the table." in page.content.decode()


def test_a_game_that_has_begun_can_be_corrected(as_owner, campaign):
    game = open_game(campaign)
    here = [player.pk for player in campaign.players.all()[1:]]
    data = evening(campaign, mission="2", notes="Rain", here=here)
    assert as_owner.post(reverse("edit_game", args=[campaign.public_id, game.pk]), data).status_code == 302
    game = Game.objects.get()
    assert (game.mission, game.notes, len(game.present), len(game.absent)) == (2, "Rain", 2, 1)


def test_a_mission_of_the_other_mode_is_refused_once_a_city_is_in(as_owner, campaign):
    game = open_game(campaign)
    enter(game.present[0])
    page = as_owner.post(reverse("edit_game", args=[campaign.public_id, game.pk]), evening(campaign, mission="5"))
    assert "field__error" in page.content.decode()
    assert Game.objects.get().mission == 1


def test_a_finished_game_accepts_only_changes_that_score_nothing(as_owner, campaign):
    game = finished_game(campaign)
    address = reverse("edit_game", args=[campaign.public_id, game.pk])
    page = as_owner.post(address, evening(campaign, mission="2"))
    assert "alert--error" in page.content.decode()
    assert as_owner.post(address, {"played_on": "2024-05-04", "notes": "Rain", "version": "1"}).status_code == 302
    game = Game.objects.get()
    assert (game.mission, game.notes, game.is_finished) == (1, "Rain", True)


def test_a_city_is_entered_as_its_notation_and_the_game_finished_and_reopened(as_owner, campaign):
    game = open_game(campaign)
    for evaluation in game.present:
        data = {"city": CLASSIC_CITY, "version": "0"}
        assert as_owner.post(evaluation.get_absolute_url(), data).status_code == 302
    assert (
        reverse("finish_game", args=[campaign.public_id, game.pk])
        in as_owner.get(game.get_absolute_url()).content.decode()
    )
    as_owner.post(reverse("finish_game", args=[campaign.public_id, game.pk]), {"sure": "1"})
    assert Game.objects.get().is_finished
    assert as_owner.get(game.get_absolute_url()).status_code == 200
    assert as_owner.post(reverse("finish_game", args=[campaign.public_id, game.pk]), {"sure": "1"}).status_code == 302
    as_owner.post(reverse("reopen_game", args=[campaign.public_id, game.pk]))
    assert not Game.objects.get().is_finished


def test_a_game_without_every_city_names_the_missing_players(as_owner, campaign):
    game = open_game(campaign)
    page = as_owner.post(reverse("finish_game", args=[campaign.public_id, game.pk]), follow=True)
    assert "Still missing: Ada, Ben and Cleo." in page.content.decode()


def test_the_slower_phone_gets_409_and_sees_what_is_stored(as_owner, campaign):
    evaluation = open_game(campaign).present[0]
    enter(evaluation)
    other = "T---/----/----/---- 0i1e"
    response = as_owner.post(evaluation.get_absolute_url(), {"city": other, "version": "0"})
    assert response.status_code == 409
    assert "prompt--refused" in response.content.decode()
    evaluation.refresh_from_db()
    assert evaluation.city == CLASSIC_CITY


# --- Queries ----------------------------------------------------------------------------------------------------------


def test_cities_that_are_possible_alone_may_be_impossible_together(as_owner, campaign):
    game = open_game(campaign, absent=("Cleo",))
    enter(game.present[0], "SSSS/S---/----/---- 0i0e")
    page = as_owner.get(game.get_absolute_url()).content.decode()
    assert "All cities together" not in page
    enter(game.present[1], "SSSS/----/----/---- 0i0e")
    page = as_owner.get(game.get_absolute_url()).content.decode()
    assert "All cities together: 9 tiles of this kind (Shop), but only 8 can come up with 2 players." in page


def test_recording_a_city_takes_six_queries(as_owner, campaign, django_assert_num_queries):
    evaluation = open_game(campaign).present[0]
    data = {"city": CLASSIC_CITY, "version": "0"}
    with django_assert_num_queries(6):  # queries: session, user, campaign, evaluation; the write and its history
        as_owner.post(evaluation.get_absolute_url(), data)
