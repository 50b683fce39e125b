"""Test the first results of the library's search, in all languages and with spelling errors."""

import json
import os
import re
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.translation import override

from campaign.library import contents
from campaign.library.glossary import GLOSSARY
from campaign.library.records import text
from campaign.scores.house_rules import STANDARD
from campaign.scores.words import words
from campaign.search.entries import entries_of
from campaign.search.index import index_of
from campaign.search.language import Language, tokens
from campaign.search.search import search
from scoring import MISSIONS, Kind
from scoring.tiles import TILES
from tests.sweeps import sweep


def first_sentence(query):
    """Return the sentence of the first search result, with ordinary spaces instead of no-break spaces."""
    return search(query)[0].said.replace("\N{NO-BREAK SPACE}", " ")


def first_page(query):
    """Return the page of the first search result: "/rules/harbor/", or "/rules/decisions/#D12" for a decision."""
    page, _hash, place = search(query)[0].address.partition("#")
    return f"{page}#{place}" if re.fullmatch(r"D\d+", place) else page


@pytest.mark.parametrize(
    ("language", "query", "address"),
    [
        ("en", "harbor row and column", "/rules/harbor/"),
        ("en", "pollution", "/rules/pollution/"),
        ("en", "tie", "/rules/ties/"),
        ("en", "alejandro", "/missions/3-senior-architect/"),
        ("en", "mayor tile", "/rules/mayor-tile/"),
        ("en", "empty district", "/missions/7-price-of-silence/"),
        # questions with a typing error
        ("en", "polution", "/rules/pollution/"),
        ("en", "habor", "/rules/harbor/"),
        ("en", "alehandro", "/missions/3-senior-architect/"),
        ("en", "monumnet", "/rules/monument/"),
        ("en", "playgrouns", "/rules/playground/"),
        # questions with numbers, or with word forms, spellings or synonyms that the page lacks
        ("en", "Harbors", "/rules/harbor/"),
        ("en", "harbour", "/rules/harbor/"),
        ("en", "office tower group of six", "/rules/office-tower/"),
        ("en", "officetower", "/rules/office-tower/"),
        ("en", "who starts", "/rules/mayor-tile/"),
        ("en", "how many shops in round 3", "/tiles/"),
        ("en", "mission 9", "/missions/9-unemployment/"),
        ("en", "wild", "/missions/3-senior-architect/"),
        ("en", "stack limit", "/rules/stacking/"),
        ("en", "D12", "/rules/decisions/#D12"),
        # other languages
        ("de", "Hafen Reihe Spalte", "/rules/harbor/"),
        ("de", "Häfen", "/rules/harbor/"),
        ("de", "hafen", "/rules/harbor/"),
        ("de", "Verschmutzung", "/rules/pollution/"),
        ("de", "Verschmuzung", "/rules/pollution/"),
        ("de", "Gleichstand", "/rules/ties/"),
        ("de", "Alejandro", "/missions/3-senior-architect/"),
        ("de", "Bürgermeister-Plättchen", "/rules/mayor-tile/"),
        ("de", "leerer Bezirk", "/missions/7-price-of-silence/"),
        ("de", "Bürotürme", "/rules/office-tower/"),
        ("de", "Mission 9", "/missions/9-unemployment/"),
        ("ru", "порт ряд колонка", "/rules/harbor/"),
        ("ru", "порты", "/rules/harbor/"),
        ("ru", "загрязнение", "/rules/pollution/"),
        ("ru", "загрезнение", "/rules/pollution/"),
        ("ru", "ничья", "/rules/ties/"),
        ("ru", "Алехандро", "/missions/3-senior-architect/"),
        ("ru", "тайл мэра", "/rules/mayor-tile/"),
        ("ru", "пустой район", "/missions/7-price-of-silence/"),
        ("ru", "многоэтажку", "/rules/tower-block/"),
        ("ru", "офисных башен", "/rules/office-tower/"),
        ("ru", "детские площадки", "/rules/playground/"),
        ("ru", "миссия 9", "/missions/9-unemployment/"),
    ],
)
def test_the_right_page_comes_first(language, query, address):
    with override(language):
        assert first_page(query) == address


