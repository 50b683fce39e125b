"""Test the published averages of the VP of this site's players.

Games are added up in batches of at least FEWEST_CITIES cities, so no average reveals the results of a single group. If
a game is deleted or changed, its whole batch no longer counts.
"""

import json

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Evaluation, Game, SharedGame, SharedSum
from campaign.ops import cleanup
from campaign.par.asked import AskedPar
from campaign.par.players import PlayersHere, players_here
from campaign.par.sums import FEWEST_CITIES, renew_sums
from campaign.scores.addresses import address_of_mission
from campaign.transfer import exported, import_campaign
from scoring import MISSIONS, HouseRules
from tests.factories import CampaignFactory, UserFactory, enter, finished_game
from tests.pages import Page, words
from tests.sweeps import sweep

FIRST = AskedPar(MISSIONS[1].rules.line, 4)
NAMES = ("Ada", "Ben", "Cleo", "Dan")
TABLES = FEWEST_CITIES // len(NAMES)  # with four cities each, this many games are enough for an average
CITY = "T2---/----/----/---- 2i0e"  # four of these cities can be built with the tiles of one game
OTHER_CITY = "T1P--/----/----/---- 1i0e"
FOUR_CITIES = (CITY,) * len(NAMES)
TOO_FEW_INHABITANTS = "T2T1P-/----/----/---- 2i0e"


@pytest.fixture(autouse=True)
def averages(settings, tmp_path):
    """Publish the averages in a temporary folder, so that tests do not share them."""
    settings.CACHES = settings.CACHES | {"averages": settings.CACHES["averages"] | {"LOCATION": tmp_path / "averages"}}


def sharing(**changes):
    return CampaignFactory(**{"players": NAMES, "shares_results": True} | changes)


def tables(count=TABLES, mission=1, *, cities=FOUR_CITIES, **changes):
    """Make `count` campaigns of different owners, each with a finished game. Return the games."""
    return [finished_game(sharing(**changes), mission, cities=cities) for _table in range(count)]


def here(asked=FIRST):
    renew_sums()
    return players_here(asked)


def total(city=CITY):
    game = finished_game(CampaignFactory(players=NAMES), cities=[city] * len(NAMES))
    return game.present[0].total


def words_of(client, address, query=None):
    page = Page(client.get(address, query or {}, follow=True).content)
    return page.words(".players-here") if page.has(".players-here") else ""


def test_twenty_cities_of_groups_that_share_results_make_an_average():
    tables(TABLES - 1)
    assert here() is None
    tables(1, cities=[OTHER_CITY] * len(NAMES))
    average = round((total() * (TABLES - 1) + total(OTHER_CITY)) / TABLES)
    assert here() == PlayersHere(FEWEST_CITIES, average)


def test_nobody_shares_results_unasked():
    tables(shares_results=False)
    assert not Campaign().shares_results
    assert here() is None


def test_further_tables_wait_until_they_fill_a_sum_of_their_own():
    tables()
    before = here()
    tables(TABLES - 1, cities=[OTHER_CITY] * len(NAMES))
    assert here() == before
    tables(1)
    assert here().cities == 2 * FEWEST_CITIES


def test_no_sum_has_two_games_of_an_owner():
    owner = UserFactory()
    tables(2 * TABLES, owner=owner)
    assert here() is None
    tables(TABLES - 1)
    assert here().cities == FEWEST_CITIES
    assert SharedGame.objects.filter(game__campaign__owner=owner).count() == 1


def test_games_of_one_person_alone_make_no_average():
    campaign = sharing(form="games", players=("Ada",))
    for _game in range(FEWEST_CITIES):
        finished_game(campaign, in_standings=False)
    assert here(AskedPar(FIRST.line, 1)) is None


@pytest.mark.parametrize(
    "change",
    sweep(
        [
            pytest.param(lambda game: game.campaign.delete(), id="its campaign is deleted"),
            pytest.param(lambda game: game.delete(), id="the game is deleted"),
            pytest.param(lambda game: game.campaign.throw_away(), id="its campaign is in the bin"),
            pytest.param(lambda game: game.reopen(), id="it is reopened"),
            pytest.param(
                lambda game: Campaign.objects.filter(pk=game.campaign_id).update(shares_results=False),
                id="it shares no more",
            ),
        ],
        quick=2,
    ),
)
def test_a_sum_that_lost_a_game_ends_whole_and_its_games_count_no_more(change):
    games = tables()
    assert here()
    change(games[0])
    assert here() is None
    assert SharedSum.objects.get().total is None
    tables(1)
    # A new game must not complete the old batch: comparing the two averages would reveal the results of single games.
    assert here() is None


def test_a_game_that_is_reopened_and_finished_again_ends_its_sum():
    game = tables()[0]
    assert here()
    game.reopen()
    enter(game.present[0], {"park": "9"})
    game.finish()
    assert here() is None


