"""One search over everything the library says: an index in memory.

Each line of the index is one sentence. It is found by its own words, by the ways to ask for it that it is given, and by
the page it stands on. What is no rule, a mistake or a house rule, stands below all rules.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from django.utils.translation import get_language

from campaign.library.language import Language, tokens
from campaign.library.lines import ASKED_FOR, COUNTS, FOR_POINTS, Line, lines_of
from campaign.library.records import STANDARD
from scoring import HouseRules

MOST_RESULTS = 8
MOST_ASIDES = 2
MOST_OF_A_PAGE = 3
LONGEST_QUERY = 200
MOST_WORDS = 40
# The weights of a line beside the words it has of a question: how likely it is written with these letters, a way to ask
# that is like it, and the share of its worth that it keeps.
LETTERS, LIKENESS, SHARE = 0.5, 0.5, 0.45
TITLE, CONTEXT = 0.7, 0.4  # how much of a word that only the title has, or only the keywords of the page
BESIDE_A_WAY = 0.5  # what a word of the title is worth beside those of a way to ask
SMALL = 0.4  # what a word is worth that says little, such as "who" and "when"
GRAM = 3  # letters, by which words are compared that are written or formed in another way
TYPICAL = 240  # signs of three letters of which a line is thought to have as many as all lines together have
# The share of its worth that a line keeps:
UNASKED, LACKING = 0.8, 0.9  # a line about a building the question does not name, and one that lacks a named one
NAMED, OTHER, UNNAMED = 2.5, 0.5, 0.85  # a line of a mission the question names, of another, or if it names none
TERM, BARE_TERM = 0.75, 0.15  # a line of the glossary, and for a word or two: a page says more of them
BY_NAME = 8.0  # the head of a page, for just its title
FEW = 2
TILE = "tile"  # the meaning of any building, in every language: what is said of all answers for a Factory, too
LEAST = 0.2  # a line with less than this of the words, and of a way to ask, answers nothing


class Postings:
    """Where a sign stands, and how much it is worth there: a word or three letters, in lines or in ways to ask."""

    def __init__(self) -> None:
        self._places: dict[str, array[int]] = defaultdict(lambda: array("H"))
        self._worths: dict[str, array[float]] = defaultdict(lambda: array("f"))

    def add(self, place: int, worths: Mapping[str, float]) -> None:
        for sign, worth in worths.items():
            self._places[sign].append(place)
            self._worths[sign].append(worth)

    def __contains__(self, sign: object) -> bool:
        return sign in self._places

    def of(self, sign: str) -> Iterator[tuple[int, float]]:
        return zip(self._places.get(sign, ()), self._worths.get(sign, ()), strict=True)

    def weigh(self, count: int) -> None:
        """Count how rare each sign is among so many places."""
        self.rarity = {sign: math.log(1 + count / (1 + len(places))) for sign, places in self._places.items()}

    def sums(self, asked: Mapping[str, float], rarity: Mapping[str, float], power: int = 1) -> dict[int, float]:
        """Return for each place what it has of the signs asked for, each worth its rarity."""
        found: dict[int, float] = defaultdict(float)
        for sign, worth in asked.items():
            share = worth * rarity[sign] ** power
            for place, there in self.of(sign):
                found[place] += share * there
        return found


def letters(said: str) -> set[str]:
    """Cut the words of a text into threes of letters: "_to", "tow", "owe", "wer", "er_"."""
    return {f"_{word}_"[at : at + GRAM] for word in tokens(said) for at in range(len(word) + 3 - GRAM)}


def _filled(counts: Mapping[str, int]) -> dict[str, float]:
    """Return half for a sign that one way to ask has, and with each further one nearer to 1."""
    return {sign: count / (count + 1) for sign, count in counts.items()}


def _most(*worths: Mapping[str, float]) -> dict[str, float]:
    """Return the most that any of these makes of each sign."""
    found: dict[str, float] = {}
    for each in worths:
        for sign, worth in each.items():
            found[sign] = max(worth, found.get(sign, 0.0))
    return found


class Letters:
    """How likely a question is asked of each line, by the threes of letters in all its ways to ask.

    This is a language model of each line with Dirichlet's smoothing: a line with many ways to ask has many signs, and
    none of them says much.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        counted = [Counter(sign for way in (line.said, *line.asked) for sign in letters(way)) for line in lines]
        of_all = sum(counted, Counter[str]())
        self.signs = Postings()
        expected = TYPICAL / of_all.total()
        for place, counts in enumerate(counted):
            self.signs.add(
                place, {sign: math.log1p(count / (expected * of_all[sign])) for sign, count in counts.items()}
            )
        self.more = [math.log1p(counts.total() / TYPICAL) for counts in counted]

    def likelihoods(self, query: str) -> list[float]:
        """Return for each line the logarithm of how likely it is asked for so, of one sign and beside any line."""
        asked = {sign: 1.0 for sign in letters(query) if sign in self.signs}
        found = self.signs.sums(asked, asked)
        return [found.get(place, 0.0) / (len(asked) or 1) - more for place, more in enumerate(self.more)]