@pytest.mark.parametrize("first", sweep(range(4), quick=1))  # the queries take turns, and this one begins
@pytest.mark.parametrize(
    ("language", "queries"),
    [
        ("en", ["what is {}", "{} what is that", "{} meaning", "explain {}"]),
        ("de", ["was ist {}", "{} was ist das", "{} Bedeutung", "was heißt {}"]),
        ("ru", ["что такое {}", "{} что это", "{} это", "объясните слово {}"]),
    ],
)
def test_a_question_for_the_meaning_of_any_glossary_word_finds_it(language, queries, first):
    with override(language):
        asked = zip(GLOSSARY, islice(cycle(queries), first, None), strict=False)
        explained = {query.format(term.word): term.get_absolute_url() for term, query in asked}
        found = {question: search(question)[0].address for question in explained}
    assert found == explained


@pytest.mark.parametrize(
    ("language", "query", "said"),
    [
        ("en", "five harbors in a row", "5 Harbors"),
        ("en", "a pair of harbors in line", "2 Harbors"),
        ("en", "lone office tower, two floors", "group of 1 an Office Tower of 2"),
        ("en", "office tower with 3 floors in a group of 4", "group of 4 an Office Tower of 3"),
        ("en", "4 office towers of 3 floors", "group of 4 an Office Tower of 3"),
        ("en", "office towers group of 3", "group of 3 an Office Tower scores"),
        ("en", "three customers in one shop", "3 Customers"),
        ("en", "five office towers of five floors", "group of 5 an Office Tower of 5"),
        ("de", "fünf Häfen in einer Reihe", "5 Häfen"),
        ("de", "ein Paar Häfen in einer Linie", "2 Häfen"),
        ("de", "einzelner Büroturm mit zwei Etagen", "Gruppe von 1 bringt ein Büroturm mit 2"),
        ("de", "Büroturm mit 5 Ebenen in 4er Gruppe", "Gruppe von 4 bringt ein Büroturm mit 5"),
        ("ru", "пять портов в ряд", "5 портов"),
        ("ru", "пара портов в линию", "2 портов"),
        ("ru", "одинокая офисная башня в два этажа", "группе из 1 офисная башня с 2"),
        ("ru", "двухэтажный офис в группе из пяти", "группе из 5 офисная башня с 2"),
    ],
)
def test_counts_in_words_find_the_row_of_a_table(language, query, said):
    with override(language):
        assert said in first_sentence(query)


