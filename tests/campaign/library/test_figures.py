"""Test that every library sentence with a number is listed in figures.txt under its source."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from campaign.library import contents
from campaign.library.missions import TEXTS
from campaign.library.records import HouseRuled, Question, Sentence, Source
from tests.campaign.library.within import within
from tests.tables import sections

OTHER_BONUSES = (  # on every mission's page, from the manual
    "No. Sets of Playgrounds bring a bonus only in mission 2, Mayor tiles in mission 6, full districts in mission 7."
)
# No rulebook describes the expansion, so test_expansion.py checks the sources of this page.
EXPANSION = "public-services-expansion"
RECORDS = {slug: record for slug, record in (contents.pages() | TEXTS).items() if slug != EXPANSION}
# The sentences of figures.txt: {("shop", Source.RULEBOOK): {"A Shop takes at most 4 Customers."}}
LISTED = {
    (slug, Source[source.upper()]): {said for (said,) in rows}
    for title, rows in sections(Path(__file__).with_name("figures.txt")).items()
    for slug, source in [title.split(": ")]
}

# The beginnings of number words from two upwards. Words for one are left out, because they have other meanings, too.
IN_WORDS = {
    "en": "two both twice double half quarter second three third four five fif six seven eight nine ten twelve twenty",
    "de": "zwei beid doppel verdoppel halb drei dritt vier fünf sech sieben acht neun zehn elf zwölf zwanzig",
    "ru": "два две двух двум двой дваж вдво удво втор оба обе обои обеи полов три трёх трём трет четыр четвёр четвер"
    " пят шест семь семи восем восьм девят десят двенад двадц",
}


def usual(said):
    """Return the version of a sentence that applies without house rules."""
    while isinstance(said, HouseRuled):
        said = said.usual
    return said


def has_number(said):
    """Tell whether a sentence contains a number in at least one language."""
    for code, words in IN_WORDS.items():
        with override(code):
            if re.search(rf"\d|\b({'|'.join(words.split())})", str(said), re.IGNORECASE):
                return True
    return False


def figures_of(record):
    """Return the sentences of a library record that contain a number, grouped by their source."""
    found = {}
    for each in (*within(record, Sentence), *within(record, Question)):
        said = usual(each.answer if isinstance(each, Question) else each.text)
        if has_number(said):
            found.setdefault(each.source or record.source, set()).add(str(said))
    return found


@pytest.mark.parametrize("slug", RECORDS)
def test_every_figure_of_a_page_has_its_source(slug):
    expected = {source: said for (of, source), said in LISTED.items() if of == slug}
    if slug in TEXTS:
        expected[Source.MANUAL] = expected.get(Source.MANUAL, set()) | {OTHER_BONUSES}
    assert figures_of(RECORDS[slug]) == expected


def test_every_listed_page_exists():
    assert {slug for slug, _source in LISTED} <= RECORDS.keys()


def test_no_figure_of_the_expansion_has_a_rulebook_as_source():
    assert Source.RULEBOOK not in figures_of(contents.pages()[EXPANSION])
