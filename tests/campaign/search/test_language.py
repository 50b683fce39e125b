"""Test how the search reads words that are not in its files: typing errors, compounds, missions."""

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from string import ascii_lowercase

import pytest
import snowballstemmer

from campaign.search.language import Language

WORDS = {
    "en": ["end", "nine", "park", "monument", "squares", "row"],
    "de": ["reihen", "grau", "hafen", "stadtplaner"],
    "ru": ["очка", "дом"],
}


@cache
def language_of(code):
    return Language(code)


@cache
def learnt(code):
    language = Language(code)
    language.learn(WORDS[code])
    return language


@pytest.mark.parametrize(
    ("code", "typed", "read"),
    [
        ("en", "prak", "park"),
        ("en", "monumnet", "monument"),
        ("en", "qsuares", "squares"),
        ("de", "stadtplanr", "stadtplaner"),
        # A correct word that resembles a word of the rules stays as it is.
        ("en", "bend", "bend"),
        ("en", "bice", "bice"),
        ("de", "weihen", "weihen"),
        ("ru", "ночка", "ночка"),
    ],
)
def test_a_word_is_corrected_only_if_it_begins_like_the_intended_word(code, typed, read):
    assert learnt(code).spelt(typed, longest=1) == [read]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Spielplatzbonus", ["spielplatz", "bonus"]),
        ("Hafenreihe", ["hafen", "reihe"]),
        ("Parkschmuck", ["parkschmuck"]),
    ],
)
def test_a_compound_of_two_words_means_both_even_if_it_is_known(typed, read):
    language = Language("de")
    language.learn(["Spielplatzbonus, Hafenreihe, Parkschmuck"])
    assert language.guess(typed, longest=1) == read


@pytest.mark.parametrize(
    ("code", "typed"), [("en", "mission8"), ("en", "m8"), ("de", "mission8"), ("ru", "миссия8"), ("ru", "миссии8")]
)
def test_the_word_mission_may_be_joined_to_its_number(code, typed):
    language = language_of(code)
    assert language.read(typed) == language.read({"ru": "миссия 8"}.get(code, "mission 8"))


@pytest.mark.parametrize(
    ("code", "title", "said", "is_named"),
    [
        ("en", "Unemployment", ["unemployment"], True),
        ("en", "Unemployment", ["unemployed"], False),
        ("de", "Arbeitslosigkeit", ["arbeitslose"], False),
        ("ru", "Общественное мнение", ["в", "общественном", "мнении"], True),
        ("ru", "Общественное мнение", ["мнение"], False),
    ],
)
def test_a_question_names_a_title_by_all_its_words_in_any_form(code, title, said, is_named):
    assert language_of(code).names(title, said) is is_named


def test_two_readers_can_ask_at_the_same_time():
    """Check that the stemmer does not mix the words of two threads."""
    words = [f"{first}{second}ations" for first in ascii_lowercase for second in ascii_lowercase]
    expected = snowballstemmer.stemmer("english").stemWords(words)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as threads:
            meanings = list(threads.map(Language("en").read, words))
    finally:
        sys.setswitchinterval(interval)
    assert meanings == [[stem] for stem in expected]
