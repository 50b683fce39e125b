"""Test that the rules pages which a campaign links to show the campaign's house rules."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from campaign.library import contents
from campaign.library.decisions import DECISIONS
from campaign.library.glossary import GLOSSARY
from campaign.library.missions import TEXTS
from campaign.library.records import HouseRuled, Table, played
from campaign.scores.house_rules import STANDARD, SWITCHES, TableRules, as_rules
from campaign.search.entries import entries_of
from campaign.search.search import search
from campaign.web.table import tells_rules
from scoring import MISSIONS, CountBy
from tests.campaign.library.within import within
from tests.factories import finished_game, open_game
from tests.pages import Page
from tests.sweeps import sweep

TIEBREAK = 5
ALL = TableRules(**dict.fromkeys(SWITCHES, True), tiebreak_mission=TIEBREAK, election_by=CountBy.AVERAGE)
RECORDS = (*contents.pages().values(), *TEXTS.values(), *GLOSSARY)


REPLACED = [found for record in RECORDS for found in within(record, HouseRuled)]
DEFAULTS = {str(found.usual) for found in REPLACED if not isinstance(found.usual, Table | HouseRuled)} | {
    str(decision.reading) for decision in DECISIONS.values() if decision.switch
}


def text_of(page: str) -> str:
    return " ".join(Page(page).one("main").text_content().split())


def links_of(page: str) -> list[str]:
    return Page(page).each("body [href]", "href")


def plays_all(query: str) -> bool:
    return parse_qs(query).items() >= {name: [value] for name, value in as_rules(ALL).items()}.items()


def fields_of(page: str) -> list[dict[str, str]]:
    """Return the fields of each form that leads to a page of the rules, as a browser would send them."""
    forms = [form for form in Page(page).all("form") if form.get("method", "get") == "get"]
    fields = ({field.get("name"): field for field in form.cssselect("input[name]")} for form in forms)
    return [
        {name: field.get("value") for name, field in each.items() if field.get("type") != "checkbox" or field.checked}
        for form, each in zip(forms, fields, strict=True)
        if tells_rules(form.get("action") or "/rules/")
    ]


@pytest.fixture
def table(campaign):
    """Return a campaign that has all house rules, and in which the average decides."""
    for name in SWITCHES:
        setattr(campaign, name, True)
    campaign.tiebreak_mission, campaign.election_by = TIEBREAK, CountBy.AVERAGE.value
    campaign.save()
    return campaign


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_linked_from_a_campaign_tells_a_rule_that_its_house_rules_replace(as_owner, table):
    finished, game = finished_game(table, 10), open_game(table, 9)
    home = table.get_absolute_url()
    waiting = [home, reverse("election", args=[table.public_id]), game.get_absolute_url()]
    waiting, pages = [*waiting, game.present[0].get_absolute_url()], set()
    while waiting:
        address = waiting.pop()
        path = urlsplit(address).path
        answer = None if path in pages else as_owner.get(address, follow=True)
        if answer is None or not answer.get("Content-Type", "").startswith("text/html"):
            continue
        pages.add(path)
        page = answer.content.decode()
        said = text_of(page)
        is_told = tells_rules(path) and not path.startswith(("/calculator/", "/analysis/", "/missions/compose/"))
        assert "House rules of your table:" in said or not is_told, path
        assert [sentence for sentence in DEFAULTS if sentence in said] == [], address
        for link in links_of(page):
            to = urlsplit(address)._replace(query="", fragment="").geturl() if link.startswith("?") else ""
            plain = urlsplit(f"{to}{link}".partition("#")[0])
            if plain.netloc or not plain.path or link.startswith("#"):
                continue
            if tells_rules(plain.path):
                assert plays_all(plain.query), f"{address} forgets the house rules in {link}"
                waiting.append(plain.geturl())
            elif plain.path.startswith(home):
                waiting.append(plain.geturl())
    city = [table.public_id, finished.pk, finished.present[0].player_id]
    entered = [table.public_id, game.pk, game.present[0].player_id]
    of_campaign = {reverse(name, args=[table.public_id]) for name in ("standings", "log", "campaign_settings")}
    assert pages > of_campaign | {reverse("election", args=[table.public_id])}
    assert pages > {reverse("game_history", args=[table.public_id, one.pk]) for one in (finished, game)}
    assert pages > {reverse(name, args=city) for name in ("city", "city_analysis")} | {reverse("pad", args=entered)}
    assert pages > {finished.get_absolute_url(), game.get_absolute_url(), game.present[0].get_absolute_url()}
    assert pages > {page.get_absolute_url() for page in contents.pages().values()}
    assert pages > {contents.address_of_mission(mission) for mission in MISSIONS.values()}
    assert pages > {reverse("rule", args=[name]) for name in ("decisions", "glossary")}
    assert pages > {reverse(name) for name in ("rules", "missions", "tiles", "calculator", "architects", "compose")}
    assert {reverse(name, args=[10, "re-election"]) for name in ("mission_table", "mission_pad")} < pages


@pytest.mark.django_db
def test_the_head_of_every_campaign_page_links_to_the_rules_of_its_table(as_owner, table):
    for address in (table.get_absolute_url(), reverse("standings", args=[table.public_id])):
        heads = Page(as_owner.get(address)).each("header nav a", "href")
        assert [plays_all(urlsplit(link).query) for link in heads if tells_rules(urlsplit(link).path)] == [True] * 3


@pytest.mark.django_db
def test_links_have_no_house_rules_without_a_table_that_has_them(as_owner, campaign, client):
    for page in (as_owner.get(campaign.get_absolute_url()), client.get("/rules/"), client.get("/missions/")):
        assert [link for link in links_of(page.content.decode()) if "?" in link and tells_rules(link)] == []


@pytest.mark.django_db
def test_the_pages_of_a_game_keep_the_rules_of_its_score(as_owner, campaign):
    game = finished_game(campaign, 1)
    campaign.keep_discarded = True
    campaign.save()
    campaign.touch()
    log = Page(as_owner.get(reverse("log", args=[campaign.public_id])))
    [address] = {link for link in log.each("main a", "href") if link.startswith("/missions/1")}
    assert "keep_discarded" not in address
    result = Page(as_owner.get(game.get_absolute_url()))
    switched = {urlsplit(link).path for link in result.each("body a", "href") if "keep_discarded" in link}
    assert switched == set()
    assert any("keep_discarded" in link for link in log.each("header a", "href"))


def test_a_form_keeps_house_rules_that_it_does_not_show(client):
    for address in ("/missions/7-price-of-silence/", "/tiles/", "/rules/", "/calculator/"):
        [sent, *_others] = fields_of(client.get(address, as_rules(ALL)).content.decode())
        assert sent.items() >= as_rules(ALL).items(), address


def test_a_form_that_shows_a_house_rule_can_switch_it_off(client):
    page = client.get("/missions/7-price-of-silence/", {"keep_discarded": "1"}).content.decode()
    assert page.count('name="keep_discarded"') == 1


def test_a_redirect_keeps_the_house_rules(client):
    for address in ("/missions/7/", "/missions/7-silence/"):
        assert plays_all(urlsplit(client.get(address, as_rules(ALL))["Location"]).query)


@pytest.mark.parametrize(
    ("election", "said"),
    sweep(
        [
            ({"election_by": "average"}, "The average of the missions played decides the campaign."),
            ({"election_by": "share"}, "The average share of each mission's best score decides the campaign."),
            ({"election_by": "best", "best_of": "6"}, "Each player's best 6 missions decide the campaign."),
        ],
        quick=1,
    ),
)
def test_every_page_about_the_campaigns_end_tells_the_rule_that_decides_it(client, election, said):
    for address in ("/missions/10-re-election/", "/rules/ties/", "/rules/campaign/", "/rules/glossary/"):
        page = text_of(client.get(address, election).content.decode())
        assert said in page
        assert "summed" not in page
        assert "added up" not in page
    found = client.get("/rules/", {"q": "what decides the campaign", **election})
    assert said in Page(found).one("#results").text_content()


def test_an_answer_that_a_house_rule_changes_is_marked(client):
    question = {"q": "tower with 2 floors points"}
    usual, switched = client.get("/rules/", question), client.get("/rules/", question | {"manual_tower_points": "1"})
    assert "5 VP" in Page(switched).all("a.found")[0].text_content()
    assert "House rule" in Page(switched).all("a.found")[0].text_content()
    assert "House rule" not in Page(usual).all("a.found")[0].text_content()
    turn = Page(client.get("/rules/turn/", {"keep_discarded": "1"}))
    assert "House rule" in turn.one("#discard-1").text_content()
    assert "House rule" not in turn.one("#discard-2").text_content()
    tower = Page(client.get("/rules/tower-block/", {"manual_tower_points": "1"}))
    assert "House rule" in tower.one("#tables").text_content()


def test_a_decision_changed_by_a_house_rule_still_says_what_the_sources_say(client):
    page = Page(client.get("/rules/decisions/", as_rules(ALL)))
    for decision in filter(lambda decision: decision.switch, DECISIONS.values()):
        assert str(decision.sources) in " ".join(page.one(f"#{decision.number}").text_content().split())


def test_the_tower_points_of_the_manual_are_in_tables_and_examples(client):
    page = played(contents.pages()["tower-block"], ALL)
    assert [row[1] for row in page.tables[0].rows[:2]] == [2, 5]
    assert page.examples[0].vp == 6 + 5 + 2
    assert "2, 5, 6, 10" in text_of(client.get("/rules/decisions/", as_rules(ALL)).content.decode())


def test_the_search_answers_by_the_house_rules_of_the_table():
    question = "do I keep the resources of a discarded tile"
    assert "no Inhabitants" in search(question)[0].said
    assert search(question, ALL)[0].said == "You keep a discarded tile's Inhabitants and Energy Units."


def test_house_rules_change_only_the_sentences_of_the_search():
    usual, switched = list(entries_of("en", STANDARD)), list(entries_of("en", ALL))
    assert [(line.address, line.asked) for line in usual] == [(line.address, line.asked) for line in switched]
    assert [line.is_aside for line in usual] == [line.is_aside for line in switched]
    assert [line.said for line in usual if not line.said] == []
    assert any(one.said != other.said for one, other in zip(usual, switched, strict=True))


def test_every_decision_tells_the_effect_of_its_house_rule(client):
    page = Page(client.get(reverse("rule", args=["decisions"])))
    for decision in filter(lambda decision: decision.switch, DECISIONS.values()):
        last = page.each(f"#{decision.number} p")[-1]
        assert last.removeprefix("House rule") not in ("", str(decision.sources)), decision.number


def test_impossible_house_rules_in_an_address_are_ignored(client):
    for query in ("tiebreak_mission=99", "tiebreak_mission=x", "keep_discarded=maybe"):
        assert client.get(f"/rules/turn/?{query}").status_code == 200, query


def test_the_architects_aid_deals_four_where_the_table_plays_four(client):
    page = client.get("/architects/", {"mission": 10, "players": 2, **as_rules(ALL)}).content.decode()
    assert "#5" not in text_of(page).replace("#1 to #4", "")


def test_the_last_mission_says_which_ranking_breaks_a_tie(client):
    address = reverse("mission", args=[10, "re-election"])
    assert "Its ranking breaks a tie in the sum of all ten missions." in text_of(client.get(address).content.decode())
    page = text_of(client.get(address, as_rules(TableRules(tiebreak_mission=TIEBREAK))).content.decode())
    assert "The ranking of mission 5 breaks a tie in the sum of all ten missions." in page
    assert "Its ranking breaks a tie" not in page
