"""One search over all texts of the library, with an index in memory.

Each line of the index is one sentence. A question finds a line by the sentence's own words, by the ways to ask for the
line, and by the title and keywords of its page. Lines about a mistake or a house rule are listed below all other lines.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise

from django.conf import settings
from django.utils.translation import get_language, override

from campaign.scores.house_rules import STANDARD, as_rules
from campaign.search.asked import counted, is_whole
from campaign.search.language import Language, tokens
from campaign.search.lines import ASKED_FOR, COUNTS, FOR_POINTS, SearchLine, lines_of
from campaign.search.postings import LikelihoodModel, Postings
from scoring import HouseRules

MOST_RESULTS = 8
MOST_ASIDES = 2
MOST_OF_A_PAGE = 3
LONGEST_QUERY = 200
MOST_WORDS = 40
# A line's score is a sum. Words that occur both in the line and in the question have the weight 1, and all other
# weights are relative to this 1. LIKENESS weighs how similar the closest way to ask is. LETTERS weighs how likely the
# question's trigrams are in the line, and PAGE how likely the trigrams are in all lines of the same page.
LIKENESS, LETTERS, PAGE = 0.25, 0.6, 0.1
TITLE, CONTEXT = 0.7, 0.4  # the weight of a word that is only in the title, and of a word that is only in the keywords
BESIDE_A_WAY = 0.5  # the weight of the title's words when they are added to a way to ask
SMALL = 0.4  # the weight of function words, such as "who" and "when"
GRAM = 3  # letters per trigram; they let the search find other spellings and forms of a word
LETTERS_OF_A_LINE, LETTERS_OF_A_PAGE = 240, 2000  # how many trigrams a typical line and a typical page have
# Weights for a line about other buildings than the question. UNASKED: the line's page is about a kind of building that
# the question does not name. LACKING counts once for each kind that the question names and the line does not.
UNASKED, LACKING = -0.2, -0.08
# Weights of a line about a mission. NAMED: the question names this mission. OTHER: the question names only other
# missions. UNNAMED: the question has more than FEW words and names no mission.
NAMED, OTHER, UNNAMED = 0.35, -1.5, -0.2
TERM, BARE_TERM = -0.2, -1.0  # weights of a line of the glossary; BARE_TERM if the question has at most FEW words
BY_NAME = 1.3  # added if the question is only the title of the page, or asks for the meaning of the line's term
FEW = 2
# LEAD lowers the score of the line that introduces a page of rules, because this line says less than the rules. LEAD
# counts only if the question has more than FEW words and is not the page's title.
LEAD = -0.1
COUNTED, UNCOUNTED = 0.1, -0.2  # weights of a table; COUNTED if the question asks for points or has a number
# The meaning of the word "tile", in every language. A question about a kind of building also finds the rules for all
# tiles.
TILE = "tile"
LEAST = 0.18  # a line is no answer if its scores by words and by ways to ask add up to less than this


def letters(said: str) -> list[str]:
    """Return the trigrams of the words of a text, each once: "_to", "tow", "owe", "wer", "er_"."""
    trigrams = (f"_{word}_"[at : at + GRAM] for word in tokens(said) for at in range(len(word) + 3 - GRAM))
    return list(dict.fromkeys(trigrams))


def _letters_of(line: SearchLine) -> Counter[str]:
    """For each trigram, count the ways to ask for the line that have it. The line's own words count as one way."""
    counts = Counter[str]()
    for way in (line.said, *line.asked):
        for said, count in counted(way):
            counts.update(dict.fromkeys(letters(said), count))
    return counts


def _weights(counts: Mapping[str, int]) -> dict[str, float]:
    """Return the weight of each sign: 1/2 if one way to ask has the sign, 2/3 if two ways have it, and so on."""
    return {sign: count / (count + 1) for sign, count in counts.items()}


def _merged(*worths: Mapping[str, float]) -> dict[str, float]:
    """Merge mappings of signs to weights. A sign in several mappings gets the highest of its weights."""
    found: dict[str, float] = {}
    for each in worths:
        for sign, worth in each.items():
            found[sign] = max(worth, found.get(sign, 0.0))
    return found


