"""Test the page of an open game, which shows the game's phase and the visitor's next task."""

from itertools import pairwise

import pytest
from django.urls import reverse
from lxml.html import fromstring

from campaign.games.evening import Task, evening_of, stretches_of, table_of
from campaign.games.evening import Viewer as EveningViewer
from campaign.models import Campaign, Evaluation, Tick
from campaign.models.phase import COUNTING, SETUP
from scoring import City
from tests.factories import CampaignFactory, enter, enter_all, finished_game, open_game
from tests.pages import Page
from tests.sweeps import TELLING_MISSIONS, sweep


def primary_actions(response):
    """Return the visible primary buttons of a page, or the one that deletes. Leave out those in hidden elements."""
    selector = "main .button--primary, main .button--start, main button.button--danger:not(.button--icon)"
    buttons = Page(response).all(selector)
    return [one for one in buttons if not any(map(_is_put_away, [one, *one.iterancestors()]))]


def _is_put_away(element):
    return element.tag in {"template", "dialog"} or element.get("hidden") is not None


ENTERED_HALF = "TSU-/----/----/---- 0i0e"


def tick_address(game):
    return reverse("tick_step", args=[game.campaign.public_id, game.pk])


def begin_counting(game):
    game.course.move(COUNTING, seen=game.phase)


def tick_all(game):
    for stretch in stretches_of(table_of(game), frozenset()).values():
        Tick.objects.bulk_create([Tick(game=game, step=step.key) for step in stretch.part.steps])


def viewer(player=None, *, scores=None, ticks=True, runs=True):
    """Make a viewer with all rights. If `scores` is a player's key, the viewer may enter only this player's city."""
    return EveningViewer(player, lambda pk: scores is None or pk == scores, ticks, runs)


def evening(game, who):
    game = game.campaign.games.for_evening().get(pk=game.pk)
    return evening_of(game, frozenset(tick.step for tick in game.ticks.all()), who)


def page_of(client, game):
    return client.get(game.get_absolute_url()).content.decode()


def now(page):
    """Return the visible text of the bar at the bottom of the page."""
    [bar] = fromstring(page).cssselect("#now")
    for other in bar.cssselect("[hidden]"):
        other.drop_tree()
    return " ".join(bar.text_content().split())


