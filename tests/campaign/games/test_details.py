"""Test that every column that people fill in is in the form, on the page of changes and in a moved game.

`tests/campaign/transfer/` tests that the exported file has every column.
"""

from datetime import date

import pytest
from django.db import models
from django.urls import reverse
from django.utils.text import capfirst

from campaign.campaigns.move_single_game import destinations, move
from campaign.games.forms import DetailsForm, GameForm
from campaign.models import Campaign, Game
from tests.factories import CampaignFactory, finished_game
from tests.pages import Page

pytestmark = pytest.mark.django_db
FILLED_IN = {field.name for field in Game._meta.concrete_fields if field.editable} - {"id", "campaign"}
OTHER = {models.DateField: date(2026, 1, 31), models.CharField: "Elsewhere", models.TextField: "Rain."}
OTHER |= {models.BooleanField: True, models.PositiveSmallIntegerField: 7}


def other(name):
    """Return a value for a column that is not its default."""
    return OTHER[type(Game._meta.get_field(name))]


def test_every_column_is_a_detail_or_has_a_field_of_its_own(campaign):
    assert {*Game.DETAILS, "mission", "in_standings", "services", "first_player"} == FILLED_IN
    assert GameForm(campaign=campaign).fields.keys() >= FILLED_IN - {"in_standings"} | {"counts"}
    assert DetailsForm().fields.keys() >= set(Game.DETAILS)


def test_every_text_refuses_control_characters(campaign):
    texts = [
        name for name in Game.DETAILS if isinstance(Game._meta.get_field(name), models.CharField | models.TextField)
    ]
    form = DetailsForm(
        {"played_on": "2026-03-07", **dict.fromkeys(texts, "Bell\x07")}, instance=Game(campaign=campaign)
    )
    assert form.errors.keys() == {*texts}


def test_the_page_of_changes_tells_each_detail(as_owner, campaign):
    for name in Game.DETAILS:
        game = finished_game(campaign)
        game.annotate(**{name: other(name)})
        page = Page(as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk]))).words("main")
        assert f"{capfirst(Game._meta.get_field(name).verbose_name)}: " in page, name


def test_a_single_game_keeps_each_detail_when_it_moves_to_a_campaign(campaign, owner):
    table = CampaignFactory(owner=owner, form=Campaign.Form.GAMES)
    values = {name: other(name) for name in (*Game.DETAILS, "mission", "services")}
    game = finished_game(table, in_standings=False, first_player=table.players.get(name="Ben"), **values)
    moved = move(game, destinations(game, owner)[0])
    assert moved.first_player == campaign.players.get(name="Ben")
    assert {name: getattr(moved, name) for name in values} == values
