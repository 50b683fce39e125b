"""Test the book: the sums over all campaigns of a user, and the persons who play in them."""

from datetime import date

import pytest
from django.urls import reverse

from campaign.book import book as the_book
from campaign.book import figures as the_figures
from campaign.book import views
from campaign.book.pictures import by_square
from campaign.models import Campaign, Colour, Evaluation, SamePerson, User
from scoring import MISSIONS, City, score, settle
from tests.factories import (
    CampaignFactory,
    UserFactory,
    enter,
    finished_game,
    many_finished_games,
    open_game,
)
from tests.pages import Page

BOOK, PEOPLE, RECORDS = reverse("book"), reverse("book_people"), reverse("book_records")
# The cities below are scored by the rules of mission 1.
CITY_OF_8 = "T2P--/----/----/---- 0i2e"
CITY_OF_1 = "T---/----/----/---- 0i1e"


@pytest.fixture
def reader():
    return UserFactory()


@pytest.fixture
def as_reader(client, reader):
    client.force_login(reader)
    return client


@pytest.fixture
def duo(reader):
    return CampaignFactory(owner=reader, players=("Ada", "Ben"), name="Friends")


def vp_of(text):
    city, rules = City.parse(text), MISSIONS[1].rules
    return score(city, settle(city, rules), rules).total


def row_of(page, name):
    return next(row for row in page.context["chapter"].rows if row.person.name == name)


def number_of(page, name):
    return next(person.number for person in page.context["book"].people.all if person.name == name)


def choose(*numbers):
    return {"do": "join", "person": numbers}


# --- Sums -------------------------------------------------------------------------------------------------------------


def test_a_book_without_finished_games_says_when_it_begins(as_reader, duo):
    assert "it begins with your first finished game" in Page(as_reader.get(BOOK)).words()
    open_game(duo)
    assert "it begins with your first finished game" in Page(as_reader.get(BOOK)).words()


def test_a_guest_has_a_book_too(client):
    guest = User.make_guest()
    finished_game(CampaignFactory(owner=guest))
    client.force_login(guest)
    assert len(client.get(BOOK).context["chapter"].plays) == 1


def test_games_wins_and_shares_agree_with_the_results(as_reader, duo):
    finished_game(duo, cities=[CITY_OF_8, CITY_OF_1])
    finished_game(duo, cities=[CITY_OF_1, CITY_OF_8])
    finished_game(duo, cities=[CITY_OF_8, CITY_OF_1])
    most, least = vp_of(CITY_OF_8), vp_of(CITY_OF_1)
    page = as_reader.get(BOOK)
    ada, ben = row_of(page, "Ada"), row_of(page, "Ben")
    assert (ada.games, ada.wins, ada.total, ada.of_best) == (3, 2, 2 * most + least, 3 * most)
    assert (ben.games, ben.wins, ben.total, ben.of_best) == (3, 1, most + 2 * least, 3 * most)
    assert (ada.wins_share, ben.wins_share) == ("67%", "33%")
    assert ada.average == round((2 * most + least) / 3)


def test_the_book_has_the_games_of_all_campaigns_of_its_reader_only(as_reader, reader, duo):
    finished_game(duo)
    other = CampaignFactory(players=("Cleo", "Dan"))
    other.players.filter(name="Cleo").update(account=reader)
    finished_game(other)
    finished_game(CampaignFactory(players=("Eve", "Fay")))
    binned = CampaignFactory(owner=reader, players=("Gus", "Hal"))
    finished_game(binned)
    binned.throw_away()
    names = {row.person.name for row in as_reader.get(BOOK).context["chapter"].rows}
    assert names == {"Ada", "Ben", "Cleo", "Dan"}


def test_an_absent_player_has_no_game_in_the_book(as_reader, reader):
    trio = CampaignFactory(owner=reader)
    finished_game(trio, absent=["Cleo"])
    assert {row.person.name for row in as_reader.get(BOOK).context["chapter"].rows} == {"Ada", "Ben"}


