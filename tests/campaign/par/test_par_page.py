"""Test the page of a mission's par: its sentences, its measurement, and the page after a failed measurement.

A par is the mean VP of a city in a mission. The site measures it by games that a program plays.
"""

from datetime import timedelta
from itertools import islice
from operator import sub
from statistics import mean

import pytest
from django.urls import reverse
from django.utils import timezone

from campaign import jobs
from campaign.management.commands.work import METHODS
from campaign.models import Campaign, Job
from campaign.models.job import KEPT_FOR, STALLED_AFTER
from campaign.ops.cleanup import sweep
from campaign.par import work
from campaign.par.asked import SHOWN, AskedPar
from campaign.par.levels import table_level
from campaign.par.shown import ShownPar
from campaign.par.weights import weights_sentence
from scoring import MISSIONS, THE_TEN, HouseRules, Mode
from scoring.drafts import Par, paired_games, par_of
from scoring.drafts.pars import EDITION
from tests.factories import CampaignFactory, finished_game
from tests.pages import Page

LINE = "classic districts=6,2"
OWN = AskedPar(LINE, 4)
FIGURES = Par(
    games=40,
    mean=56.2,
    mean_error=0.5,
    winner=62.0,
    lead=4.4,
    spread=5.1,
    lower=53,
    upper=60,
    mission_vp=11.6,
    runs_out=0.0,
    idle_turns=0.3,
    difference=10.3,
    error=0.6,
)


def shown(**changes):
    par = FIGURES._replace(**{name: value for name, value in changes.items() if name in Par._fields})
    return ShownPar(AskedPar(changes.get("line", LINE), changes.get("players", 4)), par, own_level=changes.get("own"))


def ask_from_card(client):
    """Send the request that the card of the composer sends for an unknown par."""
    card = Page(client.get(reverse("compose"), {"rules": LINE, "players": "4"})).one("#expected")
    assert card.get("hx-trigger") == "load delay:1s"
    return Page(client.post(card.get("hx-post"), headers={"hx-request": "true", "hx-target": "expected"}))


@pytest.fixture
def _measured_at_once(monkeypatch, work_at_once):
    """Play no games: the figures are FIGURES."""
    monkeypatch.setitem(METHODS, Job.Kind.PAR, lambda _task: [(FIGURES._asdict(), 100)])


@pytest.mark.parametrize(
    ("difference", "error", "sentence"),
    [
        pytest.param(10.3, 0.6, "About 10 VP more than Classic Mode without a mission (±1).", id="more"),
        pytest.param(-4.2, 1.2, "About 4 VP fewer than Classic Mode without a mission (±2).", id="fewer"),
        pytest.param(0.3, 0.4, "About the same VP as Classic Mode without a mission (±1).", id="none that can be told"),
    ],
)
def test_the_difference_is_in_whole_vp_with_its_error(difference, error, sentence):
    assert shown(difference=difference, error=error).difference == sentence


def test_a_tables_own_level_replaces_the_programs_level():
    assert shown().level == "A usual city brings 53 to 60 VP."
    assert shown(own=49).level == "Expect about 59 VP. Without a mission you usually have 49."


@pytest.mark.parametrize("line", ["expert districts=4,2", LINE])
def test_a_par_says_what_the_program_cannot(line):
    assert any("plan several moves ahead" in text for text in shown(line=line).details)


def test_a_warning_tells_if_the_box_runs_out():
    assert shown().warning == ""
    assert "30%" in shown(runs_out=0.3).warning


def test_the_details_tell_which_figures_are_guesses():
    assert not any("D19" in sentence for sentence in shown().details)
    assert any("D19" in sentence for sentence in shown(line="expert", players=2).details)


@pytest.mark.usefixtures("_measured_at_once")
def test_an_unmeasured_mission_is_measured_once_and_stored(client, rf, django_capture_on_commit_callbacks):
    page = Page(client.get(OWN.address).content)
    assert page.has("#par form")
    with django_capture_on_commit_callbacks(execute=True):
        client.post(OWN.address)
    page = Page(client.get(OWN.address).content)
    assert "About 10 VP more than Classic Mode without a mission (±1)." in page.words("#par")
    assert "40 games drafted by a computer that looks one move ahead." in page.words("#par")
    assert Job.objects.count() == 1
    assert not work.begin(rf.post("/"), OWN)


