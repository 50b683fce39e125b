"""Test the page about the Public Services expansion: the tiles' facts, their sources, and the open questions."""

import re

import pytest

from campaign.library import contents
from campaign.library.records import Source
from campaign.library.topics.public_services_expansion import CLASSIC, EXPERT
from campaign.scores.house_rules import STANDARD
from campaign.search.search import search
from scoring import MISSIONS
from scoring.kinds import SPECIALS
from tests.pages import Page

ADDRESS = "/rules/public-services-expansion/"
TILE = re.compile("“[^”]+”")


def entries(client, section):
    said = Page(client.get(ADDRESS)).all(f"#{section} .said")
    return [" ".join(each.text_content().split()) for each in said]


@pytest.mark.parametrize(("sections", "tiles"), [(("computed", "typed"), EXPERT), (("classic",), CLASSIC)])
def test_each_tile_has_an_entry_with_the_mark_of_its_source(client, sections, tiles):
    told = [entry for section in sections for entry in entries(client, section) if TILE.match(entry)]
    names = [TILE.match(entry)[0] for entry in told]
    assert len(set(names)) == len(told) == len(tiles)
    marks = {"tiles", "leaflet", "review", "ours"}
    assert all(re.search(r"\((\w+)\)", entry)[1] in marks for entry in told)


def test_the_page_says_which_tiles_are_computed_and_which_the_table_types(client):
    computed = {special.label for special, facts in SPECIALS.items() if facts.is_one}
    told = {TILE.match(entry)[0] for entry in entries(client, "computed") if TILE.match(entry)}
    assert told == {str(label) for label in computed}
    typed = {TILE.match(entry)[0] for entry in entries(client, "typed") if TILE.match(entry)}
    assert "“Customs Office”" in typed
    assert not typed & told
    page = Page(client.get(ADDRESS))
    assert f"{len(told)} Expert tiles that this site computes" in page.words("#computed")
    assert f"{len(typed)} Expert tiles whose VP you type" in page.words("#typed")
    assert f"{len(CLASSIC)} Classic tiles, whose VP you type" in page.words("#classic")


def test_each_open_question_of_an_expert_tile_has_a_decision_or_typed_vp(client):
    for entry in entries(client, "computed"):
        assert "Open:" not in entry
    for entry in entries(client, "typed"):
        assert "Open:" in entry or "Inhabitants needed:" in entry
    (district,) = [entry for entry in entries(client, "computed") if entry.startswith("“Park District”")]
    assert "D25" in district


def test_a_classic_tile_without_a_source_for_its_vp_names_no_vp():
    told = [tile.entry for tile in CLASSIC]
    open_tiles = [tile for tile in told if "open" in str(tile.text)]
    assert open_tiles
    assert [str(tile.text) for tile in open_tiles if re.search(r"\d", str(tile.text))] == []
    assert {tile.source for tile in told if tile not in open_tiles} == {Source.LEAFLET, Source.REVIEW}


def test_an_open_question_is_told_at_its_tile(client):
    (customs,) = [entry for entry in entries(client, "typed") if "Customs Office" in entry]
    assert "Open: the tile shows four anchors" in customs


def test_no_open_question_about_a_tile_is_hidden(client):
    page = Page(client.get(ADDRESS))
    told = [each for section in ("computed", "typed", "classic") for each in page.all(f"#{section} .said")]
    assert len([each for each in told if each.cssselect(".why.soft.small:not(.why--line)")]) == 0
    open_questions = [each for each in told if len(each.cssselect(".why--line")) == 2]
    assert len(open_questions) == len([tile for tile in (*EXPERT, *CLASSIC) if tile.entry.why])


def test_the_page_says_that_the_printed_tile_decides_and_where_the_names_come_from(client):
    told = " ".join(entries(client, "decides"))
    assert "The printed tile decides." in told
    assert "no rulebook gives them in German or Russian" in told


def test_the_german_page_has_the_four_german_tile_names_that_are_known(client):
    page = client.get(ADDRESS, headers={"accept-language": "de"}).content.decode()
    assert all(f"„{name}“" in page for name in ("Feuerwache", "Schule", "Grünflächenamt", "Polizeirevier"))
    assert "„Customs Office“" in page


def test_the_library_links_to_the_expansion_and_the_search_finds_it(client):
    assert ADDRESS in [link.get("href") for link in Page(client.get("/rules/")).all("a")]
    for asked in ("Public Services expansion", "customs office expert", "maternity ward tile"):
        assert search(asked, STANDARD)[0].address.startswith(ADDRESS), asked


def test_a_search_for_public_services_finds_those_of_the_base_game_first():
    assert search("public service", STANDARD)[0].address.startswith(
        contents.pages()["public-service"].get_absolute_url()
    )


# --- Missions with the expansion --------------------------------------------------------------------------------------


def mission_page(client, number, view="", **query):
    path = f"/missions/{number}-{MISSIONS[number].slug}/{view}"
    return Page(client.get(path, {"players": 3} | query))


@pytest.mark.parametrize(("number", "tiles"), [(1, len(CLASSIC)), (5, len(EXPERT))])
def test_each_of_the_ten_missions_tells_its_setup_with_the_expansion(client, number, tiles):
    page, plain = (mission_page(client, number, **query) for query in ({"services": "1"}, {}))
    assert f"Shuffle the {tiles} special Public Services" in page.words("#setup-list")
    assert "Public Services with the expansion" in page.words()
    assert "D23" in page.words()
    assert "special" not in plain.words()


def test_a_house_rule_about_playgrounds_is_offered_only_where_the_computed_tile_meets_them(client):
    for number, services, is_offered in ((10, "1", True), (10, "", False), (5, "1", False), (2, "1", False)):
        page = mission_page(client, number, **({"services": services} if services else {}))
        assert page.has("[name=park_district_parks_only]") is is_offered, (number, services)
    (district,) = [
        " ".join(each.text_content().split())
        for each in Page(client.get(ADDRESS, {"park_district_parks_only": "1"})).all("#computed .said")
        if "“Park District”: 1 VP" in each.text_content()
    ]
    assert "Playgrounds do not count as Parks for it (D25)." in district


def test_the_links_of_a_mission_keep_the_expansion(client):
    links = [link.get("href") for link in mission_page(client, 1, services="1").all("main a")]
    own = [link for link in links if link.startswith(("?", "/missions/1-")) and "players=" in link]
    views = {"", "/missions/1-a-new-beginning/table/", "/missions/1-a-new-beginning/pad/"}
    assert {link.partition("?")[0] for link in own} == views
    assert [link for link in own if "services=1" not in link] == []


def test_the_pad_has_a_row_for_the_vp_of_special_tiles(client):
    assert "VP of special tiles" in mission_page(client, 1, "pad/", services="1").words()
    assert "VP of special tiles" not in mission_page(client, 1, "pad/").words()


def test_the_page_of_a_composed_mission_tells_the_setup_with_the_expansion(client):
    page = Page(client.get("/missions/own/", {"rules": "classic services", "players": 3}, follow=True)).words()
    assert "Shuffle the 11 special Public Services" in page
    assert "D23" in page


def test_no_par_is_shown_with_the_expansion(client):
    assert "VP more than Classic Mode without a mission" not in mission_page(client, 3, services="1").words()
    assert "VP more than Classic Mode without a mission" in mission_page(client, 3).words()
