"""Test that the search answers enough of the test questions, and that the scorer judges search results correctly."""

from pathlib import Path

import pytest

from campaign.library import contents
from campaign.library.decisions import DECISIONS
from tests.campaign.search.questions.scorer import Answer, Asked, Line, answers, judge, load, rates

BANK = Path(__file__).parent / "questions"
LANGUAGES = ("en", "de", "ru")
HELD_OUT = BANK / "held_out"
THIRD = BANK / "third"
DISCARDED = Asked(
    id="",
    language="en",
    question="do i keep the energy of a discarded tile",
    typed="sentence",
    topic="turn",
    answer="No.",
    source="",
    answers=(Answer(("/rules/turn/", "/rules/decisions/#D2"), ("discard", "@no", "resource | energy"), ("house",)),),
)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bank", [BANK, HELD_OUT, THIRD], ids=["tuned by", "held out", "third"])
def test_the_first_line_answers_90_percent_and_the_first_three_lines_all(bank, language):
    verdicts = [judge(asked) for asked in load(bank / f"{language}.json")]
    missed = [verdict.asked.question for verdict in verdicts if verdict.rank is None]
    assert rates(verdicts).is_enough, (str(rates(verdicts)), missed)


@pytest.mark.django_db
def test_every_place_of_an_answer_is_a_page(client):
    places = {
        place.partition("#")[0]
        for bank in (BANK, HELD_OUT, THIRD)
        for language in LANGUAGES
        for asked in load(bank / f"{language}.json")
        for answer in asked.answers
        for place in answer.at
    } - {"/"}
    assert [place for place in sorted(places) if client.get(place).status_code != 200] == []


@pytest.mark.parametrize(
    ("address", "said", "is_answer"),
    [
        ("/rules/turn/", "A discarded tile brings no Energy Units.", True),
        ("/rules/turn/#discard", "You receive nothing for a tile you discard: no resources.", True),
        ("/rules/decisions/#D2", "No. Whoever discards a building skips the resources.", True),
        # wrong: the first sentence lacks a required word, and the second contains the forbidden word "house"
        ("/rules/turn/", "Place the tile in your city, or discard it.", False),
        ("/rules/turn/", "Without a house rule you lose the resources: nothing for a discarded tile.", False),
        # wrong: the words fit, but the address is that of another page or decision
        ("/rules/decisions/#D20", "A discarded tile brings no resources.", False),
        ("/rules/shop/", "A discarded tile brings no resources.", False),
    ],
)
def test_a_line_answers_by_its_place_and_its_words(address, said, is_answer):
    assert answers(Line(address, "", said), DISCARDED) is is_answer


def test_neither_mistakes_nor_house_rules_count_as_answers():
    anything = Asked("", "en", "", "", "", "", "", (Answer(("/",), ()),))
    for aside in (contents.pages()["turn"].mistakes[0], DECISIONS["D2"].switched):
        assert not answers(Line("/rules/turn/", "", str(aside)), anything)
        assert not answers(Line("/rules/turn/", "", f"{str(aside)[:30]}…"), anything)


@pytest.mark.parametrize(
    ("language", "choice", "said", "is_shown"),
    [
        ("en", "4", "up to four floors", True),
        ("en", "=4", "up to four floors", False),
        ("en", "4", "floors 1–4", True),
        ("en", "4", "14 VP", False),
        ("en", "5", "a Factory −5", False),
        ("en", "-5", "a Factory −5", True),
        ("en", "tie", "tiers of houses", False),
        ("de", "häfen | spalte", "Hafenreihe", True),
        ("ru", "энергоблок", "трёх энергоблоков", True),
        ("ru", "трех", "трёх энергоблоков", True),
    ],
)
def test_a_word_of_the_bank_matches_its_forms(language, choice, said, is_shown):
    asked = Asked("", language, "", "", "", "", "", (Answer(("/",), (choice,)),))
    assert answers(Line("/rules/", "", said), asked) is is_shown
