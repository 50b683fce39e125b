"""Names are what they look like: no character of zero width, none that turns the direction of others."""

import json
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from campaign.models import Campaign, User
from campaign.transfer import RefusedError, exported, import_campaign
from campaign.web.forms import is_hidden
from tests.campaign.test_pages import NEW, evening
from tests.factories import CampaignFactory
from tests.pages import Page

pytestmark = pytest.mark.django_db

HIDDEN = [
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u202e",
    "\u2066",
    "\u061c",
    "\u00ad",
    "\u3164",
    "\u2800",
    "\U000e0041",
]


@pytest.mark.parametrize("sign", HIDDEN, ids=lambda sign: f"U+{ord(sign):04X}")
@pytest.mark.parametrize("field", ["name", "players-0-name"])
def test_a_name_with_a_character_that_nobody_sees_is_refused_at_its_field(client, field, sign):
    answer = client.post(reverse("new_campaign"), NEW | {field: f"A{sign}da"})
    assert not Campaign.objects.exists()
    (error,) = Page(answer).each(".field__error")
    assert f"invisible character (U+{ord(sign):04X})" in error
    assert "Ben" in answer.content.decode()  # nothing typed is lost


@pytest.mark.parametrize("name", ["Ada", "Ådå", "Ада", "אדה", "艾达", "Ada 🏙️", "O'Neill-Łuczak"])
def test_names_of_every_script_are_taken(client, name):
    assert client.post(reverse("new_campaign"), NEW | {"players-0-name": name}).status_code == 302


def test_a_guest_of_the_evening_has_a_name_that_can_be_seen(as_owner, campaign):
    address = reverse("new_game", args=[campaign.public_id])
    here = {"here": [str(player.pk) for player in campaign.active_players[:2]]}
    page = Page(as_owner.post(address, evening(campaign) | here | {"guest_name": "Z\u202eoe"}))
    assert any("U+202E" in error for error in page.each(".field__error"))
    assert not campaign.games.exists()


@pytest.mark.parametrize("name", ["ad\u200ba", "ad\u3164a"])
def test_a_user_name_has_none_either(client, name):
    client.post(reverse("new_campaign"), NEW)
    typed = {"username": name, "password1": "a password of some length", "password2": "a password of some length"}
    assert client.post(reverse("account"), typed).status_code == 200
    assert User.objects.get().is_guest


def test_a_file_of_before_is_imported_without_them(owner):
    file = exported(CampaignFactory(name="River Town", created=datetime(2026, 1, 31, tzinfo=UTC)))
    file["players"][0]["name"] = "A\u200bda\u202e"
    imported = import_campaign(json.dumps(file).encode(), owner)
    assert imported.players.first().name == "Ada"
    file["players"][0]["name"] = "\u200b"
    with pytest.raises(RefusedError, match="not empty"):
        import_campaign(json.dumps(file).encode(), owner)


def test_only_what_is_hidden_is_hidden():
    assert not any(map(is_hidden, "Ada Б ё ß é 🏙️ 艾 א"))
