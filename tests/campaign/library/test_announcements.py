"""Test that each sentence that announces a mission's line fits into two lines of a phone."""

from itertools import combinations

import pytest
from django.utils.translation import override

from campaign.scores.words import words
from scoring import MISSIONS, Mission, MissionLineError, Mode, Rules
from scoring.line_words import WORDS
from scoring.setups import setup
from tests.sweeps import sweep

LONGEST_SENTENCE = {"en": 85, "de": 86, "ru": 76}  # the most characters: about as many as fit into two lines of a phone


def lines_of_one_and_two_words(mode):
    """Yield the lines of each word, and of any two words that fit together, with their lowest and highest values."""
    typed = [form for word in WORDS if mode in word.ranges for form in dict.fromkeys(word.span(mode))]
    for some in (*[(one,) for one in typed], *combinations(typed, 2)):
        try:
            yield Rules.parse(" ".join([mode, *some])).line
        except MissionLineError:
            continue


def told(line):
    return {message.text: message for message in setup(Mission.parse(line), 3).announcements}


@pytest.mark.parametrize("language", sweep(LONGEST_SENTENCE, quick=1))
def test_each_sentence_about_a_line_fits_two_lines_of_a_phone(language):
    # Leave out the sentences about the lines of the ten missions, because other tests measure them.
    known = {text for mission in MISSIONS.values() for text in told(mission.rules.line)}
    found = {}
    for mode in Mode:
        for line in lines_of_one_and_two_words(mode):
            found |= told(line)
    with override(language):
        said = {words(message) for text, message in found.items() if text not in known}
    assert len(said) >= 9
    assert [sentence for sentence in said if len(sentence) > LONGEST_SENTENCE[language]] == []


@pytest.mark.parametrize("mode", sweep(Mode, quick=1))
def test_a_line_of_two_words_brings_the_sentences_of_both_words(mode):
    for line in lines_of_one_and_two_words(mode):
        assert told(line).keys() - told(mode).keys() >= _alone(mode, line)


def _alone(mode, line):
    """Return the sentences that each word of a line brings if it stands alone. Skip words that cannot stand alone."""
    found = set()
    for word in line.split()[1:]:
        try:
            found |= told(f"{mode} {word}").keys()
        except MissionLineError:
            continue
    return found - told(mode).keys()
