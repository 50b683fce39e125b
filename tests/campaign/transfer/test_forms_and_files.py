"""Test that whatever the form of a game accepts comes back through its campaign's file."""

import json
from datetime import date

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from campaign.games.forms import DetailsForm
from campaign.models.days import FIRST_DAY
from campaign.transfer import exported, import_campaign
from tests.factories import finished_game, played_game

TYPED = st.text(st.characters(codec="utf-8"), max_size=70)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(day=st.dates(), place=TYPED, notes=TYPED)
@example(day=date(26, 1, 31), place="", notes="")
@example(day=FIRST_DAY, place="x" * 60, notes="x" * 2000)
@example(day=date(2026, 1, 31), place="", notes="a\r\nb\tc")
def test_what_the_form_accepts_is_imported_unchanged(campaign, stranger, day, place, notes):
    game = campaign.games.first() or played_game(campaign, 1)
    typed = {"played_on": day.isoformat(), "place": place, "notes": notes, "version": game.version}
    form = DetailsForm(typed, instance=game)
    if not form.is_valid():
        return
    game.annotate(**{name: form.cleaned_data[name] for name in ("played_on", "place", "notes")})
    file = json.dumps(exported(type(campaign).objects.get(pk=campaign.pk)))
    back = import_campaign(file.encode(), stranger).games.get()
    assert [getattr(back, name) for name in ("played_on", "place", "notes")] == [
        form.cleaned_data[name] for name in ("played_on", "place", "notes")
    ]


def test_a_mistyped_year_is_asked_back(campaign):
    game = finished_game(campaign, 1)
    for year in ("0026", "0202", "1926", "2014", "2029", "9999"):
        form = DetailsForm({"played_on": f"{year}-01-31", "version": game.version}, instance=game)
        assert form.errors["played_on"], year


def test_a_two_digit_year_is_told_how_to_be_typed(campaign):
    game = finished_game(campaign, 1)
    form = DetailsForm({"played_on": "0026-01-31", "version": game.version}, instance=game)
    assert form.errors["played_on"] == [
        "Is the year right? Type it with four digits, from 2015 to at most two years from now."
    ]
