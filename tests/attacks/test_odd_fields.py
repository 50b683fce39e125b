"""Test values that nobody can type, in every form field. The answer must be a form error or an ordinary page."""

from itertools import cycle

import pytest
from django.template import Template
from django.test import Client
from django.urls import reverse

from campaign.models import User
from tests.addresses import path_to, routes
from tests.attacks.forms import forms_of
from tests.factories import CampaignFactory
from tests.pages import Page
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

ODD = [
    "a\0b",
    "x" * 5000,
    "\x1b[2J",
    "\u202e\u2066",
    "\ufdd0\U0010ffff",
    "%00%0d%0a",
    "' OR 1=1 --",
    "{{7*7}}",
    "9" * 400,
]


@pytest.fixture
def browsers(as_owner, owner, campaign, games):
    """Return pairs of a browser and the forms that it can send, for the owner and for a guest."""
    CampaignFactory(owner=owner, name="Drowned Town").throw_away()
    guest, guests = Client(), User.make_guest()
    CampaignFactory(owner=guests)
    guest.force_login(guests)
    return [(as_owner, forms_of(as_owner, campaign, games)), (guest, forms_of(guest, campaign, games))]


def broken_by(texts, browsers, undone):
    """Send each field of each form once, with one of the texts, which take turns."""
    tried, broken, turns = 0, [], cycle(texts)
    for client, forms in browsers:
        for form in forms:
            for name, text in zip(form.values, turns, strict=False):
                tried += 1
                if undone(form.with_value(name, text).send, client).status_code >= 500:
                    broken.append((form.path, name, text))
    return tried, broken


@pytest.mark.slow
def test_no_field_of_a_form_is_broken_by_a_zero_byte(browsers, undone, monkeypatch):
    # skip the rendering: other tests read the rendered pages
    monkeypatch.setattr(Template, "render", lambda _template, _context: "")
    names = {name for _client, forms in browsers for form in forms for name in form.values}
    assert {"campaign", "take", "code", "username", "version", "name", "notes"} <= names
    tried, broken = broken_by(["\0"], browsers, undone)
    assert broken == []
    assert tried > 300


@pytest.mark.slow
def test_no_field_of_a_form_is_broken_by_odd_texts(browsers, undone):
    tried, broken = broken_by(ODD[:5], browsers, undone)
    assert broken == []
    assert tried > 300


@pytest.mark.parametrize(
    ("text", "step"),
    sweep([("\0", 6), ("\0", 1), *((text, 1) for text in ODD[:3])], quick=1),
    ids=lambda part: ascii(part)[:20],
)
def test_no_address_is_broken_by_odd_parameters(as_owner, campaign, games, text, step, monkeypatch):
    """Open addresses with an odd text in each parameter of the query. The quick tests open only every sixth address."""
    names, broken = {"page", "player", "campaign", "next", "q", "from", "at", "version"}, []
    paths = [path_to(pattern, campaign, games[1]) for _route, pattern in routes()][::step]
    for path in paths:
        answer = as_owner.get(path)
        if answer.get("Content-Type", "").startswith("text/html"):
            names |= set(Page(answer).each("form[method=get] [name]", "name"))
    if text == "\0":  # skip the slow rendering, which is tested with other texts
        monkeypatch.setattr(Template, "render", lambda _template, _context: "")
    for path in paths:
        if path != reverse("logout"):
            answer = as_owner.get(path, dict.fromkeys(names, text))
            broken += [path] * (answer.status_code == 500)
    assert broken == []
