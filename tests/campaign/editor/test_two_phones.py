"""Test that two phones can change one city at the same time, even if one phone's tap comes too late."""

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Evaluation, ShareLink
from tests.campaign.editor.tapping import HTMX, Editor
from tests.factories import UserFactory, enter_all, finished_game
from tests.pages import Page

pytestmark = pytest.mark.django_db


def test_the_slower_of_two_phones_sees_the_change_of_the_other(editor, ben):
    ben.tap("B3", brush="S")
    editor.tap("B3", brush="T")
    assert editor.response.status_code == 409
    assert editor.said == "Ben changed B3 first. Your change was not saved."
    assert 'aria-label="B3, Shop' in editor.page
    assert editor.city == "----/----/-S--/---- 0i0e"
    editor.version = 1
    editor.tap("B3", brush="T")
    assert editor.city == "----/----/-T--/---- 0i0e"


def test_the_faster_of_two_phones_is_told_of_the_slower_one(editor, ben):
    ben.tap("B3", brush="S")
    editor.tap("B3", brush="T", key="phone-1")
    asked = {"version": ben.version, "editing": "on"}
    follow = ben.client.get(editor.address, asked, headers=HTMX)
    assert Page(follow).each("#said") == ["B3 stays as you entered it: the owner of the campaign came later."]
    anybody = editor.client.get(editor.address, {"version": 1, "editing": "on"}, headers=HTMX)
    assert Page(anybody).each("#said") == ["B3 stays as Ben entered it: the owner of the campaign came later."]
    ben.tap("A1", brush="S")
    assert ben.said == "B3 stays as you entered it: the owner of the campaign came later."
    assert ben.tap(do="undo").said.startswith("Undone: A1 Shop")
    assert ben.tap(do="undo").said.startswith("Undone: B3 Shop")


def test_waiting_taps_do_not_collide_with_stored_taps_of_the_same_user(editor, ben):
    editor.tap("A1", brush="T", inhabitants=3, energy=1, key="phone-1")
    ben.tap("B1", brush="S")
    editor.version = 0  # the next tap is made on a page that still shows version 0
    editor.tap("A1", brush="T", inhabitants=3, energy=1, key="phone-2")
    assert editor.city == "T2S--/----/----/---- 3i1e"
    editor.version = 0
    editor.tap("B1", brush="T", inhabitants=3, energy=1, key="phone-3")
    assert editor.response.status_code == 409
    assert editor.city == "T2S--/----/----/---- 3i1e"
    editor.version = 0
    editor.tap("A1", brush="T", key="another-1")
    assert editor.response.status_code == 409


def test_taps_of_two_phones_on_two_squares_are_both_stored(editor, ben):
    ben.tap("B3", brush="S").tap(do="supply", inhabitants="4", energy="2")
    editor.tap("A1", brush="T", inhabitants="0", energy="0")
    assert editor.response.status_code == 200
    assert editor.said == "Ben changed B3."
    assert editor.city == "T---/----/-S--/---- 4i2e"
    assert 'value="4"' in editor.page
    assert editor.evaluation.history.filter(version=3).count() == 1  # each tap creates one record


def test_a_supply_that_another_user_changed_is_not_overwritten(editor):
    editor.tap(do="supply", inhabitants="4", energy="2")
    editor.version = 0
    editor.tap("A1", brush="T", inhabitants="7", energy="0")
    assert editor.response.status_code == 409
    assert editor.city.endswith(" 4i2e")


@pytest.mark.parametrize("tap", [{"do": "undo"}, {"do": "paste", "city": "TT--/----/----/---- 0i0e"}])
def test_a_late_change_of_the_whole_city_is_refused(editor, tap):
    editor.tap("A1", brush="T")
    editor.version = 0
    editor.tap(**tap)
    assert editor.response.status_code == 409
    assert editor.city.startswith("T---/")


