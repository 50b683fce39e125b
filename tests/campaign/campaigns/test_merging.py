"""Test that two players who are one person are merged inside a campaign, and that the merge can be undone."""

import csv
import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from campaign.accounts.recovery import renew_code
from campaign.book.book import Book
from campaign.campaigns import merge_page
from campaign.campaigns.merging import MergeRefusedError, merge, merges_of, undo
from campaign.models import Campaign, Evaluation, Game, Player, SamePerson
from campaign.models.bounds import MOST_EVER_PLAYED
from campaign.people import People
from campaign.results.standings import CampaignStandings
from campaign.takeaway.bg_stats import play_address
from campaign.takeaway.spreadsheet import log_for_programs
from campaign.transfer import exported, import_campaign
from tests.factories import CampaignFactory, PlayerFactory, finished_game, open_game
from tests.pages import Page

TWO_DORAS = Path(__file__).with_name("two_doras.json")


def page_of(campaign):
    return reverse("merge", args=[campaign.public_id])


def evening_with(campaign, name, mission, *, absent=(), make=finished_game):
    """Play a mission with a guest of this name. Return the guest and the game."""
    guest = campaign.invite(name, in_standings=True)
    return guest, make(campaign, mission, absent=absent, begun_by=guest)


def everything(campaign):
    """Return all rows of a campaign except versions and times of the merge, to compare before and after."""
    left_out = {"version", "folded_name"}
    rows = [*Player.everybody.filter(campaign=campaign), *Game.everything.filter(campaign=campaign)]
    rows += Evaluation.objects.filter(game__campaign=campaign)
    return {
        (type(row).__name__, row.pk): {name: value for name, value in vars(row).items() if name[0] != "_"}
        | dict.fromkeys(left_out)
        for row in rows
    }


def standings_of(campaign):
    standings = CampaignStandings(Campaign.objects.get(pk=campaign.pk).prefetch_games(), has_seen_mayor=True)
    return [(str(row.player), row.standing.total, row.standing.rank) for row in standings.rows]


def players_in_log(campaign):
    log = "".join(log_for_programs(campaign))
    return [row["player"] for row in csv.DictReader(StringIO(log.removeprefix("\ufeff")))]


@pytest.fixture
def two_doras(owner):
    return import_campaign(TWO_DORAS.read_bytes(), owner)


def test_the_two_doras_are_told_apart_then_one_person_then_two_again(as_owner, owner, two_doras):
    """The case of the field log: a guest was typed again, and so has two rows."""
    before = everything(two_doras), standings_of(two_doras), players_in_log(two_doras)
    doras = list(two_doras.players.filter(name="Dora").order_by("pk"))
    assert [str(dora) for dora in doras] == ["Dora", "Dora 2"]
    assert {"Dora", "Dora 2"} < set(players_in_log(two_doras))

    chosen = {"person": [dora.pk for dora in doras]}
    preview = Page(as_owner.get(page_of(two_doras), chosen))
    assert "Dora 2 leaves every page" in preview.words()
    assert two_doras.players.count() == 4
    as_owner.post(page_of(two_doras), chosen)
    assert two_doras.players.count() == 3
    points = {name: total for name, total, _rank in before[1]}
    merged = {name: total for name, total, _rank in standings_of(two_doras)}
    assert merged["Dora"] == points["Dora"] + points["Dora 2"]
    assert "Dora 2" not in merged
    assert sorted(players_in_log(two_doras)) == sorted(name.removesuffix(" 2") for name in before[2])
    assert [person.name for person in Book(owner).people.all] == ["Ann", "Bob", "Dora"]

    as_owner.post(page_of(two_doras), {"undo": merges_of(two_doras).get().pk})
    assert (everything(two_doras), standings_of(two_doras), players_in_log(two_doras)) == before


def test_a_guest_outside_the_standings_is_in_them_while_merged_with_one_inside(campaign):
    dora = PlayerFactory(campaign=campaign, name="Dora", is_guest=True, in_standings=False, retired_at=timezone.now())
    dorothea = evening_with(campaign, "Dorothea", 1)[0]
    assert merge(campaign, [dora.pk, dorothea.pk]) == dora
    dora.refresh_from_db()
    assert dora.in_standings
    # By the name in the database, because the release before can undo this merge, and this one its merges.
    assert Player.everybody.get(pk=dorothea.pk).given["kept"]["counts"] == [False, True]
    undo(campaign, dorothea.pk)
    dora.refresh_from_db()
    assert not dora.in_standings


