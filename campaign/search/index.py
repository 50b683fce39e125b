"""The index of the search: it gives each sentence of the library a score for a query.

Each entry of the index (`SearchEntry`) is one sentence. A query finds an entry by the words of its sentence, by its
example queries, and by the title and keywords of its page.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise

from django.conf import settings
from django.utils.translation import override

from campaign.scores.house_rules import STANDARD
from campaign.search.asked import counted, is_whole
from campaign.search.entries import ASKED_FOR, COUNTS, FOR_POINTS, SearchEntry, entries_of
from campaign.search.language import Language, tokens
from campaign.search.postings import LikelihoodModel, Postings

MOST_WORDS = 40
# Weights of three similarities to the query. LIKENESS: the words of the entry's closest example query. LETTERS: the
# trigrams (three letters each) of the entry. PAGE: the trigrams of the entry's page.
LIKENESS, LETTERS, PAGE = 0.25, 0.6, 0.1
TITLE, CONTEXT = 0.7, 0.4  # the weights of words that are only in the page's title, or only in its keywords
BESIDE_A_WAY = 0.5  # each example query also contains the words of its page's title, with this weight
SMALL = 0.4  # the weight of function words, such as "who" and "when"
GRAM = 3  # the number of letters in a trigram
LETTERS_OF_AN_ENTRY, LETTERS_OF_A_PAGE = 240, 2000  # typical numbers of trigrams in an entry and on a page
# Penalties. UNASKED: the entry's page is about a kind of building that the query does not name. LACKING: the
# entry does not name a kind of building that the query names; counted once for each such kind.
UNASKED, LACKING = -0.2, -0.08
# Weights of an entry about a mission. NAMED: the query names this mission. OTHER: the query names another mission.
# UNNAMED: the query names no mission and has more than FEW words.
NAMED, OTHER, UNNAMED = 0.35, -1.5, -0.2
TERM, BARE_TERM = -0.2, -1.0  # weights of a glossary entry; BARE_TERM if the query has at most FEW words
# A bonus for two kinds of entries: a page's introduction if the query is its title, and a term that the query asks for.
BY_NAME = 1.3
FEW = 2  # a query with at most this many words counts as short
LEAD = -0.1  # the weight of a page's introduction if the query has more than FEW words and is not the page's title
# Weights of entries about scoring tables: COUNTED if the query asks for points or has a number, else UNCOUNTED.
COUNTED, UNCOUNTED = 0.1, -0.2
# The canonical word for a tile. It is added to a query that names a kind of building, to find rules for all tiles.
TILE = "tile"
LEAST = 0.18  # entries with a lower score are left out; trigrams and weights raise only the scores of the others


def letters(said: str) -> list[str]:
    """Return all trigrams of a text, each once: "_to", "tow", "owe", "wer", "er_" for "tower"."""
    trigrams = (f"_{word}_"[at : at + GRAM] for word in tokens(said) for at in range(len(word) + 3 - GRAM))
    return list(dict.fromkeys(trigrams))


def _letters_of(entry: SearchEntry) -> Counter[str]:
    """Count the texts of the entry (its sentence and its example queries) that contain each trigram."""
    counts = Counter[str]()
    for way in (entry.said, *entry.asked):
        for said, count in counted(way):
            counts.update(letters(said) * count)
    return counts


def _weights(counts: Mapping[str, int]) -> dict[str, float]:
    """Return each word's weight: 1/2 if one text contains the word, 2/3 if two texts do, and so on."""
    return {sign: count / (count + 1) for sign, count in counts.items()}


def _merged(*worths: Mapping[str, float]) -> dict[str, float]:
    """Merge mappings from words to weights. A word in several mappings gets its highest weight."""
    found: dict[str, float] = {}
    for each in worths:
        for sign, worth in each.items():
            found[sign] = max(worth, found.get(sign, 0.0))
    return found