def test_switching_sharing_off_and_on_ends_the_sum():
    game = tables()[0]
    assert here()
    Campaign.objects.filter(pk=game.campaign_id).update(shares_results=False)
    assert here() is None
    Campaign.objects.filter(pk=game.campaign_id).update(shares_results=True)
    assert here() is None


def test_sums_of_deleted_campaigns_are_deleted():
    tables()
    assert here()
    for campaign in Campaign.objects.all():
        campaign.delete()
    renew_sums()
    assert not SharedSum.objects.exists()
    assert not SharedGame.objects.exists()


def test_emptying_the_bin_renews_the_sums():
    game = tables()[0]
    cleanup.sweep()
    assert players_here(FIRST)
    game.campaign.delete()
    cleanup.sweep()
    assert players_here(FIRST) is None


def test_games_by_other_rules_or_of_fewer_players_are_averaged_separately():
    tables(TABLES - 1)
    tables(1, keep_discarded=True)
    tables(1, mission=2)
    tables(1, players=NAMES[:3])
    assert here() is None
    tables(1, tiebreak_mission=3)  # the tie-break mission of a campaign does not affect the rules of a game
    assert here().cities == FEWEST_CITIES
    tables(TABLES - 1, keep_discarded=True)
    assert here(AskedPar(FIRST.line, 4, HouseRules(keep_discarded=True))).cities == FEWEST_CITIES


def test_a_game_with_a_score_pad_does_not_count():
    tables(TABLES - 1)
    game = tables(1)[0]
    game.reopen()
    enter(game.present[0], {"park": "99"})
    game.finish()
    assert here() is None


def test_totals_that_the_engine_does_not_compute_are_left_out():
    games = tables()
    Evaluation.objects.filter(game=games[0]).update(total=9999)
    assert here() is None
    tables(1)
    assert here() == PlayersHere(FEWEST_CITIES, total())


def test_cities_that_the_box_does_not_hold_are_left_out():
    tables(1, cities=[CITY, CITY, CITY, TOO_FEW_INHABITANTS])
    tables(TABLES - 1)
    assert here() is None


def test_rescoring_and_notes_do_not_change_the_sums():
    game = tables()[0]
    before = here()
    game.annotate(notes="It rained.")
    call_command("rescore")
    assert here() == before
    assert SharedSum.objects.get().total == TABLES * len(NAMES) * total()


def test_an_imported_campaign_shares_no_results_by_default():
    tables(TABLES - 1)
    file = json.dumps(exported(tables(1, shares_results=True)[0].campaign)).encode()
    Campaign.objects.order_by("pk").last().delete()
    copy = import_campaign(file, UserFactory())
    assert not copy.shares_results
    assert here() is None
    Campaign.objects.filter(pk=copy.pk).update(shares_results=True)
    assert here().cities == FEWEST_CITIES


def test_a_game_that_changes_during_the_summing_is_left_for_later(monkeypatch):
    games = tables()
    monkeypatch.setattr(
        "campaign.par.sums.is_sound", lambda _game: Game.objects.update(finished_at=timezone.now()) is not None
    )
    assert here() is None
    assert not SharedGame.objects.exists()
    assert len(games) == TABLES


def test_pages_of_mission_composer_par_and_result_show_the_average(client):
    game = tables()[0]
    client.force_login(game.campaign.owner)
    mission = MISSIONS[1]
    places = {
        "mission": (address_of_mission(mission), {"players": "4"}),
        "composer": (reverse("compose"), {"rules": FIRST.line, "players": "4"}),
        "par": (FIRST.address, {}),
        "result": (game.get_absolute_url(), {}),
    }
    for address, query in places.values():
        assert words_of(client, address, query) == ""
    average = total()
    renew_sums()
    said = f"Players here: {FEWEST_CITIES} cities, {average} VP on average."
    said += " Finished games of groups that share their results."
    for place in ("mission", "composer", "par"):
        assert words_of(client, *places[place]) == said, place
    caches["pages"].clear()  # the cache keeps a result page for a day
    assert words_of(client, *places["result"]) == said
    assert words_of(client, places["mission"][0], {"players": "3"}) == ""


def test_a_published_average_needs_no_query(django_assert_num_queries):
    tables()
    renew_sums()
    with django_assert_num_queries(0):
        assert players_here(FIRST)


@pytest.mark.parametrize("mission", [1, 2])
def test_renewing_without_new_games_makes_as_many_queries_for_many_sums(mission, django_assert_max_num_queries):
    tables(mission * TABLES)
    renew_sums()
    with django_assert_max_num_queries(8):
        renew_sums()


def test_the_owner_switches_sharing_on_in_the_settings(client):
    campaign = CampaignFactory()
    client.force_login(campaign.owner)
    address = reverse("campaign_settings", args=[campaign.public_id])
    page = Page(client.get(address).content)
    box = page.one("input[name=shares_results]")
    assert box.get("checked") is None
    form = page.one("form[novalidate]")
    assert f"{FEWEST_CITIES} cities" in words(form)
    client.post(address, dict(form.form_values()) | {"shares_results": "on"})
    campaign.refresh_from_db()
    assert campaign.shares_results
