"""Test that a form sent twice creates one object, and that nobody overwrites a change that they have not seen."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Game, Submission, User
from campaign.models.submission import KEPT_FOR
from campaign.transfer import exported
from tests.factories import UserFactory, enter, enter_all, finished_game, open_game
from tests.forms import NEW, evening, roster
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

ONCE = {"once": "a key of this form"}


def test_each_form_that_creates_an_object_has_its_own_key(as_owner, campaign):
    for address in (reverse("new_campaign"), reverse("new_game", args=[campaign.public_id])):
        assert key_of(as_owner, address) != key_of(as_owner, address)


def test_the_form_that_finishes_a_game_has_a_key_for_each_state_of_the_game(as_owner, campaign):
    game = open_game(campaign)
    enter_all(game)
    address = game.get_absolute_url()
    before = key_of(as_owner, address)
    assert key_of(as_owner, address) == before
    assert (
        as_owner.post(
            reverse("finish_game", args=[campaign.public_id, game.pk]), {"once": before, "sure": ""}
        ).status_code
        == 302
    )
    game.refresh_from_db()
    game.reopen()
    assert key_of(as_owner, address) != before


def key_of(client, address):
    return client.get(address).content.decode().split('name="once" value="')[1][:16]


# --- Campaigns --------------------------------------------------------------------------------------------------------


def test_a_double_tap_makes_one_campaign(client):
    addresses = {client.post(reverse("new_campaign"), NEW | ONCE)["Location"] for _ in range(3)}
    assert addresses == {Campaign.objects.get().get_absolute_url()}
    assert User.objects.count() == 1


def test_going_back_and_changing_a_word_makes_another_campaign(client):
    for name in ("River Town", "Hill Town"):
        client.post(reverse("new_campaign"), NEW | ONCE | {"name": name})
    assert Campaign.objects.count() == 2


def test_a_form_that_was_refused_may_be_sent_again(client):
    refused = client.post(reverse("new_campaign"), NEW | ONCE | {"name": ""})
    assert ONCE["once"] in refused.content.decode()
    assert client.post(reverse("new_campaign"), NEW | ONCE).status_code == 302
    assert Campaign.objects.count() == 1


def browser_with_form():
    """Return a browser that has opened the form and has its CSRF token as a cookie."""
    client = Client(enforce_csrf_checks=True)
    client.get(reverse("new_campaign"))
    return client, client.cookies["csrftoken"].value


def test_a_form_sent_again_after_a_lost_answer_opens_the_same_campaign():
    client, token = browser_with_form()
    address = client.post(reverse("new_campaign"), NEW | ONCE, headers={"X-CSRFToken": token})["Location"]
    client.cookies.clear()  # after a lost answer, the browser has neither the session nor the new token
    client.cookies["csrftoken"] = token
    assert client.post(reverse("new_campaign"), NEW | ONCE, headers={"X-CSRFToken": token})["Location"] == address
    assert client.get(address).status_code == 200
    assert Campaign.objects.count() == 1


def test_the_key_of_a_form_gives_no_other_browser_access():
    client, token = browser_with_form()
    address = client.post(reverse("new_campaign"), NEW | ONCE, headers={"X-CSRFToken": token})["Location"]
    other, token = browser_with_form()
    own = other.post(reverse("new_campaign"), NEW | ONCE, headers={"X-CSRFToken": token})["Location"]
    assert own != address
    assert other.get(own).status_code == 200
    assert other.get(address).status_code == 404
    assert Campaign.objects.count() == 2


def test_two_users_can_send_a_form_with_the_same_key(as_owner, member, campaign):
    address, elsewhere = reverse("new_campaign"), Client()
    elsewhere.force_login(member)
    made = {client.post(address, NEW | ONCE)["Location"] for client in (as_owner, elsewhere, as_owner, elsewhere)}
    assert len(made) == 2
    assert {found.owner for found in Campaign.objects.exclude(pk=campaign.pk)} == {campaign.owner, member}


@pytest.mark.parametrize("has_account", [True, False], ids=["accounts", "guests"])
def test_two_users_can_import_a_file_with_the_same_key(campaign, has_account):
    file = json.dumps(exported(campaign)).encode()
    made = {}
    for number in range(2):
        client = Client(enforce_csrf_checks=True)
        if has_account:
            client.force_login(UserFactory())
        client.get(reverse("import_campaign"))
        for _sent in range(2):
            sent = ONCE | {"file": SimpleUploadedFile("campaign.json", file)}
            token = client.cookies["csrftoken"].value
            answer = client.post(reverse("import_campaign"), sent, headers={"X-CSRFToken": token})
            made.setdefault(number, set()).add(answer["Location"])
        assert client.get(answer["Location"]).status_code == 200
    assert len(made[0]) == len(made[1]) == 1
    assert made[0] != made[1]
    owners = Campaign.objects.exclude(pk=campaign.pk).values_list("owner", flat=True)
    assert len(set(owners)) == len(owners) == 2


def test_two_users_can_begin_a_game_with_the_same_key(as_owner, member, campaign):
    address, elsewhere = reverse("new_game", args=[campaign.public_id]), Client()
    elsewhere.force_login(member)
    forms = {as_owner: evening(campaign) | ONCE, elsewhere: evening(campaign, mission="2") | ONCE}
    made = {client.post(address, forms[client])["Location"] for client in (as_owner, elsewhere) * 2}
    assert made == {game.get_absolute_url() for game in Game.objects.all()}
    assert len(made) == 2


def test_the_back_button_does_not_log_in_again():
    client, token = browser_with_form()
    address = client.post(reverse("new_campaign"), NEW | ONCE, headers={"X-CSRFToken": token})["Location"]
    token = client.cookies["csrftoken"].value
    client.post(reverse("logout"), {"really": "1"}, headers={"X-CSRFToken": token})
    client.post(reverse("new_campaign"), NEW | ONCE, headers={"X-CSRFToken": client.cookies["csrftoken"].value})
    assert client.get(address).status_code == 404


# --- Games ------------------------------------------------------------------------------------------------------------


def test_a_double_tap_begins_one_game(as_owner, campaign):
    address = reverse("new_game", args=[campaign.public_id])
    addresses = {as_owner.post(address, evening(campaign) | ONCE)["Location"] for _ in range(2)}
    assert addresses == {Game.objects.get().get_absolute_url()}


def test_one_key_in_two_campaigns_is_not_the_same_form(as_owner, owner, campaign):
    as_owner.post(reverse("new_campaign"), NEW | ONCE)
    for group in owner.campaigns.all():
        as_owner.post(reverse("new_game", args=[group.public_id]), evening(group) | ONCE)
    assert Game.objects.count() == 2


def full_table(campaign):
    game = open_game(campaign)
    enter_all(game)
    return Game.objects.for_evening().get(pk=game.pk)


def test_a_double_tap_finishes_a_game_once_and_shows_the_result_both_times(as_owner, campaign):
    game = full_table(campaign)
    address = reverse("finish_game", args=[campaign.public_id, game.pk])
    answers = [as_owner.post(address, ONCE | {"seen": game.evening_version, "sure": "1"})["Location"] for _ in range(2)]
    assert answers == [f"{game.get_absolute_url()}?reveal"] * 2
    assert Game.objects.get().version == game.version + 1


def test_an_outdated_page_cannot_finish_a_game_with_a_changed_city(as_owner, campaign):
    game = full_table(campaign)
    seen = game.evening_version
    enter(game.present[0], "T3T3T3T3/P---/----/---- 12i5e")
    address = reverse("finish_game", args=[campaign.public_id, game.pk])
    page = as_owner.post(address, ONCE | {"seen": seen, "sure": "1"}, follow=True).content.decode()
    assert "Something was changed at the same moment" in page
    assert not Game.objects.get().is_finished


def test_submissions_are_deleted_after_some_days(client):
    client.post(reverse("new_campaign"), NEW | ONCE)
    assert not Submission.objects.outdated().exists()
    Submission.objects.update(created=timezone.now() - KEPT_FOR * 1.1)
    assert Submission.objects.outdated().count() == Submission.objects.count() > 0


# --- Two people who change the same object ----------------------------------------------------------------------------


def test_settings_changed_in_the_meantime_are_not_overwritten(as_owner, campaign):
    address = reverse("campaign_settings", args=[campaign.public_id])
    data = NEW | roster(*((player.name, player.colour, player.pk, True) for player in campaign.players.all()))
    assert as_owner.post(address, data | {"name": "First"}).status_code == 302
    late = as_owner.post(address, data | {"name": "Second"})
    assert late.status_code == 409
    page = late.content.decode()
    assert "changed meanwhile" in page
    assert 'value="Second"' in page
    campaign.refresh_from_db()
    assert campaign.name == "First"
    assert f'name="version" value="{campaign.version}"' in page
    assert as_owner.post(address, data | {"name": "Second", "version": str(campaign.version)}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.name == "Second"


def test_a_name_taken_in_the_meantime_gets_an_error_message(as_owner, campaign, monkeypatch):
    address = reverse("campaign_settings", args=[campaign.public_id])
    monkeypatch.setattr("campaign.campaigns.forms.BaseRoster.clean", lambda _self: None)
    ada = campaign.players.get(name="Ada")
    answer = as_owner.post(address, NEW | roster(("Ben", "blue", ada.pk, True)))
    assert answer.status_code == 409
    assert "already has this name or color" in answer.content.decode()
    assert campaign.players.get(pk=ada.pk).name == "Ada"


def test_a_game_changed_in_the_meantime_is_not_overwritten(as_owner, campaign):
    game = open_game(campaign)
    address = reverse("edit_game", args=[campaign.public_id, game.pk])
    assert as_owner.post(address, evening(campaign, notes="First")).status_code == 302
    late = as_owner.post(address, evening(campaign, notes="Second"))
    assert late.status_code == 409
    assert "Second</textarea>" in late.content.decode()
    game.refresh_from_db()
    assert game.notes == "First"
    assert as_owner.post(address, evening(campaign, notes="Second", version=str(game.version))).status_code == 302


def test_the_changed_note_of_a_finished_game_is_not_overwritten(as_owner, campaign):
    game = finished_game(campaign)
    address = reverse("edit_game", args=[campaign.public_id, game.pk])
    note = {"played_on": "2024-05-04", "version": str(game.version)}
    assert as_owner.post(address, note | {"notes": "First"}).status_code == 302
    assert as_owner.post(address, note | {"notes": "Second"}).status_code == 409


@pytest.mark.parametrize("version", sweep(["", "x", "-1", "9" * 30], quick=2))
def test_a_form_without_a_valid_version_gets_an_error_message(as_owner, campaign, version):
    for address in (
        reverse("campaign_settings", args=[campaign.public_id]),
        reverse("edit_game", args=[campaign.public_id, open_game(campaign).pk]),
    ):
        page = as_owner.post(address, NEW | evening(campaign) | {"version": version})
        assert "Load it again" in page.content.decode()


def test_the_settings_of_four_players_explain_the_missing_fifth_row(as_owner, campaign):
    address = reverse("campaign_settings", args=[campaign.public_id])
    assert b"Four play already" not in as_owner.get(address).content
    campaign.players.create(name="Dan", colour="purple", position=3)
    assert b"Four play already" in as_owner.get(address).content
