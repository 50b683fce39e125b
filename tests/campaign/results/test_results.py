"""Test the page of a finished game: the winner, the reason, the Mayor's comments, and later corrections."""

from dataclasses import replace
from datetime import date

import pytest
from django.urls import reverse

from campaign.library.records import Ending
from campaign.models import Game, Player
from campaign.results.game_result import GameResult
from campaign.results.stories import EXCUSED, Facts, headline, names, story, verdict
from scoring import MISSIONS, City, Result, rank
from tests.factories import (
    LOW,
    TALL,
    CampaignFactory,
    enter,
    enter_all,
    finished_game,
    open_game,
    played_game,
)
from tests.pages import Page

PLAIN = "TT-T/----/----/---- 0i3e"  # three Tower Blocks, 3 VP
BUSIER = "TT-T/F---/----/---- 1i3e"  # the Inhabitant on the Factory wins a tie against PLAIN
TALLER = "T4T4--/----/----/---- 0i2e"  # 20 VP
FULLER = "TT-T/P---/--P-/---- 0i3e"  # the three towers bring 3 VP, and the Park below a tower 2 VP


def page_of(client, game, **query):
    response = client.get(reverse("game", args=[game.campaign.public_id, game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def facts(*totals, **others):
    """Return facts for a result of mission 1. A total is a number of VP, or a tuple: VP and two tie-break figures."""
    players = [Player(pk=pk, name=name) for pk, name in enumerate(("Ada", "Ben", "Cleo", "Dan"), start=1)]
    results = {
        player: Result(*(total if isinstance(total, tuple) else (total, 0, 0)))
        for player, total in zip(players, totals, strict=False)
    }
    return Facts(MISSIONS[1], tuple(rank(results)), results, **others)


# --- The winner, and the reason ---------------------------------------------------------------------------------------


def test_the_page_names_the_winner_and_ranks_everybody(as_owner, campaign):
    page = page_of(as_owner, finished_game(campaign, cities=[PLAIN, TALL, PLAIN]))
    assert "Ben wins with 10 VP" in page
    assert Page(page).each(".podium__rank") == ["Rank 1", "Rank 2", "Rank 2"]


def test_a_tie_decided_by_inhabitants_says_so_with_figures(campaign):
    result = GameResult.of(finished_game(campaign, cities=[PLAIN, BUSIER, TALL]))
    sentences = {entry.player.name: entry.decision for entry in result.entries}
    assert sentences == {
        "Cleo": "",
        "Ben": "Level with Ada on 3 VP; the Inhabitants on buildings decided, 1 to 0.",
        "Ada": "Level with Ben on 3 VP; the Inhabitants on buildings decided, 0 to 1.",
    }


def test_a_tie_decided_by_empty_squares_says_so(campaign):
    with_shop = "TT-T/S---/----/---- 0i4e"  # the Shop takes a square, but brings no VP without Customers
    result = GameResult.of(finished_game(campaign, cities=[PLAIN, with_shop, TALL]))
    assert [entry.decision for entry in result.entries][1:] == [
        "Level with Ada on 3 VP and Inhabitants; fewer empty squares decided, 12 to 13.",
        "Level with Ben on 3 VP and Inhabitants; fewer empty squares decided, 13 to 12.",
    ]


def test_a_tie_that_nothing_decides_is_shared(campaign):
    result = GameResult.of(finished_game(campaign, cities=[TALL, TALL, PLAIN]))
    assert result.headline == "Ada and Ben share first place"
    assert [entry.ranked.rank for entry in result.entries] == [1, 1, 3]
    assert "the place is shared" in result.entries[0].decision


def test_a_pad_without_tiebreak_figures_shares_the_place(campaign):
    game = finished_game(campaign, cities=[PLAIN, {"tower_block": "1+1+1"}], absent=("Cleo",))
    assert "the figures for the tie-break are missing" in GameResult.of(game).entries[0].decision


def test_the_result_tells_vp_lost_by_a_bad_allocation(as_owner, campaign):
    by_hand = "T4T1--/----/----/---- 0i1e .+../..../..../...."  # the only Energy Unit is on the lower tower
    page = page_of(as_owner, finished_game(campaign, cities=[by_hand, PLAIN, PLAIN]))
    assert "9 VP left in the supply: this city could have brought 10." in page
    assert "the clerk found 9 VP with the name of Ada on them" in page


def test_the_sums_of_a_pad_are_shown_beside_its_points(as_owner, campaign):
    game = finished_game(campaign, cities=[PLAIN, {"tower_block": "3+6+2"}], absent=("Cleo",))
    page = Page(page_of(as_owner, game))
    assert "no city was entered" in page.words(".podium__place--won")
    assert "3+6+2" in as_owner.get(page.one(".podium__place--won a").get("href")).content.decode()


def test_a_player_alone_is_the_best_of_the_evening(as_owner, campaign):
    page = page_of(as_owner, finished_game(campaign, absent=("Ben", "Cleo")))
    assert "Best of the evening. There was no other." in page


def test_a_city_with_0_vp_has_its_own_verdict(as_owner, campaign):
    page = page_of(as_owner, finished_game(campaign, cities=["T---/----/----/---- 3i0e"]))
    assert "The Mayor turned the plan upside down once, to be sure." in page


def test_absent_players_are_named_and_excused(as_owner, campaign):
    page = page_of(as_owner, finished_game(campaign, absent=("Ben",)))
    assert "Ben sent a note instead of a plan." in page
    assert any(str(sentence) in page for sentence in EXCUSED)


def test_the_podium_is_revealed_from_the_last_place_once_after_finishing(as_owner, campaign):
    game = open_game(campaign)
    enter_all(game, PLAIN, TALL, BUSIER)
    response = as_owner.post(reverse("finish_game", args=[campaign.public_id, game.pk]), {"sure": "1"}, follow=True)
    places = Page(response).each("#podium.podium--reveal .podium__places li", "class")
    assert [place.split("podium__place--")[1].split()[0] for place in places] == ["3", "2", "1"]
    assert "podium--reveal" not in page_of(as_owner, game)


def test_the_result_has_a_button_for_the_next_mission(as_owner, campaign):
    page = Page(page_of(as_owner, finished_game(campaign)))
    following = f"{reverse('new_game', args=[campaign.public_id])}?mission=2"
    assert page.each("#next a.button--start", "href") == [following]
    assert page.words("#next a.button--start") == "Mission 2"


def test_a_result_links_to_the_open_game(as_owner, campaign):
    finished, on_the_table = finished_game(campaign, 1), open_game(campaign, 2)
    page = Page(as_owner.get(finished.get_absolute_url()))
    assert page.one("#next a.button--start").get("href") == on_the_table.get_absolute_url()
    assert page.words("#next a.button--start") == "Go on"


def test_the_result_says_what_it_changed_in_the_standings(as_owner, campaign):
    first = Page(page_of(as_owner, finished_game(campaign, 1, cities=[TALL, PLAIN, LOW])))
    assert first.each("#moves .badge") == []
    second = Page(page_of(as_owner, finished_game(campaign, 2, cities=[LOW, PLAIN, TALLER])))
    assert second.each("#moves tbody tr") == ["1 Cleo 21 up 2 places", "2 Ada 11 down 1 place", "3 Ben 6 down 1 place"]


def test_an_attempt_that_does_not_count_changes_nothing_in_the_standings(as_owner, campaign):
    finished_game(campaign)
    again = finished_game(campaign)
    as_owner.post(reverse("count_game", args=[campaign.public_id, campaign.games.first().pk]))
    assert not Page(page_of(as_owner, again)).has("#moves")


def test_the_score_sheets_are_side_by_side(as_owner, campaign):
    page = Page(page_of(as_owner, finished_game(campaign, cities=[FULLER, TALL, PLAIN])))
    assert page.each("#sheets thead .player__name") == ["Ben", "Ada", "Cleo"]
    *rows, _against_par = page.each("#sheets tr")
    assert rows == ["Category Ben Ada Cleo", "Tower Blocks 10 3 3", "Parks 2", "Total 10 5 3"]
    assert page.each("#sheets .is-won") == ["10", "2"]


def test_the_bars_have_one_scale_and_an_outline_of_the_lost_vp(as_owner, campaign):
    wasted = "T4---/----/----/---- 3i1e"  # 10 VP for the tower, and three Inhabitants without a building
    page = Page(page_of(as_owner, finished_game(campaign, cities=[TALL, wasted, {"total": "5"}])))
    widths = [
        [int(part.get("width")) for part in bar.xpath(".//*[local-name()='rect']")]
        for bar in page.all(".podium__bars svg")
    ]
    assert widths == [[600], [600, 180], [300]]
    assert page.each(".podium__lost", "x") == ["420"]


def test_the_cities_of_the_table_lead_to_every_point(as_owner, campaign):
    game = finished_game(campaign, cities=[LOW, TALL, {"total": "5"}])
    page = Page(page_of(as_owner, game))
    assert page.each(".podium__total") == ["10", "5", "1"]
    assert page.each(".podium__places a", "href") == [
        reverse("city", args=[campaign.public_id, game.pk, evaluation.player_id]) for evaluation in game.by_rank
    ]


def test_the_picture_of_the_result_is_downloaded_if_no_script_shares_it(as_owner, campaign):
    link = Page(page_of(as_owner, finished_game(campaign))).one("#next a[download]")
    assert link.get("download") == "1-a-new-beginning.png"
    assert as_owner.get(link.get("href"))["Content-Type"] == "image/png"


# --- The Mayor's office -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("totals", [(30, 20, 10), (30, 29, 10), (30, 30, 10)], ids=[*Ending])
def test_every_story_names_the_winners_and_reads_the_same_twice(totals):
    for mission in MISSIONS.values():
        told = replace(facts(*totals), mission=mission)
        sentences = story(told)
        assert sentences == story(told), mission
        assert names(told.winners) in sentences[0], mission
        assert "%" not in "".join(sentences), mission


@pytest.mark.parametrize(
    ("totals", "ending"),
    [
        pytest.param((30, 20), Ending.CLEAR, id="ten ahead"),
        pytest.param((30, 26), Ending.CLOSE, id="four ahead"),
        pytest.param(((30, 9, 0), (30, 8, 0)), Ending.CLOSE, id="by the tie-break"),
        pytest.param((30, 30), Ending.SHARED, id="level"),
        pytest.param((30,), Ending.CLEAR, id="alone"),
    ],
)
def test_the_ending_of_the_story_follows_from_the_totals(totals, ending):
    assert facts(*totals).ending == ending


def test_the_story_remarks_on_a_wide_margin_and_on_a_player_alone():
    assert "The distance of 20 VP was read out twice" in " ".join(story(facts(40, 20)))
    assert "The distance" not in " ".join(story(facts(39, 20)))
    assert "Nobody else handed in a plan" in " ".join(story(facts(40)))


def test_a_headline_names_a_single_vp():
    assert headline(facts(1, 0)) == "Ada wins with 1 VP"


def test_the_verdict_depends_on_the_share_of_the_best_total():
    what_happened = facts(100, 90, 70, 69)
    said = [verdict(MISSIONS[1], place, what_happened) for place in what_happened.ranking]
    assert len(set(said)) == 4


@pytest.mark.parametrize("totals", [(100, 50), (90, 100), (70, 100), (50, 100)], ids=["best", "nearly", "fair", "weak"])
def test_no_player_gets_the_same_verdict_twice_in_a_campaign(totals):
    what_happened = facts(*totals)
    ada = next(place for place in what_happened.ranking if place.player.name == "Ada")
    assert len({verdict(mission, ada, what_happened) for mission in MISSIONS.values()}) == len(MISSIONS)


def test_each_absence_has_another_excuse():
    said = {verdict(mission, None, facts(100, 50)) for mission in MISSIONS.values()}
    assert len(said) == len(MISSIONS)


def test_two_players_with_equal_totals_get_different_verdicts(campaign):
    result = GameResult.of(finished_game(campaign, cities=[PLAIN, PLAIN, TALL]))
    assert len({entry.verdict for entry in result.entries}) == 3


# --- Changes after the game -------------------------------------------------------------------------------------------


def test_the_history_keeps_reopening_changes_and_a_second_finish(as_owner, owner, campaign):
    game = played_game(campaign, cities=[PLAIN, PLAIN, PLAIN])
    as_owner.post(reverse("reopen_game", args=[campaign.public_id, game.pk]))
    game = Game.objects.get(pk=game.pk)
    assert not game.is_finished
    assert game.present[0].total is None
    enter(game.present[0], TALL)
    as_owner.post(reverse("finish_game", args=[campaign.public_id, game.pk]), {"sure": "1"})
    game = Game.objects.get(pk=game.pk)
    assert [evaluation.total for evaluation in game.present] == [10, 3, 3]

    address = reverse("game_history", args=[campaign.public_id, game.pk])
    page = as_owner.get(address).content.decode()
    (earlier,) = Page(page).each("[rel=next]", "href")
    page += as_owner.get(address + earlier).content.decode()
    told = ["The game was begun.", "The game was finished.", "The game was reopened."]
    assert [page.count(sentence) for sentence in told] == [1, 2, 1]
    assert "Result: 3 VP → not scored" in page
    assert "Result: not scored → 10 VP" in page
    assert "The city was changed." in page
    drawings = [address.partition("#")[2] for address in Page(page).each("figure + svg + figure use", "href")]
    assert drawings == ["tower_block-4", "inhabitant", "energy"]
    assert len(Page(page).all("figure + svg + figure .is-lit")) == 3, "the squares that differ"
    assert "owner" in page


def test_a_city_entered_tap_by_tap_is_one_line_of_the_history(as_owner, campaign):
    game = open_game(campaign)
    for text in ("T---/----/----/---- 0i0e", "TT--/----/----/---- 0i0e", PLAIN):
        enter(game.present[0], text)
        game = Game.objects.get(pk=game.pk)
    page = as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk])).content.decode()
    assert page.count("The city was entered.") == 1
    assert page.count("board--small") == 1
    assert Page(page).words("figcaption") == "0 3"
    assert Page(page).each("figcaption svg", "aria-label") == ["Inhabitants", "Energy Units"]


