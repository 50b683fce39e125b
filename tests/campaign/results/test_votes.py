"""Test the count of the votes, which shows one mission after the other on all phones."""

import json
import re

import pytest
from django.urls import reverse

from campaign.transfer import exported, import_campaign
from tests.addresses import path_to, routes
from tests.factories import CampaignFactory, campaign_of_three, enter_all, finished_game, many_finished_games, open_game
from tests.pages import Page
from tests.sweeps import sweep


def pad(figure):
    return {"tower_block": str(figure)}


@pytest.fixture
def campaign(owner):
    return campaign_of_three(owner=owner, name="River Town")


@pytest.fixture
def played(campaign):
    """Return a campaign whose missions are all finished. In each of them Ada has the most VP."""
    for mission in campaign.missions.positions:
        finished_game(campaign, mission, cities=(None, pad(1), pad(1 + (mission > 1))))
    return campaign


def count(client, campaign, to, seen):
    values = {name: value for name, value in (("to", to), ("seen", seen)) if value is not None}
    return client.post(reverse("count_votes", args=[campaign.public_id]), values | {"lead": "1"})


def page_of(client, campaign, name="election"):
    return Page(client.get(reverse(name, args=[campaign.public_id]), follow=True))


def order(page):
    return page.each(".reveal__row .player__name")


def figures(page):
    return dict(zip(order(page), page.each(".reveal__figure"), strict=True))


def test_the_count_shows_the_points_mission_by_mission_and_then_the_mayor(as_owner, played):
    count(as_owner, played, 0, None)
    sums = {player.name: 0 for player in played.players.all()}
    assert figures(page_of(as_owner, played)) == dict.fromkeys(sums, "0")
    games = sorted(played.games.all(), key=lambda game: game.mission)
    for step, game in enumerate(games, start=1):
        assert not page_of(as_owner, played).has(".reveal__row--won")
        count(as_owner, played, step, step - 1)
        for evaluation in game.evaluations.all():
            sums[evaluation.player.name] += evaluation.total
        assert figures(page_of(as_owner, played)) == {name: str(total) for name, total in sums.items()}
    page = page_of(as_owner, played)
    assert order(page) == ["Ada", "Cleo", "Ben"]
    assert page.words(".reveal h2") == "Ada is the new mayor"
    count(as_owner, played, None, len(games))
    assert page_of(as_owner, played).has("#elected .election")


def test_during_the_count_no_page_tells_the_standings_and_those_of_the_mayor_lead_to_it(as_owner, played):
    last = played.games.last()
    assert page_of(as_owner, played, "campaign").has("#standings")
    assert Page(as_owner.get(last.get_absolute_url())).has("#moves")
    count(as_owner, played, 0, None)
    assert not page_of(as_owner, played, "campaign").has("#standings")
    assert not Page(as_owner.get(last.get_absolute_url())).has("#moves")
    for name in ("standings", "certificate"):
        assert page_of(as_owner, played, name).has("#votes")


@pytest.fixture
def just_played(as_owner, campaign):
    """Return a campaign right after its last mission was finished. Ada has won, but no vote is counted yet."""
    *before, last = campaign.missions.positions
    pads = pad(3), pad(1), pad(1)
    for mission in before:
        finished_game(campaign, mission, cities=pads)
    game = open_game(campaign, last)
    enter_all(game, *pads)
    finish(as_owner, game)
    return campaign


def finish(client, game):
    response = client.post(reverse("finish_game", args=[game.campaign.public_id, game.pk]), {"sure": "1"})
    assert response.status_code == 302


def has_standings(client, campaign):
    page = page_of(client, campaign, "campaign")
    return page.has("#standings")


def test_before_the_count_no_page_tells_who_leads(as_owner, browser_of, just_played):
    last = just_played.games.last()
    for client in (as_owner, browser_of("member"), browser_of("look link")):
        assert not has_standings(client, just_played)
        assert not Page(client.get(last.get_absolute_url())).has("#moves")
        for name in ("standings", "certificate", "chronicle", "election"):
            assert page_of(client, just_played, name).words("#elected .lead") == "The count decides who is mayor"
    home = as_owner.get(reverse("home"), {"own": ""})
    assert "In the lead" not in Page(home).words("main")
    assert not page_of(as_owner, just_played, "terms").has("#mayors")
    assert page_of(as_owner, just_played, "second_term").has("#elected .lead")


