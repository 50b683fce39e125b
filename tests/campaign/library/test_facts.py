"""Test that the library tells each fact of `facts.txt`, with the mark of its source, or that the engine computes it."""

from pathlib import Path
from typing import NamedTuple

from campaign.library import contents
from campaign.library.missions import TEXTS
from campaign.library.records import Page, Source, played, text
from campaign.scores.house_rules import STANDARD
from scoring import City, Rules, score, settle

FEWEST = 246
# No rulebook describes the expansion, so test_expansion.py checks the sources of its page.
RECORDS = {**contents.pages(), **TEXTS}
del RECORDS["public-services-expansion"]


class Fact(NamedTuple):
    source: Source
    said: str
    places: str  # "turn#places-1 urbanist#rule-2", or a mission's line and a city
    words: tuple[str, ...]  # words that must be told there; for a city, "park=4"

    @property
    def is_computed(self):
        return "/" in self.places


def read():
    for line in (Path(__file__).parent / "facts.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            source, said, places, words = line.split(";")
            yield Fact(Source(source), said, places, tuple(words.split(", ")))


FACTS = list(read())
TOLD = [fact for fact in FACTS if not fact.is_computed]


def told_by(slug):
    """Return the sentences and the answered questions of a page or mission: the source and the text, by id."""
    record = played(RECORDS[slug], STANDARD)
    if isinstance(record, Page):
        parts = {section.slug: (*section.said, *section.steps) for section in record.sections}
        parts |= {"needs": (record.needs,)} if record.needs else {}
    else:
        parts = {part: getattr(record, part) for part in ("new", "turn", "scoring")}
    found = {
        f"{slug}#{part}" + ("" if part == "needs" else f"-{number}"): (each.source or record.source, text(each.text))
        for part, sentences in parts.items()
        for number, each in enumerate(sentences, start=1)
    }
    return found | {
        f"{slug}#question-{number}": (each.source or record.source, f"{text(each.asked)} {text(each.answer)}")
        for number, each in enumerate(record.questions, start=1)
    }


LIBRARY = {place: told for slug in RECORDS for place, told in told_by(slug).items()}


def test_the_list_has_all_facts_of_the_sources():
    assert len(FACTS) >= FEWEST
    assert len({fact.places for fact in FACTS}) == len(FACTS)


def test_each_fact_is_told_with_the_mark_of_its_source():
    wrong = {}
    for fact in TOLD:
        told = [LIBRARY[place] for place in fact.places.split()]
        sources, whole = {source for source, _said in told}, " ".join(said for _source, said in told).casefold()
        if sources != {fact.source} or not all(word.casefold() in whole for word in fact.words):
            wrong[fact.said] = (sources, whole)
    assert wrong == {}


def test_each_table_of_the_sources_is_computed():
    wrong = {}
    for fact in FACTS:
        if fact.is_computed:
            line, _space, _city = fact.places.partition(next(each for each in fact.places.split() if "/" in each))
            rules, city = Rules.parse(line.strip()), City.parse(fact.places.removeprefix(line))
            computed = score(city, city.allocation or settle(city, rules), rules).categories
            expected = {category: int(vp) for category, vp in (each.split("=") for each in fact.words)}
            if not expected.items() <= computed.items():
                wrong[fact.said] = computed
    assert wrong == {}


def test_every_rule_is_one_of_the_facts():
    """Questions may ask for more than the sources tell; sentences may not."""
    listed = {place for fact in TOLD for place in fact.places.split()}
    assert sorted(place for place in LIBRARY if "#question-" not in place and place not in listed) == []
