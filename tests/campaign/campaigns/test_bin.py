"""Test that a deleted campaign stays in the bin for 30 days, and that the site then deletes all its data."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Player, SamePerson, SharedGame, SharedSum, ShareLink, Tick
from tests.factories import CampaignFactory, UserFactory, finished_game, open_game
from tests.pages import Page
from tests.sweeps import sweep


def delete_page(campaign):
    return reverse("delete_campaign", args=[campaign.public_id])


def test_deleting_asks_for_the_name(as_owner, campaign):
    refused = as_owner.post(delete_page(campaign), {"name": "River"})
    assert "This is not its name" in refused.content.decode()
    assert as_owner.post(delete_page(campaign), {"name": ""}).status_code == 200
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    assert as_owner.post(delete_page(campaign), {"name": " river  town "})["Location"] == reverse("bin")
    assert not Campaign.objects.filter(pk=campaign.pk).exists()


def test_a_second_tap_on_delete_leads_to_the_bin_too(as_owner, stranger, campaign):
    taps = [as_owner.post(delete_page(campaign), {"name": "River Town"}) for _tap in range(2)]
    assert [tap["Location"] for tap in taps] == [reverse("bin")] * 2
    as_owner.force_login(stranger)
    assert as_owner.post(delete_page(campaign), {"name": "River Town"}).status_code == 404


def test_a_campaign_in_the_bin_appears_on_no_other_page(as_owner, owner, campaign):
    game = open_game(campaign)
    campaign.throw_away()
    for address in (campaign.get_absolute_url(), game.get_absolute_url(), delete_page(campaign)):
        assert as_owner.get(address).status_code == 404
    assert "River Town" not in as_owner.get("/", follow=True).content.decode()
    assert not owner.campaigns.exists()


def test_a_campaign_restored_from_the_bin_is_unchanged(as_owner, campaign):
    game = finished_game(campaign)
    campaign.throw_away()
    page = as_owner.get(reverse("bin")).content.decode()
    assert "River Town" in page
    response = as_owner.post(reverse("bin"), {"campaign": campaign.public_id})
    assert response["Location"] == campaign.get_absolute_url()
    assert as_owner.get(game.get_absolute_url()).status_code == 200
    assert "River Town" not in as_owner.get(reverse("bin")).content.decode()


def test_a_second_tap_on_bring_it_back_leads_to_the_campaign_too(as_owner, campaign):
    campaign.throw_away()
    taps = [as_owner.post(reverse("bin"), {"campaign": campaign.public_id}) for _tap in range(2)]
    assert [tap["Location"] for tap in taps] == [campaign.get_absolute_url()] * 2
    assert Page(as_owner.get(campaign.get_absolute_url())).words("#messages") == "River Town is back."


def test_nobody_restores_a_campaign_of_another_user(client, stranger, member, campaign):
    campaign.throw_away()
    for user in (stranger, member):
        client.force_login(user)
        assert "River Town" not in client.get(reverse("bin")).content.decode()
        assert client.post(reverse("bin"), {"campaign": campaign.public_id}).status_code == 404
    campaign.restore()
    for user in (stranger, member):
        client.force_login(user)
        assert client.post(reverse("bin"), {"campaign": campaign.public_id}).status_code == 404


def test_a_guest_who_logs_in_keeps_the_campaigns_in_the_bin(owner, stranger, campaign):
    campaign.throw_away()
    stranger.adopt(owner, [campaign])
    assert Campaign.everything.in_bin_of(stranger).get() == campaign


def test_what_is_in_the_bin_goes_after_thirty_days(owner, campaign):
    finished_game(campaign)
    kept = CampaignFactory(name="Elsewhere")
    campaign.throw_away()
    call_command("empty_bin")
    assert Campaign.everything.count() == 2
    Campaign.everything.filter(pk=campaign.pk).update(deleted_at=timezone.now() - timedelta(days=30, minutes=1))
    call_command("empty_bin")
    assert Campaign.everything.get() == kept


def empty_bin(campaign):
    Campaign.everything.filter(pk=campaign.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("empty_bin")


WAYS = {
    "the bin is emptied": empty_bin,
    "by itself": lambda campaign: campaign.delete(),
    "among others": lambda campaign: Campaign.everything.filter(pk=campaign.pk).delete(),
    "with its owner": lambda campaign: campaign.owner.delete(),
}
# The tables whose rows belong to no single campaign.
NOT_OF_A_CAMPAIGN = {
    *("User", "User_groups", "User_user_permissions", "Submission", "Counter"),
    *("Job", "SharedSum"),
}


def held():
    """Map each table that belongs to campaigns to all its rows. This includes links, ticks and the history tables."""
    models = apps.get_app_config("campaign").get_models(include_auto_created=True)
    tables = (model for model in models if model.__name__ not in NOT_OF_A_CAMPAIGN)
    return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in tables}


def play(campaign):
    """Create rows for the campaign in every table."""
    game = finished_game(campaign, absent=["Cleo"])
    finished_game(campaign, 2).reopen()
    evaluation = open_game(campaign, 3).present[0]
    evaluation.record({"park": "2+4"}, version=evaluation.version)
    Tick.objects.create(game=game, step="T3SU1-")
    added_up = SharedSum.objects.create(line="classic", players=2, games=1, cities=2, total=80)
    SharedGame.objects.create(game=game, shared_sum=added_up, finished_at=game.finished_at)
    ShareLink.renew(campaign, "look")
    ShareLink.renew(campaign, "score")
    leaver = campaign.players.get(name="Cleo")
    leaver.retired_at = timezone.now()
    leaver.save()


@pytest.mark.parametrize("way", sweep(WAYS, quick=2))
def test_a_campaign_that_is_deleted_goes_whole_and_takes_nothing_else_along(way):
    play(CampaignFactory(name="Elsewhere"))
    others = held()
    campaign = CampaignFactory(name="River Town")
    member = UserFactory()
    campaign.players.filter(name="Ben").update(account=member)
    play(campaign)
    elsewhere = Player.objects.exclude(campaign=campaign).first()
    SamePerson.objects.create(reader=campaign.owner, player=campaign.players.first(), same_as=elsewhere)
    assert [table for table, rows in held().items() if len(rows) <= len(others[table])] == []
    WAYS[way](campaign)
    assert held() == others
    member.refresh_from_db()  # raises DoesNotExist if Ben's account was deleted with the campaign


def test_no_campaign_can_be_restored_after_thirty_days(as_owner, campaign):
    campaign.throw_away()
    Campaign.everything.update(deleted_at=timezone.now() - timedelta(days=31))
    assert as_owner.post(reverse("bin"), {"campaign": campaign.public_id}).status_code == 404


# --- The password -----------------------------------------------------------------------------------------------------

OLD, NEW = "a password of some length", "another one of some length"


def change(client, old, new, again=None):
    data = {"old_password": old, "new_password1": new, "new_password2": again or new}
    return client.post(reverse("password"), data)


def test_a_password_is_changed_and_other_devices_are_out(as_owner, owner):
    from django.test import Client  # noqa: PLC0415

    other = Client()
    other.force_login(owner)
    assert change(as_owner, OLD, NEW).status_code == 302
    owner.refresh_from_db()
    assert owner.check_password(NEW)
    assert as_owner.get(reverse("account")).status_code == 200
    assert other.get(reverse("account")).status_code == 302


def test_a_refused_password_is_explained(as_owner, owner):
    for old, new, again in (
        ("wrong", NEW, NEW),
        (OLD, "short", "short"),
        (OLD, NEW, "something else"),
        (OLD, "12345678901", "12345678901"),
    ):
        page = change(as_owner, old, new, again)
        assert "field__error" in page.content.decode(), old
        owner.refresh_from_db()
        assert owner.check_password(OLD), old
