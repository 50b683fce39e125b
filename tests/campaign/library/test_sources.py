"""Test the marks, such as "(photos)", on library sentences that no rulebook prints. A mark names the source."""

import subprocess
import sys

import pytest
from django.urls import reverse

from campaign.library import contents
from campaign.library.records import MissionText, Question, Sentence, Source
from campaign.library.records import Page as RulesPage
from campaign.library.sources import LEGEND
from scoring.tiles import TILES
from tests.campaign.library.within import within
from tests.pages import Page

COLORS = ("purple", "teal", "pink", "gray-brown", "orange")


def said_with(source, slug):
    page = contents.pages()[slug]
    return {str(sentence.text) for sentence in within(page, Sentence) if sentence.source is source}


@pytest.mark.parametrize(("slug", "count"), [("rounds", 3), ("mayor-tile", 1)])
def test_a_rule_that_no_rulebook_prints_is_marked_as_inferred(client, slug, count):
    inferred = said_with(Source.INFERRED, slug)
    assert len(inferred) == count
    for said in Page(client.get(f"/rules/{slug}/")).all(".said"):
        text = " ".join(said.text_content().split())
        assert any(text.startswith(f"{each} (inferred)") for each in inferred) == ("(inferred)" in text), text


def test_the_source_of_the_districts_of_the_expert_mat_are_photos(client):
    marked = said_with(Source.PHOTOS, "placement")
    assert all(any(color in said for said in marked) for color in COLORS)
    for said in Page(client.get("/rules/placement/")).all("#districts .said"):
        assert "(photos)" in said.text_content()


def test_the_catalogue_marks_figures_that_no_rulebook_prints(client):
    page = Page(client.get("/tiles/"))
    assert all("(inferred)" in count.text_content() for count in page.all(".count"))
    open_groups = {tile.alike for tile in TILES if tile.alike}
    rows = [row for row in page.all("tbody tr") if "(inferred)" in row.cssselect("td")[-2].text_content()]
    assert len(open_groups) == 7
    assert len(rows) >= len(open_groups)


def test_the_manual_numbers_four_playgrounds_and_the_fifth_is_inferred(client):
    table = Page(client.get("/tiles/")).all("table")[-1]
    told = [" ".join(row.text_content().split()) for row in table.cssselect("tbody tr")]
    assert [("(manual)" in row, "(inferred)" in row) for row in told] == [(True, False)] * 4 + [(False, True)]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/rules/ties/", "the better rank in mission 10; (ours)"),
        ("/rules/ties/?tiebreak_mission=3", "the better rank in mission 3; House rule"),
    ],
)
def test_a_sentence_of_a_house_rule_has_no_source(client, address, told):
    said = [" ".join(each.text_content().split()) for each in Page(client.get(address)).all("main li")]
    assert any(each.startswith(told) for each in said), said


def test_the_setup_tells_which_numbers_are_our_own_count(client):
    for mission, players, said in (
        (8, 3, "By our count 20 tiles are face-up."),
        (1, 4, "One of them seems to be the Mayor tile."),
        (1, 4, "Leave the 42 tiles with “Expert” on the back in the box, by our count."),
        (5, 4, "Leave the 17 tiles with “Classic” on the back in the box, by our count."),
    ):
        page = client.get(f"/missions/{mission}/", {"players": players}, follow=True)
        assert said in " ".join(Page(page).one("#setup-list").text_content().split()), mission


def test_every_source_has_one_mark_which_links_to_its_meaning(client):
    assert set(LEGEND) == set(Source)
    legend = Page(client.get("/rules/decisions/")).one("#sources").text_content()
    assert all(f"({mark})" in legend and str(meaning) in legend for mark, meaning in LEGEND.values())
    address = f"{reverse('rule', args=['decisions'])}#sources"
    marks = Page(client.get("/rules/placement/")).all(".source-mark")
    assert marks
    assert {mark.get("href") for mark in marks} == {address}


def test_every_sentence_and_answer_of_the_rules_has_a_source():
    told = [each for page in contents.pages().values() for kind in (Sentence, Question) for each in within(page, kind)]
    assert len(told) > 250
    assert {each.source for each in told} <= {None, *LEGEND}
    assert (RulesPage.source, MissionText.source) == (Source.RULEBOOK, Source.MANUAL)


def test_a_missions_page_marks_sentences_that_the_manual_lacks(client):
    for mission, said in (
        (3, "A placed Architect stays until the round ends. (rulebook)"),
        (9, "A Harbor's Inhabitant costs nothing, but is not counted as a worker. (ours)"),
        (9, "The Harbor gives work: nobody in it is unemployed. (ours)"),
    ):
        page = client.get(f"/missions/{mission}/", {"players": 4}, follow=True)
        assert said in Page(page).words(), mission


def test_mission_six_names_no_mayor_tile_in_the_last_round(client):
    page = client.get("/missions/6/", {"players": 4}, follow=True)
    reminded = [Page(page).one(f"#step-first-player-{number}").text_content() for number in (4, 5)]
    assert ["does not take the Mayor tile" in said for said in reminded] == [True, False]


@pytest.mark.no_mutants
def test_no_text_of_the_library_is_translated_while_it_is_imported():
    """Import the library without `django.setup()`. Translating a text would then raise an error."""
    run = [sys.executable, "-c", "import campaign.library.contents"]
    assert subprocess.run(run, capture_output=True, text=True, check=False).stderr == ""