@pytest.mark.parametrize(
    ("language", "query", "said"),
    [
        ("en", "tower block points table", "1 → 1; 2 → 3; 3 → 6; 4 → 10; 5 → 15."),
        ("de", "Tabelle der Punkte Hochhaus", "1 → 1; 2 → 3; 3 → 6; 4 → 10; 5 → 15."),
        ("ru", "таблица очков многоэтажка", "1 → 1; 2 → 3; 3 → 6; 4 → 10; 5 → 15."),
        ("en", "docks in a line score", "Harbors: 1 → 0; 2 → 3; 3 → 7"),
        ("en", "office with 2 floors", "Group of: 1 → 0, 1"),
        ("en", "factory next to two shops and a harbor points", "Office Tower → 4; Harbor → 3; Shop → 2"),
        ("de", "Tabelle der Häfen", "1 → 0; 2 → 3; 3 → 7"),
        ("de", "Büroturm mit 5 Ebenen", "Gruppe von: 1 → 0, 1"),
        ("de", "Fabrik neben 2 Geschäften und einem Hafen", "Büroturm → 4; Hafen → 3; Geschäft → 2"),
        ("ru", "таблица портов", "1 → 0; 2 → 3; 3 → 7"),
        ("ru", "офис в 3 этажа", "Размер группы: 1 → 0, 1"),
    ],
)
def test_a_question_that_names_no_row_finds_the_whole_table(language, query, said):
    with override(language):
        assert said in first_sentence(query)


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("en", "what keeps a {kind} running"),
        ("de", "was muss ich hinlegen, damit {kind} läuft"),
        ("ru", "как запустить {kind}"),
    ],
)
def test_the_same_question_finds_what_each_building_needs(language, query):
    with override(language):
        needing = [page for page in contents.pages().values() if page.needs]
        found = {page.slug: search(query.format(kind=text(page.title)))[0].address for page in needing}
        assert found == {page.slug: f"{page.get_absolute_url()}#needs" for page in needing}


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("en", "may I move a {kind} later"),
        ("de", "warum wurde {kind} vor der Wertung entfernt"),
        ("ru", "можно ли потом передвинуть {kind}"),
    ],
)
def test_a_rule_about_all_buildings_answers_for_each_building(language, query):
    places = {"en": "/rules/placement/#fixed-1", "de": "/rules/rounds/#last-2", "ru": "/rules/placement/#fixed-1"}
    with override(language):
        for kind in ("factory", "harbor", "park", "monument"):
            found = [line.address for line in search(query.format(kind=text(contents.pages()[kind].title)))[:2]]
            assert places[language] in found


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("en", ["one first single", "two second couple", "three third 3rd", "four fourth", "five fifth 5th"]),
        (
            "de",
            [
                "eins erste einzelner",
                "zwei zweites Paar 2er",
                "drei dritter",
                "vier vierten",
                "fünf fünfte",
                "sechster",
            ],
        ),
        (
            "ru",
            [
                "один первая единичку одинокая",
                "два второй двойку пара",
                "три третьего тройкой",
                "четыре четвёртую",
                "пять пятой пятеро",
                "шесть шестая",
            ],
        ),
    ],
)
def test_numbers_are_read_in_words_of_every_form(language, numbers):
    read = Language(language).read
    forms = {form: str(number) for number, forms in enumerate(numbers, start=1) for form in forms.split()}
    assert {form: read(form)[0] for form in forms} == forms