class Index:
    """The lines of one language, by meaning, by letters and by way to ask."""

    def __init__(self, language: Language, lines: Iterable[Line]) -> None:
        self.language = language
        self.lines = list(lines)
        language.learn(
            (said for line in self.lines for said in (line.said, line.title, line.context)),
            asked=(way for line in self.lines for way in line.asked),
        )
        self.missions = {line.mission: frozenset(language.read(line.mission)) for line in self.lines if line.mission}
        self.mission_titles = {line.mission: line.title for line in self.lines if line.mission}
        self.words, self.ways = Postings(), Postings()
        self.of_way: list[int] = []
        self.has: list[frozenset[str]] = []
        for place, line in enumerate(self.lines):
            self._add(place, line)
        self.words.weigh(len(self.lines))
        self.letters = Letters(self.lines)
        self.lengths = self._lengths()
        buildings = [line.title if line.is_named and not line.mission else "" for line in self.lines]
        self.kind = [next(iter(language.read(title)), "") for title in buildings]
        self.kinds = frozenset(self.kind) - {""}
        self.rows = {place: line.row for place, line in enumerate(self.lines) if line.row}
        tables = {line.table: place for place, line in enumerate(self.lines) if line.table and not line.row}
        self.table_of = {place: tables.get(self.lines[place].table, place) for place in self.rows}
        terms = (line for line in self.lines if line.is_term)
        self.defining = set.intersection(*({word for way in term.asked for word in self._signs(way)} for term in terms))

    def _add(self, place: int, line: Line) -> None:
        title = dict.fromkeys(self.language.read(line.title), TITLE)
        words = Counter[str]()
        for number, way in enumerate((line.said, *line.asked)):
            meanings = self._meanings(way, line, is_said=not number)
            words.update(dict.fromkeys(meanings, 1))
            self.ways.add(len(self.of_way), {**dict.fromkeys(title, BESIDE_A_WAY), **meanings})
            self.of_way.append(place)
        context = dict.fromkeys(self.language.read(line.context), CONTEXT)
        worths = _most(context, title, _filled(words))
        self.words.add(place, worths)
        self.has.append(frozenset(worths))

    def _meanings(self, way: str, line: Line, *, is_said: bool) -> dict[str, float]:
        """Return the words of a way to ask for a line, without the mission it is about and the points of its row."""
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
        """Return the words of a text, those that say something and those that say little."""
        return {*self.language.read(said), *self.language.small(said)}

    def search(self, query: str) -> list[int]:
        """Return the places of the lines that answer a question, the best first."""
        meanings = self.language.guess(query, longest=MOST_WORDS)
        known, missions = self._without_missions(dict.fromkeys(meanings, 1.0), self.language.stems(query))
        little = self.language.small(query) | ({TILE} if self.kinds & known.keys() else set())
        asked = {**dict.fromkeys(little, SMALL), **known}
        asked = {meaning: worth for meaning, worth in asked.items() if meaning in self.words}
        if known.keys().isdisjoint(asked):
            return []
        said = [meaning for meaning in meanings if meaning in asked]
        rows = {place for place, row in self.rows.items() if row.is_asked_for(said, self.has[place], self.kinds)}
        scores = self._in_whole_tables(self._scores(query, asked, missions, rows), rows)
        return sorted(scores, key=lambda place: (-scores[place], place))

    def _in_whole_tables(self, scores: Mapping[int, float], rows: set[int]) -> dict[int, float]:
        """Return the scores with the whole table in place of its rows that are not asked for."""
        found: dict[int, float] = {}
        for place, score in scores.items():
            shown = place if place in rows else self.table_of.get(place, place)
            found[shown] = max(score, found.get(shown, score))
        return found

    def _scores(self, query: str, asked: Mapping[str, float], missions: set[str], rows: set[int]) -> dict[int, float]:
        """Return what each line has of a question if it answers: words, letters, a way to ask that is like it."""
        rarity = self.words.rarity
        whole = sum(worth * rarity[meaning] for meaning, worth in asked.items())
        scores = {place: found / whole for place, found in self.words.sums(asked, rarity).items()}
        length = math.sqrt(sum((worth * rarity[meaning]) ** 2 for meaning, worth in asked.items()))
        like: dict[int, float] = defaultdict(float)
        for way, found in self.ways.sums(asked, rarity, power=2).items():
            place = self.of_way[way]
            like[place] = max(like[place], found / (length * self.lengths[way]))
        likely = self.letters.likelihoods(" ".join(self.language.spelt(query, longest=MOST_WORDS)))
        return {
            place: score + LETTERS * likely[place] + SHARE * math.log(self._share(place, asked, missions, rows))
            for place, words in scores.items()
            if (score := words + LIKENESS * like[place]) >= LEAST
        }

    def _share(self, place: int, asked: Mapping[str, float], missions: set[str], rows: set[int]) -> float:
        """Return the share of its worth that a line keeps for a question, by what it is about."""
        line, has, kind = self.lines[place], self.has[place], self.kind[place]
        share = line.share * LACKING ** len(self.kinds.intersection(asked) - has)
        if place in rows:
            share *= ASKED_FOR if COUNTS.isdisjoint(asked) else FOR_POINTS
        if line.is_term:
            share *= TERM if len(asked) > FEW else BARE_TERM
        if kind and kind not in asked:
            share *= UNASKED
        if (line.is_head or line.is_term) and self._is_name(line, asked):
            share *= BY_NAME
        if line.mission and missions:
            share *= NAMED if line.mission in missions else OTHER
        elif line.mission and len(asked) > FEW:
            share *= UNNAMED
        return share

    def _is_name(self, line: Line, asked: Mapping[str, float]) -> bool:
        """Tell whether a question is just for a page by its title, or for the meaning of a term: "what is a line"."""
        further = asked.keys() - self._signs(line.title) - {TILE}
        means = bool(further) and further <= self.defining
        return asked.keys() >= set(self.language.read(line.title)) and (means if line.is_term else not further)

    def _without_missions(self, known: dict[str, float], stems: set[str]) -> tuple[dict[str, float], set[str]]:
        """Return the words of a question without the missions it names, by number or by title, and these missions."""
        missions: set[str] = set()
        naming: set[str] = set()
        for mission, number in self.missions.items():
            title = self.mission_titles[mission]
            if number <= known.keys():
                missions.add(mission)
                naming |= number
            if self.language.stems(title) <= stems:
                missions.add(mission)
                naming.update(self.language.read(title))
        if missions:
            naming.add(self.language.mission)
        return {meaning: worth for meaning, worth in known.items() if meaning not in naming} or known, missions


