"""House rules reach every sentence: what a table plays is what all of its pages say."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from campaign.library import shelf
from campaign.library.decisions import DECISIONS
from campaign.library.facts import SWITCHES, as_rules
from campaign.library.glossary import GLOSSARY
from campaign.library.lines import lines_of
from campaign.library.missions import TEXTS
from campaign.library.records import STANDARD, HouseRuled, Table, played
from campaign.library.search import search
from scoring import MISSIONS, HouseRules
from tests.campaign.library.within import within
from tests.factories import finished_game, open_game
from tests.pages import Page

TIEBREAK = 5
ALL = HouseRules(**dict.fromkeys(SWITCHES, True), tiebreak_mission=TIEBREAK)
RECORDS = (*shelf.pages().values(), *TEXTS.values(), *GLOSSARY)
LIBRARY = re.compile(r"/(missions/\d|rules/|architects/)")


REPLACED = [found for record in RECORDS for found in within(record, HouseRuled)]
DEFAULTS = {str(found.usual) for found in REPLACED if not isinstance(found.usual, Table)} | {
    str(decision.reading) for decision in DECISIONS.values() if decision.switch
}


def text_of(page: str) -> str:
    return " ".join(Page(page).one("main").text_content().split())


def links_of(page: str) -> list[str]:
    return Page(page).each("main [href]", "href")


def keeps_house_rules(link: str) -> bool:
    return parse_qs(urlsplit(link).query).items() >= {name: [value] for name, value in as_rules(ALL).items()}.items()


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_of_a_game_says_what_its_house_rules_have_replaced(as_owner, campaign):
    for name in SWITCHES:
        setattr(campaign, name, True)
    campaign.tiebreak_mission = TIEBREAK
    campaign.save()
    finished, game = finished_game(campaign, 10), open_game(campaign, 9)
    home = campaign.get_absolute_url()
    election = reverse("election", args=[campaign.public_id])
    waiting, pages = [home, election, game.get_absolute_url(), game.present[0].get_absolute_url()], set()
    while waiting:
        address = waiting.pop()
        path = urlsplit(address).path
        answer = None if path in pages else as_owner.get(address)
        if answer is None or not answer.get("Content-Type", "").startswith("text/html"):
            continue
        pages.add(path)
        page = answer.content.decode()
        said = text_of(page)
        assert "House rules of your table:" in said or not (LIBRARY.match(path) or path == game.get_absolute_url()), (
            path
        )
        assert [sentence for sentence in DEFAULTS if sentence in said] == [], address
        for link in links_of(page):
            to = urlsplit(address)._replace(query="", fragment="").geturl() if link.startswith("?") else ""
            plain = f"{to}{link}".partition("#")[0]
            if LIBRARY.match(plain):
                assert keeps_house_rules(plain), f"{address} forgets the house rules in {link}"
                waiting.append(plain)
            elif plain.startswith(home):
                waiting.append(plain)
    city = [campaign.public_id, finished.pk, finished.present[0].player_id]
    entered = [campaign.public_id, game.pk, game.present[0].player_id]
    of_campaign = {reverse(name, args=[campaign.public_id]) for name in ("standings", "log", "campaign_settings")}
    assert pages > of_campaign | {election}
    assert pages > {reverse("game_history", args=[campaign.public_id, one.pk]) for one in (finished, game)}
    assert pages > {reverse(name, args=city) for name in ("city", "city_analysis")} | {reverse("pad", args=entered)}
    assert pages > {finished.get_absolute_url(), game.get_absolute_url(), game.present[0].get_absolute_url()}
    assert pages > {page.get_absolute_url() for page in shelf.pages().values()}
    assert pages > {shelf.address_of_mission(mission) for mission in MISSIONS.values()}
    assert pages > {reverse("rule", args=[name]) for name in ("decisions", "glossary")}
    assert {reverse(name, args=[10, "re-election"]) for name in ("mission_table", "mission_pad")} < pages
    assert reverse("architects") in pages


def test_what_a_house_rule_replaces_is_found_in_the_records():
    assert {found.switch for found in REPLACED} == {*SWITCHES, "tiebreak_mission"}
    assert len(DEFAULTS) > len(SWITCHES)


def test_a_table_with_the_manuals_points_reads_and_draws_them(client):
    page = played(shelf.pages()["tower-block"], ALL)
    assert [row[1] for row in page.tables[0].rows[:2]] == [2, 5]
    assert page.examples[0].vp == 6 + 5 + 2
    assert "2, 5, 6, 10" in text_of(client.get("/rules/decisions/", as_rules(ALL)).content.decode())


def test_search_answers_by_the_house_rules_of_the_table():
    question = "do I keep the resources of a discarded tile"
    assert "no Inhabitants" in search(question)[0].said
    assert search(question, ALL)[0].said == "You keep a discarded tile's Inhabitants and Energy Units."


def test_house_rules_change_what_the_lines_of_the_search_say_and_nothing_else():
    usual, switched = list(lines_of("en", STANDARD)), list(lines_of("en", ALL))
    assert [(line.address, line.asked) for line in usual] == [(line.address, line.asked) for line in switched]
    assert [line.is_aside for line in usual] == [line.is_aside for line in switched]
    assert [line.said for line in usual if not line.said] == []
    assert 0 < sum(one.said != other.said for one, other in zip(usual, switched, strict=True)) < 30


def test_every_decision_says_what_a_house_rule_makes_of_it(client):
    page = Page(client.get(reverse("rule", args=["decisions"])))
    for decision in filter(lambda decision: decision.switch, DECISIONS.values()):
        last = page.each(f"#{decision.number} p")[-1]
        assert last.removeprefix("House rule") not in ("", str(decision.sources)), decision.number


@pytest.mark.parametrize("query", ["tiebreak_mission=99", "tiebreak_mission=x", "keep_discarded=maybe"])
def test_house_rules_that_cannot_be_are_left_out(client, query):
    assert client.get(f"/rules/turn/?{query}").status_code == 200


def test_the_architects_aid_deals_four_where_the_table_plays_four(client):
    page = client.get("/architects/", {"mission": 10, "players": 2, **as_rules(ALL)}).content.decode()
    assert "#5" not in text_of(page).replace("#1 to #4", "")
