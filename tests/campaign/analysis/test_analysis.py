"""Test the analysis of a finished city, and who may ask for it."""

from importlib import import_module

import pytest
from django.urls import reverse
from django.utils import timezone

from campaign import jobs
from campaign.management.commands.work import METHODS
from campaign.models import Campaign, Job
from campaign.models.job import KEPT_FOR, STALLED_AFTER
from campaign.ops.cleanup import sweep
from scoring import MISSIONS, City, best_swap, rebuilt, settle, total
from tests.factories import enter, finished_game, many_finished_games, open_game

CITY = "T3SU1-/P-FH2/--S-/--FT 9i5e"
RULES = MISSIONS[1].rules


@pytest.fixture(autouse=True)
def _quick(monkeypatch, work_at_once):
    monkeypatch.setattr(import_module("scoring.analysis.rebuilding"), "ROUNDS", 3)


@pytest.fixture
def game(campaign):
    return finished_game(campaign, cities=[CITY])


def address_of(game, seat=0):
    return reverse("city_analysis", args=[game.campaign.public_id, game.pk, game.present[seat].player_id])


def in_calculator(city=CITY, mission=1):
    return reverse("calculator_analysis", query={"mission": mission, "city": city})


@pytest.fixture
def work_out(client, django_capture_on_commit_callbacks):
    """Return a function that requests an analysis, and returns the response with the result."""

    def work_out(address):
        with django_capture_on_commit_callbacks(execute=True):
            client.post(address)
        return client.get(address)

    return work_out


def test_the_page_offers_to_analyse_the_city(as_owner, game):
    response = as_owner.get(address_of(game))
    assert response.context["report"] is None
    assert not Job.objects.exists()


def test_the_page_shows_the_swap_and_the_best_city_of_the_engine(as_owner, game, work_out):
    report = work_out(address_of(game)).context["report"]
    city = City.parse(CITY)
    swap = best_swap(city, RULES)
    assert report.swap.squares == swap.squares
    assert f"{swap.gain} VP more" in report.swap.sentence
    found = rebuilt(city, RULES)
    assert report.found.city == found
    assert report.found.sheet.total == total(found, settle(found, RULES), RULES)
    assert report.is_improved


def test_removed_and_new_score_lines_add_up_to_the_gain(as_owner, game, work_out):
    swap = work_out(address_of(game)).context["report"].swap
    gain = sum(line.vp for line in swap.new) - sum(line.vp for line in swap.gone)
    assert gain == best_swap(City.parse(CITY), RULES).gain


def test_the_page_says_if_no_swap_improves_the_city(client, work_out):
    address = in_calculator("T1---/----/----/---- 1i1e")
    response = work_out(address)
    assert "No swap improves this city." in response.content.decode()
    assert "No better arrangement was found." in response.content.decode()


def test_no_city_is_analysed_twice(as_owner, game, monkeypatch, work_out):
    work_out(address_of(game))
    monkeypatch.setitem(METHODS, Job.Kind.WORTHS, lambda _task: pytest.fail("worked out again"))
    assert work_out(in_calculator()).context["report"].found


def test_an_analysis_of_a_stopped_process_is_begun_again(client, django_capture_on_commit_callbacks, work_out):
    client.get("/")
    left = timezone.now() - STALLED_AFTER
    with django_capture_on_commit_callbacks(execute=False):
        client.post(in_calculator())
    Job.objects.update(touched=left)
    assert work_out(in_calculator()).context["report"].found


def test_the_page_asks_again_while_the_analysis_runs(client, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=False):
        client.post(in_calculator())
    page = client.get(in_calculator()).content.decode()
    assert 'hx-trigger="every 1s"' in page
    part = client.get(in_calculator(), headers={"HX-Request": "true", "HX-Target": "analysis"}).content.decode()
    assert part.lstrip().startswith('<div id="analysis"')