def _shown(ranked: list[Line]) -> list[Line]:
    """Return the first lines of those found, not too many of a page; what is no rule stands below all rules."""
    rules: list[Line] = []
    asides: list[Line] = []
    of_page: Counter[str] = Counter()
    for line in ranked:
        page = line.address.partition("#")[0]
        if line.is_aside:
            asides.append(line)
        elif len(rules) < MOST_RESULTS and of_page[page] < MOST_OF_A_PAGE and line.said not in {r.said for r in rules}:
            of_page[page] += 1
            rules.append(line)
    return [*rules, *asides[:MOST_ASIDES]] if rules else []


@cache
def _index(code: str) -> Index:
    return Index(Language(code), lines_of(code, STANDARD))


@lru_cache(maxsize=12)
def _told(code: str, house_rules: HouseRules) -> list[Line]:
    """Return the lines of an index as a table with these house rules reads them, "" where it reads none."""
    return list(lines_of(code, house_rules))


@lru_cache(maxsize=256)
def _search(code: str, query: str, house_rules: HouseRules) -> list[Line]:
    lines = _told(code, house_rules)
    return _shown([line for place in _index(code).search(query) if (line := lines[place]).said])


def search(query: str, house_rules: HouseRules = STANDARD) -> list[Line]:
    """Find lines that answer a question, the best first, in the active language, as a table with these rules plays."""
    return _search(get_language() or "", " ".join(query.split())[:LONGEST_QUERY], house_rules)