@pytest.mark.parametrize(
    ("language", "query", "address"),
    [
        ("en", "does a grove need people or electricity", "/rules/park/#needs"),
        ("en", "do I lose points for people who are in a shop as customers", "/rules/shop/#question-5"),
        ("en", "can the same harbour count in a row and in a column", "/rules/harbor/#points-2"),
        ("de", "braucht ein Park Leute oder Strom", "/rules/park/#needs"),
        ("de", "kosten mich die Leute im Laden am Ende Punkte", "/rules/shop/#question-5"),
        ("de", "zählt ein und derselbe Hafen in Reihe und Spalte", "/rules/harbor/#points-2"),
        ("ru", "нужны ли скверу люди или электричество", "/rules/park/#needs"),
        ("ru", "снимут ли очки за людей в магазине", "/rules/shop/#question-5"),
        ("ru", "может ли одна и та же гавань идти и в ряд, и в колонку", "/rules/harbor/#points-2"),
        ("ru", "в какой момент вручают фишку мера", "/rules/mayor-tile/#rule-2"),
        # questions about the color of pieces and their number
        ("en", "what colour are energy", "/rules/glossary/#energy-unit"),
        ("en", "what colour are energy units", "/rules/glossary/#energy-unit"),
        ("de", "welche Farbe hat Energie", "/rules/glossary/#energy-unit"),
        ("de", "welche Farbe haben die Energiemarker", "/rules/glossary/#energy-unit"),
        ("ru", "какого цвета энергия", "/rules/glossary/#energy-unit"),
        ("ru", "цвет энергоблоков", "/rules/glossary/#energy-unit"),
        ("en", "what colour are inhabitants", "/rules/glossary/#inhabitant"),
        ("de", "welche Farbe haben die Einwohner", "/rules/glossary/#inhabitant"),
        ("ru", "какого цвета жители", "/rules/glossary/#inhabitant"),
        ("en", "how many green meeples", "/rules/rounds/#tiles-6"),
        ("de", "wie viele grüne Meeple", "/rules/rounds/#tiles-6"),
        ("ru", "сколько зелёных миплов", "/rules/rounds/#tiles-6"),
        ("en", "how many blue meeples", "/rules/rounds/#setup-2"),
        ("de", "wie viele blaue Meeples", "/rules/rounds/#setup-2"),
        ("ru", "сколько синих миплов", "/rules/rounds/#setup-2"),
        ("en", "who put urbanist", "/rules/urbanist/#rule-5"),
        ("de", "wer stellt den Stadtplaner", "/rules/urbanist/#rule-5"),
        ("ru", "кто переставляет урбаниста", "/rules/urbanist/#rule-5"),
        # questions about the meaning or the purpose of a piece
        ("en", "what does pollution mean", "/rules/glossary/#pollution"),
        ("en", "what are the red sticks for", "/rules/glossary/#energy-unit"),
        ("de", "wofür brauche ich die blauen Männchen", "/rules/glossary/#inhabitant"),
        ("ru", "для чего нужны синие человечки", "/rules/glossary/#inhabitant"),
        # one player, a tie of the campaign, an unwanted tile, a bonus elsewhere, answers that are a "no", German names
        ("en", "just me", "/rules/rounds/#question-2"),
        ("en", "alone", "/rules/rounds/#question-2"),
        ("de", "nur ich", "/rules/rounds/#question-2"),
        ("de", "allein", "/rules/rounds/#question-2"),
        ("ru", "одному", "/rules/rounds/#question-2"),
        ("ru", "только я", "/rules/rounds/#question-2"),
        ("en", "we are level after mission ten", "/rules/ties/#question-2"),
        ("de", "Gleichstand in der Kampagne", "/rules/ties/#campaign-2"),
        ("ru", "ничья в кампании", "/rules/ties/#campaign-2"),
        ("en", "I don't want this tile", "/rules/turn/#question-4"),
        ("de", "ich will dieses Plättchen nicht", "/rules/turn/#question-4"),
        ("ru", "не хочу этот тайл", "/rules/turn/#question-4"),
        ("en", "three playgrounds bonus", "/missions/2-public-opinion/#new-2"),
        ("en", "finishing a district", "/missions/7-price-of-silence/#scoring-1"),
        ("en", "bonus for finishing a district in mission 4", "/missions/4-banding-together/#question-3"),
        ("de", "3 Spielplätze in Mission 4", "/missions/4-banding-together/#question-3"),
        ("ru", "полный район в миссии 6", "/missions/6-mayors-favor/#question-4"),
        ("en", "tile showing its back", "/rules/turn/#question-3"),
        ("de", "Plättchen zeigt die Rückseite", "/rules/turn/#question-3"),
        ("ru", "тайл рубашкой вверх", "/rules/turn/#question-3"),
        ("en", "how many #5", "/rules/rounds/#question-3"),
        ("de", "wie viele #5", "/rules/rounds/#question-3"),
        ("ru", "сколько #5", "/rules/rounds/#question-3"),
        ("de", "auf dem Architekten eines anderen stehen", "/rules/turn/#question-6"),
        ("ru", "встать на чужого архитектора", "/rules/turn/#question-6"),
        ("en", "may an architect share a place", "/rules/turn/#question-6"),
        ("en", "do two parks side by side score", "/rules/park/#question-2"),
        ("de", "zwei Parks nebeneinander", "/rules/park/#question-2"),
        ("ru", "два парка рядом", "/rules/park/#question-2"),
        ("en", "does a diagonal count", "/rules/park/#question-3"),
        ("ru", "считается ли диагональ", "/rules/park/#question-3"),
        ("en", "office towers in an L shape", "/rules/office-tower/#question-3"),
        ("de", "Feuerwache", "/rules/public-services-expansion/#computed-3"),
        ("de", "Schule", "/rules/public-services-expansion/#computed-5"),
        ("de", "Grünflächenamt", "/rules/public-services-expansion/#computed-4"),
        ("en", "Feuerwache", "/rules/public-services-expansion/#computed-3"),
        ("ru", "Schule", "/rules/public-services-expansion/#computed-5"),
        ("ru", "Grünflächenamt", "/rules/public-services-expansion/#computed-4"),
        # questions about the changes of a mission, and about preparing it
        ("en", "what changes in mission 6", "/missions/6-mayors-favor/"),
        ("de", "Sonderregeln Mission 6", "/missions/6-mayors-favor/"),
        ("ru", "чем отличается миссия 4", "/missions/4-banding-together/"),
        ("en", "mission 5 setup", "/missions/5-bringing-in-experts/"),
        ("de", "Aufbau Mission 5", "/missions/5-bringing-in-experts/"),
        ("ru", "как готовиться к миссии 5", "/missions/5-bringing-in-experts/"),
    ],
)
def test_everyday_words_lead_to_the_sentence_that_answers(language, query, address):
    with override(language):
        assert search(query)[0].address == address


