"""Test the first results of the library's search, in all languages and with spelling errors."""

import json
import os
import re
import subprocess
import sys
from functools import cache
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
from tests.campaign.search.questions.scorer import lines_for
from tests.sweeps import sweep
from tests.tables import sections


def first_sentence(query):
    """Return the sentence of the first search result, with ordinary spaces instead of no-break spaces."""
    return search(query)[0].said.replace("\N{NO-BREAK SPACE}", " ")


def first_page(query):
    """Return the page of the first search result: "/rules/harbor/", or "/rules/decisions/#D12" for a decision."""
    page, _hash, place = search(query)[0].address.partition("#")
    return f"{page}#{place}" if re.fullmatch(r"D\d+", place) else page


# What is compared of a first result, by the first word of a section of first_results.txt
SHOWN = {"page": first_page, "sentence": first_sentence, "address": lambda query: search(query)[0].address}


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize(("what", "questions"), sections(Path(__file__).with_name("first_results.txt")).items())
def test_the_first_result_is_the_right_one(what, questions, language):
    kind = what.partition(":")[0]
    with override(language):
        found = {query: (right, SHOWN[kind](query)) for code, query, right in questions if code == language}
    assert found
    is_right = str.__contains__ if kind == "sentence" else str.__eq__
    assert {query: each for query, each in found.items() if not is_right(each[1], each[0])} == {}


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


def test_a_mission_is_recognized_by_its_number_in_a_question():
    language_of = cache(Language)
    for language, said, missions in (
        ("en", "first mission", ["mission1"]),
        ("en", "the second mission, 3 tiles", ["mission2"]),
        ("en", "a 5 in mission 3", ["mission3"]),
        ("en", "m9 and mission no. 8", ["mission9", "mission8"]),
        ("de", "drei Spielplätze in der 2. Mission", ["mission2"]),
        ("de", "Mission Nr. 4", ["mission4"]),
        ("ru", "во второй миссии 3 площадки", ["mission2"]),
        ("ru", "в 8 миссии первый игрок", ["mission8"]),
        ("ru", "миссия девятая", ["mission9"]),
    ):
        read = language_of(language).read(said)
        assert [meaning for meaning in read if meaning.startswith("mission")] == missions, said


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


def test_a_question_nobody_can_answer_finds_nothing(client):
    for query in ("", "  ", "?!", "xqzwv", "a" * 5000, "\x00"):
        assert search(query) == [], query
        assert client.get("/rules/", {"q": query}).status_code == 200, query


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


def test_no_line_of_another_mission_answers_for_a_named_mission():
    for language, query, addresses in (
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
    ):
        with override(language):
            assert first_page(query).partition("#")[0] in addresses, query
            for line in search(query)[:2]:
                assert line.mission.rpartition(" ")[2] in ("", re.search(r"\d+", query)[0]), query


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


@pytest.mark.django_db
def test_the_lines_of_a_page_are_read_as_shown():
    first = lines_for("harbor row and column", "en")[0]
    assert first.address.startswith("/rules/harbor/")
    assert "Harbor" in first.title
    assert first.said
    assert "Häfen" in " ".join(line.said for line in lines_for("Häfen", "de"))
