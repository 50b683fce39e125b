"""Test that each announcement of a mission, and each sentence about a word of its line, fits two lines of a phone."""

from itertools import combinations

import pytest
from django.utils.translation import override

from campaign.library.line_words import told_by_words
from campaign.scores.words import words
from scoring import MISSIONS, HouseRules, Mission, MissionLineError, Mode, Rules
from scoring.line_words import WORDS
from scoring.setups import setup
from tests.campaign.library.test_library import LONGEST_RULE, sentences_in
from tests.sweeps import sweep


def lines_of_one_and_two_words(mode):
    """Yield rules lines such as `classic rows=1`, with the lowest and the highest value of each word."""
    typed = [form for word in WORDS if mode in word.ranges for form in dict.fromkeys(word.span(mode))]
    for some in (*[(one,) for one in typed], *combinations(typed, 2)):
        try:
            yield Rules.parse(" ".join([mode, *some])).line
        except MissionLineError:
            continue


def told(line):
    return {message.text: message for message in setup(Mission.parse(line), 3).announcements}


@pytest.mark.parametrize("language", sweep(LONGEST_RULE, quick=1))
def test_each_sentence_about_a_line_fits_two_lines_of_a_phone(language):
    # Other tests check the announcements of the ten predefined missions, so leave them out here.
    known = {text for mission in MISSIONS.values() for text in told(mission.rules.line)}
    found = {}
    for mode in Mode:
        for line in lines_of_one_and_two_words(mode):
            found |= told(line)
    with override(language):
        said = {words(message) for text, message in found.items() if text not in known}
    assert len(said) >= 9
    assert [sentence for sentence in said if len(sentence) > LONGEST_RULE[language]] == []


@pytest.mark.parametrize("mode", sweep(Mode, quick=1))
def test_a_line_of_two_words_brings_the_sentences_of_both_words(mode):
    for line in lines_of_one_and_two_words(mode):
        assert told(line).keys() - told(mode).keys() >= _alone(mode, line)


def _alone(mode, line):
    """Split a mission line into lines of one word, and return the sentences about them. Skip invalid lines."""
    found = set()
    for word in line.split()[1:]:
        try:
            found |= told(f"{mode} {word}").keys()
        except MissionLineError:
            continue
    return found - told(mode).keys()


def lines_of_words():
    """Yield a valid line with the lowest values of each word, and one with its highest values."""
    needs = {("sets", mode): "playgrounds " for mode in Mode} | {("wild", Mode.EXPERT): "numbers=4 "}
    for word in WORDS:
        for mode in word.ranges:
            for form in word.span(mode):
                yield f"{mode.value} {needs.get((word.name, mode), '')}{form}"


@pytest.mark.parametrize("language", LONGEST_RULE)
def test_sentences_about_words_fit_two_lines_of_a_phone(language):
    with override(language):
        told = [told_by_words(line, HouseRules()) for line in lines_of_words()]
        said = {str(sentence) for text in told for sentence in sentences_in(text)}
    assert len(said) > 40
    assert [sentence for sentence in said if len(sentence) > LONGEST_RULE[language]] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["of 1 Playground brings 2 VP.", "of 1 Playground."]),
        ("de", ["aus 1 Spielplatz bringt 2 SP.", "aus 1 Spielplatz."]),
        ("ru", ["из 1 детской площадки приносит 2 ПО.", "из 1 детской площадки."]),
    ],
)
def test_a_set_of_one_playground_is_told_in_the_singular(language, said):
    told = told_by_words("classic playgrounds sets=1:2", HouseRules())
    with override(language):
        sentences = [str(sentence.text) for sentence in (*told.new, *told.scoring)]
    assert all(any(sentence.endswith(part) for sentence in sentences) for part in said), sentences
