"""Test that the figure which decides a campaign comes first on pages that name its leader or winner."""

import pytest
from django.urls import reverse

from campaign.models import Campaign
from campaign.results.inauguration import Inauguration
from campaign.results.standings import CampaignStandings
from campaign.results.standings_charts import StandingsCharts
from tests.factories import LOW, MIDDLE, TALL, campaign_of_three, finished_game
from tests.pages import Page
from tests.sweeps import sweep

COLUMNS = {"average": "Average", "share": "Share", "par": "Above par", "total": "Total"}
UNITS = {
    "average": "VP per mission",
    "share": "of each mission's best score",
    "par": "VP above par per mission",
    "total": "VP in all missions",
}


@pytest.fixture(params=sweep(COLUMNS, quick=1))
def over(request, owner):
    """Return a finished campaign of three missions for each election rule. Ben is absent from the second mission."""
    campaign = campaign_of_three(owner=owner, election_by=request.param)
    finished_game(campaign, 1, cities=(MIDDLE, TALL, LOW))
    finished_game(campaign, 2, cities=(MIDDLE, LOW), absent=("Ben",))
    finished_game(campaign, 3, cities=(TALL, MIDDLE, LOW))
    return campaign


def standings_of(campaign):
    return CampaignStandings(Campaign.objects.get(pk=campaign.pk).prefetch_games(), has_seen_mayor=True)


def page_of(client, campaign, name):
    return Page(client.get(reverse(name, args=[campaign.public_id])))


def in_words(campaign):
    """List the players with their deciding figures, such as "Ada 17", best first."""
    return [f"{row.player.name} {row.score}" for row in standings_of(campaign).rows]


def place_of(page, selector):
    """Return the index of the first element that matches a CSS selector, among all elements of the page."""
    return page.all("*").index(page.all(selector)[0])


def named(page):
    return page.words(".decided__name"), page.each(".decided li")


def test_the_table_comes_before_the_sentences_about_it(as_owner, over):
    page = page_of(as_owner, over, "standings")
    table = "#standings > .table-box"
    assert page.each(f"{table} th.number") == [COLUMNS[over.election_by]]
    assert page.each(f"{table} td.number") == [row.score for row in standings_of(over).rows]
    assert place_of(page, table) < place_of(page, ".standings-rule")
    assert page.each("#missions tfoot td") == standings_of(over).figures


def test_the_rows_of_the_campaign_have_the_deciding_figure(as_owner, over):
    page = page_of(as_owner, over, "campaign")
    assert page.words("#standings .label") == f"Standings {COLUMNS[over.election_by]}"
    assert page.each("#standings .stand__total") == [row.score for row in standings_of(over).rows]


def test_the_election_names_the_mayor_with_the_figure(as_owner, over):
    page = page_of(as_owner, over, "election")
    [mayor] = Inauguration(standings_of(over)).mayor_rows
    assert page.words(".election h2") == f"{mayor.player.name} is the new mayor"
    assert page.each(".candidates li") == in_words(over)
    assert page.words(".candidates p") == UNITS[over.election_by]
    assert place_of(page, ".candidates") < place_of(page, ".standings-rule")


@pytest.mark.parametrize("name", sweep(["certificate", "chronicle", "second_term", "terms"], quick=2))
def test_certificate_chronicle_and_terms_give_the_deciding_figure_of_everybody(as_owner, over, name):
    assert named(page_of(as_owner, over, name)) == (UNITS[over.election_by], in_words(over))


def test_the_certificate_has_the_deciding_figure_above_the_points_of_the_missions(as_owner, over):
    page = page_of(as_owner, over, "certificate")
    assert place_of(page, ".decided") < place_of(page, ".certificate__votes")
    assert not page.has(".certificate__votes tfoot")


def test_the_changes_after_a_game_begin_with_the_deciding_figure(as_owner, over):
    page = Page(as_owner.get(over.games.last().get_absolute_url()))
    assert page.each("#moves thead th")[2:] == [COLUMNS[over.election_by], "Change"]
    rows = [row.split(maxsplit=1)[1] for row in page.each("#moves tbody tr")]
    assert all(row.startswith(figure) for row, figure in zip(rows, in_words(over), strict=True))


def test_the_race_has_no_figure_for_an_absence_unless_absences_cost_points(as_owner, over):
    page = page_of(as_owner, over, "standings")
    ben = page.each("#chart tbody tr:nth-child(2) td")[1]
    assert (ben == "absent") == (over.election_by != "total")


def test_the_scale_of_the_race_ends_at_its_lowest_line(over):
    chart = StandingsCharts(standings_of(over)).race
    shown = max(score.behind for then in chart.after for score in then.present.values())
    assert chart.lowest < shown + chart.step


def test_the_count_shows_how_a_mission_changed_the_figure(as_owner, over):
    Campaign.objects.filter(pk=over.pk).update(votes_counted=2)
    page = page_of(as_owner, over, "election")
    rows = dict(zip(page.each(".reveal__row .player__name"), page.each(".reveal__sum"), strict=True))
    [second] = [game for game in over.games.all() if game.mission == 2]
    ada = second.evaluations.get(player__name="Ada")
    assert rows["Ben"].split()[-1:] == rows["Ben"].split()  # Ben was absent, so his row shows no change
    change, figure = rows["Ada"].split()
    assert ("%" in change) == ("%" in figure)
    assert (change == f"+{ada.total}") == (over.election_by == "total")