def test_a_tap_from_before_a_game_was_reopened_is_refused(editor):
    game = editor.evaluation.game
    enter_all(game)
    editor.evaluation.refresh_from_db()
    before, version = editor.city, editor.evaluation.version
    game.finish()
    game.reopen()
    editor.version = version
    editor.tap("D4", brush="T")
    assert editor.response.status_code == 409
    assert editor.city == before


def test_resources_by_hand_on_two_phones_collide_on_the_same_building_only(editor):
    editor.begin_with("SS--/----/----/---- 4i2e 1.../..../..../....")
    editor.tap("A1")
    assert editor.city.endswith(" 2.../..../..../....")
    editor.version = 1
    editor.tap("A1")
    assert editor.response.status_code == 409
    editor.version = 1
    editor.tap("B1")
    assert editor.response.status_code == 200
    assert editor.city.endswith(" 20../..../..../....")


def test_a_tap_sent_again_after_a_lost_answer_counts_once(editor):
    editor.tap("A1", brush="T", key="one-tap")
    editor.version = 0
    editor.tap("A1", brush="T", key="one-tap")
    assert editor.response.status_code == 200
    assert editor.city.startswith("T---/")


def test_a_tap_with_the_key_of_another_users_tap_is_carried_out(editor, ben):
    editor.tap("A1", brush="T", key="one-tap")
    ben.tap("B1", brush="S", key="one-tap")
    assert editor.city.startswith("TS--/")


def by_link(campaign, evaluation):
    """Open the campaign's share link in a new browser, and choose the evaluation's player."""
    client = Client()
    client.get(reverse("join", args=[campaign.share_links.get().token]))
    client.post(reverse("who", args=[campaign.public_id]), {"player": evaluation.player_id, "too": "on"})
    client.get(evaluation.get_absolute_url())  # this response sets the CSRF cookie, which identifies the browser
    return Editor(client, evaluation)


def test_taps_of_two_visitors_by_a_link_are_not_taken_for_each_other(editor, campaign):
    ShareLink.renew(campaign, "score")
    first, second = (by_link(campaign, editor.evaluation) for _ in range(2))
    first.tap("A1", brush="T", key="one-tap")
    first.version = second.version = 0
    first.tap("A1", brush="T", key="one-tap")  # pages send a tap again after a lost response
    assert first.response.status_code == 200
    assert first.city.startswith("T---/")
    second.tap("B1", brush="S", key="one-tap")
    assert first.city.startswith("TS--/")
    stored = editor.evaluation.history.values_list("history_key", flat=True)
    second.version = 0
    # A tap whose key was copied from an exported file must be stored as a new tap.
    second.tap("C1", brush="P", key=stored.latest("history_id"))
    assert first.city.startswith("TSP-/")


def test_a_pasted_line_survives_a_conflict(editor):
    editor.tap("A1", brush="T")
    editor.version = 0
    line = "SS--/----/----/---- 1i1e"
    editor.tap(do="paste", city=line)
    assert editor.response.status_code == 409
    assert line in editor.page


def test_a_finished_game_refuses_with_a_sentence(as_owner, campaign):
    evaluation = finished_game(campaign).present[0]
    editor = Editor(as_owner, Evaluation.objects.for_editor().get(pk=evaluation.pk))
    before = editor.city
    editor.tap("A1", brush="S")
    assert editor.response.status_code == 409
    assert "This game is finished" in editor.said
    assert editor.city == before
    page = as_owner.get(editor.address).content.decode()
    assert "This game is finished" in page
    assert 'id="palette"' not in page


@pytest.mark.parametrize("faster", ["the owner of the campaign", "somebody"])
def test_a_faster_user_who_does_not_play_is_not_named_by_username(editor, browser_of, campaign, faster):
    Editor(browser_of("owner"), editor.evaluation).tap("A1", brush="S")
    if faster == "somebody":  # give the campaign a new owner, so the user who tapped first has no role in it
        campaign.owner = UserFactory()
        campaign.save()
    editor.client.force_login(campaign.owner)
    editor.tap("A1", brush="T")
    assert editor.said.startswith(f"{faster[0].upper()}{faster[1:]} changed A1 first.")
