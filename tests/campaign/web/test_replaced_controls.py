"""Test that the answer to a change replaces no control of its form, because a quick second change would be lost."""

import pytest
from django.urls import reverse

from tests.factories import open_game
from tests.pages import Page

pytestmark = pytest.mark.django_db

CHANGED = ("input", "change")  # the events of a form control that is changed
FIELDS = "input:not([type=hidden]), select, textarea"


def senders(page):
    """Yield the elements that send a request after a change of a form control."""
    for element in page.all("[hx-get], [hx-post]"):
        triggers = {part.split()[0] for part in element.get("hx-trigger", "").split(",") if part.strip()}
        if triggers & set(CHANGED) or (not triggers and element.tag in ("input", "select", "textarea")):
            yield element


def form_of(element):
    return element if element.tag == "form" else next(element.iterancestors("form"))


def test_an_answer_to_a_change_replaces_no_control_that_has_sent_it(as_owner, campaign):
    game = open_game(campaign, 1)
    for name, sends in (
        ("compose", 1),
        ("tiles", 1),
        ("rules", 1),
        ("new_campaign", 0),
        ("play", 0),
        ("campaign_settings", 0),
        ("programme", 0),
        ("new_game", 1),
        ("pad", 9),
    ):
        arguments = {
            "campaign_settings": [campaign.public_id],
            "programme": [campaign.public_id],
            "new_game": [campaign.public_id],
            "pad": [campaign.public_id, game.pk, game.present[0].player_id],
        }
        query = {"rules": "classic rows=3"} if name == "compose" else {"people": "other"}
        page = Page(as_owner.get(reverse(name, args=arguments.get(name, ()), query=query)))
        found = list(senders(page))
        assert len(found) == sends, name
        for element in found:
            target = page.one(element.get("hx-target"))
            assert element not in target.iter(), name
            # The only fields in a replaced part ask about the choice that has just been made.
            replaced = set(target.iter()) & set(form_of(element).cssselect(FIELDS))
            assert {field.get("name") for field in replaced} <= {"counts"}, name
