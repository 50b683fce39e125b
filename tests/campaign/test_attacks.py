"""Test that attacks on the site fail."""

import json
from urllib.parse import urljoin

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from lxml.etree import XPath

from campaign.models import Campaign, Game, ShareLink, Tick, User
from campaign.transfer import exported
from tests.addresses import path_to, routes
from tests.factories import PASSWORD, CampaignFactory, UserFactory, finished_game, open_game
from tests.forms import NEW
from tests.pages import Page
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db


# --- Script in names --------------------------------------------------------------------------------------------------

SCRIPT = """'"><fuzz onfuzz=1>"""  # this ends an attribute in either kind of quotation marks, and adds an element


SMUGGLED = XPath("//fuzz | //*[@*[starts-with(name(), 'onfuzz')]]")


def test_the_check_finds_an_injected_element_or_attribute():
    page = Page(f'<input value="{SCRIPT}">')
    assert [element.tag for element in SMUGGLED(page.root)] == ["fuzz"]
    assert [element.tag for element in SMUGGLED(Page("<b onfuzz='1'></b>").root)] == ["b"]


@pytest.mark.slow
@pytest.mark.parametrize("state", Game.State)
def test_script_in_what_people_type_is_text_on_every_page(client, state):
    owner = UserFactory(username=SCRIPT)
    campaign = CampaignFactory(owner=owner, name=SCRIPT, players=[f"{SCRIPT}{n}" for n in range(3)])
    campaign.players.filter(position=0).update(account=owner)
    play = finished_game if state == Game.State.FINISHED else open_game
    game = play(campaign, notes=f"{SCRIPT}\n{SCRIPT}", place=SCRIPT)
    Tick.objects.create(game=game, step=SCRIPT)
    ShareLink.renew(campaign, "score")
    client.force_login(owner)
    shown = 0
    for route, pattern in routes():
        for headers in ({}, {"HX-Request": "true", "HX-Target": "city"}):
            page = client.get(path_to(pattern, campaign, game), headers=headers)
            if page.get("Content-Type", "").startswith("text/html"):
                shown += b"&lt;fuzz" in page.content
                assert SMUGGLED(Page(page).root) == [], route
    assert shown > 20


# --- The session of another user --------------------------------------------------------------------------------------


def join(client, campaign):
    client.get(reverse("join", args=[ShareLink.renew(campaign, "score").token]))


def log_in(client, _campaign):
    client.post(reverse("login"), {"username": "owner", "password": PASSWORD})


def keep(client, _campaign):
    client.force_login(User.make_guest())
    planted = client.session.session_key
    client.post(reverse("account"), {"username": "kept", "password1": PASSWORD, "password2": PASSWORD})
    assert User.objects.filter(username="kept").exists()
    return planted


def begin(client, _campaign):
    client.post(reverse("new_campaign"), NEW)
    assert Campaign.objects.count() == 2


def bring(client, campaign):
    file = SimpleUploadedFile("river.json", json.dumps(exported(campaign)).encode())
    client.post(reverse("import_campaign"), {"file": file})
    assert Campaign.objects.count() == 2


@pytest.mark.parametrize("enter", sweep([join, log_in, keep, begin, bring], quick=2))
def test_who_planted_a_session_in_somebodys_browser_is_not_let_in_with_it(client, campaign, enter):
    session = client.session
    session["planted"] = True
    session.save()
    planted = enter(client, campaign) or session.session_key
    assert client.session.session_key != planted
    assert client.session.get("visits") or client.session.get("_auth_user_id")
    attacker = Client()
    attacker.cookies["sessionid"] = planted
    assert "visits" not in attacker.session
    assert "_auth_user_id" not in attacker.session
    assert attacker.get(campaign.get_absolute_url()).status_code == 404


# --- Redirects to other sites -----------------------------------------------------------------------------------------

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
    "/\t/evil.example/",
    "%2f%2fevil.example",
]


@pytest.mark.parametrize("address", sweep(ELSEWHERE))
@pytest.mark.parametrize("where", ["form", "query"])
def test_no_redirect_leads_to_another_site(client, campaign, address, where):
    for name, values in (
        ("login", {"username": "owner", "password": PASSWORD}),
        ("set_language", {"language": "de"}),
    ):
        path = reverse(name) + (f"?next={address}" if where == "query" else "")
        response = client.post(path, values | ({"next": address} if where == "form" else {}))
        assert response.status_code == 302
        # Browsers take a backslash for a slash, and ignore a tab.
        location = response["Location"].replace("\\", "/").replace("\t", "")
        assert urljoin(f"http://testserver{path}", location).startswith("http://testserver/"), name


def test_links_and_codes_lead_to_no_host_that_a_visitor_names(as_owner, campaign):
    ShareLink.renew(campaign, "score")
    for header in ("Host", "X-Forwarded-Host", "X-Original-Host", "Forwarded"):
        value = "host=evil.example" if header == "Forwarded" else "evil.example"
        page = as_owner.get(reverse("sharing", args=[campaign.public_id]), headers={header: value})
        assert page.status_code == (400 if header == "Host" else 200), header
        assert "evil.example" not in page.content.decode(), header


def test_a_username_taken_at_the_same_moment_is_explained(client, monkeypatch):
    guest = User.make_guest()
    client.force_login(guest)
    kept = User.keep

    def slower(self, username, password):
        UserFactory(username=username)
        kept(self, username, password)

    monkeypatch.setattr(User, "keep", slower)
    values = {"username": "wanted", "password1": "a good long one", "password2": "a good long one"}
    page = client.post(reverse("account"), values)
    assert "already exists" in page.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest
    assert client.get(reverse("account")).wsgi_request.user != AnonymousUser()