def history_of(client, game):
    return Page(client.get(reverse("game_history", args=[game.campaign.public_id, game.pk]))).words()


def test_a_merge_and_its_undo_are_in_the_history_of_each_game(as_owner, campaign):
    (dora, _first), (dorothea, game) = evening_with(campaign, "Dora", 1), evening_with(campaign, "Dorothea", 2)
    merge(campaign, [dora.pk, dorothea.pk])
    assert "Dorothea and Dora are one person." in history_of(as_owner, game)
    assert Evaluation.objects.filter(player=dora).count() == 2
    undo(campaign, dorothea.pk)
    assert "Dora and Dorothea are two people again." in history_of(as_owner, game)


def test_somebody_who_was_absent_as_one_of_two_has_one_place_and_gets_back_both(campaign):
    """Cleo was noted as absent, and came after all, typed as a guest. Later both names were absent."""
    guest, game = evening_with(campaign, "Cleopatra", 1, absent=["Cleo"])
    cleo = campaign.players.get(name="Cleo")
    before = everything(campaign), Evaluation.history.count()
    assert merge(campaign, [guest.pk, cleo.pk]) == cleo
    entry = game.evaluations.get(player=cleo)
    assert (entry.absent, entry.rank) == (False, 1)
    assert game.evaluations.count() == 3
    undo(campaign, guest.pk)
    assert everything(campaign) == before[0]
    assert Evaluation.history.filter(history_action="").count() == before[1]


def test_two_who_sat_at_one_table_stay_two(as_owner, campaign):
    ada, ben = campaign.players.filter(name__in=["Ada", "Ben"])
    finished_game(campaign, 4)
    before = everything(campaign)
    for send in (as_owner.get, as_owner.post):
        page = Page(send(page_of(campaign), {"person": [ada.pk, ben.pk]}))
        assert "Ada and Ben sat at one table, in 4." in page.words(".alert")
        assert "they are two people." in page.words(".alert")
    assert everything(campaign) == before


def test_the_page_asks_for_two(as_owner, campaign):
    for chosen in (1, 3):
        keys = list(campaign.players.values_list("pk", flat=True)[:chosen])
        assert Page(as_owner.post(page_of(campaign), {"person": keys})).words(".alert") == "Choose two players."
        assert campaign.players.count() == 3, chosen


def test_a_campaign_keeps_the_players_that_it_needs(as_owner, owner):
    campaign = CampaignFactory(owner=owner, players=("Ada", "Adah"))
    page = Page(as_owner.get(page_of(campaign), {"person": list(campaign.players.values_list("pk", flat=True))}))
    assert page.words(".alert") == "It takes at least two players."


def test_two_accounts_are_not_thrown_together(as_owner, campaign, member, stranger):
    campaign.players.filter(name="Cleo").update(account=stranger)
    pair = campaign.players.exclude(name="Ada")
    page = Page(as_owner.get(page_of(campaign), {"person": [player.pk for player in pair]}))
    assert "Ben and Cleo have an account each." in page.words(".alert")


def test_an_account_and_its_recovery_code_open_the_campaign_after_the_merge_and_its_undo(client, campaign, member):
    campaign.players.filter(account=member).update(account=None)
    ada, cleo = campaign.players.filter(name__in=["Ada", "Cleo"])
    campaign.players.filter(pk=cleo.pk).update(account=member)
    code = renew_code(member)
    assert merge(campaign, [ada.pk, cleo.pk]).account == member
    client.post(reverse("recover"), {"code": code})
    assert client.get(campaign.get_absolute_url()).status_code == 200
    assert People(campaign).find_name(Campaign.history.model(history_user=member)) == "Ada"
    undo(campaign, cleo.pk)
    assert list(campaign.players.exclude(account=None)) == [cleo]
    assert client.get(campaign.get_absolute_url()).status_code == 200