@pytest.mark.parametrize(
    ("language", "said", "missions"),
    [
        ("en", "first mission", ["mission1"]),
        ("en", "the second mission, 3 tiles", ["mission2"]),
        ("en", "a 5 in mission 3", ["mission3"]),
        ("en", "m9 and mission no. 8", ["mission9", "mission8"]),
        ("de", "drei Spielplätze in der 2. Mission", ["mission2"]),
        ("de", "Mission Nr. 4", ["mission4"]),
        ("ru", "во второй миссии 3 площадки", ["mission2"]),
        ("ru", "в 8 миссии первый игрок", ["mission8"]),
        ("ru", "миссия девятая", ["mission9"]),
    ],
)
def test_a_mission_is_recognized_by_its_number_in_a_question(language, said, missions):
    assert [meaning for meaning in Language(language).read(said) if meaning.startswith("mission")] == missions


@pytest.mark.parametrize(
    ("language", "query"),
    [("en", "shop with 3 customers points"), ("de", "vier Häfen in einer Reihe"), ("ru", "три порта подряд в ряду")],
)
def test_a_table_fills_no_more_than_two_of_the_first_lines(language, query):
    """Check the first three results: the row that fits the query, its whole table, and a result without a table."""
    with override(language):
        row, table, further = search(query)[:3]
    assert row.row
    assert not table.row
    assert table.table == row.table
    assert not further.table


def test_a_misspelt_word_becomes_the_word_that_sounds_like_it():
    language = Language("ru")
    language.learn(["рядом с портом", "партия кончилась", "парк"])
    assert language.spelt("партом", longest=5) == ["портом"]
    assert language.spelt("партию", longest=5) == ["партию"]


RATE = """
import json, sys, django
django.setup()
from campaign.scores.house_rules import STANDARD
from campaign.search.language import Language
from campaign.search.entries import entries_of
from campaign.search.index import Index

lines = [line for number, line in enumerate(entries_of("en", STANDARD)) if number < 60 or line.is_term]
index = Index(Language("en"), lines)
print([sorted(index.rate(question).items()) for question in json.load(sys.stdin)])
"""


@pytest.mark.slow
@pytest.mark.no_mutants
def test_every_process_gives_a_line_exactly_the_same_score():
    bank = json.loads((Path(__file__).parent / "questions/en.json").read_text(encoding="utf-8"))["questions"]
    asked = json.dumps([entry["question"] for entry in bank])

    def rated(hash_seed):
        """Rate the search results in a new process. `hash_seed` changes the iteration order of Python's sets."""
        environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONHASHSEED": hash_seed}
        run = [sys.executable, "-c", RATE]
        return subprocess.run(run, input=asked, env=environment, capture_output=True, text=True, check=True).stdout

    first = rated("1")
    assert first.count("[(") > len(bank) / 2
    assert rated("2") == first


