"""Test that hostile texts from any form or file are exported unchanged."""

import json

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.models import User
from campaign.transfer import exported, import_campaign
from campaign.transfer.reading import ImportRefusedError
from tests.attacks.forms import forms_of
from tests.attacks.test_mutated_imports import places
from tests.campaign.test_names import HOSTILE
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

TYPED = {
    "name",
    "place",
    "notes",
    "guest_name",
    "username",
    "programme",
    "tower_block",
    "park",
    "story",
    "title",
    "mission",
}
ALIKE = st.sampled_from(["1+2", "7", "3 + 4", "Ann", "Аnn", "Rain.\n", "harbors=2x", "A\u0301", "=1+1"])


def unhurried(examples):
    fixtures = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, deadline=None, database=None, suppress_health_check=fixtures)


@pytest.fixture
def forms(as_owner, campaign, games):
    """Pair each of the owner's forms with the names of its text fields. Leave out forms of the account."""
    found = []
    for form in forms_of(as_owner, campaign, games):
        names = [name for name in form.values if name.rpartition("-")[2] in TYPED or "/pad/" in form.path]
        names = [name for name in names if name not in {"version", "once"}]
        if names and not form.path.startswith(("/account/", "/language/")):
            found.append((form, names))
    assert {"/campaigns/new/", "/play/"} < {form.path for form, _names in found}
    assert len({name for _form, names in found for name in names}) > 25
    return found


def comes_back(campaign, owner):
    text = json.dumps(exported(campaign))
    again = exported(import_campaign(text.encode(), owner))
    assert again | {"exported_at": ""} == json.loads(text) | {"exported_at": ""}


def type_into_forms(client, owner, forms, data):
    """Send a form with hostile texts. Check that the stored texts are exported and imported unchanged."""
    form, names = data.draw(st.sampled_from(forms))
    typed = data.draw(st.dictionaries(st.sampled_from(names), HOSTILE | ALIKE, min_size=1, max_size=4))
    for name, text in typed.items():
        form = form.with_value(name, text)
    with transaction.atomic():
        assert form.send(client).status_code < 500
        for campaign in owner.campaigns.all():
            comes_back(campaign, owner)
        transaction.set_rollback(True)


@pytest.mark.slow
@unhurried(60)
@given(data=st.data())
def test_texts_of_sixty_forms_are_exported_and_imported_unchanged(as_owner, owner, forms, data):
    type_into_forms(as_owner, owner, forms, data)


def write_into_file(file, owner, data):
    """Replace a random text of a file, import the file, and check its export. Return True if it was accepted."""
    path = data.draw(st.sampled_from([path for path in places(file) if path]))
    around = file = json.loads(json.dumps(file))
    for name in path[:-1]:
        around = around[name]
    if not isinstance(around[path[-1]], str):
        return False
    around[path[-1]] = data.draw(HOSTILE | ALIKE)
    with transaction.atomic():
        try:
            comes_back(import_campaign(json.dumps(file).encode(), owner), owner)
        except ImportRefusedError:
            return False
        finally:
            transaction.set_rollback(True)
    return True


@unhurried(10)
@given(data=st.data())
def test_texts_of_an_imported_file_are_exported_unchanged(campaign, games, owner, data):
    write_into_file(exported(campaign), owner, data)


@pytest.mark.slow
@unhurried(100)
@given(data=st.data())
def test_texts_of_a_hundred_imported_files_are_exported_unchanged(campaign, games, owner, data):
    write_into_file(exported(campaign), owner, data)


@unhurried(20)
@given(name=HOSTILE)
def test_an_accepted_username_can_log_in(name):
    with transaction.atomic():
        client, guest = Client(REMOTE_ADDR="192.0.2.1"), User.make_guest()
        client.force_login(guest)
        answer = client.post(reverse("account"), {"username": name, "password1": PASSWORD, "password2": PASSWORD})
        guest.refresh_from_db()
        assert guest.is_guest == (answer.status_code != 302)
        if not guest.is_guest:
            typed = {"username": name, "password": PASSWORD}
            assert Client().post(reverse("login"), typed).status_code == 302
        transaction.set_rollback(True)
