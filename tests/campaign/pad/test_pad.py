"""Test the score pad, the page on which players type the sum of each category instead of entering a city."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Evaluation
from tests.factories import CLASSIC_CITY, enter, finished_game, open_game
from tests.pages import Page
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db


class Pad:
    """A browser that fills in one player's score pad in one game."""

    def __init__(self, client, evaluation):
        self.client = client
        self.evaluation = evaluation
        campaign = evaluation.game.campaign.public_id
        self.address = reverse("pad", args=[campaign, evaluation.game_id, evaluation.player_id])

    def save(self, **values):
        return self.client.post(self.address, {"version": str(self.evaluation.version), **values})

    def get(self):
        return unescape(self.client.get(self.address).content.decode())

    @property
    def stored(self):
        return Evaluation.objects.get(pk=self.evaluation.pk).pad


@pytest.fixture
def pad(as_owner, campaign):
    return Pad(as_owner, open_game(campaign, 1).present[0])


def test_sums_stay_as_they_were_typed(pad):
    response = pad.save(tower_block="3+6+2", shop=" 7 ", unused_inhabitants="-2", inhabitants_on_buildings="7")
    assert response.status_code == 302
    assert pad.stored == {
        "tower_block": "3+6+2",
        "shop": "7",
        "unused_inhabitants": "-2",
        "inhabitants_on_buildings": "7",
    }
    assert 'value="3+6+2"' in pad.get()
    assert '<span class="vp__number">16</span>' in pad.get()


def test_the_pad_asks_only_for_categories_of_the_mission(as_owner, campaign):
    for mission, asked, not_asked in (
        (1, ["tower_block", "unused_energy"], ["office_tower", "monument", "mission"]),
        (2, ["tower_block", "mission"], ["office_tower", "monument"]),
        (5, ["office_tower", "monument"], ["mission"]),
        (6, ["office_tower", "monument", "mission"], []),
    ):
        page = Pad(as_owner, open_game(campaign, mission).present[0]).get()
        assert all(f'name="{name}"' in page for name in asked), mission
        assert not any(f'name="{name}"' in page for name in not_asked), mission


def test_the_server_computes_the_total_and_stores_nothing(pad):
    response = pad.client.post(
        pad.address,
        {"version": "0", "count": "1", "tower_block": "3+6+2", "unused_energy": "1"},
        headers={"HX-Request": "true", "HX-Target": "pad-total"},
    )
    page = response.content.decode()
    assert "<html" not in page
    assert '<span class="vp__number">10</span>' in page
    assert pad.stored == {}


def test_the_total_is_a_dash_if_a_field_is_no_sum(pad):
    response = pad.client.post(
        pad.address,
        {"version": "0", "count": "1", "tower_block": "3+", "shop": "4"},
        headers={"HX-Request": "true", "HX-Target": "pad-total"},
    )
    assert "no points yet" in response.content.decode()


@pytest.mark.parametrize(
    "text", sweep(["3+", "9" * 10_000, "<b>3</b>", "x", "1.5", "🏙️", "1" + "+1" * 5_000, "1e3", "1000"])
)
@pytest.mark.parametrize("name", ["shop", "unused_energy", "empty_squares"])
def test_nonsense_stays_in_its_field_with_an_error(pad, name, text):
    response = pad.save(**{name: text})
    page = unescape(response.content.decode())
    assert response.status_code == 200
    assert "field__error" in page
    assert f'value="{text}"' in page
    assert "<b>3</b>" not in response.content.decode()
    assert pad.stored == {}


def test_negative_vp_are_refused_where_no_rule_takes_any(pad):
    for category in ("shop", "tower_block", "public_service", "park", "factory", "harbor"):
        page = Page(pad.save(**{category: "3-5"}))
        assert page.words(".field__error") == "This never comes to less than 0 VP.", category
        assert page.value(f"#id_{category}") == "3-5", category
        assert not pad.stored, category


def test_monuments_penalties_and_a_total_can_be_negative(as_owner, campaign):
    pad = Pad(as_owner, open_game(campaign, 5).present[0])
    assert pad.save(monument="-5", unused_energy="-2").status_code == 302
    ben = Pad(as_owner, Evaluation.objects.exclude(pk=pad.evaluation.pk).filter(game=pad.evaluation.game).first())
    assert ben.save(total="-3").status_code == 302


def test_a_negative_number_of_empty_squares_is_refused(pad):
    assert "Type how many there are, 0 or more." in pad.save(empty_squares="-1").content.decode()