def test_nobody_has_to_type_accents():
    assert tokens("Bürotürme, подсчёт, район") == ("buroturme", "подсчет", "район")


@pytest.mark.parametrize("query", ["", "  ", "?!", "xqzwv", "a" * 5000, "\x00"])
def test_a_question_nobody_can_answer_finds_nothing(client, query):
    assert search(query) == []
    assert client.get("/rules/", {"q": query}).status_code == 200


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_each_title_finds_its_page(language):
    with override(language):
        for page in contents.pages().values():
            assert first_page(str(page.title)) == page.get_absolute_url()
        for mission in MISSIONS.values():
            assert first_page(words(mission.title)) == contents.address_of_mission(mission)


def test_htmx_gets_only_the_results(client):
    page = client.get("/rules/", {"q": "tie"}, headers={"HX-Request": "true", "HX-Target": "results"}).content.decode()
    assert page.lstrip().startswith("<section")
    assert "/rules/ties/" in page


def test_the_question_is_escaped_on_the_page(client):
    assert b"<script>alert" not in client.get("/rules/", {"q": "<script>alert(1)</script>"}).content


def test_every_term_of_the_glossary_finds_a_line(client):
    for term in GLOSSARY:
        assert client.get(contents.address_of(*term.see)).status_code == 200


def test_no_count_of_tiles_in_russian_needs_an_agreeing_noun():
    with override("ru"):
        counts = [
            line.said for line in entries_of("ru", STANDARD) if line.address.startswith(f"{reverse('tiles')}?kind=")
        ]
    assert len(counts) == sum(any(tile.kind is kind for tile in TILES) for kind in Kind)
    assert [said for said in counts if re.search(r"\d+ тайл", said)] == []


@pytest.mark.parametrize(
    ("language", "query", "addresses"),
    [
        ("en", "may the first player take the mayor tile in mission 1", ["/rules/mayor-tile/"]),
        ("en", "unused inhabitant cost in mission 2", ["/rules/pollution/"]),
        ("ru", "лишний житель штраф миссия 2", ["/rules/pollution/"]),
        ("en", "penalty unused energy mission 9", ["/rules/pollution/"]),
        ("en", "alejandro in mission 5", ["/rules/glossary/", "/missions/5-bringing-in-experts/"]),
        ("de", "darf der Startspieler in Mission 1 das Bürgermeister-Plättchen nehmen", ["/rules/mayor-tile/"]),
        ("de", "ungenutzter Einwohner Kosten Mission 2", ["/rules/pollution/"]),
        ("de", "Strafe übrige Energie Mission 9", ["/rules/pollution/"]),
        ("de", "Alejandro in Mission 5", ["/rules/glossary/", "/missions/5-bringing-in-experts/"]),
        ("ru", "может ли первый игрок взять тайл мэра в миссии 1", ["/rules/mayor-tile/"]),
        ("ru", "штраф за лишнюю энергию миссия 9", ["/rules/pollution/"]),
        ("ru", "Алехандро в миссии 5", ["/rules/glossary/", "/missions/5-bringing-in-experts/"]),
    ],
)
def test_no_line_of_another_mission_answers_for_a_named_mission(language, query, addresses):
    with override(language):
        assert first_page(query).partition("#")[0] in addresses
        for line in search(query)[:2]:
            assert line.mission.rpartition(" ")[2] in ("", re.search(r"\d+", query)[0])


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_no_result_is_a_part_of_a_list(language):
    """Every step of a list that a sentence introduces is shown with that sentence, never alone."""
    with override(language):
        said = [
            line.said
            for line in index_of(language).entries
            if line.address.startswith(("/rules/ties/", "/rules/stacking/"))
        ]
    assert [each for each in said if each.endswith((";", ":")) or each[0].islower()] == []