class Index:
    """An index of the lines in one language: by meanings, by trigrams and by ways to ask."""

    def __init__(self, language: Language, lines: Iterable[SearchLine]) -> None:
        self.language = language
        self.lines = list(lines)
        language.learn(
            (said for line in self.lines for said in (line.said, line.title, line.context)),
            asked=(
                said for line in self.lines for way in line.asked for said, count in counted(way) for _ in range(count)
            ),
        )
        self.missions = {line.mission: frozenset(language.read(line.mission)) for line in self.lines if line.mission}
        self.mission_titles = {line.mission: line.title for line in self.lines if line.mission and line.is_named}
        self.words, self.ways = Postings(), Postings()
        self.of_way: list[int] = []
        self.has: list[frozenset[str]] = []
        for place, line in enumerate(self.lines):
            self._add(place, line)
        self.words.weigh(len(self.lines))
        numbers = {page: number for number, page in enumerate(dict.fromkeys(line.page for line in self.lines))}
        self.page_of = [numbers[line.page] for line in self.lines]
        of_lines = [_letters_of(line) for line in self.lines]
        of_pages = [Counter[str]() for _page in numbers]
        for page, counts in zip(self.page_of, of_lines, strict=True):
            of_pages[page].update(counts)
        self.letters = LikelihoodModel(of_lines, LETTERS_OF_A_LINE)
        self.page_letters = LikelihoodModel(of_pages, LETTERS_OF_A_PAGE)
        self.lengths = self._lengths()
        buildings = [line.title if line.is_named and not line.mission else "" for line in self.lines]
        self.kind = [next(iter(language.read(title)), "") for title in buildings]
        self.kinds = frozenset(self.kind) - {""}
        self.rows = {
            place: replace(line.row, pairs=frozenset(pairwise(language.read(line.said))))
            for place, line in enumerate(self.lines)
            if line.row
        }
        tables = {line.table: place for place, line in enumerate(self.lines) if line.table and not line.row}
        self.table_of = {place: tables.get(self.lines[place].table, place) for place in self.rows}
        terms = (line for line in self.lines if line.is_term)
        self.defining = set.intersection(*({word for way in term.asked for word in self._signs(way)} for term in terms))

    def _add(self, place: int, line: SearchLine) -> None:
        title = dict.fromkeys(self.language.read(line.title), TITLE)
        words = Counter[str]()
        for number, way in enumerate((line.said, *line.asked)):
            for said, count in counted(way):
                meanings = self._meanings(said, line, is_said=not number)
                words.update(dict.fromkeys(meanings, count))
            if is_whole(way):
                self.ways.add(len(self.of_way), {**dict.fromkeys(title, BESIDE_A_WAY), **meanings})
                self.of_way.append(place)
        context = dict.fromkeys(self.language.read(line.context), CONTEXT)
        worths = _merged(context, title, _weights(words))
        self.words.add(place, worths)
        self.has.append(frozenset(worths))

    def _meanings(self, way: str, line: SearchLine, *, is_said: bool) -> dict[str, float]:
        """Return the weighted words of a way to ask for a line.

        Leave out the line's mission. If the text is the sentence of a table's row, leave out the VP as well.
        """
        named = self.missions.get(line.mission, frozenset())
        meanings = [meaning for meaning in self.language.read(way) if meaning not in named] or list(named)
        if line.row and is_said:
            meanings = line.row.meant(meanings)
        return dict.fromkeys(self.language.small(way), SMALL) | dict.fromkeys(meanings, 1.0)

    def _lengths(self) -> list[float]:
        squares = [0.0] * len(self.of_way)
        for sign, rarity in self.words.rarity.items():
            for way, worth in self.ways.of(sign):
                squares[way] += (worth * rarity) ** 2
        return [math.sqrt(square) or 1.0 for square in squares]

    def _signs(self, said: str) -> set[str]:
        """Return the content words and the function words of a text."""
        return {*self.language.read(said), *self.language.small(said)}

    def search(self, query: str) -> list[int]:
        """Return the places of the lines that answer a question, the best first."""
        scores = self.rate(query)
        return sorted(scores, key=lambda place: (-scores[place], place))

    def rate(self, query: str) -> dict[int, float]:
        """Return the score of each line that answers a question.

        A sum of floats depends on their order, so the words stay in the order of the question. The order of a set
        differs between processes, and two processes would rank equal lines differently.
        """
        meanings = self.language.guess(query, longest=MOST_WORDS)
        known, missions = self._without_missions(meanings, tokens(query))
        little = [*self.language.small(query), *([TILE] if self.kinds & known.keys() else [])]
        asked = {**dict.fromkeys(little, SMALL), **known}
        asked = {meaning: worth for meaning, worth in asked.items() if meaning in self.words}
        if known.keys().isdisjoint(asked):
            return {}
        said = [meaning for meaning in meanings if meaning in asked]
        rows = {place for place, row in self.rows.items() if row.is_asked_for(said, self.has[place], self.kinds)}
        return self._in_whole_tables(self._scores(query, asked, missions, rows), rows)

    def _in_whole_tables(self, scores: Mapping[int, float], rows: set[int]) -> dict[int, float]:
        """Return the scores, but with the whole table in place of each table row that the question does not name."""
        found: dict[int, float] = {}
        for place, score in scores.items():
            shown = place if place in rows else self.table_of.get(place, place)
            found[shown] = max(score, found.get(shown, score))
        return found

    def _scores(self, query: str, asked: Mapping[str, float], missions: set[str], rows: set[int]) -> dict[int, float]:
        """Return the score of each line that answers."""
        rarity = self.words.rarity
        whole = sum(worth * rarity[meaning] for meaning, worth in asked.items())
        like = self._likeness(asked)
        found = {
            place: words / whole + LIKENESS * like.get(place, 0.0)
            for place, words in self.words.sums(asked, rarity).items()
        }
        spelt = " ".join(self.language.spelt(query, longest=MOST_WORDS))
        trigrams = letters(spelt)
        in_line, in_page = self.letters.likelihoods(trigrams), self.page_letters.likelihoods(trigrams)
        return {
            place: score
            + LETTERS * in_line[place]
            + PAGE * in_page[self.page_of[place]]
            + self._subject(place, asked, missions, rows)
            for place, score in found.items()
            if score >= LEAST
        }

    def _likeness(self, asked: Mapping[str, float]) -> dict[int, float]:
        """Compare the question with each line's ways to ask. Return each line's highest similarity, from 0 to 1."""
        rarity = self.words.rarity
        length = math.sqrt(sum((worth * rarity[meaning]) ** 2 for meaning, worth in asked.items()))
        like: dict[int, float] = {}
        for way, found in self.ways.sums(asked, rarity, power=2).items():
            place = self.of_way[way]
            like[place] = max(like.get(place, 0.0), found / (length * self.lengths[way]))
        return like

    def _subject(self, place: int, asked: Mapping[str, float], missions: set[str], rows: set[int]) -> float:
        """Return a part of a line's score: how well the subjects of the line match the subjects of the question."""
        line = self.lines[place]
        score = line.weight + LACKING * len(self.kinds.intersection(asked) - self.has[place])
        if self.kind[place] and self.kind[place] not in asked:
            score += UNASKED
        if place in rows:
            score += ASKED_FOR if COUNTS.isdisjoint(asked) else FOR_POINTS
        elif line.table:
            is_counted = not COUNTS.isdisjoint(asked) or any(meaning.isdigit() for meaning in asked)
            score += COUNTED if is_counted else UNCOUNTED
        if line.is_term:
            score += TERM if len(asked) > FEW else BARE_TERM
        if (line.is_head or line.is_term) and self._is_name(line, asked):
            score += BY_NAME
        elif line.is_head and not line.mission and len(asked) > FEW:
            score += LEAD
        if line.mission and missions:
            score += NAMED if line.mission in missions else OTHER
        elif line.mission and len(asked) > FEW:
            score += UNNAMED
        return score

    def _is_name(self, line: SearchLine, asked: Mapping[str, float]) -> bool:
        """Tell whether a question is only the title of a page, or asks for a term's meaning: "what is a line"."""
        further = asked.keys() - self._signs(line.title) - {TILE}
        means = bool(further) and further <= self.defining
        return asked.keys() >= set(self.language.read(line.title)) and (means if line.is_term else not further)

    def _without_missions(self, meanings: list[str], said: Collection[str]) -> tuple[dict[str, float], set[str]]:
        """Return the words of a question that name no mission, and the missions that the question names.

        A question names missions by number, or else by title. A title's words are removed only once: in "Mayor's Favor:
        who may take the mayor", one "mayor" is removed and the other stays.
        """
        titled = {mission for mission, title in self.mission_titles.items() if self.language.names(title, said)}
        missions = {mission for mission, number in self.missions.items() if number <= set(meanings)} or titled
        left = Counter(meanings)
        for mission in missions:
            left -= Counter(dict.fromkeys(self.missions[mission], len(meanings)))
        for mission in missions & titled:
            left -= Counter(self.language.read(self.mission_titles[mission]))
        if missions:
            del left[self.language.mission]
        return {meaning: 1.0 for meaning in meanings if meaning in left} or dict.fromkeys(meanings, 1.0), missions


