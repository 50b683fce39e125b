"""Test that users decide on their campaigns when they delete their account, and that unused accounts are deleted."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Player, ShareLink, User
from campaign.ops.cleanup import sweep
from tests.factories import PASSWORD, CampaignFactory, UserFactory, finished_game, open_game
from tests.pages import Page

LEAVE = "/account/delete/"


def field(campaign):
    return f"campaign_{campaign.public_id}"


def test_a_member_inherits_a_campaign_with_all_its_games(as_owner, owner, member, campaign):
    finished_game(campaign)
    version = campaign.version
    answers = {field(campaign): str(member.pk), "old_password": PASSWORD}
    assert Page(as_owner.get(LEAVE)).has(f"input[value='{member.pk}']")
    assert as_owner.post(LEAVE, answers).status_code == 200
    campaign.refresh_from_db()
    assert (campaign.owner, campaign.games.count()) == (member, 1)
    assert campaign.version > version
    assert not User.objects.filter(username="owner").exists()
    assert as_owner.get("/account/").status_code == 302


def test_a_campaign_stays_for_the_person_who_gets_its_code(as_owner, owner, campaign):
    twin = CampaignFactory(owner=owner, name=campaign.name)
    answers = {field(campaign): "code", field(twin): "code", "old_password": PASSWORD}
    codes = Page(as_owner.post(LEAVE, answers)).each(".lead strong")
    assert len(codes) == 2
    found = set()
    for code in codes:
        other = Client()
        assert other.post(reverse("recover"), {"code": code}).status_code == 200
        found |= {each.pk for each in (campaign, twin) if other.get(each.get_absolute_url()).status_code == 200}
    assert found == {campaign.pk, twin.pk}


def test_what_is_to_be_deleted_is_deleted_with_the_bin_and_what_is_known_of_logins(as_owner, owner, campaign):
    CampaignFactory(owner=owner).throw_away()
    Client().post(reverse("login"), {"username": "owner", "password": "wrong"})
    as_owner.post(LEAVE, {field(campaign): "delete", "old_password": PASSWORD})
    assert not Campaign.everything.exists()
    assert not Campaign.history.exists()
    assert not AccessAttempt.objects.exists()


def test_a_player_in_a_campaign_of_another_user_stays_without_an_account(client, campaign, member):
    game = finished_game(campaign)
    client.force_login(member)
    client.post(LEAVE, {"old_password": PASSWORD})
    assert Player.objects.get(name="Ben").account is None
    assert game.present[1].player.name == "Ben"


def test_nothing_is_deleted_before_everything_is_answered(as_owner, campaign):
    for answers in ({}, {"old_password": "wrong"}, {"old_password": PASSWORD}):
        page = as_owner.post(LEAVE, answers).content.decode()
        assert "Choose what happens to this campaign." in page
        assert User.objects.filter(username="owner").exists()


def test_no_campaign_can_be_given_to_a_stranger(as_owner, campaign, stranger):
    as_owner.post(LEAVE, {field(campaign): str(stranger.pk), "old_password": PASSWORD})
    campaign.refresh_from_db()
    assert campaign.owner.username == "owner"


def test_passwords_are_not_guessed_here_either(as_owner, campaign):
    answers = {field(campaign): "delete", "old_password": "wrong"}
    assert [as_owner.post(LEAVE, answers).status_code for _ in range(6)] == [200] * 5 + [429]


def test_a_guest_needs_no_password_to_delete_everything(client):
    guest = User.make_guest()
    campaign = CampaignFactory(owner=guest)
    client.force_login(guest)
    client.post(LEAVE, {field(campaign): "delete"})
    assert not User.objects.exists() or not User.objects.filter(pk=guest.pk).exists()
    assert not Campaign.everything.exists()


def test_the_page_makes_as_many_queries_with_twenty_campaigns(as_owner, owner, django_assert_max_num_queries):
    for _ in range(20):
        CampaignFactory(owner=owner)
    with django_assert_max_num_queries(8):
        as_owner.get(LEAVE)


# --- Retention --------------------------------------------------------------------------------------------------------


def long_unused(**values):
    guest = User.make_guest()
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(days=731), **values)
    campaign = CampaignFactory(owner=guest)
    open_game(campaign)
    return campaign


def test_what_nobody_can_open_any_more_goes_two_years_after_the_last_visit():
    gone, recent, with_code, with_link, with_member = (
        long_unused(),
        long_unused(last_login=timezone.now() - timedelta(days=700)),
        long_unused(recovery_hash="x"),
        long_unused(),
        long_unused(),
    )
    ShareLink.renew(with_link, "look")
    with_member.players.filter(name="Ben").update(account=UserFactory())
    sweep()
    assert set(Campaign.everything.all()) == {recent, with_code, with_link, with_member}
    assert not User.objects.filter(pk=gone.owner_id).exists()


def test_a_guest_who_comes_back_is_seen_once_a_month(client):
    guest = User.make_guest()
    client.force_login(guest)
    User.objects.update(last_login=timezone.now() - timedelta(days=40))
    client.get("/")
    guest.refresh_from_db()
    assert timezone.now() - guest.last_login > timedelta(days=39)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=330))
    client.get("/")
    guest.refresh_from_db()
    assert timezone.now() - guest.last_login < timedelta(minutes=1)


def test_addresses_of_wrong_passwords_are_deleted(client):
    client.post(reverse("login"), {"username": "nobody", "password": "wrong"})
    assert AccessAttempt.objects.exists()
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(days=1))
    sweep()
    assert not AccessAttempt.objects.exists()


# --- Privacy ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_every_page_leads_to_what_is_stored_and_for_how_long(client, settings, language):
    settings.OPERATOR = "Games Club, board@club.example"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert Page(client.get("/")).has("footer a[href='/privacy/']")
    said = Page(client.get("/privacy/")).words("main")
    assert "Games Club, board@club.example" in said
    assert all(figure in said for figure in ("365", "730", "30"))
    assert {"en": "What you can do", "de": "Was du tun kannst", "ru": "Что вы можете сделать"}[language] in said


def test_no_other_user_can_read_the_username_of_the_owner(campaign, owner, browser_of):
    User.objects.filter(pk=owner.pk).update(username="grace.hopper")
    games = [finished_game(campaign), open_game(campaign, 2)]
    addresses = [
        campaign.get_absolute_url(),
        *(f"{campaign.get_absolute_url()}{page}/" for page in ("standings", "log")),
    ]
    addresses += [f"{game.get_absolute_url()}{page}" for game in games for page in ("", "history/")]
    owners = browser_of("owner")
    owners.post(reverse("evaluation", args=[campaign.public_id, games[1].pk, games[1].present[0].player_id]), {})
    for person in ("member", "score link", "look link"):
        client = browser_of(person)
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code in (200, 404)
            assert "grace.hopper" not in answer.content.decode()
    assert "grace.hopper" not in owners.get(reverse("export_campaign", args=[campaign.public_id])).getvalue().decode()