@pytest.mark.usefixtures("_measured_at_once")
def test_the_composer_shows_a_par_that_is_already_measured(client, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        client.post(OWN.address)
    told = ask_from_card(client)
    assert told.words("#expected") == "56 VP expected +10 against a plain game Half of the cities 53–60"
    assert told.one("#expected").get("hx-trigger") is None
    assert "VP per city 56 VP" in told.words("#report")


def test_the_composer_has_an_unknown_par_measured_and_asks_again(client):
    card = ask_from_card(client).one("#expected")
    assert Job.objects.get().task == OWN.task
    assert card.get("hx-get") == OWN.address
    assert card.get("hx-trigger") == "every 2s"


def test_the_composer_says_so_if_its_visitor_has_to_wait_for_a_par(client, settings):
    settings.BUDGETS = settings.BUDGETS | {"pars": "0/h"}
    told = ask_from_card(client)
    assert "Nobody has measured this mission yet." in told.words("#expected")
    assert told.one("#expected").get("hx-trigger") is None
    assert not Job.objects.exists()
    assert "Too many tries" not in client.get(OWN.address).content.decode()


def test_a_request_never_waits_for_a_par(client):
    client.post(OWN.address)
    page = Page(client.get(OWN.address).content)
    assert page.one("#par").get("hx-get") == OWN.address
    assert "about ten seconds" in page.words("#par")


def test_a_par_of_a_dead_process_shows_no_figures_and_can_be_begun_again(client, rf):
    client.post(OWN.address)
    Job.objects.update(touched=timezone.now() - STALLED_AFTER)
    page = Page(client.get(OWN.address).content)
    assert page.has("#par form")
    assert "VP" not in page.words("#par")
    assert work.begin(rf.post("/"), OWN)
    assert Job.objects.count() == 1


@pytest.mark.no_mutants
def test_the_games_of_a_par_are_played_with_its_house_rules(monkeypatch):
    monkeypatch.setattr(work, "GAMES", 2)
    asked = AskedPar(LINE, 1, HouseRules(keep_discarded=True))
    *_while_it_is_measured, (figures, percent) = work.measure(asked.task)
    assert percent == 100
    assert Par(**figures) == par_of(list(islice(paired_games(asked.rules, 1, SHOWN, work.SEED), 2)))


def test_a_visitor_has_a_budget_of_measured_missions(client, settings):
    settings.BUDGETS = settings.BUDGETS | {"pars": "2/h"}
    for vp in (1, 2, 3):
        answer = client.post(AskedPar(f"classic districts={vp},1", 4).address, follow=True)
    assert Job.objects.count() == 2
    assert "Try again in" in Page(answer.content).words()


def test_the_number_of_waiting_missions_is_limited_on_the_site(client, monkeypatch):
    monkeypatch.setattr(jobs, "AT_ONCE", 2)
    for vp in (1, 2, 3):
        answer = client.post(AskedPar(f"classic districts={vp},1", 4).address, follow=True)
    assert Job.objects.count() == 2
    assert "Many missions are being measured" in Page(answer.content).words()


def test_an_impossible_mission_is_refused_at_its_field(client):
    for query, said, case in (
        ("rules=classic+dragons", "dragons", "an unknown word"),
        ("players=3", "Type a mission", "nothing"),
        ("rules=classic+services", "Games with the expansion cannot be drafted", "the expansion"),
        ("rules=classic&players=7", "7", "seven players"),
        (f"rules={'x' * 10_000}", "160", "a line of 10,000 characters"),
    ):
        answer = client.get(f"{reverse('par')}?{query}")
        assert said in Page(answer.content).words(".errors"), case


def test_par_of_the_ten_needs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert all(work.shown_par(mission.rules.line, 4, HouseRules()).par for mission in MISSIONS.values())


def test_house_rules_that_change_a_game_have_a_par_of_their_own():
    line = MISSIONS[1].rules.line
    assert AskedPar(line, 4, HouseRules(tiebreak_mission=3)).known
    assert AskedPar(line, 4, HouseRules(keep_discarded=True)).known is None


def test_a_result_compares_every_city_with_par(client):
    campaign = CampaignFactory()
    game = finished_game(campaign)
    client.force_login(campaign.owner)
    page = Page(client.get(game.get_absolute_url()).content)
    par = round(AskedPar(MISSIONS[1].rules.line, len(game.present)).known.mean)
    differences = [f"{evaluation.total - par:+}".replace("-", "−") for evaluation in game.by_rank]
    assert page.each("#sheets tfoot tr")[-1] == f"Against par {par} {' '.join(differences)}"


def test_a_missions_page_shows_the_difference_and_links_to_the_details(client):
    page = Page(client.get(reverse("mission", args=[7, "price-of-silence"]), {"players": 4}, follow=True).content)
    assert "more than Expert Mode without a mission" in page.words("aside #how-it-plays a")
    assert "drafted by a computer that looks one move ahead" in page.words("aside #how-it-plays")
    details = Page(client.get(page.one("#how-it-plays a").get("href")).content)
    assert "The winner's lead" in details.words("#par details")
    assert not page.has("details #how-it-plays")


def test_an_author_sees_each_figure_beside_its_value_without_a_mission():
    report = {name: (figure, figure_without) for name, figure, figure_without in shown().report}
    par = OWN.par_without_mission
    assert report["VP per city"] == ("56 VP", "46 VP")
    assert report["From the mission's own rules"] == ("12 VP (21%)", "")
    assert report["The winner's lead"] == ("4 VP", f"{round(par.lead)} VP")
    assert report["Turns without a building, per player"][1] == str(round(par.idle_turns, 1))


@pytest.mark.parametrize(
    ("par", "are_told"),
    [
        pytest.param(ShownPar.known(MISSIONS[1].rules.line, 4, HouseRules()), True, id="one of the ten"),
        pytest.param(shown(), False, id="an own mission, measured at one level"),
    ],
)
def test_the_details_explain_levels_only_if_they_are_measured(par, are_told):
    details = " ".join(par.details)
    assert ("Levels of the program" in details) is are_told
    assert ("not measured on people" in details) is are_told


def test_the_details_name_edition_and_day():
    known = ShownPar.known(MISSIONS[7].rules.line, 4, HouseRules())
    assert any(f"Edition {EDITION}" in sentence and "2026" in sentence for sentence in known.details)


def test_three_finished_games_give_the_tables_own_level(client):
    campaign = CampaignFactory()
    client.force_login(campaign.owner)
    games = [finished_game(campaign, mission=number) for number in (1, 2)]
    assert table_level(campaign.prefetch_games().games_in_standings.values(), Mode.CLASSIC) is None
    assert "you usually have" not in Page(client.get(campaign.get_absolute_url()).content).words("#so-far")
    games.append(finished_game(campaign, mission=3))
    differences = [
        ShownPar.known(game.as_mission.rules.line, len(game.present), HouseRules()).par.difference for game in games
    ]
    means = [mean(evaluation.total for evaluation in game.present) for game in games]
    expected = mean(map(sub, means, differences))
    campaign = Campaign.objects.get(pk=campaign.pk)
    level = table_level(campaign.prefetch_games().games_in_standings.values(), Mode.CLASSIC)
    assert level == pytest.approx(expected)
    assert table_level(campaign.games_in_standings.values(), Mode.EXPERT) is None
    words = Page(client.get(campaign.get_absolute_url()).content).words("#so-far")
    assert f"Without a mission you usually have {round(level)}." in words


def test_the_choice_of_the_deciding_rule_tells_the_weight_of_expert_missions():
    sentence = weights_sentence(THE_TEN)
    assert "4 Expert missions decide" in sentence
    assert weights_sentence([MISSIONS[1], MISSIONS[2]]) == ""


def test_old_pars_are_deleted():
    Job.objects.create(kind=Job.Kind.PAR, task=OWN.task, touched=timezone.now() - KEPT_FOR - timedelta(days=1))
    sweep()
    assert not Job.objects.exists()
