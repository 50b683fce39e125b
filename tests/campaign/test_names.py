"""Test that no name has invisible characters, and that no two names in a campaign look alike."""

import json
from datetime import UTC, datetime
from itertools import combinations

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from campaign.models import Campaign, User
from campaign.models.player import welcome_guests
from campaign.transfer import exported, import_campaign
from campaign.web.names import is_hidden, likenesses
from tests.factories import PASSWORD, CampaignFactory, finished_game, open_game
from tests.forms import NEW, evening, roster
from tests.pages import Page
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

HIDDEN = [
    "\n",
    "\x1b",
    "\x7f",
    "\u2028",
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


@pytest.mark.parametrize("sign", sweep(HIDDEN), ids=lambda sign: f"U+{ord(sign):04X}")
@pytest.mark.parametrize("field", ["name", "players-0-name"])
def test_a_name_with_a_character_that_nobody_sees_is_refused_at_its_field(client, field, sign):
    answer = client.post(reverse("new_campaign"), NEW | {field: f"A{sign}da"})
    assert not Campaign.objects.exists()
    (error,) = Page(answer).each(".field__error")
    assert f"invisible character (U+{ord(sign):04X})" in error
    assert "Ben" in answer.content.decode()  # the form keeps everything that was typed


@pytest.mark.parametrize("name", sweep(["Ada", "Ådå", "Ада", "אדה", "艾达", "Ada 🏙️", "O'Neill-Łuczak"]))
def test_names_in_every_script_are_accepted(client, name):
    assert client.post(reverse("new_campaign"), NEW | {"players-0-name": name}).status_code == 302


@pytest.mark.parametrize(
    "names",
    [("👨‍👩‍👧‍👦", "🏳️‍🌈", "علی‌رضا"), ("क्‍ष", "ශ්‍රී", "രാജന്‍"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👩🏽‍⚕️", "❤️")],
    ids=ascii,
)
def test_a_joiner_is_part_of_a_name_that_needs_it(client, owner, names):
    client.post(reverse("new_campaign"), NEW | roster(*zip(names, ("blue", "green", "red"), strict=True)))
    campaign = Campaign.objects.get()
    for kept in (campaign, import_campaign(json.dumps(exported(campaign)).encode(), owner)):
        assert tuple(player.name for player in kept.active_players) == names


def test_a_character_that_only_hides_is_refused_with_a_reason(client):
    for name, sentence in (
        ("A\u200dnn", "only between emoji"),
        ("👨\u200d", "only between emoji"),
        ("👨\u200d\u200d👩", "only between emoji"),
        ("نا\u200c", "only between emoji"),
        ("🏴\U000e0067", "Type it again"),
        ("\u202ennA", "turns the direction"),
        ("\u200fAnn", "turns the direction"),
    ):
        page = Page(client.post(reverse("new_campaign"), NEW | {"players-0-name": name}))
        (error,) = page.each(".field__error")
        assert sentence in error, name
        assert not Campaign.objects.exists(), name


def test_a_guest_name_with_an_invisible_character_is_refused(as_owner, campaign):
    address = reverse("new_game", args=[campaign.public_id])
    here = {"here": [str(player.pk) for player in campaign.active_players[:2]]}
    page = Page(as_owner.post(address, evening(campaign) | here | {"guest_name": "Z\u202eoe"}))
    assert any("U+202E" in error for error in page.each(".field__error"))
    assert not campaign.games.exists()


@pytest.mark.parametrize("name", ["ad\u200ba", "ad\u3164a"])
def test_a_username_with_an_invisible_character_is_refused(client, name):
    client.post(reverse("new_campaign"), NEW)
    typed = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("account"), typed).status_code == 200
    assert User.objects.get().is_guest


def test_a_file_of_an_older_release_is_imported_without_invisible_characters(owner):
    file = exported(CampaignFactory(name="River Town", created=datetime(2026, 1, 31, tzinfo=UTC)))
    for typed, name in {"A\u200bda\u202e": "Ada", "A\x1bda\ufe0f": "Ada", "\u200b": "?"}.items():
        file["players"][0]["name"] = typed
        assert import_campaign(json.dumps(file).encode(), owner).players.first().name == name


ALIKE = [
    ("Ann", "Ann\ufe0f"),
    ("Anna", "\u0410nn\u0430"),  # an A from the Cyrillic alphabet
    ("Ann", "A\uff4en"),  # letters of full width
    ("Olga", "0lga"),
    ("Ali", "AIi"),
    ("Zo\u00eb", "Zoe\u0308"),  # one letter, written in two ways
    ("Ann", "ANN"),
    ("علی‌رضا", "علیرضا"),  # with and without a non-joiner
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),  # two flags that many devices draw alike
    ("İpek", "ipek"),
    ("Işık", "ışık"),
]


@pytest.mark.parametrize(("name", "other"), sweep(ALIKE), ids=ascii)
def test_two_names_that_look_alike_do_not_sit_in_one_campaign(client, as_owner, campaign, owner, name, other):
    typed = NEW | {"players-0-name": name, "players-1-name": other}
    page = Page(client.post(reverse("new_campaign"), typed))
    assert len(page.each(".field__error")) == 1

    campaign.players.filter(name="Ada").update(name=name)
    address = reverse("new_game", args=[campaign.public_id])
    here = {"here": [str(player.pk) for player in campaign.active_players[:2]]}
    answer = as_owner.post(address, evening(campaign) | here | {"guest_name": other})
    assert "looks like it" in Page(answer).words()

    file = exported(campaign)
    file["players"][1]["name"] = other
    imported = import_campaign(json.dumps(file).encode(), owner)
    names = [likenesses(player.name) for player in imported.active_players]
    assert all(one.isdisjoint(other) for one, other in combinations(names, 2))


def test_names_that_look_different_are_accepted(client):
    for name, other in (("Ann", "Anne"), ("Åsa", "Asa"), ("Ира", "Ida"), ("Ame", "Arne")):
        typed = NEW | {"players-0-name": name, "players-1-name": other}
        assert client.post(reverse("new_campaign"), typed).status_code == 302, name


HOSTILE = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),  # browsers never send only half of a surrogate pair
        st.characters(categories=["Cc", "Cf", "Zl", "Zp", "Zs", "Mn", "Me", "Co", "Cn"]),
        st.sampled_from([*HIDDEN, "\n", "\r", "\t", "\x1b", "\ufe0f", "\u2028", "\0", "a", "а", "\ud800", "=", "🏙"]),
    ),
    max_size=30,
)


