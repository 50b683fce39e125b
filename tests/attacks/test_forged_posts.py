"""Test that nobody can change another user's data by sending one of this user's forms."""

from itertools import cycle, islice

import pytest
from django.test import Client

from campaign.models import Campaign, Evaluation, Game, Player, ShareLink, User
from tests.attacks.forms import forms_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WRONG_VERSIONS = ("", "x", "-1", "1.5", "9" * 30, "\0")
WRONG_NUMBERS = ("0", "-1", "x", "9" * 18, "9" * 30, "\0", "١")
FOR_ANYBODY = ("/campaigns/new/", "/campaigns/import/", "/campaigns/plays/")
MANAGEMENT = ("INITIAL_FORMS", "TOTAL_FORMS")


def stored(owner):
    """Return the user's rows by model, such as "Game". Entries such as "Game's changes" count history records."""
    campaigns = Campaign.everything.filter(owner=owner).values_list("pk")
    rows = {"User": list(User.objects.filter(pk=owner.pk).values("username", "password", "recovery_hash"))}
    for model in (Campaign, Game, Evaluation, Player, ShareLink):
        path = {Campaign: "pk__in", Evaluation: "game__campaign__in"}.get(model, "campaign__in")
        found = model._base_manager.filter(**{path: campaigns})
        rows[model.__name__] = list(found.order_by("pk").values())
        if hasattr(model, "history"):
            rows[f"{model.__name__}'s changes"] = model.history.filter(id__in=found.values("pk")).count()
    return rows


def after(form, client, owner):
    """Send a form. Return the status code, and the user's rows in the database."""
    return form.send(client).status_code, stored(owner)


@pytest.fixture
def forms(campaign, games, as_owner):
    """Return the forms for changing campaigns, from the owner's pages."""
    return [form for form in forms_of(as_owner, campaign, games) if "/campaigns/" in form.path]


def test_the_forms_of_the_owner_change_data(forms, as_owner, owner, undone):
    before = stored(owner)
    assert len(forms) > 30
    effective = (form for form in forms if undone(after, form, as_owner, owner)[1] != before)
    assert len(list(islice(effective, 11))) == 11


@pytest.mark.parametrize("person", ["stranger", "anonymous", "look link"])
def test_a_form_of_the_owners_page_changes_nothing_from_another_browser(forms, owner, browser_of, undone, person):
    client, before = browser_of(person), stored(owner)
    for form in forms:
        status, now = undone(after, form, client, owner)
        assert now == before, form
        assert status in (302, 403, 404) or form.path.startswith(FOR_ANYBODY), form


def test_a_form_without_its_token_changes_nothing(forms, owner, undone):
    client, before = Client(enforce_csrf_checks=True), stored(owner)
    client.force_login(owner)
    for form in forms:
        assert undone(after, form, client, owner) == (403, before), form


def test_a_form_with_the_numbers_of_somebody_elses_rows_leaves_them_alone(
    campaign, games, owner, own, browser_of, undone
):
    client, before = browser_of("stranger"), stored(owner)
    # one row of each kind, and of both games, because rows of a kind are protected alike
    rows = [*games, *(game.evaluations.first() for game in games), campaign.players.first(), owner]
    theirs = {campaign.public_id, *(str(row.pk) for row in rows)}
    tried = 0
    for form in forms_of(client, *own):
        for name, values in form.different.items():
            if values[0].isdecimal() or name in {"campaign", "player", "here", "take", "first"}:
                for number in theirs:
                    status, now = undone(after, form.with_value(name, number), client, owner)
                    assert (status < 500, now) == (True, before), (form, name, number)
                    tried += 1
    assert tried > 200


def test_a_form_with_a_version_that_never_existed_changes_nothing(forms, as_owner, owner, undone):
    before, tried = stored(owner), 0
    for form in forms:
        for name in form.values.keys() & {"version", "seen"}:
            for version in WRONG_VERSIONS:
                status, now = undone(after, form.with_value(name, version), as_owner, owner)
                assert (status < 500, now) == (True, before), (form, version)
                tried += 1
    assert tried > 50


def test_a_form_with_an_invalid_number_breaks_nothing(forms, as_owner, undone):
    turns = cycle(WRONG_NUMBERS)
    for form in forms:
        for name, values in form.different.items():
            if values[0].isdecimal() or name.endswith(MANAGEMENT):
                for number in islice(turns, 3):
                    assert undone(form.with_value(name, number).send, as_owner).status_code < 500, (form, name, number)