def test_averages_by_mission_and_building_agree_with_the_score_sheets(as_reader, duo):
    finished_game(duo, cities=[CITY_OF_8, CITY_OF_1])
    finished_game(duo, cities=[CITY_OF_1, CITY_OF_1])
    finished_game(duo, mission=5)
    figures = as_reader.get(BOOK).context["figures"]
    first, fifth = figures.by_mission
    assert (first.mission.number, fifth.mission.number) == (1, 5)
    most, least = vp_of(CITY_OF_8), vp_of(CITY_OF_1)
    assert [(mean.vp, mean.games) for mean in first.means] == [((most + least + 1) // 2, 2), (least, 2)]
    towers = next(row for row in as_reader.get(BOOK).context["chapter"].kinds if row.category == "tower_block")
    ada = Evaluation.objects.filter(player__name="Ada")
    assert towers.bars[0].vp == round(sum(entry.categories["tower_block"] for entry in ada) / 3)


def test_a_score_pad_counts_but_is_not_on_the_map(as_reader, duo):
    finished_game(duo, cities=[{"shop": "7"}] * 2)
    page = as_reader.get(BOOK)
    assert row_of(page, "Ada").total == 7
    assert page.context["chapter"].maps == []


def test_a_total_alone_counts_but_not_for_the_averages_by_building(as_reader, duo):
    finished_game(duo, cities=[{"shop": "7"}, {"shop": "4"}])
    finished_game(duo, cities=[{"total": "40"}, {"total": "30"}])
    chapter = as_reader.get(BOOK).context["chapter"]
    ada = next(row for row in chapter.rows if row.person.name == "Ada")
    assert (ada.games, ada.total) == (2, 47)
    assert [[bar.vp for bar in row.bars] for row in chapter.kinds] == [[7, 4]]


# --- Records ----------------------------------------------------------------------------------------------------------


def test_records_name_the_best_city_the_biggest_margin_and_the_closest_finish(as_reader, duo):
    wide = finished_game(duo, cities=[CITY_OF_8, CITY_OF_1])
    close = finished_game(duo, cities=[CITY_OF_1, CITY_OF_1])
    figures = as_reader.get(BOOK).context["figures"]
    assert (figures.widest.game, figures.closest.game) == (wide, close)
    (best,) = figures.best_cities
    assert (best.person.name, best.evaluation.city) == ("Ada", CITY_OF_8)
    assert RECORDS in Page(as_reader.get(BOOK)).each("#records a", "href")
    links = Page(as_reader.get(RECORDS)).each("#records a", "href")
    assert wide.get_absolute_url() in links
    assert reverse("city", args=[duo.public_id, wide.pk, wide.present[0].player_id]) in links


# --- Filters ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(duo):
    """Play three games in the campaign, one per year from 2023 to 2025, and return them."""
    return [finished_game(duo, played_on=date(year, 5, 1)) for year in (2023, 2024, 2025)]


def test_a_period_in_the_address_leaves_out_other_games(as_reader, played):
    for query, years in (
        ({"since": "2024-01-01"}, [2025, 2024]),
        ({"until": "2024-05-01"}, [2024, 2023]),
        ({"since": "2024-05-01", "until": "2024-05-01"}, [2024]),
    ):
        chapter = as_reader.get(BOOK, query).context["chapter"]
        assert [play.game.played_on.year for play in chapter.plays] == years, query


def test_only_games_with_all_people_in_the_address_count(as_reader, reader):
    trio = CampaignFactory(owner=reader)
    finished_game(trio, absent=["Cleo"])
    both = finished_game(trio, absent=["Ben"])
    page = as_reader.get(BOOK)
    query = {"player": [number_of(page, "Ada"), number_of(page, "Cleo")]}
    assert [play.game for play in as_reader.get(BOOK, query).context["chapter"].plays] == [both]


def test_a_period_without_games_says_so(as_reader, played):
    assert "No game fits." in Page(as_reader.get(BOOK, {"since": "2030-01-01"})).words()


def test_a_wrong_address_gets_an_explanation(as_reader, played):
    for query, sentence in (
        ({"since": "yesterday"}, "Choose a day."),
        ({"since": "2024-02-01", "until": "2024-01-01"}, "The last day is before the first."),
        ({"player": "77777"}, "Nobody in this book has this number."),
        ({"player": "Ada"}, "Nobody in this book has this number."),
        ({"player": "9" * 4000}, "Nobody in this book has this number."),
    ):
        page = as_reader.get(BOOK, query)
        assert page.status_code == 200, query
        assert sentence in Page(page).words("#filter"), query


def test_two_persons_are_compared_by_their_common_games(as_reader, duo):
    finished_game(duo, cities=[CITY_OF_8, CITY_OF_1])
    finished_game(duo, cities=[CITY_OF_8, CITY_OF_1])
    finished_game(duo, cities=[CITY_OF_1, CITY_OF_8])
    finished_game(duo, cities=[CITY_OF_1, CITY_OF_1])
    page = as_reader.get(BOOK)
    duel = as_reader.get(BOOK, {"player": [number_of(page, "Ada"), number_of(page, "Ben")]}).context["chapter"]
    duel = duel.head_to_head
    assert (duel.one.name, duel.one_ahead, duel.other_ahead, duel.level) == ("Ada", 2, 1, 1)
    lead = vp_of(CITY_OF_8) - vp_of(CITY_OF_1)
    assert (duel.one_lead, duel.other_lead) == (lead, lead)
    assert page.context["chapter"].head_to_head is None


# --- Pictures ---------------------------------------------------------------------------------------------------------


def test_the_map_adds_up_the_vp_of_the_squares():
    for mission, text in ((1, "T3SU1-/P-FH2/--S-/--FT 9i5e"), (7, "T3SU1-O/P-FH2O/---M-/----- 12i6e")):
        rules, city = MISSIONS[mission].rules, City.parse(text)
        sheet = score(city, settle(city, rules), rules)
        placed = sum(line.vp for line in sheet.lines if line.squares)
        assert sum(share for _square, share in by_square(sheet.lines)) == placed


def test_the_map_adds_vp_to_the_building_that_earns_them_not_to_its_neighbors(as_reader, duo):
    finished_game(duo, cities=[CITY_OF_8, CITY_OF_8])
    cells = {cell.name: cell.vp for cell in as_reader.get(BOOK).context["chapter"].maps[0].cells}
    # A1 has a tower of two floors, and B1 the Park beside this tower
    assert (cells["A1"], cells["B1"], cells["C1"]) == ("3", "2", "0")


def test_maps_show_the_latest_cities_only(as_reader, duo, monkeypatch):
    monkeypatch.setattr("campaign.book.pictures.CITIES_ON_MAPS", 2)
    finished_game(duo, cities=[CITY_OF_8, CITY_OF_8], played_on=date(2020, 1, 1))
    finished_game(duo, cities=[CITY_OF_1, CITY_OF_1], played_on=date(2021, 1, 1))
    maps = as_reader.get(BOOK).context["chapter"].maps
    assert [(chart.cities, chart.cells[1].vp) for chart in maps] == [(1, "0"), (1, "0")]


def test_people_in_one_picture_have_a_colour_each(as_reader, reader):
    for name in ("Ada", "Cleo"):
        finished_game(CampaignFactory(owner=reader, players=(name, f"{name} the other")))
    drawn = as_reader.get(BOOK).context["figures"].shown
    assert len(drawn) == 4
    assert {person.colour for person in drawn} == set(Colour.values)


def test_every_picture_has_its_numbers_in_a_table(as_reader, duo):
    finished_game(duo)
    page = Page(as_reader.get(BOOK))
    for part in ("missions", "kinds", "maps"):
        assert page.has(f"#{part} svg")
        assert page.has(f"#{part} table td")


# --- Limits of queries and games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 20])
def test_the_book_takes_as_many_queries_whatever_was_played(as_reader, reader, games, django_assert_num_queries):
    many_finished_games(CampaignFactory(owner=reader), games)
    many_finished_games(CampaignFactory(owner=reader), games)
    with django_assert_num_queries(6):
        as_reader.get(BOOK)


@pytest.mark.parametrize("campaigns", [1, 20])
def test_the_page_of_persons_takes_as_many_queries_for_many_campaigns(
    as_reader, reader, campaigns, django_assert_num_queries
):
    for _number in range(campaigns):
        CampaignFactory(owner=reader)
    with django_assert_num_queries(4):
        as_reader.get(PEOPLE)


def test_a_long_book_holds_the_latest_games_and_says_so(as_reader, reader, duo, monkeypatch):
    monkeypatch.setattr(the_book, "MOST_GAMES", 3)
    many_finished_games(duo, 4)
    page = as_reader.get(BOOK)
    assert len(page.context["book"].plays) == 3
    assert "The book holds the latest 3 games." in Page(page).words()


def test_many_people_fill_several_pages(as_reader, reader, monkeypatch):
    monkeypatch.setattr(the_book, "PEOPLE_A_PAGE", 2)
    finished_game(CampaignFactory(owner=reader))
    assert len(Page(as_reader.get(BOOK)).all("#people tbody tr")) == 2
    assert len(Page(as_reader.get(BOOK, {"page": "2"})).all("#people tbody tr")) == 1
    assert as_reader.get(BOOK, {"page": "x"}).context["page"].number == 1


def test_records_fill_several_pages_which_keep_the_filter(as_reader, reader, duo, monkeypatch):
    monkeypatch.setattr(the_book, "RECORDS_A_PAGE", 2)
    many_finished_games(duo, 3)
    only = {"since": "2020-01-01"}
    first = Page(as_reader.get(RECORDS, only))
    # these four are the biggest margin, the closest finish, and the best cities of two missions
    assert len(first.all("#records .record")) == 4
    assert f"{RECORDS}?since=2020-01-01&page=2" in first.each("#records .segment", "href")
    assert len(Page(as_reader.get(RECORDS, {"page": "2"})).all("#records .record")) == 1
    assert Page(as_reader.get(RECORDS, {"until": "2020-01-01"})).all("#records .record") == []


def test_the_book_loads_its_records_as_a_part(as_reader, duo):
    finished_game(duo)
    part = as_reader.get(RECORDS, headers={"HX-Request": "true", "HX-Target": "records"})
    assert part.content.strip().startswith(b'<section class="stack drawn-near" id="records"')


def test_the_missions_played_most_are_compared(as_reader, duo, monkeypatch):
    monkeypatch.setattr(the_figures, "MISSIONS_SHOWN", 2)
    many_finished_games(duo, 10)
    finished_game(duo, mission=4)
    finished_game(duo, mission=3)
    assert [row.mission.number for row in as_reader.get(BOOK).context["figures"].by_mission] == [3, 4]


# --- Players and persons ----------------------------------------------------------------------------------------------


@pytest.fixture
def twice(reader):
    campaigns = [CampaignFactory(owner=reader, players=("Ada", "Ben"), name=name) for name in ("First", "Second")]
    for campaign in campaigns:
        finished_game(campaign)
    return campaigns


def adas(campaigns):
    return [campaign.players.get(name="Ada").pk for campaign in campaigns]


def test_players_with_one_name_are_two_persons_while_nobody_links_them(as_reader, twice):
    names = {row.person.name for row in as_reader.get(BOOK).context["chapter"].rows}
    assert names == {"Ada (First)", "Ada (Second)", "Ben (First)", "Ben (Second)"}
    offered = as_reader.get(PEOPLE).context["people"].alike
    assert [[person.players[0].name for person in group] for group in offered] == [["Ada", "Ada"], ["Ben", "Ben"]]
    for _tap in range(2):  # the second one says and changes nothing more
        assert as_reader.post(PEOPLE, choose(*adas(twice)))["Location"] == PEOPLE
        assert SamePerson.objects.count() == 1
    book, people = as_reader.get(BOOK), as_reader.get(PEOPLE)
    ada = row_of(book, "Ada")
    assert (ada.games, len(ada.person.players)) == (2, 2)
    assert len(book.context["chapter"].rows) == 3
    assert len(people.context["people"].alike) == 1
    assert "Nobody in this book" not in Page(people).words()
    for _tap in range(2):
        assert as_reader.post(PEOPLE, {"do": "part", "person": adas(twice)[0]})["Location"] == PEOPLE
    assert not SamePerson.objects.exists()


def test_a_third_player_joins_a_person_of_two_linked_players(as_reader, reader, twice):
    third = CampaignFactory(owner=reader, players=("Ada", "Cleo"))
    finished_game(third)
    later = adas([twice[1], third])
    as_reader.post(PEOPLE, choose(*later))
    as_reader.post(PEOPLE, choose(adas(twice)[0], later[0]))
    assert row_of(as_reader.get(BOOK), "Ada").games == 3


def test_the_list_of_all_players_fills_several_pages(as_reader, reader, monkeypatch):
    monkeypatch.setattr(views, "PERSONS_A_PAGE", 2)
    CampaignFactory(owner=reader)
    assert len(Page(as_reader.get(PEOPLE)).all("input[type=checkbox][name=person]")) == 2
    assert len(Page(as_reader.get(PEOPLE, {"page": "2"})).all("input[type=checkbox][name=person]")) == 1


def test_the_page_of_persons_stays_short_with_many_campaigns(as_reader, reader):
    for _number in range(20):
        CampaignFactory(owner=reader, name="'" * 60, players=[str(each) + "'" * 19 for each in range(4)])
    assert len(as_reader.get(PEOPLE).content) <= 100_000


def test_a_link_of_players_belongs_to_one_reader(as_reader, twice):
    other = UserFactory()
    twice[0].players.filter(name="Ben").update(account=other)
    twice[1].players.filter(name="Ben").update(account=other)
    as_reader.post(PEOPLE, choose(*adas(twice)))
    as_reader.force_login(other)
    assert len(as_reader.get(BOOK).context["chapter"].rows) == 4


def test_players_that_cannot_be_one_person_are_refused_with_the_reason_and_stay_ticked(as_reader, twice):
    ada, ben = twice[0].players.all()
    for chosen, sentence in (
        ([], "Choose two or more."),
        ([ada.pk], "Choose two or more."),
        ([ada.pk, ada.pk], "Choose two or more."),
        ([ada.pk, CampaignFactory().players.first().pk], "Nobody in this book has this number."),
        (["Ada", "9" * 4000], "Nobody in this book has this number."),
        ([ada.pk, ben.pk], "Two of them sat at one table: they are not one person."),
    ):
        page = Page(as_reader.post(PEOPLE, choose(*chosen)))
        assert sentence in page.words(), chosen
        assert not SamePerson.objects.exists()
    assert page.each("fieldset input[checked]", "value") == [str(ada.pk), str(ben.pk)]


def test_a_reader_without_campaigns_has_nobody_to_link(as_reader):
    assert "You have no campaign yet" in Page(as_reader.get(PEOPLE)).words()


def test_an_account_that_gets_a_guests_campaigns_gets_their_player_links(twice, reader, client):
    client.force_login(reader)
    client.post(PEOPLE, choose(*adas(twice)))
    account = UserFactory()
    account.adopt(reader, Campaign.objects.filter(owner=reader))
    assert SamePerson.objects.get().reader == account


def test_a_city_that_was_entered_later_is_on_the_map(as_reader, duo):
    game = open_game(duo)
    for evaluation in game.present:
        enter(evaluation, CITY_OF_8)
    game.finish()
    assert len(as_reader.get(BOOK).context["chapter"].maps) == 2