def test_a_visitor_who_had_chosen_the_other_name_goes_on(browser_of, campaign):
    visitor = browser_of("score link")
    ada, (guest, game) = (
        campaign.players.get(name="Ada"),
        evening_with(campaign, "Zoe", 1, absent=["Ada"], make=open_game),
    )
    session = visitor.session
    session["visits"][campaign.public_id]["player"] = guest.pk
    session.save()
    city = reverse("evaluation", args=[campaign.public_id, game.pk, guest.pk])
    assert visitor.get(city).status_code == 200
    merge(campaign, [guest.pk, ada.pk])
    now = reverse("evaluation", args=[campaign.public_id, game.pk, ada.pk])
    assert visitor.get(city)["Location"] == now
    assert visitor.get(now).status_code == 200
    assert visitor.post(city, {"square": "A1"}, headers={"HX-Request": "true"}).status_code == 404
    assert visitor.get(city, headers={"HX-Request": "true"})["HX-Redirect"] == now
    undo(campaign, guest.pk)
    assert visitor.get(city).status_code == 200
    assert Player.objects.get(pk=guest.pk).is_active


def test_the_preview_says_who_has_an_account(as_owner, campaign, member):
    ada, ben = (campaign.players.get(name=name) for name in ("Ada", "Ben"))
    page = Page(as_owner.get(page_of(campaign), {"person": [ada.pk, ben.pk]}))
    rows = [[cell.text_content().strip() for cell in row] for row in page.all("tbody tr")]
    assert ["Account", "no", "yes", "yes"] in rows


def test_the_preview_tells_no_points_because_the_standings_may_be_hidden(as_owner, campaign):
    (dora, _game), (dorothea, _other) = evening_with(campaign, "Dora", 1), evening_with(campaign, "Dorothea", 2)
    totals = {str(entry.total) for person in (dora, dorothea) for entry in person.evaluations.all()}
    preview = Page(as_owner.get(page_of(campaign), {"person": [dora.pk, dorothea.pk]})).words("main")
    assert "Games" in preview
    assert len(totals) > 0
    assert not totals & set(preview.split())


def test_open_pages_hear_of_a_merge(browser_of, campaign, member):
    ben, (guest, _game) = browser_of("member"), evening_with(campaign, "Dora", 1)
    headers = {"HX-Request": "true", "HX-Target": "so-far"}
    tag = ben.get(campaign.get_absolute_url(), headers=headers)["ETag"]
    asking = headers | {"If-None-Match": tag}
    assert ben.get(campaign.get_absolute_url(), headers=asking).status_code == 304
    other, _game = evening_with(campaign, "Dorothea", 2)
    merge(campaign, [guest.pk, other.pk])
    assert ben.get(campaign.get_absolute_url(), headers=asking).status_code == 200


def test_a_merged_campaign_travels(campaign, stranger):
    (dora, _game), (dorothea, _game) = evening_with(campaign, "Dora", 1), evening_with(campaign, "Dorothea", 2)
    merge(campaign, [dora.pk, dorothea.pk])
    file = exported(Campaign.objects.get(pk=campaign.pk))
    assert [player["name"] for player in file["players"]] == ["Ada", "Ben", "Cleo", "Dora"]
    copy = import_campaign(json.dumps(file).encode(), stranger)
    assert standings_of(copy) == standings_of(campaign)
    assert sorted(players_in_log(copy)) == sorted(players_in_log(campaign))
    assert [beginning.begun_by.name for beginning in copy.games.all()] == ["Dora", "Dora"]
    undo(campaign, dorothea.pk)
    assert [player["name"] for player in exported(campaign)["players"]][-1] == "Dorothea"
    assert "Dorothea" in play_address(Game.objects.get(begun_by=dorothea))


def test_the_owner_can_have_two_of_the_book_merged_too(owner, campaign):
    """In the book, Dorothea is the Thea of another campaign. After the merge, Dora is."""
    elsewhere = CampaignFactory(owner=owner, players=("Thea", "Bob"))
    finished_game(elsewhere)
    (dora, _game), (dorothea, _game) = evening_with(campaign, "Dora", 1), evening_with(campaign, "Dorothea", 2)
    thea = elsewhere.players.get(name="Thea")
    SamePerson.objects.create(reader=owner, player=thea, same_as=dorothea)
    merge(campaign, [dora.pk, dorothea.pk])
    together = next(person for person in Book(owner).people.all if thea in person.players)
    assert set(together.players) == {thea, dora}
    undo(campaign, dorothea.pk)
    together = next(person for person in Book(owner).people.all if thea in person.players)
    assert set(together.players) == {thea, dorothea}