# --- The next task ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", sweep(TELLING_MISSIONS, quick=2))
def test_the_phases_lead_from_the_setup_through_all_rounds_to_the_cities(as_owner, campaign, mission):
    game, titles = open_game(campaign, mission), []
    while (seen := evening(game, viewer())).step.task is Task.PLAY:
        titles.append((seen.stage.title, seen.stage.leads_to))
        as_owner.post(tick_address(game), {"phase": seen.stage.following, "seen": seen.stage.phase})
    rounds = range(1, len(titles) // 2 + 1)
    assert titles[:3] == [
        ("Setup", "Round 1 begins"),
        ("Round 1", "Round 1 is over"),
        ("Prepare round 2", "Round 2 begins"),
    ]
    assert [title for title, _leads_to in titles[1::2]] == [f"Round {number}" for number in rounds]
    assert (seen.stage.phase, seen.step.task) == (COUNTING, Task.ENTER)


def test_ticks_and_cities_do_not_change_the_phase(game):
    tick_all(game)
    enter_all(game)
    assert evening(game, viewer()).stage.phase == SETUP


def test_two_phones_that_end_a_round_at_once_end_one(as_owner, game):
    for _phone in range(2):
        as_owner.post(tick_address(game), {"phase": "round-1", "seen": "setup"})
    game.refresh_from_db()
    assert game.phase == "round-1"


def test_who_has_entered_their_city_reads_for_whom_the_table_waits(browser_of, campaign, game):
    campaign.table_runs_games = False
    campaign.save()
    ada = browser_of("score link")
    begin_counting(game)
    first, second, third = game.present
    enter(first)
    enter(second)
    assert "Waiting for Cleo" in now(page_of(ada, game))
    enter(third, ENTERED_HALF)
    assert "Waiting for Cleo" in now(page_of(ada, game))
    enter(third)
    assert "All cities are in." in now(page_of(ada, game))


def test_a_table_is_not_moved_to_a_phase_that_its_mission_lacks(as_owner, game):
    for phase in ("round-5", "done", "round-x", "\0", "x" * 99):
        assert as_owner.post(tick_address(game), {"phase": phase, "seen": "setup"}).status_code == 302
        game.refresh_from_db()
        assert game.phase == SETUP, phase


def test_any_phone_can_return_to_the_phase_before(as_owner, member, game):
    as_owner.post(tick_address(game), {"phase": "round-1", "seen": "setup"})
    as_owner.force_login(member)
    assert "Back: Setup" in page_of(as_owner, game)
    as_owner.post(tick_address(game), {"phase": "setup", "seen": "round-1"})
    assert evening(game, viewer()).stage.phase == SETUP


def test_a_reopened_game_is_in_the_phase_of_counting(campaign):
    game = finished_game(campaign)
    game.reopen()
    assert game.phase == COUNTING


def test_the_player_with_the_mayor_pawn_goes_first_in_the_next_round(as_owner, game):
    ada, ben, _cleo = (evaluation.player for evaluation in game.present)
    as_owner.post(tick_address(game), {"first": ada.pk})
    game.course.move("before-2", seen="setup")
    as_owner.post(tick_address(game), {"first": ben.pk})
    game.course.move("round-2", seen="before-2")
    game.refresh_from_db()
    assert (game.first_player, game.course.goes_first) == (ada, ben)
    page = Page(as_owner.get(game.get_absolute_url()))
    assert page.words("[data-stage=round-2] .round-now__first") == "Ben goes first then Cleo and Ada"


def test_a_round_shows_the_missions_changes_to_a_turn_and_a_link_to_the_aid(as_owner, campaign):
    game = open_game(campaign, 4)
    game.course.move("round-1", seen="setup")
    page = Page(as_owner.get(game.get_absolute_url()))
    assert len(page.each("[data-stage=round-1] .twist p")) == 2
    assert page.has('[data-stage=round-1] a[href*="architects"]')


def test_the_viewers_own_city_comes_first_then_cities_that_nobody_has_begun(game):
    ada, ben, cleo = game.present
    begin_counting(game)

    def asked_for(who):
        step = evening(game, who).step
        return step.task, step.seat and step.seat.evaluation.player.name, step.is_own

    assert asked_for(viewer(ben.player_id)) == (Task.ENTER, "Ben", True)
    assert asked_for(viewer()) == (Task.ENTER, "Ada", False)
    ada.record(City.parse(ENTERED_HALF), version=0)
    assert asked_for(viewer()) == (Task.ENTER, "Ben", False)  # Ben's city is not begun yet, so it comes first
    assert asked_for(viewer(ada.player_id)) == (Task.ENTER, "Ada", True)
    enter(ben)
    assert asked_for(viewer(ben.player_id)) == (Task.ENTER, "Cleo", False)
    enter(cleo)
    assert asked_for(viewer(ben.player_id)) == (Task.ENTER, "Ada", False)  # only Ada's city is still incomplete
    ada.refresh_from_db()
    enter(ada)
    assert asked_for(viewer(ben.player_id)) == (Task.FINISH, None, False)


def test_a_viewer_who_may_enter_one_city_then_waits_for_the_others(game):
    ada = game.present[0]
    begin_counting(game)
    guest = viewer(ada.player_id, scores=ada.player_id, runs=False)
    assert evening(game, guest).step.task is Task.ENTER
    enter(ada)
    assert evening(game, guest).step.task is Task.WAIT
    for other in game.present[1:]:
        enter(other)
    assert evening(game, guest).step.task is Task.WAIT


def test_a_viewer_who_may_only_look_waits_from_the_start(game):
    onlooker = viewer(ticks=False, scores=0, runs=False)
    assert evening(game, onlooker).step.task is Task.WAIT
    begin_counting(game)
    assert evening(game, onlooker).step.task is Task.WAIT


def test_a_score_pad_counts_as_complete_and_its_sum_is_shown(as_owner, game):
    ada = game.present[0]
    ada.record({"tower_block": "3+6", "unused_energy": "2"}, version=0)
    seat = evening(game, viewer()).seats[0]
    assert (seat.is_whole, seat.vp) == (True, 7)
    # The page hides the points of other players, so Ada must be the viewer's own player.
    game.campaign.players.filter(pk=ada.player_id).update(account=game.campaign.owner)
    page = page_of(as_owner, game)
    assert f'href="{reverse("pad", args=[game.campaign.public_id, game.pk, ada.player_id])}"' in page
    assert "7" in page.split('class="seat ')[1].split("</li>")[0]


# --- The page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("person", sweep(["owner", "member", "score link", "look link"], quick=1))
def test_every_phase_has_one_primary_action(browser_of, game, person):
    client = browser_of(person)

    def is_one():
        assert len(primary_actions(page_of(client, game))) == 1

    for before, phase in pairwise(("", *game.course.phases)):
        game.course.move(phase, seen=before)
        is_one()
    for evaluation in game.present:
        enter(evaluation)
        is_one()


def test_the_bar_says_what_comes_next(as_owner, campaign, game):
    assert now(page_of(as_owner, game)) == "Skip Done, next"
    game.course.move("round-2", seen="setup")
    assert now(page_of(as_owner, game)) == "Round 2 is over"
    begin_counting(game)
    for evaluation in game.present:
        assert f"Enter the city of {evaluation.player.name}" in now(page_of(as_owner, game))
        enter(evaluation)
    assert "Finish the game" in now(page_of(as_owner, game))
    campaign.players.filter(name="Ada").update(account=campaign.owner)
    assert "Finish the game" in now(page_of(as_owner, game))


def test_the_menu_of_a_game_links_to_its_mission_for_as_many_players(as_owner, game):
    assert page_of(as_owner, game).count('href="/missions/1-a-new-beginning/?players=3"') == 1


@pytest.mark.parametrize("players", [("Ada", "Ben"), ("Ada", "Ben", "Cleo", "Dan")])
def test_the_number_of_queries_is_the_same_for_any_number_of_players(owner, client, django_assert_num_queries, players):
    game = open_game(CampaignFactory(owner=owner, players=players))
    client.force_login(owner)
    page_of(client, game)
    client.post(tick_address(game), {"done": "mats"})
    with django_assert_num_queries(7):  # queries: session, user, campaign, game, its entries, their players, ticks
        page_of(client, game)
    with django_assert_num_queries(4):  # the page is in the cache
        page_of(client, game)


# --- Ticks ------------------------------------------------------------------------------------------------------------


def test_everybody_at_the_table_sees_a_tick(as_owner, member, game):
    response = as_owner.post(tick_address(game), {"done": "mats"})
    assert response["Location"] == f"{game.get_absolute_url()}#tick-mats"
    as_owner.force_login(member)
    page = page_of(as_owner, game)
    assert len(fromstring(page).cssselect("[aria-pressed=true].step__label")) == 1
    assert 'name="undone"' in page.split('id="tick-mats"')[1].split(">")[0]


def test_two_phones_that_tick_the_same_step_leave_one_tick(as_owner, game):
    for _ in range(2):
        as_owner.post(tick_address(game), {"done": "mats"})
    assert Tick.objects.get().step == "mats"
    for _ in range(2):
        as_owner.post(tick_address(game), {"undone": "mats"})
    assert not Tick.objects.exists()


def test_a_step_that_is_not_on_the_list_is_not_stored(as_owner, game):
    for data in ({"done": "win"}, {"undone": "win"}, {}):
        assert as_owner.post(tick_address(game), data).status_code == 302
    assert not Tick.objects.exists()


def test_a_tap_on_a_finished_game_changes_nothing_and_gets_a_message(as_owner, campaign):
    game = finished_game(campaign)
    told = "This game was finished before your tap came, so the tap changed nothing."
    for tap in ({"done": "mats"}, {"phase": "counting", "seen": "round-5"}):
        answer = as_owner.post(tick_address(game), tap, headers={"HX-Request": "true"})
        assert (answer.status_code, Page(answer).words()) == (409, told)
        page = as_owner.post(tick_address(game), tap, follow=True)  # a browser without JavaScript sends this
        assert page.redirect_chain == [(game.get_absolute_url(), 302)]
        assert told in Page(page).words()
        assert not Tick.objects.exists()


def test_a_phone_that_already_shows_the_tick_gets_an_empty_answer(as_owner, game):
    answer = as_owner.post(tick_address(game), {"done": "mats"}, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert Tick.objects.get().step == "mats"


def test_the_old_address_of_the_lists_redirects_to_the_game(as_owner, game):
    assert as_owner.get(tick_address(game))["Location"] == game.get_absolute_url()


def test_an_evening_names_the_house_rules_that_change_a_game_and_no_others(as_owner, campaign):
    Campaign.objects.update(tiebreak_mission=2, election_by="share", harbor_workers=True)
    page = Page(as_owner.get(open_game(Campaign.objects.get()).get_absolute_url()))
    assert len(page.all("#house-rules-here a")) == 1
    assert "Harbors" in page.words("#house-rules-here")


def test_the_lists_of_a_game_are_for_its_table_and_house_rules(as_owner, campaign):
    campaign.four_architects = True
    campaign.save()
    game = open_game(campaign, 10, absent=("Cleo",))
    said = page_of(as_owner, game)
    assert "?players=2&amp;four_architects=1" in said
    assert "the Architects #1–#4 of one color" in said


def test_a_game_with_five_players_from_an_older_release_is_still_shown(as_owner, campaign):
    campaign.players.create(name="Dan", colour="purple", position=3)
    game = open_game(campaign)
    ghost = campaign.players.create(name="Eve", colour="blue", position=4, retired_at=campaign.created)
    # Older releases could import a game with a fifth player, who had no seat.
    Evaluation.objects.create(game=game, player=ghost, seat=None)
    for page in ("", "edit/"):
        assert as_owner.get(f"{game.get_absolute_url()}{page}").status_code == 200
    assert as_owner.get(campaign.get_absolute_url()).status_code == 200
