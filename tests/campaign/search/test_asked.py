"""Test the stored questions ("ways to ask"), by which the search finds a sentence of the library."""

import pytest
from django.utils.translation import override

from campaign.scores.house_rules import STANDARD
from campaign.search import entries
from campaign.search.asked import read_asked
from campaign.search.language import Language

LANGUAGES = ("en", "de", "ru")
FEWEST = 3  # minimum number of stored questions for each rule
MOST = 9_000  # maximum number of stored questions in all languages; tools/search/prune.py can delete some


class Places(dict):
    """A dict of stored questions by the key of their answer, such as "turn#steps-2". It notes which keys are read."""

    def __init__(self, *args):
        super().__init__(*args)
        self.looked_up = set()

    def get(self, place, default=None):
        self.looked_up.add(place)
        return super().get(place, default)


@pytest.fixture(params=LANGUAGES)
def places(request, monkeypatch):
    found = Places(read_asked(request.param))
    monkeypatch.setattr(entries, "read_asked", lambda _code: found)
    with override(request.param):
        list(entries.entries_of(request.param, STANDARD))
    return found


def test_every_way_to_ask_belongs_to_a_line(places):
    assert sorted(places.keys() - places.looked_up) == []


def test_every_rule_can_be_asked_for_in_several_ways(places):
    rules = [place for place in places.looked_up if "#" in place and not place.startswith(("glossary", "decisions"))]
    rules = [place for place in rules if "#mistakes" not in place and "#tables" not in place]
    assert len(rules) > 200
    assert sorted(place for place in rules if len(places.get(place, ())) < FEWEST) == []


def test_the_number_of_ways_to_ask_is_limited():
    assert sum(len(ways) for code in LANGUAGES for ways in read_asked(code).values()) <= MOST


def test_no_way_to_ask_is_written_twice_at_a_place(places):
    assert [place for place, ways in places.items() if len({way.casefold() for way in ways}) < len(ways)] == []


def test_a_typing_error_in_one_way_to_ask_is_not_learnt_as_a_word():
    language = Language("en")
    language.learn(["Who moves the Urbanist?"], asked=["move the urbnaist", "who moves it", "who goes on"])
    assert language.spelt("urbnaist", longest=5) == ["urbanist"]
    assert language.spelt("who goes", longest=5) == ["who", "goes"]


def test_every_language_asks_for_the_same_places():
    assert read_asked("en").keys() == read_asked("de").keys() == read_asked("ru").keys()
    assert read_asked("tlh") == {}