def test_a_merge_is_undone_within_thirty_days_and_the_last_first(campaign):
    people = [evening_with(campaign, name, mission)[0] for mission, name in enumerate(("Ida", "Ira", "Iva"), start=1)]
    ida, ira, iva = people
    merge(campaign, [ira.pk, iva.pk])
    merge(campaign, [ida.pk, ira.pk])
    with pytest.raises(MergeRefusedError, match="Ira was merged once more since then"):
        undo(campaign, iva.pk)
    undo(campaign, ira.pk)
    Player.everybody.filter(pk=iva.pk).update(merged_at=timezone.now() - timedelta(days=31))
    with pytest.raises(MergeRefusedError, match="no longer be undone"):
        undo(campaign, iva.pk)


def test_nobody_comes_back_into_a_full_campaign(as_owner, campaign):
    (dora, _game), (dorothea, _game) = evening_with(campaign, "Dora", 1), evening_with(campaign, "Dorothea", 2)
    merge(campaign, [dora.pk, dorothea.pk])
    for number in range(campaign.players.count(), MOST_EVER_PLAYED):
        PlayerFactory(campaign=campaign, name=f"Guest {number}", is_guest=True, retired_at=timezone.now())
    page = Page(as_owner.post(page_of(campaign), {"undo": dorothea.pk}, follow=True))
    assert "no more fit in" in page.words()
    assert Player.everybody.get(pk=dorothea.pk).merged_into == dora


def test_a_player_whose_color_somebody_has_by_now_comes_back_as_one_who_has_left(campaign):
    finished_game(campaign, 1, absent=["Ben"])
    ada, ben = campaign.players.filter(name__in=["Ada", "Ben"])
    Evaluation.objects.filter(player=ben).delete()
    merge(campaign, [ada.pk, ben.pk])
    PlayerFactory(campaign=campaign, name="Dan", colour=ben.colour)
    undo(campaign, ben.pk)
    assert not Player.objects.get(pk=ben.pk).is_active


def test_second_taps_on_merge_and_take_apart_are_no_errors(as_owner, campaign):
    (dora, _game), (dorothea, _other) = evening_with(campaign, "Dora", 1), evening_with(campaign, "Dorothea", 2)
    for form in ({"person": [dora.pk, dorothea.pk]}, {"undo": dorothea.pk}):
        as_owner.post(page_of(campaign), form)
        second = as_owner.post(page_of(campaign), form)
        assert second["Location"] == page_of(campaign)
        assert len(get_messages(second.wsgi_request)) == 1
        as_owner.get(page_of(campaign))
    assert set(campaign.players.filter(is_guest=True)) == {dora, dorothea}


@pytest.mark.parametrize("name", ["merge", "undo"])
def test_a_tap_that_waits_for_the_same_tap_before_it_is_no_error(as_owner, campaign, name):
    (dora, _game), (dorothea, _other) = evening_with(campaign, "Dora", 1), evening_with(campaign, "Dorothea", 2)
    work, form = merge, {"person": [dora.pk, dorothea.pk]}
    if name == "undo":
        merge(campaign, form["person"])
        work, form = undo, {"undo": dorothea.pk}

    def come_second(*asked):
        work(*asked)
        return work(*asked)

    with patch.object(merge_page, name, come_second):
        second = as_owner.post(page_of(campaign), form)
    assert second["Location"] == page_of(campaign)
    assert not get_messages(second.wsgi_request)
    assert campaign.players.filter(is_guest=True).count() == (1 if name == "merge" else 2)


def test_only_the_owner_merges(browser_of, campaign):
    guests = [evening_with(campaign, name, mission)[0].pk for mission, name in enumerate(("Ida", "Ira"), start=1)]
    for person in ("stranger", "look link", "score link", "member"):
        assert browser_of(person).post(page_of(campaign), {"person": guests}).status_code in (403, 404), person
        assert campaign.players.count() == 5, person


def test_the_page_makes_as_many_queries_for_many_as_for_few(as_owner, campaign, django_assert_max_num_queries):
    for mission, name in enumerate(("Ida", "Ira", "Iva", "Ina", "Isa", "Ike"), start=1):
        evening_with(campaign, name, mission)
    first, second, third, fourth, *_others = campaign.players.filter(is_guest=True)
    merge(campaign, [first.pk, second.pk])
    with django_assert_max_num_queries(12):
        as_owner.get(page_of(campaign), {"person": [third.pk, fourth.pk]})