UNHURRIED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]


# tests/attacks/test_hostile_texts.py tries many such texts.
@settings(max_examples=1, deadline=None, database=None, suppress_health_check=UNHURRIED)
@example(names=("", "", "", ""), place="0\n0", notes="")
@given(names=st.tuples(*[HOSTILE] * 4), place=HOSTILE, notes=HOSTILE)
def test_whatever_is_stored_can_be_exported_and_imported_again(client, owner, names, place, notes):
    with transaction.atomic():
        campaign = CampaignFactory(owner=owner)
        client.force_login(owner)
        client.post(reverse("new_campaign"), NEW | {"name": names[0]})
        client.post(reverse("new_campaign"), NEW | {"players-0-name": names[1], "players-1-name": names[2]})
        here = {"here": [str(player.pk) for player in campaign.active_players[:2]]}
        guest = evening(campaign) | here | {"guest_name": names[3]}
        client.post(reverse("new_game", args=[campaign.public_id]), guest | {"place": "", "notes": ""})
        game = open_game(campaign, 2)
        client.post(
            reverse("edit_game", args=[campaign.public_id, game.pk]),
            evening(campaign) | {"place": place, "notes": notes},
        )
        for stored in owner.campaigns.all():
            text = json.dumps(exported(stored))
            again = exported(import_campaign(text.encode(), owner))
            assert again | {"exported_at": ""} == json.loads(text) | {"exported_at": ""}
        transaction.set_rollback(True)


def test_visible_letters_do_not_count_as_hidden():
    assert not any(map(is_hidden, "Ada Б ё ß é 🏙 艾 א"))


@pytest.fixture
def eve(as_owner, campaign):
    """Return a guest who has played a game of Ada and Ben, and has gone home."""
    campaign.players.filter(name="Cleo").update(retired_at=timezone.now())
    campaign.invite("Eve", in_standings=True)
    finished_game(campaign)
    return campaign.players.get(name="Eve")


@pytest.mark.parametrize("name", ["Eve", "eve", "Еve"])  # the last one begins with a Cyrillic letter
def test_a_guest_comes_again_only_under_a_name_that_nobody_has_by_now(as_owner, campaign, eve, name):
    typed = NEW | roster(*rows_of(campaign)[:2], (name, "red"), rows_of(campaign)[2])
    page = as_owner.post(reverse("campaign_settings", args=[campaign.public_id]), typed | version_of(campaign))
    assert page.status_code == 302
    here = [str(player.pk) for player in campaign.players.all() if player.name != "Cleo"]
    sent = evening(campaign, mission="2", here=here)
    page = as_owner.post(reverse("new_game", args=[campaign.public_id]), sent)
    assert "Somebody in this campaign has this name" in Page(page).words("#here")


def test_a_guest_who_comes_again_is_not_invited_anew(as_owner, campaign, eve):
    here = [str(player.pk) for player in campaign.players.all() if player.name != "Cleo"]
    sent = evening(campaign, mission="2", here=here, guest_name="Eve")
    page = as_owner.post(reverse("new_game", args=[campaign.public_id]), sent)
    assert "Somebody in this campaign has this name" in Page(page).words("#here")
    sent["guest_name"] = ""
    assert as_owner.post(reverse("new_game", args=[campaign.public_id]), sent).status_code == 302


def test_nobody_gets_the_name_of_a_guest_at_the_table(as_owner, campaign, eve):
    welcome_guests([eve])
    for name in ("Eve", "eve", "Еve"):
        typed = NEW | roster(*rows_of(campaign)[:2], (name, "red"), rows_of(campaign)[2])
        page = as_owner.post(reverse("campaign_settings", args=[campaign.public_id]), typed | version_of(campaign))
        assert "This name looks like “Eve”" in Page(page).words("#players"), name


def rows_of(campaign):
    players = campaign.players.filter(is_guest=False).order_by("pk")
    return [(player.name, player.colour, str(player.pk), player.is_active) for player in players]


def version_of(campaign):
    campaign.refresh_from_db()
    return {"version": str(campaign.version)}
