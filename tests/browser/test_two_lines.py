"""Test in a real browser that each sentence about a composed mission fits into two lines of text on a phone."""

import pytest
from django.utils.translation import override

from campaign.library.line_words import told_by_words
from campaign.scores.words import words
from scoring import MISSIONS, HouseRules, Mode
from tests.browser.conftest import PHONE
from tests.campaign.library.test_announcements import lines_of_one_and_two_words, lines_of_words, told
from tests.campaign.library.test_library import sentences_in

# A JavaScript function that writes each sentence into a list item of the page, and counts its lines of text.
LINES = """sentences => {
    const item = document.querySelector("main ul li");
    return sentences.map(sentence => {
        item.textContent = sentence;
        const text = document.createRange();
        text.selectNodeContents(item);
        return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size;
    });
}"""


def said_of_any_line():
    """Return the sentences that explain composed missions. Skip sentences about the ten predefined missions."""
    of_the_ten = {text for mission in MISSIONS.values() for text in told(mission.rules.line)}
    announced = [told(line) for mode in Mode for line in lines_of_one_and_two_words(mode)]
    messages = {text: message for found in announced for text, message in found.items() if text not in of_the_ten}
    texts = [told_by_words(line, HouseRules()) for line in lines_of_words()]
    return sorted(
        {words(message) for message in messages.values()}
        | {str(sentence) for text in texts for sentence in sentences_in(text)}
    )


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_each_sentence_about_a_line_takes_at_most_two_lines_of_a_phone(visit, language):
    page = visit("/missions/own/?rules=classic+rows=3&players=3", **PHONE, locale=language)
    with override(language):
        said = said_of_any_line()
    assert len(said) > 80
    lines = page.evaluate(LINES, said)
    assert {sentence: count for sentence, count in zip(said, lines, strict=True) if count > 2} == {}
