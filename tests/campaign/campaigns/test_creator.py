"""Test the tick box that makes the creator of a campaign its first player. The history then names this player."""

import pytest
from django.urls import reverse

from campaign.models import Campaign
from tests.factories import open_game
from tests.forms import NEW
from tests.pages import Page


def start(client, **more):
    client.post(reverse("new_campaign"), NEW | more)
    return Campaign.objects.get()


def test_the_form_proposes_the_first_player_as_the_creator(client):
    assert "checked" in Page(client.get(reverse("new_campaign"))).one("#id_first_is_me").attrib


def test_the_creator_is_the_first_player_and_the_history_says_their_name(client):
    campaign = start(client, first_is_me="1")
    assert [player.name for player in campaign.players.all() if player.account_id] == ["Ada"]
    assert not Page(client.get(campaign.get_absolute_url())).has(
        f"a[href='{reverse('who', args=[campaign.public_id])}']"
    )
    game = open_game(campaign)
    client.post(reverse("tick_step", args=[campaign.public_id, game.pk]), {"phase": "round-1", "seen": "setup"})
    history = Page(client.get(reverse("game_history", args=[campaign.public_id, game.pk]))).words("main")
    assert "Ada" in history


def test_a_user_who_starts_it_for_others_is_no_player(client):
    campaign = start(client)
    assert not any(player.account_id for player in campaign.players.all())


@pytest.mark.parametrize(("asked", "language"), [("de-DE,de;q=0.9,en;q=0.8", "de"), ("de-AT", "de"), ("ru-RU", "ru")])
def test_the_first_answer_is_in_the_language_of_the_phone(client, asked, language):
    page = Page(client.get("/", headers={"accept-language": asked}))
    assert page.one("html").get("lang") == language