@pytest.mark.parametrize("limit", ["AT_ONCE", "OF_ONE"])
def test_the_number_of_waiting_analyses_is_limited(client, monkeypatch, limit):
    monkeypatch.setattr(jobs, limit, 1)
    response = client.post(in_calculator(), follow=True)
    assert "Try again in a minute." in response.content.decode()
    assert not Job.objects.exists()


def test_a_visitor_has_a_budget_of_analyses(client, settings):
    settings.BUDGETS = settings.BUDGETS | {"analyses": "2/h"}
    for energy in (1, 2, 3):
        response = client.post(in_calculator(f"T1---/----/----/---- 1i{energy}e"), follow=True)
    assert "Try again in" in response.content.decode()
    assert Job.objects.filter(kind=Job.Kind.ARRANGEMENT).count() == 2


def test_no_city_of_an_open_game_is_analysed(as_owner, campaign):
    game = open_game(campaign)
    for response in (as_owner.get(address_of(game)), as_owner.post(address_of(game))):
        assert response.headers["Location"] == game.get_absolute_url()
    assert not Job.objects.exists()


def test_the_owner_can_allow_analyses_of_open_games(as_owner, campaign, work_out):
    game = open_game(campaign)
    enter(game.present[0], CITY)
    editor = game.present[0].get_absolute_url()
    assert address_of(game) not in as_owner.get(editor).content.decode()
    Campaign.objects.update(analyses_open_games=True)
    assert address_of(game) in as_owner.get(editor).content.decode()
    report = work_out(address_of(game)).context["report"]
    assert report.swap.squares == best_swap(City.parse(CITY), RULES).squares


def test_a_city_that_nobody_has_entered_has_no_analysis_and_says_why(as_owner, campaign):
    game = open_game(campaign)
    Campaign.objects.update(analyses_open_games=True)
    assert "This city is empty" in as_owner.get(address_of(game)).content.decode()


def test_the_settings_have_a_switch_for_analyses_of_open_games(as_owner, campaign):
    page = as_owner.get(reverse("campaign_settings", args=[campaign.public_id])).content.decode()
    assert 'name="analyses_open_games"' in page
    assert not campaign.analyses_open_games


def test_a_score_pad_has_no_city_to_analyse(as_owner, game):
    game.present[0].__class__.objects.filter(pk=game.present[0].pk).update(city="", pad={"shop": "7"})
    assert "These points come from the score pad." in as_owner.get(address_of(game)).content.decode()
    assert "These points come from the score pad." in as_owner.post(address_of(game)).content.decode()


def test_an_impossible_city_leads_back_to_the_calculator_with_an_error(client):
    for city, sentence, case in (
        ("", "Row 1 has 0 squares", "nothing"),
        ("T9---/----/----/---- 1i1e", "9", "nine floors"),
        ("T---- 1i1e", "rows", "one row"),
    ):
        response = client.get(in_calculator(city), follow=True)
        assert response.redirect_chain, case
        assert sentence in response.content.decode(), case


def test_an_empty_city_has_no_analysis_and_says_why(client):
    page = client.get(in_calculator("----/----/----/---- 3i3e")).content.decode()
    assert "This city is empty: there is nothing to analyze." in page


@pytest.mark.parametrize("games", [1, 20])
def test_the_page_takes_as_many_queries_whatever_was_played(as_owner, campaign, games, django_assert_num_queries):
    game = many_finished_games(campaign, games)[0]
    with django_assert_num_queries(8):
        as_owner.get(address_of(game))


def test_old_analyses_are_deleted(client, work_out):
    work_out(in_calculator())
    sweep()
    assert Job.objects.count() == 2
    Job.objects.update(touched=timezone.now() - KEPT_FOR)
    sweep()
    assert not Job.objects.exists()


def test_the_calculator_and_a_finished_city_link_to_the_analysis(as_owner, game):
    city_page = as_owner.get(reverse("city", args=[game.campaign.public_id, game.pk, game.present[0].player_id]))
    assert address_of(game) in city_page.content.decode()
    calculator = as_owner.get(reverse("calculator", query={"mission": 1, "city": CITY})).context["analysis"]
    assert as_owner.get(calculator).status_code == 200