def test_the_history_names_every_field_of_a_game_that_changed(as_owner, campaign):
    game = open_game(campaign, 1, played_on=date(2026, 3, 1))
    ada, ben = (campaign.players.get(name=name) for name in ("Ada", "Ben"))
    for field, value in {
        "mission": 2,
        "played_on": date(2026, 3, 2),
        "place": "Library",
        "notes": "Rain",
        "first_player": ada,
    }.items():
        setattr(game, field, value)
        game.save()
    game.first_player = ben
    game.save()
    page = Page(as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk]))).words()
    assert "Mission: 1. A New Beginning → 2. Public Opinion" in page
    assert "Date: March 1, 2026 → March 2, 2026" in page
    assert "Place: nothing → Library" in page
    assert "Note: nothing → Rain" in page
    assert "First player: nobody → Ada" in page
    assert "First player: Ada → Ben" in page


def test_the_history_tells_which_attempt_counts(as_owner, campaign):
    first, second = played_game(campaign), played_game(campaign)
    as_owner.post(reverse("count_game", args=[campaign.public_id, first.pk]))
    told = {
        game: Page(as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk]))).words()
        for game in (first, second)
    }
    assert "This attempt counts." in told[first]
    assert "This attempt no longer counts." in told[second]


def test_the_history_tells_pads_and_absences(as_owner, campaign):
    game = open_game(campaign, absent=("Cleo",))
    entry = game.present[0]
    entry.record({"shop": "3+2"}, version=entry.version)
    page = Page(as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk]))).words()
    assert "Score pad: nothing → Shops 3+2" in page
    assert "Absent." in page