def test_an_impossible_sum_must_be_confirmed_but_is_not_refused(pad):
    response = pad.save(shop="500")
    page = unescape(response.content.decode())
    assert response.status_code == 200
    assert "Shops: no city brings more than" in page
    assert 'name="sure"' in page
    assert 'value="500"' in page
    assert pad.stored == {}
    assert pad.save(shop="500", sure="on").status_code == 302
    assert pad.stored == {"shop": "500"}


def test_the_slower_of_two_users_keeps_their_typed_sums(pad):
    enter(Evaluation.objects.for_editor().get(pk=pad.evaluation.pk))
    response = pad.save(shop="7")
    page = unescape(response.content.decode())
    assert response.status_code == 409
    assert "changed these points" in page
    assert 'value="7"' in page
    # The refused points create a history record, which raises the version from 1 to 2.
    assert 'name="version" value="2"' in page
    assert Evaluation.objects.get(pk=pad.evaluation.pk).city == CLASSIC_CITY


def test_points_sent_again_after_a_lost_answer_are_saved_once(pad):
    for _time in range(2):
        assert pad.save(shop="7", key="phone-1").status_code == 302
    assert pad.evaluation.history.filter(history_action="pad").count() == 1
    assert pad.save(shop="8", key="phone-2").status_code == 409


def test_points_with_the_key_of_another_user_are_not_taken_for_sent_again(pad, member):
    elsewhere = Client()
    elsewhere.force_login(member)
    assert pad.save(shop="7", key="phone-1").status_code == 302
    late = Pad(elsewhere, pad.evaluation).save(shop="8", key="phone-1")
    assert late.status_code == 409  # a conflict: the same key from another user does not mean a repeated request
    assert 'value="8"' in late.content.decode()
    assert pad.stored == {"shop": "7"}


def test_the_pad_says_that_a_city_is_already_entered(pad):
    enter(pad.evaluation)
    assert "A city is entered already." in pad.get()


def test_a_finished_game_refuses_with_a_sentence(as_owner, campaign):
    pad = Pad(as_owner, finished_game(campaign).present[0])
    response = pad.save(shop="7")
    assert response.status_code == 409
    assert "This game is finished" in response.content.decode()
    assert "This game is finished" in pad.get()
    assert pad.stored == {}


def test_saving_takes_six_queries(pad, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):  # reads: session, user, campaign, evaluation; writes: evaluation, history
        pad.save(shop="7")


# --- Two phones -------------------------------------------------------------------------------------------------------


@pytest.fixture
def other(pad, browser_of):
    """Return the same score pad on Ben's phone."""
    return Pad(browser_of("member"), pad.evaluation)


def told(client, pad):
    return Page(client.get(pad.evaluation.game.get_absolute_url())).each("#evening .alert--warning")


def test_sums_of_two_phones_in_different_fields_are_all_saved(pad, other):
    assert other.save(tower_block="3+6").status_code == 302
    assert pad.save(shop="7").status_code == 302
    assert pad.stored == {"tower_block": "3+6", "shop": "7"}
    assert told(pad.client, pad) == []


def test_two_phones_with_one_sum_are_both_told_player_and_field(pad, other):
    other.save(tower_block="3+6", shop="8")
    response = pad.save(tower_block="1", park="2")
    page = Page(response)
    assert response.status_code == 409
    assert page.words(".alert").startswith("Meanwhile Ben typed Tower Blocks for Ada. Your figures are below;")
    assert [page.value(f"#id_{name}") for name in ("tower_block", "park", "shop")] == ["1", "2", "8"]
    assert pad.stored == {"tower_block": "3+6", "shop": "8"}
    later = "Ada, Tower Blocks: what {} stays, because the owner of the campaign came later."
    assert told(other.client, pad) == [later.format("you typed")]
    assert told(pad.client, pad) == [later.format("Ben typed")]
    pad.evaluation.version = int(page.value("[name=version]"))
    pad.save(tower_block="1", park="2", shop="8")
    assert told(other.client, pad) == []
    assert pad.stored == {"tower_block": "1", "shop": "8", "park": "2"}


def test_the_same_sum_from_two_phones_is_no_conflict(pad, other):
    other.save(tower_block="3+6")
    assert pad.save(tower_block="3+6").status_code == 302
    assert pad.stored == {"tower_block": "3+6"}


def test_an_emptied_sum_counts_as_a_change(pad, other):
    other.save(tower_block="3+6", shop="8")
    pad.evaluation.refresh_from_db()
    other.evaluation.refresh_from_db()
    other.save(tower_block="3+6")
    assert pad.save(tower_block="3+6", shop="9").status_code == 409
    assert told(other.client, pad) == [
        "Ada, Shops: what you typed stays, because the owner of the campaign came later."
    ]


