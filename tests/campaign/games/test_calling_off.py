"""Test that a game can be called off or deleted, comes back from the bin, and can be left out of the figures."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from campaign.campaigns.programme import ProgrammeRefusedError, change_programme, plan_of_the_ten
from campaign.models import Campaign, Evaluation, Game
from campaign.models.campaign import TIME_IN_BIN
from campaign.transfer.exporting import exported
from tests.factories import CampaignFactory, enter, enter_all, finished_game, open_game, played_game
from tests.forms import evening
from tests.pages import Page

HIGH, LOW = {"tower_block": "100"}, {"tower_block": "40"}


def delete_page(game):
    return reverse("delete_game", args=[game.campaign.public_id, game.pk])


def bin_of(campaign):
    return reverse("game_bin", args=[campaign.public_id])


def begun_by(client, campaign):
    assert client.post(reverse("new_game", args=[campaign.public_id]), evening(campaign)).status_code == 302
    return Game.objects.latest("pk")


@pytest.mark.parametrize(("make", "title"), [(open_game, "Call the game off"), (finished_game, "Delete the game")])
def test_the_owner_finds_the_bin_in_the_menu_of_the_game(as_owner, campaign, make, title):
    game = make(campaign)
    page = as_owner.get(game.get_absolute_url()).content.decode()
    assert delete_page(game) in page
    assert title in page
    asked = Page(as_owner.get(delete_page(game)))
    assert asked.words("h1") == title
    assert "For 30 days you can bring it back" in asked.words()
    assert Game.objects.filter(pk=game.pk).exists()


@pytest.mark.parametrize("person", ["score link", "member", "owner"])
def test_whoever_began_a_game_can_call_it_off_and_bring_it_back(browser_of, campaign, person):
    browser = browser_of(person)
    game = begun_by(browser, campaign)
    assert delete_page(game) in browser.get(game.get_absolute_url()).content.decode()
    assert browser.post(delete_page(game))["Location"] == bin_of(campaign)
    assert not Game.objects.exists()
    assert browser.post(bin_of(campaign), {"game": game.pk})["Location"] == game.get_absolute_url()
    assert Game.objects.get() == game


def test_second_taps_on_delete_and_bring_it_back_lead_on_as_the_first(browser_of, campaign):
    browser = browser_of("member")
    game = begun_by(browser, campaign)
    assert [browser.post(delete_page(game))["Location"] for _tap in range(2)] == [bin_of(campaign)] * 2
    taps = [browser.post(bin_of(campaign), {"game": game.pk}) for _tap in range(2)]
    assert [tap["Location"] for tap in taps] == [game.get_absolute_url()] * 2
    assert browser_of("score link").post(bin_of(campaign), {"game": game.pk}).status_code == 403
    assert browser_of("stranger").post(bin_of(campaign), {"game": game.pk}).status_code == 404


def test_nobody_deletes_or_restores_the_game_of_somebody_else(browser_of, as_owner, campaign):
    game = begun_by(as_owner, campaign)
    browsers = {person: browser_of(person) for person in ("look link", "score link", "member")}
    for person, browser in browsers.items():
        assert delete_page(game) not in browser.get(game.get_absolute_url()).content.decode(), person
        assert browser.post(delete_page(game)).status_code in (403, 404), person
    assert Game.objects.exists()
    game.bin.throw_away()
    for person, browser in browsers.items():
        assert not Page(browser.get(bin_of(campaign))).has(f"[name=game][value='{game.pk}']"), person
        assert browser.post(bin_of(campaign), {"game": game.pk}).status_code == 403, person
    assert not Game.objects.exists()


def test_a_restored_game_has_everything(as_owner, campaign):
    game = open_game(campaign)
    enter(game.present[0])
    before = list(Evaluation.objects.values())
    as_owner.post(delete_page(game))
    as_owner.post(bin_of(campaign), {"game": game.pk})
    assert list(Evaluation.objects.values()) == before
    assert as_owner.get(game.get_absolute_url()).status_code == 200
    history = as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk])).content.decode()
    assert "The game was put into the bin." in history
    assert "The game was brought back." in history


def test_the_bin_of_all_campaigns_tells_to_which_one_a_game_belongs(as_owner, campaign):
    finished_game(campaign).bin.throw_away()
    assert "River Town" in Page(as_owner.get(reverse("bin"))).words("main li")
    assert "River Town" not in Page(as_owner.get(bin_of(campaign))).words("main li")


def test_a_game_in_the_bin_is_on_no_other_page(as_owner, campaign):
    game = finished_game(campaign, notes="a rainy evening")
    as_owner.post(delete_page(game))
    for name in ("campaign", "log", "standings", "election", "log_csv"):
        page = as_owner.get(reverse(name, args=[campaign.public_id]), follow=True).getvalue().decode()
        assert "rainy" not in page
        assert f"/games/{game.pk}/" not in page
    assert Page(as_owner.get(reverse("book"))).has(".empty")
    assert campaign.prefetch_games().next_mission == 1
    assert exported(campaign)["games"] == []


def test_every_address_of_a_game_in_the_bin_leads_to_the_bin_and_says_who(browser_of, campaign):
    member, visitor = browser_of("member"), browser_of("score link")
    game = begun_by(member, campaign)
    city = reverse("evaluation", args=[campaign.public_id, game.pk, game.present[0].player_id])
    member.post(delete_page(game))
    for address in (game.get_absolute_url(), city, reverse("edit_game", args=[campaign.public_id, game.pk])):
        response = visitor.get(address, follow=True)
        assert response.redirect_chain == [(bin_of(campaign), 302)]
        assert "Ben put this game into the bin." in response.content.decode()


def test_an_open_page_of_the_game_moves_to_the_bin_by_itself(browser_of, campaign):
    member, visitor = browser_of("member"), browser_of("score link")
    game = begun_by(member, campaign)
    headers = {"HX-Request": "true", "HX-Target": "evening"}
    tag = visitor.get(game.get_absolute_url(), headers=headers)["ETag"]
    asking = headers | {"If-None-Match": tag}
    assert visitor.get(game.get_absolute_url(), headers=asking).status_code == 304
    member.post(delete_page(game))
    assert visitor.get(game.get_absolute_url(), headers=asking)["HX-Redirect"] == bin_of(campaign)


def test_a_tap_on_a_game_in_the_bin_stays_on_the_phone(browser_of, campaign):
    visitor, game = browser_of("score link"), open_game(campaign)
    game.bin.throw_away()
    tick = reverse("tick_step", args=[campaign.public_id, game.pk])
    assert visitor.post(tick, {"done": "board"}, headers={"HX-Request": "true"}).status_code == 404
    assert visitor.post(tick, {"done": "board"})["Location"] == bin_of(campaign)
    assert not game.ticks.exists()


def test_a_second_attempt_may_count_while_the_first_is_in_the_bin(as_owner, campaign):
    first = finished_game(campaign)
    first.bin.throw_away()
    second = finished_game(campaign)
    as_owner.post(bin_of(campaign), {"game": first.pk})
    first.refresh_from_db()
    assert (first.in_standings, second.in_standings) == (False, True)
    assert list(Game.objects.in_standings()) == [second]


def test_a_full_campaign_takes_no_game_out_of_the_bin(as_owner, campaign, monkeypatch):
    monkeypatch.setattr("campaign.models.game_bin.MOST_GAMES", 1)
    game = finished_game(campaign)
    game.bin.throw_away()
    finished_game(campaign, 2)
    page = as_owner.post(bin_of(campaign), {"game": game.pk}, follow=True).content.decode()
    assert "no more fit in" in page
    assert Game.everything.in_bin().get() == game


def test_a_guest_goes_home_with_a_game_that_is_called_off_and_comes_back_with_it(campaign):
    guest = campaign.invite("Dora", in_standings=True)
    game = open_game(campaign)
    game.bin.throw_away()
    guest.refresh_from_db()
    assert not guest.is_active
    game.bin.restore()
    guest.refresh_from_db()
    assert guest.is_active


def test_a_game_comes_back_although_a_new_player_has_the_name_of_its_guest(campaign):
    campaign.invite("Dora", in_standings=True)
    game = open_game(campaign)
    game.bin.throw_away()
    campaign.players.create(name="dora", colour="purple")
    game.bin.restore()
    assert Game.objects.get() == game
    assert [player.name for player in campaign.players.active()].count("dora") == 1


def test_a_game_is_gone_for_good_after_30_days(campaign):
    game, kept = finished_game(campaign), finished_game(campaign, 2)
    for one, ago in ((game, TIME_IN_BIN), (kept, TIME_IN_BIN - timedelta(hours=1))):
        one.bin.throw_away()
        Game.everything.filter(pk=one.pk).update(deleted_at=timezone.now() - ago)
    call_command("empty_bin")
    assert list(Game.everything.all()) == [kept]
    assert Campaign.objects.get() == campaign


def test_the_bin_of_an_account_lists_the_games_of_its_campaigns(as_owner, campaign, stranger):
    for game in (finished_game(campaign, 1), finished_game(stranger.campaigns.get(), 2)):
        game.bin.throw_away()
    page = Page(as_owner.get(reverse("bin")))
    assert page.each("form input[name=game]", "value") == [str(Game.everything.get(mission=1).pk)]


def test_a_mission_with_a_game_in_the_bin_stays_in_the_programme(as_owner, campaign):
    game = finished_game(campaign, 3)
    game.bin.throw_away()
    planned = plan_of_the_ten(campaign)
    with pytest.raises(ProgrammeRefusedError) as refused:
        change_programme(campaign, [*planned[:2], *planned[3:]])
    assert "is in the bin" in str(refused.value)
    assert change_programme(campaign, planned[::-1])
    game.bin.restore()
    assert Game.objects.get().mission == 8


# --- Left out of the figures ------------------------------------------------------------------------------------------


def leave_out(client, game):
    edit = reverse("edit_game", args=[game.campaign.public_id, game.pk])
    data = {"played_on": game.played_on, "version": game.version, "left_out": "on"}
    assert client.post(edit, data).status_code == 302


@pytest.mark.parametrize("form", [Campaign.Form.TEN, Campaign.Form.GAMES])
def test_a_game_that_is_left_out_raises_no_average_and_holds_no_record(as_owner, owner, form):
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben"), form=form)
    finished_game(campaign, cities=(LOW, LOW))
    test = finished_game(campaign, cities=(HIGH, HIGH), in_standings=False)
    book, records = reverse("book"), reverse("book_records")
    assert "70" in as_owner.get(book).content.decode()
    assert "100" in as_owner.get(records).content.decode()
    leave_out(as_owner, test)
    page = Page(as_owner.get(book)).words()
    assert "70" not in page
    assert "40" in page
    assert "100" not in Page(as_owner.get(records)).words()
    log = as_owner.get(reverse("log", args=[campaign.public_id])).content.decode()
    assert "not in the book" in log
    assert "left out of the book and the records" in as_owner.get(test.get_absolute_url()).content.decode()


def test_a_single_game_that_is_left_out_holds_no_record_of_the_table(as_owner, owner):
    table = CampaignFactory(owner=owner, players=("Ada", "Ben"), form=Campaign.Form.GAMES)
    finished_game(table, cities=(LOW, LOW), in_standings=False)
    test = finished_game(table, cities=(HIGH, LOW), in_standings=False)
    assert "100" in Page(as_owner.get(table.get_absolute_url())).words("#records")
    leave_out(as_owner, test)
    assert "100" not in Page(as_owner.get(table.get_absolute_url())).words("#records")


def test_leaving_a_game_out_can_be_chosen_while_it_is_open(as_owner, campaign):
    game = open_game(campaign)
    edit = reverse("edit_game", args=[campaign.public_id, game.pk])
    here = [evaluation.player_id for evaluation in game.present]
    assert as_owner.post(edit, evening(campaign, here=here, version=game.version, left_out="on")).status_code == 302
    game.refresh_from_db()
    assert game.left_out
    enter_all(game)
    game.finish()
    assert not Game.objects.in_figures().exists()
    assert campaign.prefetch_games().games_in_standings[1] == game  # the standings count it as before


def test_a_game_in_the_bin_is_no_part_of_the_averages_of_the_site(campaign):
    game = played_game(campaign)
    game.bin.throw_away()
    assert not Game.objects.in_figures().exists()
