"""Test that templates are loaded without their indentation, but texts of users keep their indentation."""

import re

import pytest
from django.urls import reverse

from tests.factories import finished_game

pytestmark = pytest.mark.django_db


def test_no_page_has_the_indentation_of_its_templates(client):
    assert not re.search(r"^[ \t]{2}", client.get(reverse("tiles")).content.decode(), re.MULTILINE)


def test_a_note_keeps_its_indentation(as_owner, campaign):
    game = finished_game(campaign, notes="Rain\n    and snow")
    page = as_owner.get(reverse("edit_game", args=[campaign.public_id, game.pk])).content.decode()
    assert "Rain\n    and snow</textarea>" in page