def test_each_sum_that_stays_is_told_with_its_own_author(pad, other, browser_of):
    other.save(tower_block="3+6")
    other.evaluation.refresh_from_db()
    Pad(browser_of("score link"), other.evaluation).save(tower_block="3+6", shop="8")
    pad.save(tower_block="1", shop="7", version="0")  # the page was loaded before both
    assert told(pad.client, pad) == [
        "Ada, Tower Blocks: what Ben typed stays, because the owner of the campaign came later.",
        "Ada, Shops: what Ada typed stays, because the owner of the campaign came later.",
    ]


def test_the_game_opens_after_a_late_tap_on_a_city_that_became_a_pad(pad, other):
    enter(Evaluation.objects.for_editor().get(pk=pad.evaluation.pk))
    pad.evaluation.refresh_from_db()
    assert other.save(shop="7").status_code == 302
    tap = {"version": pad.evaluation.version, "square": "A1", "do": "tap", "brush": "T"}
    assert pad.client.post(pad.evaluation.get_absolute_url(), tap).status_code == 409
    assert told(pad.client, pad) == []


def test_a_user_with_an_open_editor_is_told_of_a_late_pad(pad, other):
    enter(Evaluation.objects.for_editor().get(pk=pad.evaluation.pk))
    pad.save(shop="7")
    editor = Evaluation.objects.for_editor().get(pk=pad.evaluation.pk).get_absolute_url()
    asked = {"version": 1, "editing": "on"}
    follow = other.client.get(editor, asked, headers={"HX-Request": "true", "HX-Target": "city"})
    assert Page(follow).each("#said") == [
        "The city stays as somebody entered it: the owner of the campaign came later."
    ]


@pytest.mark.parametrize("late", [1, 3])
def test_the_game_takes_as_many_queries_for_one_late_sum_as_for_three(pad, other, django_assert_num_queries, late):
    for evaluation in pad.evaluation.game.present[:late]:
        Pad(other.client, evaluation).save(shop="8")
        Pad(pad.client, evaluation).save(shop="7")
    with django_assert_num_queries(9):
        assert len(told(pad.client, pad)) == late


def test_a_pad_is_merged_again_if_another_user_saves_in_between(pad, other, monkeypatch):
    other.save(tower_block="3+6")
    record, tries = Evaluation.record, []

    def interrupted(self, *args, **kwargs):
        tries.append(self)
        if len(tries) == 1:
            fresh = Evaluation.objects.for_editor().get(pk=self.pk)
            record(fresh, fresh.pad | {"park": "2"}, version=fresh.version)
        return record(self, *args, **kwargs)

    monkeypatch.setattr(Evaluation, "record", interrupted)
    assert pad.save(shop="7").status_code == 302
    assert pad.stored == {"tower_block": "3+6", "park": "2", "shop": "7"}


# --- Only the total is known ------------------------------------------------------------------------------------------


def test_a_total_alone_is_a_result(pad):
    assert pad.save(total="58", empty_squares="2").status_code == 302
    result = Evaluation.objects.get(pk=pad.evaluation.pk).compute()
    assert (result.total, result.empty_squares, result.categories) == (58, 2, {})
    assert '<span class="vp__number">58</span>' in pad.get()


def test_the_server_counts_a_total_alone(pad):
    values = {"version": "0", "count": "1", "total": "58"}
    page = pad.client.post(pad.address, values, headers={"HX-Request": "true", "HX-Target": "pad-total"})
    assert '<span class="vp__number">58</span>' in page.content.decode()


def test_a_total_beside_kinds_must_be_their_sum(pad):
    page = pad.save(tower_block="10", shop="7", total="18")
    assert page.status_code == 200
    assert "The kinds make 17 VP, and the total is 18." in unescape(page.content.decode())
    assert pad.stored == {}
    assert pad.save(tower_block="10", shop="7", total="17").status_code == 302
    assert Evaluation.objects.get(pk=pad.evaluation.pk).compute().categories["tower_block"] == 10


def test_a_total_that_no_city_reaches_is_doubted(pad):
    assert "No city reaches more than" in unescape(pad.save(total="900").content.decode())


def test_a_total_alone_counts_for_ranks_and_is_shown_as_such(as_owner, campaign):
    game = finished_game(campaign, cities=[{"total": "40"}, {"tower_block": "30"}, {"total": "58"}])
    assert [one.total for one in game.by_rank] == [58, 40, 30]
    page = Page(as_owner.get(game.get_absolute_url())).words("main")
    assert page.count("Only the total is known.") == 2
    assert page.count("From the score pad: no city was entered.") == 1
    log = Page(as_owner.get(reverse("log", args=[campaign.public_id]))).words("main")
    assert log.count("Only the total is known.") == 2