class Index:
    """The search index of one language. It finds entries by canonical words, trigrams and example queries."""

    def __init__(self, language: Language, entries: Iterable[SearchEntry]) -> None:
        self.language = language
        self.entries = list(entries)
        language.learn(
            (said for entry in self.entries for said in (entry.said, entry.title, entry.context)),
            asked=(
                said
                for entry in self.entries
                for way in entry.asked
                for said, count in counted(way)
                for _ in range(count)
            ),
        )
        self.missions = {
            entry.mission: frozenset(language.read(entry.mission)) for entry in self.entries if entry.mission
        }
        self.mission_titles = {entry.mission: entry.title for entry in self.entries if entry.mission and entry.is_named}
        # An entry of a mission that names another mission is found only with its own: "no bonus, as in mission 2".
        self.names_another = [
            bool(entry.mission) and bool(self._missions_in(language.read(entry.said)) - {entry.mission})
            for entry in self.entries
        ]
        self.words, self.ways = Postings(), Postings()
        self.of_way: list[int] = []
        self.has: list[frozenset[str]] = []
        for index, entry in enumerate(self.entries):
            self._add(index, entry)
        self.words.weigh(len(self.entries))
        numbers = {page: number for number, page in enumerate(dict.fromkeys(entry.page for entry in self.entries))}
        self.page_of = [numbers[entry.page] for entry in self.entries]
        of_entries = [_letters_of(entry) for entry in self.entries]
        of_pages = [Counter[str]() for _page in numbers]
        for page, counts in zip(self.page_of, of_entries, strict=True):
            of_pages[page].update(counts)
        self.letters = LikelihoodModel(of_entries, LETTERS_OF_AN_ENTRY)
        self.page_letters = LikelihoodModel(of_pages, LETTERS_OF_A_PAGE)
        self.lengths = self._lengths()
        buildings = [entry.title if entry.is_named and not entry.mission else "" for entry in self.entries]
        self.kind = [next(iter(language.read(title)), "") for title in buildings]
        self.kinds = frozenset(self.kind) - {""}
        self.rows = {
            index: replace(entry.row, pairs=frozenset(pairwise(language.read(entry.said))))
            for index, entry in enumerate(self.entries)
            if entry.row
        }
        tables = {entry.table: index for index, entry in enumerate(self.entries) if entry.table and not entry.row}
        self.table_of = {index: tables.get(self.entries[index].table, index) for index in self.rows}
        terms = (entry for entry in self.entries if entry.is_term)
        self.defining = set.intersection(*({word for way in term.asked for word in self._signs(way)} for term in terms))

    def _add(self, index: int, entry: SearchEntry) -> None:
        title = dict.fromkeys(self.language.read(entry.title), TITLE)
        words = Counter[str]()
        for number, way in enumerate((entry.said, *entry.asked)):
            for said, count in counted(way):
                meanings = self._meanings(said, entry, is_said=not number)
                words.update([*meanings] * count)
            if is_whole(way):
                self.ways.add(len(self.of_way), {**dict.fromkeys(title, BESIDE_A_WAY), **meanings})
                self.of_way.append(index)
        context = dict.fromkeys(self.language.read(entry.context), CONTEXT)
        worths = _merged(context, title, _weights(words))
        self.words.add(index, worths)
        self.has.append(frozenset(worths))

    def _meanings(self, way: str, entry: SearchEntry, *, is_said: bool) -> dict[str, float]:
        """Map the words of the entry's sentence or example query to weights. Leave out the name of its mission."""
        named = self.missions.get(entry.mission, frozenset())
        meanings = [meaning for meaning in self.language.read(way) if meaning not in named] or list(named)
        if entry.row and is_said:
            meanings = entry.row.meant(meanings)
        return dict.fromkeys(self.language.small(way), SMALL) | dict.fromkeys(meanings, 1.0)

    def _lengths(self) -> list[float]:
        squares = [0.0] * len(self.of_way)
        for sign, rarity in self.words.rarity.items():
            for way, worth in self.ways.of(sign):
                squares[way] += (worth * rarity) ** 2
        return [math.sqrt(square) or 1.0 for square in squares]

    def _signs(self, said: str) -> set[str]:
        """Return the canonical words and the function words of a text."""
        return {*self.language.read(said), *self.language.small(said)}

    def search(self, query: str) -> list[int]:
        """Return the indexes (in `entries`) of the entries that answer a query, the best first."""
        scores = self.rate(query)
        return sorted(scores, key=lambda index: (-scores[index], index))

    def rate(self, query: str) -> dict[int, float]:
        """Return the scores of the entries that answer a query, by their indexes in `entries`."""
        meanings = self.language.guess(query, longest=MOST_WORDS)
        known, missions = self._without_missions(meanings, tokens(query))
        little = [*self.language.small(query), *([TILE] if self.kinds & known.keys() else [])]
        # This is no set: the order of a set differs between processes, and the order of a sum changes its rounding.
        asked = {**dict.fromkeys(little, SMALL), **known}
        asked = {meaning: worth for meaning, worth in asked.items() if meaning in self.words}
        if known.keys().isdisjoint(asked):
            return {}
        said = [meaning for meaning in meanings if meaning in asked]
        rows = {index for index, row in self.rows.items() if row.is_asked_for(said, self.has[index], self.kinds)}
        return self._in_whole_tables(self._scores(query, asked, missions, rows), rows)

    def _in_whole_tables(self, scores: Mapping[int, float], rows: set[int]) -> dict[int, float]:
        """Replace table rows that are not in `rows` by their table's summary. A summary keeps its highest score."""
        found: dict[int, float] = {}
        for index, score in scores.items():
            shown = index if index in rows else self.table_of.get(index, index)
            found[shown] = max(score, found.get(shown, score))
        return found

    def _scores(self, query: str, asked: Mapping[str, float], missions: set[str], rows: set[int]) -> dict[int, float]:
        """Return the scores of the entries that reach LEAST, by their indexes in `entries`."""
        rarity = self.words.rarity
        whole = sum(worth * rarity[meaning] for meaning, worth in asked.items())
        like = self._likeness(asked)
        found = {
            index: words / whole + LIKENESS * like.get(index, 0.0)
            for index, words in self.words.sums(asked, rarity).items()
        }
        spelt = " ".join(self.language.spelt(query, longest=MOST_WORDS))
        trigrams = letters(spelt)
        in_entry, in_page = self.letters.likelihoods(trigrams), self.page_letters.likelihoods(trigrams)
        return {
            index: score
            + LETTERS * in_entry[index]
            + PAGE * in_page[self.page_of[index]]
            + self._subject(index, asked, missions, rows)
            for index, score in found.items()
            if score >= LEAST
        }

    def _likeness(self, asked: Mapping[str, float]) -> dict[int, float]:
        """Return for each entry the similarity, from 0 to 1, of the query and the entry's closest example query."""
        rarity = self.words.rarity
        length = math.sqrt(sum((worth * rarity[meaning]) ** 2 for meaning, worth in asked.items()))
        like: dict[int, float] = {}
        for way, found in self.ways.sums(asked, rarity, power=2).items():
            index = self.of_way[way]
            like[index] = max(like.get(index, 0.0), found / (length * self.lengths[way]))
        return like

    def _subject(self, index: int, asked: Mapping[str, float], missions: set[str], rows: set[int]) -> float:
        """Return one part of an entry's score: how well its buildings, mission, table or term match the query."""
        entry = self.entries[index]
        score = entry.weight + LACKING * len(self.kinds.intersection(asked) - self.has[index])
        if self.kind[index] and self.kind[index] not in asked:
            score += UNASKED
        if index in rows:
            score += ASKED_FOR if COUNTS.isdisjoint(asked) else FOR_POINTS
        elif entry.table:
            numbers = {meaning for meaning in asked if meaning.isdigit()} | COUNTS.intersection(asked)
            score += COUNTED if numbers and numbers < asked.keys() else UNCOUNTED
        if entry.is_term:
            score += TERM if len(asked) > FEW else BARE_TERM
        if (entry.is_head or entry.is_term) and self._is_name(entry, asked):
            score += BY_NAME
        elif entry.is_head and not entry.mission and len(asked) > FEW:
            score += LEAD
        if entry.mission and missions:
            score += NAMED if entry.mission in missions else OTHER
        elif self.names_another[index]:
            score += OTHER
        elif entry.mission and len(asked) > FEW:
            score += UNNAMED
        return score

    def _is_name(self, entry: SearchEntry, asked: Mapping[str, float]) -> bool:
        """Tell whether a query is only the title of the entry's page, or asks what a glossary entry means."""
        further = asked.keys() - self._signs(entry.title) - {TILE}
        means = bool(further) and further <= self.defining
        return asked.keys() >= set(self.language.read(entry.title)) and (means if entry.is_term else not further)

    def _missions_in(self, meanings: Iterable[str]) -> set[str]:
        """Return the missions whose numbers are among the canonical words."""
        return {mission for mission, number in self.missions.items() if number <= set(meanings)}

    def _without_missions(self, meanings: list[str], said: Collection[str]) -> tuple[dict[str, float], set[str]]:
        """Return the query's words that do not name a mission, and the missions that it names."""
        titled = {mission for mission, title in self.mission_titles.items() if self.language.names(title, said)}
        missions = self._missions_in(meanings) or titled
        left = Counter(meanings)
        for mission in missions:
            left -= Counter(dict.fromkeys(self.missions[mission], len(meanings)))
        for mission in missions & titled:
            left -= Counter(self.language.read(self.mission_titles[mission]))
        if missions:
            del left[self.language.mission]
        return {meaning: 1.0 for meaning in meanings if meaning in left} or dict.fromkeys(meanings, 1.0), missions


@cache
def index_of(code: str) -> Index:
    """Return the index of a language. Each process makes it once."""
    return Index(Language(code), entries_of(code, STANDARD))


def prepare() -> None:
    """Make the indexes of all languages, so that the first search does not have to wait. This takes two seconds."""
    for code, _name in settings.LANGUAGES:
        with override(code):
            index_of(code)