@pytest.mark.parametrize("changes", [1, 8])
def test_the_history_takes_ten_queries(as_owner, campaign, django_assert_num_queries, changes):
    game = played_game(campaign)
    for _turn in range(changes):
        game.reopen()
        game.finish()
    # The queries: session, user; campaign, players; game; records of the page; latest changes of the game and of its
    # entries; the records before these changes.
    with django_assert_num_queries(10):
        as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk]))


def test_a_long_history_is_read_page_by_page_and_nothing_is_left_out(as_owner, campaign):
    game = open_game(campaign)
    for number in range(45):
        game.annotate(place=f"Place {number}")
        if number % 9 == 0:
            enter(game.present[0], f"T---/----/----/---- {number}i0e")
            game = Game.objects.get(pk=game.pk)
    told, address, pages = [], reverse("game_history", args=[campaign.public_id, game.pk]), 0
    while address:
        page = Page(as_owner.get(address))
        told += page.each(".changes__what")
        further = page.each("[rel=next]", "href")
        address, pages = further and f"{address.partition('?')[0]}{further[0]}", pages + 1
    assert pages == 5
    places = [f"Place: {f'Place {number - 1}' if number else 'nothing'} → Place {number}" for number in range(45)]
    assert [sentence for sentence in told if sentence.startswith("Place")] == places[::-1]
    cities = [sentence for sentence in told if "city" in sentence]
    assert cities == [*["The city was changed."] * 3, "The city was entered."], "once a page"
    assert told[-1] == "The game was begun."


