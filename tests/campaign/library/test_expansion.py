"""Test the page about the Public Services expansion: what it tells of the tiles, by which source, and what is open."""

import re

import pytest

from campaign.library import shelf
from campaign.library.records import Source
from campaign.library.topics.public_services_expansion import CLASSIC, EXPERT
from campaign.scores.house_rules import STANDARD
from campaign.search.search import search
from scoring import MISSIONS
from tests.pages import Page

ADDRESS = "/rules/public-services-expansion/"
TILE = re.compile("“[^”]+”")


def entries(client, section):
    said = Page(client.get(ADDRESS)).all(f"#{section} .said")
    return [" ".join(each.text_content().split()) for each in said]


@pytest.mark.parametrize(("section", "tiles"), [("expert", EXPERT), ("classic", CLASSIC)])
def test_each_tile_has_an_entry_with_the_mark_of_its_source(client, section, tiles):
    told = entries(client, section)[: len(tiles)]
    names = [TILE.match(entry)[0] for entry in told]
    assert len(set(names)) == len(tiles) == {"expert": 13, "classic": 11}[section]
    marks = {"tiles", "leaflet", "review", "ours"}
    assert all(re.search(r"\((\w+)\)", entry)[1] in marks for entry in told)


def test_a_classic_tile_without_a_source_for_its_points_names_none():
    open_tiles = [tile for tile in CLASSIC if "open" in str(tile.text)]
    assert len(open_tiles) == 6
    assert [str(tile.text) for tile in open_tiles if re.search(r"\d", str(tile.text))] == []
    assert {tile.source for tile in CLASSIC if tile not in open_tiles} == {Source.LEAFLET, Source.REVIEW}


def test_what_no_source_settles_stands_with_its_tile(client):
    (customs,) = [entry for entry in entries(client, "expert") if "Customs Office" in entry]
    assert "Open: the tile shows four anchors" in customs


def test_the_page_says_that_the_printed_tile_decides_and_whose_the_names_are(client):
    told = " ".join(entries(client, "decides"))
    assert "The printed tile decides." in told
    assert "no rulebook gives them in German or Russian" in told


def test_german_has_the_four_names_that_are_known(client):
    page = client.get(ADDRESS, headers={"accept-language": "de"}).content.decode()
    assert all(f"„{name}“" in page for name in ("Feuerwache", "Schule", "Grünflächenamt", "Polizeirevier"))
    assert "„Customs Office“" in page


def test_the_library_leads_to_the_page_and_the_search_finds_it(client):
    assert ADDRESS in [link.get("href") for link in Page(client.get("/rules/")).all("a")]
    for asked in ("Public Services expansion", "customs office expert", "maternity ward tile"):
        assert search(asked, STANDARD)[0].address.startswith(ADDRESS), asked


def test_the_search_for_a_public_service_of_the_box_stays_with_the_box():
    assert search("public service", STANDARD)[0].address.startswith(shelf.pages()["public-service"].get_absolute_url())


# The rules of a mission with the expansion


def mission_page(client, number, view="", **query):
    path = f"/missions/{number}-{MISSIONS[number].slug}/{view}"
    return Page(client.get(path, {"players": 3} | query))


@pytest.mark.parametrize(("number", "tiles"), [(1, 11), (5, 13)])
def test_a_mission_of_the_ten_tells_its_setup_with_the_expansion(client, number, tiles):
    page, plain = (mission_page(client, number, **query) for query in ({"services": "1"}, {}))
    assert f"Shuffle the {tiles} special Public Services" in page.words("#setup-list")
    assert "Public Services with the expansion" in page.words()
    assert "D23" in page.words()
    assert "special" not in plain.words()


def test_its_links_keep_the_expansion(client):
    links = [link.get("href") for link in mission_page(client, 1, services="1").all("main a")]
    own = [link for link in links if link.startswith(("?", "/missions/1-")) and "players=" in link]
    views = {"", "/missions/1-a-new-beginning/table/", "/missions/1-a-new-beginning/pad/"}
    assert {link.partition("?")[0] for link in own} == views
    assert [link for link in own if "services=1" not in link] == []


def test_the_pad_has_a_row_for_the_vp_of_special_tiles(client):
    assert "VP of special tiles" in mission_page(client, 1, "pad/", services="1").words()
    assert "VP of special tiles" not in mission_page(client, 1, "pad/").words()


def test_the_page_of_an_own_line_tells_it_too(client):
    page = Page(client.get("/missions/own/", {"rules": "classic services", "players": 3}, follow=True)).words()
    assert "Shuffle the 11 special Public Services" in page
    assert "D23" in page


def test_no_par_is_claimed_with_the_expansion(client):
    assert "VP more than plain" not in mission_page(client, 3, services="1").words()
    assert "VP more than plain" in mission_page(client, 3).words()
