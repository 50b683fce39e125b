"""Test the count at the end of a game: all phones show the same category at the same time."""

import json

import pytest
from django.urls import reverse

from campaign.games.reveal import Reveal
from campaign.models.phase import COUNTING, REVEALS, revealing
from campaign.scores.words import signed
from scoring import CATEGORIES, City
from tests.factories import enter_all, open_game
from tests.pages import Page


@pytest.fixture
def game(campaign, cities):
    game = open_game(campaign)
    enter_all(game, *cities)
    game.course.move(COUNTING, seen=game.phase)
    return game


def address(name, game, *more):
    return reverse(name, args=[game.campaign.public_id, game.pk, *more])


def begin(client, game, **data):
    return client.post(address("finish_game", game), {"seen": fresh(game).evening_version, "together": "1"} | data)


def fresh(game):
    return game.campaign.games.for_evening().get(pk=game.pk)


def reveal_next(client, game):
    seen = fresh(game)
    return client.post(address("reveal_game", game), {"seen": seen.phase, "to": Reveal(seen).following})


def page_of(client, game):
    return Page(client.get(game.get_absolute_url()))


def sums(page):
    return {name: int(vp.replace("−", "-")) for name, vp in zip(names(page), page.each(".reveal__figure"), strict=True)}


def names(page):
    return page.each(".reveal__row .player__name")


def test_a_screen_reader_says_what_an_open_page_shows_at_each_step(as_owner, game):
    begin(as_owner, game)
    reveal_next(as_owner, game)
    reveal = Reveal(fresh(game))
    asked = as_owner.get(game.get_absolute_url(), headers={"HX-Request": "true", "HX-Target": "reveal"})
    said = json.loads(asked["HX-Trigger"])["announce"]["value"]
    figures = [f"{one.counted.evaluation.player} {signed(one.vp)}" for one in reveal.rows]
    assert said == f"{reveal.label}. {', '.join(figures)}"
    assert "HX-Trigger" not in as_owner.get(game.get_absolute_url())


def test_points_are_shown_category_by_category_and_then_the_game_is_finished(as_owner, game):
    version = fresh(game).version
    begin(as_owner, game)
    assert fresh(game).version == version + 1  # open pages of the cities follow this version
    totals = {one.player.name: one.compute() for one in game.present}
    categories = [one for one in CATEGORIES if any(result.categories[one] for result in totals.values())]
    for step in range(len(categories) + 1):
        page = page_of(as_owner, game)
        so_far = {name: sum(totals[name].categories[one] for one in categories[:step]) for name in totals}
        assert sums(page) == so_far
        assert [so_far[name] for name in names(page)] == sorted(so_far.values(), reverse=True)
        if step < len(categories):
            assert not page.has(".reveal__row--won")
            reveal_next(as_owner, game)
    winner = max(totals, key=lambda name: totals[name].total)
    assert names(page)[0] == winner
    assert f"{winner} wins with {totals[winner].total} VP" in page.words(".reveal h2")
    assert Reveal(fresh(game)).is_over
    assert not fresh(game).is_finished
    as_owner.post(address("finish_game", game), {"seen": fresh(game).evening_version, "sure": "1"})
    assert fresh(game).is_finished


def test_no_other_page_shows_more_points_than_the_count(as_owner, game):
    game.campaign.analyses_open_games = True
    game.campaign.save()
    begin(as_owner, game)
    for name in ("evaluation", "pad", "city", "city_analysis"):
        response = as_owner.get(address(name, game, game.present[0].player_id), follow=True)
        assert response.redirect_chain[-1][0] == game.get_absolute_url(), name
    assert set(sums(Page(response)).values()) == {0}


def test_a_game_that_was_counted_together_is_not_counted_a_second_time(as_owner, game):
    begin(as_owner, game)
    response = as_owner.post(address("finish_game", game), {"seen": fresh(game).evening_version, "sure": "1"})
    assert response["Location"] == game.get_absolute_url()


def test_two_taps_at_once_reveal_one_category(as_owner, game):
    begin(as_owner, game)
    for _tap in range(2):
        as_owner.post(address("reveal_game", game), {"seen": REVEALS[0], "to": revealing(1)})
    assert fresh(game).phase == revealing(1)


def test_one_phone_leads_the_count_and_another_can_take_the_lead(as_owner, browser_of, game):
    begin(as_owner, game)
    assert page_of(as_owner, game).has("#reveal-next")
    other = browser_of("member")
    assert not page_of(other, game).has("#reveal-next")
    other.post(address("reveal_game", game), {"lead": "1"})
    assert page_of(other, game).has("#reveal-next")


def test_a_visitor_by_a_view_only_link_sees_the_count_and_cannot_lead_it(as_owner, browser_of, game):
    begin(as_owner, game)
    looker = browser_of("look link")
    page = page_of(looker, game)
    assert len(names(page)) == 3
    assert not page.has("main form")
    assert looker.post(address("reveal_game", game), {"seen": REVEALS[0], "to": revealing(1)}).status_code == 404


def test_the_table_can_return_from_the_count_to_its_cities(as_owner, game):
    begin(as_owner, game)
    as_owner.post(address("reveal_game", game), {"seen": REVEALS[0], "to": COUNTING})
    assert page_of(as_owner, game).has("#count-together")


def test_no_count_begins_while_a_city_is_missing(as_owner, game):
    evaluation = game.present[0]
    evaluation.city = ""
    evaluation.save()
    begin(as_owner, game)
    assert fresh(game).phase == COUNTING


def test_findings_of_the_box_check_are_confirmed_before_the_count_and_not_after(as_owner, game):
    game.present[0].record(City.parse("TTTT/TTTT/TTTT/TTTT2 9i9e"), version=1)
    response = begin(as_owner, game)
    assert "17 tiles" in response.content.decode()
    assert fresh(game).phase == COUNTING
    begin(as_owner, game, sure="1")
    assert fresh(game).course.is_revealed


def test_the_history_tells_each_change_of_the_phase(as_owner, game):
    begin(as_owner, game)
    reveal_next(as_owner, game)
    told = Page(as_owner.get(address("game_history", game))).words("main")
    assert "Setup → Counting" in told
    assert "Counting → The count" in told
    assert "The count → The count" not in told
