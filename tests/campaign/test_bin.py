"""Deleted campaigns wait in a bin for 30 days, and then nothing is left of them."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import CharField, TextField
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, ShareLink
from tests.factories import CampaignFactory, finished_game, open_game

pytestmark = pytest.mark.django_db


def delete_page(campaign):
    return reverse("delete_campaign", args=[campaign.public_id])


def test_deleting_asks_for_the_name(as_owner, campaign):
    refused = as_owner.post(delete_page(campaign), {"name": "River"})
    assert "This is not its name" in refused.content.decode()
    assert as_owner.post(delete_page(campaign), {"name": ""}).status_code == 200
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    assert as_owner.post(delete_page(campaign), {"name": " river  town "})["Location"] == reverse("bin")
    assert not Campaign.objects.filter(pk=campaign.pk).exists()


def test_what_is_in_the_bin_is_found_nowhere_else(as_owner, owner, campaign):
    game = open_game(campaign)
    campaign.throw_away()
    for address in (campaign.get_absolute_url(), game.get_absolute_url(), delete_page(campaign)):
        assert as_owner.get(address).status_code == 404
    assert "River Town" not in as_owner.get("/").content.decode()
    assert not owner.campaigns.exists()


def test_a_campaign_comes_back_as_it_was(as_owner, campaign):
    game = finished_game(campaign)
    campaign.throw_away()
    page = as_owner.get(reverse("bin")).content.decode()
    assert "River Town" in page
    response = as_owner.post(reverse("bin"), {"campaign": campaign.public_id})
    assert response["Location"] == campaign.get_absolute_url()
    assert as_owner.get(game.get_absolute_url()).status_code == 200
    assert "River Town" not in as_owner.get(reverse("bin")).content.decode()


def test_nobody_brings_back_what_is_not_theirs(client, stranger, member, campaign):
    campaign.throw_away()
    for user in (stranger, member):
        client.force_login(user)
        assert "River Town" not in client.get(reverse("bin")).content.decode()
        assert client.post(reverse("bin"), {"campaign": campaign.public_id}).status_code == 404


def test_a_guest_who_logs_in_takes_the_bin_along(owner, stranger, campaign):
    campaign.throw_away()
    stranger.adopt(owner)
    assert Campaign.everything.in_bin_of(stranger).get() == campaign


def test_after_thirty_days_nothing_names_the_group_any_more(owner, campaign):
    finished_game(campaign)
    open_game(campaign, 2)
    ShareLink.renew(campaign, "look")
    kept = CampaignFactory(name="Elsewhere")
    campaign.throw_away()
    call_command("empty_bin")
    assert Campaign.everything.count() == 2
    Campaign.everything.filter(pk=campaign.pk).update(deleted_at=timezone.now() - timedelta(days=30, minutes=1))
    call_command("empty_bin")
    assert Campaign.everything.get() == kept
    rows = {
        model.__name__: [
            text
            for row in model.objects.all().values_list(*columns)
            for text in row
            if text and any(word in str(text) for word in ("River", "T3SU1"))
        ]
        for model in apps.get_app_config("campaign").get_models()
        if model is not Campaign
        and (columns := [f.name for f in model._meta.fields if isinstance(f, CharField | TextField)])
    }
    assert not any(rows.values()), rows
    for name in ("HistoricalGame", "HistoricalEvaluation", "Game", "Evaluation", "ShareLink"):
        assert not apps.get_model("campaign", name).objects.exists(), name
    for name in ("HistoricalCampaign", "HistoricalPlayer"):
        ids = {"HistoricalCampaign": "id", "HistoricalPlayer": "campaign_id"}[name]
        assert not apps.get_model("campaign", name).objects.filter(**{ids: campaign.pk}).exists()


def test_nobody_restores_what_its_time_has_run_out_for(as_owner, campaign):
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


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [("wrong", NEW, NEW), (OLD, "short", "short"), (OLD, NEW, "something else"), (OLD, "12345678901", "12345678901")],
)
def test_a_password_that_will_not_do_is_explained(as_owner, owner, old, new, again):
    page = change(as_owner, old, new, again)
    assert "field__error" in page.content.decode()
    owner.refresh_from_db()
    assert owner.check_password(OLD)
