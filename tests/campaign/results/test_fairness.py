"""Test that a campaign's page asks its owner, after the first absence, which rule decides the campaign."""

import pytest
from django.urls import reverse

from campaign.results.fairness import Fairness
from campaign.results.standings import CampaignStandings
from campaign.results.standings_charts import StandingsCharts
from tests.factories import LOW, TALL, finished_game
from tests.pages import Page


@pytest.fixture
def missed(campaign):
    """Return a campaign in which Ada and Ben have equal points in mission 1, and Ben missed mission 2."""
    finished_game(campaign, 1, cities=[TALL, TALL, LOW])
    finished_game(campaign, 2, cities=[LOW, LOW], absent=("Ben",))
    return campaign


def standings_of(campaign):
    return CampaignStandings(type(campaign).objects.get(pk=campaign.pk).prefetch_games(), has_seen_mayor=True)


def decide_by(campaign, rule):
    type(campaign).objects.filter(pk=campaign.pk).update(election_by=rule)


def front(client, campaign):
    return Page(client.get(campaign.get_absolute_url()))


def test_the_first_absence_proposes_the_share_and_says_who_would_lead(as_owner, missed):
    page = front(as_owner, missed)
    assert "in the lead: Ada" in page.words("#fair p")
    assert len(page.all("#fair button")) == 2
    assert page.has("#fair + #standings")


def test_the_standings_compare_everybodys_figures_under_each_rule_after_an_absence(as_owner, campaign):
    address = reverse("standings", args=[campaign.public_id])
    finished_game(campaign, 1)
    assert not Page(as_owner.get(address)).has("#rules")
    finished_game(campaign, 2, absent=("Ben",))
    page = Page(as_owner.get(address))
    rules = page.each("#rules tbody th")
    assert [rule.split()[0] for rule in rules] == ["Total", "Average", "Share", "Above", "Best"]
    assert rules[0] == "Total now"
    assert len(page.all("#rules tbody td")) == len(rules) * 3


def test_nothing_is_proposed_before_the_first_absence(as_owner, campaign):
    finished_game(campaign, 1)
    assert not front(as_owner, campaign).has("#fair")


@pytest.mark.parametrize(("answer", "decides"), [({"share": "1"}, "share"), ({}, "total")])
def test_another_rule_is_proposed_only_once(as_owner, missed, answer, decides):
    as_owner.post(reverse("decide_fairly", args=[missed.public_id]), answer)
    missed.refresh_from_db()
    assert missed.election_by == decides
    assert not front(as_owner, missed).has("#fair")
    finished_game(missed, 3, absent=("Cleo",))
    assert not front(as_owner, missed).has("#fair")


def test_only_the_owner_sees_the_question(browser_of, missed):
    assert not front(browser_of("member"), missed).has("#fair")


@pytest.mark.parametrize(("rule", "points"), [("average", 2), ("share", 2), ("total", 3)])
def test_no_line_of_the_race_falls_at_an_absence_unless_absences_cost_points(missed, rule, points):
    decide_by(missed, rule)
    [ben] = [line for line in StandingsCharts(standings_of(missed)).race.lines if line.player.name == "Ben"]
    assert len(ben.points) == points


def test_no_page_says_that_an_absence_costs_nothing(as_owner, missed):
    for rule in ("average", "share", "best", "total"):
        decide_by(missed, rule)
        assert not any("costs nothing" in sentence for sentence in Fairness(standings_of(missed)).sentences)


def test_places_before_and_after_a_game_follow_the_deciding_rule(missed):
    """Check that Ben, who missed mission 2, stays first if the average decides."""
    decide_by(missed, "average")
    [ben] = [move for move in standings_of(missed).moves(missed.games.last()) if move.player.name == "Ben"]
    assert (ben.rank, ben.climbed) == (1, 0)