def test_a_history_with_a_wrong_start_is_still_a_page(as_owner, campaign):
    game = open_game(campaign)
    address = reverse("game_history", args=[campaign.public_id, game.pk])
    for start in ("", "x", "-1", "9" * 30, "999999", "٣"):
        assert as_owner.get(address, {"from": start}).status_code == 200, start


def test_a_city_page_shows_every_score_line_and_is_a_part_for_htmx(as_owner, campaign):
    game = finished_game(campaign, cities=[TALL])
    address = reverse("city", args=[campaign.public_id, game.pk, game.present[0].player_id])
    page = as_owner.get(address).content.decode()
    assert "4 floors" in page
    part = as_owner.get(address, headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    assert b"board--small" in part.content
    assert "HX-Request" in part["Vary"]


def test_a_city_of_a_reopened_game_leads_to_the_editor(as_owner, campaign):
    game = open_game(campaign)
    arguments = [campaign.public_id, game.pk, game.present[0].player_id]
    assert as_owner.get(reverse("city", args=arguments))["Location"] == reverse("evaluation", args=arguments)


def test_a_campaigns_address_finds_no_game_of_another_campaign(as_owner, campaign):
    elsewhere = finished_game(CampaignFactory())
    for name, *rest in (("game",), ("game_history",), ("city", elsewhere.present[0].player_id)):
        assert as_owner.get(reverse(name, args=[campaign.public_id, elsewhere.pk, *rest])).status_code == 404


def test_an_absent_player_has_no_city(as_owner, campaign):
    game = finished_game(campaign, absent=("Ben",))
    address = reverse("city", args=[campaign.public_id, game.pk, game.absent[0].player_id])
    assert as_owner.get(address).status_code == 404


def test_a_sheet_adds_up_to_the_stored_total(campaign):
    game = finished_game(campaign, cities=[FULLER, PLAIN, PLAIN])
    entry = GameResult.of(game).entries[0]
    assert entry.scored.sheet.total == entry.evaluation.total
    assert sum(line.vp for line in entry.categories) == entry.evaluation.total
    assert entry.scored.city == City.parse(FULLER)