def _shown(ranked: list[SearchLine]) -> list[SearchLine]:
    """Return the best ranked lines, a few per page. Lines about mistakes and house rules come below all other lines."""
    rules: list[SearchLine] = []
    asides: list[SearchLine] = []
    of_page: Counter[str] = Counter()
    for line in ranked:
        if line.is_aside:
            asides.append(line)
        elif (
            len(rules) < MOST_RESULTS
            and of_page[line.page] < MOST_OF_A_PAGE
            and line.said not in {r.said for r in rules}
        ):
            of_page[line.page] += 1
            rules.append(line)
    return [*rules, *asides[:MOST_ASIDES]] if rules else []


@cache
def index_of(code: str) -> Index:
    """Make the index of a language, once in each process."""
    return Index(Language(code), lines_of(code, STANDARD))


def prepare() -> None:
    """Make the index of every language now, which takes two seconds, so that no reader has to wait."""
    for code, _name in settings.LANGUAGES:
        with override(code):
            index_of(code)


@lru_cache(maxsize=12)
def _told(code: str, house_rules: HouseRules) -> list[SearchLine]:
    """Return the lines of an index with the texts for these house rules. The text is "" if a line does not apply."""
    usual = index_of(code).lines
    if not as_rules(house_rules):
        return usual
    return [
        line if line.said == before.said or not before.said else replace(line, is_switched=True)
        for line, before in zip(lines_of(code, house_rules), usual, strict=True)
    ]


@lru_cache(maxsize=256)
def _search(code: str, query: str, house_rules: HouseRules) -> list[SearchLine]:
    lines = _told(code, house_rules)
    return _shown([line for place in index_of(code).search(query) if (line := lines[place]).said])


def search(query: str, house_rules: HouseRules = STANDARD) -> list[SearchLine]:
    """Find the answers to a question under these house rules, in the active language, best first."""
    return _search(get_language() or "", " ".join(query.split())[:LONGEST_QUERY], house_rules)