@pytest.mark.slow
@pytest.mark.parametrize("person", ["look link", "owner", "member", "score link"])
def test_no_address_tells_who_is_mayor_before_the_count(as_owner, browser_of, campaign, monkeypatch, person):
    *before, last = campaign.missions.positions
    pads = pad(470), pad(490), pad(503)  # 1410, 1470 and 1509 VP in three missions
    for mission in before:
        finished_game(campaign, mission, cities=pads)
    game = open_game(campaign, last)
    enter_all(game, *pads)
    finish(as_owner, game)
    told = re.compile(r"new mayor|\b1[.,\s]?(410|470|509)\b")
    ranked = []  # a picture has no text, so see that nothing ranks the players at all
    monkeypatch.setattr("campaign.results.standings.standings", lambda *args: ranked.append(args))
    client = browser_of(person)
    for _route, pattern in routes():
        text = client.get(path_to(pattern, campaign, game)).getvalue().decode(errors="replace")
        assert not told.search(text), pattern
    assert ranked == []


def test_the_result_of_the_last_mission_leads_to_the_election(as_owner, just_played):
    page = Page(as_owner.get(just_played.games.last().get_absolute_url()))
    assert page.one("#next .button--start").get("href") == reverse("election", args=[just_played.public_id])


@pytest.mark.parametrize("name", sweep(["campaign", "election"], quick=1))
def test_a_phone_that_looks_knows_the_mayor_and_the_others_keep_the_secret(as_owner, browser_of, just_played, name):
    assert page_of(as_owner, just_played, name).has("form #see-mayor")
    seen = as_owner.post(reverse("see_mayor", args=[just_played.public_id]), follow=True)
    assert Page(seen).words(".election h2") == "Ada is the new mayor"
    assert has_standings(as_owner, just_played)
    assert page_of(as_owner, just_played, "standings").has("#standings")
    assert Page(as_owner.get(just_played.games.last().get_absolute_url())).has("#moves")
    assert "Ada is the new mayor." in Page(as_owner.get(reverse("home"), {"own": ""})).words("main")
    for other in (browser_of("member"), browser_of("look link")):
        assert not has_standings(other, just_played)
        assert page_of(other, just_played, "standings").has("form #see-mayor")


def test_an_outdated_page_cannot_skip_a_count_that_has_begun(as_owner, just_played):
    count(as_owner, just_played, 0, None)
    page = Page(as_owner.post(reverse("count_votes", args=[just_played.public_id]), follow=True))
    assert page.has("#votes")
    assert not page_of(as_owner, just_played, "campaign").has("#see-mayor")
    count(as_owner, just_played, None, 0)
    assert page_of(as_owner, just_played).words(".election h2") == "Ada is the new mayor"
    assert has_standings(as_owner, just_played)


def test_a_replay_after_the_election_hides_nothing(as_owner, just_played):
    count(as_owner, just_played, None, None)
    again = open_game(just_played, 1, in_standings=False)
    enter_all(again)
    finish(as_owner, again)
    assert has_standings(as_owner, just_played)


def test_reopening_the_last_mission_shows_the_standings_until_it_is_finished(as_owner, just_played):
    last = just_played.games.last()
    last.reopen()
    assert has_standings(as_owner, just_played)
    finish(as_owner, last)
    assert not has_standings(as_owner, just_played)


def test_an_imported_copy_shows_the_mayor_at_once(as_owner, just_played):
    copy = import_campaign(json.dumps(exported(just_played)).encode(), just_played.owner)
    assert page_of(as_owner, copy).words(".election h2") == "Ada is the new mayor"


def test_two_taps_at_once_count_one_mission_and_open_pages_learn_of_each_step(as_owner, played):
    played.refresh_from_db()
    before = played.version
    count(as_owner, played, 0, None)
    for _tap in range(2):
        count(as_owner, played, 1, 0)
    played.refresh_from_db()
    assert (played.votes_counted, played.version) == (1, before + 2)


def test_reopening_a_mission_ends_the_count(as_owner, played):
    count(as_owner, played, 0, None)
    played.games.last().reopen()
    assert page_of(as_owner, played, "standings").has("#standings")


def test_a_visitor_by_a_view_only_link_cannot_count_votes(browser_of, played):
    looker = browser_of("look link")
    assert looker.post(reverse("count_votes", args=[played.public_id]), {"to": 0}).status_code == 404
    assert not page_of(looker, played, "campaign").has("#count-votes")


def test_a_wrong_number_counts_no_votes(as_owner, played):
    for wrong in ("x", "-1", "99999999999999999999"):
        assert count(as_owner, played, wrong, None).status_code == 302, wrong
        played.refresh_from_db()
        assert played.votes_counted is None, wrong


def test_the_count_takes_as_many_queries_with_many_games(as_owner, owner, django_assert_max_num_queries):
    campaign = CampaignFactory(owner=owner)
    many_finished_games(campaign, 30)
    count(as_owner, campaign, 3, None)
    with django_assert_max_num_queries(6):
        assert page_of(as_owner, campaign).has("#votes")
