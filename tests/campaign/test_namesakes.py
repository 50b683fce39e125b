"""Test that two people of one name are told apart on every page, in every file and in every picture."""

import csv
from io import BytesIO, StringIO
from urllib.parse import unquote_plus
from zipfile import ZipFile

import pytest
from django.db import IntegrityError
from django.urls import reverse

from campaign.book.book import Book
from campaign.models import RosterEntry
from campaign.people import People
from campaign.scores.names import isolated, number_names
from campaign.scores.words import names
from tests.factories import CampaignFactory, PlayerFactory, finished_game
from tests.pages import Page


@pytest.fixture
def two_cids(owner):
    """Return a campaign in which one Cid has left, and another has come."""
    campaign = CampaignFactory(owner=owner, players=("Ada", "Cid"), name="River Town")
    finished_game(campaign, 1)
    ada, cid = campaign.players.all()
    campaign.set_roster(
        [
            RosterEntry(ada, "Ada", "blue"),
            RosterEntry(cid, "Cid", "green", playing=False),
            RosterEntry(None, "cid", "red"),
        ]
    )
    finished_game(campaign, 2)
    return campaign


def test_each_name_gets_the_next_free_number():
    assert number_names(["Dora", "Ann", "dora", "Dora 2", "DORA"]) == [1, 1, 3, 1, 4]


def test_every_page_tells_them_apart(as_owner, two_cids):
    for name in ("standings", "log", "chronicle", "merge"):
        page = Page(as_owner.get(reverse(name, args=[two_cids.public_id])))
        assert "Cid" in page.words("main"), name
        assert "cid 2" in page.words("main"), name
    assert {"Cid", "cid 2"} <= set(Page(as_owner.get(reverse("book"))).each(".player__name"))


def test_every_file_tells_them_apart(as_owner, two_cids):
    found = [as_owner.get(reverse(name, args=[two_cids.public_id])).getvalue() for name in ("log_csv", "log_xlsx")]
    rows = csv.DictReader(StringIO(found[0].decode("utf-8-sig")))
    assert {row["Player"] for row in rows} == {"Ada", "Cid", "cid 2"}
    workbook = ZipFile(BytesIO(found[1]))
    texts = "".join(workbook.read(name).decode() for name in workbook.namelist())
    assert ">Cid<" in texts
    assert ">cid 2<" in texts


def test_the_hand_over_and_the_card_tell_them_apart(as_owner, two_cids):
    game = two_cids.games.get(mission=2)
    page = as_owner.get(reverse("take_along", args=[two_cids.public_id, game.pk])).content.decode()
    assert '"name":"cid 2"' in unquote_plus(page).replace("&quot;", '"')
    assert "cid 2" in as_owner.get(reverse("card_svg", args=[two_cids.public_id, game.pk])).content.decode()


def test_somebody_who_is_renamed_frees_the_number(two_cids):
    first = two_cids.players.get(name="Cid")
    ada, second = two_cids.active_players
    entries = [(ada, "Ada", "blue", True), (second, "cid", "red", True), (first, "Sid", "green", False)]
    two_cids.set_roster([RosterEntry(*entry) for entry in entries])
    assert {str(player) for player in two_cids.players.all()} == {"Ada", "Sid", "cid"}


@pytest.mark.parametrize(
    ("name", "other"), [("Işık", "ışık"), ("İpek", "ipek"), ("STRASSE", "straße"), ("Ωmega", "ωMEGA")]
)
def test_the_database_refuses_a_second_active_player_of_a_name(campaign, name, other):
    """The form cannot see a name that another request stores at the same moment."""
    PlayerFactory(campaign=campaign, name=name, colour="purple")
    with pytest.raises(IntegrityError):
        PlayerFactory(campaign=campaign, name=other, is_guest=True)


@pytest.mark.parametrize("name", ["علی", "דורה"])
def test_a_name_from_right_to_left_keeps_its_sentence_in_order(name):
    assert names(["Ann", name]) == f"Ann and \u2068{name}\u2069"
    assert isolated("Żółć 2") == "Żółć 2"


def test_the_marks_around_a_name_are_not_stored(as_owner, owner):
    campaign = CampaignFactory(owner=owner, players=("علی", "Bob"))
    finished_game(campaign)
    record = campaign.players.first().history.model(history_user=owner)
    campaign.players.filter(name="علی").update(account=owner)
    assert People(campaign).find_name(record) == "علی"
    log = as_owner.get(reverse("log_csv", args=[campaign.public_id])).getvalue().decode()
    assert "\u2068" not in log


def test_the_book_tells_people_of_two_campaigns_of_one_name_apart(owner):
    for _number in range(2):
        finished_game(CampaignFactory(owner=owner, name="Guild", players=("Dora", "Bob")))
    names_in_book = [person.name for person in Book(owner).people.all]
    assert len(set(names_in_book)) == 4
    assert {"Dora (Guild)", "Dora (Guild) 2"} < set(names_in_book)
