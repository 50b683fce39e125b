"""One search over everything the library says: an index in memory, of the same records that the pages show.

Each line of the index is one sentence. It is found by its own words, by the ways to ask for it that it is given, and by
the page it stands on. What is no rule, a mistake or a house rule, stands below all rules.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from django.urls import reverse
from django.utils.translation import get_language, gettext, pgettext

from campaign.library import shelf
from campaign.library.asked import read_asked
from campaign.library.decisions import DECISIONS
from campaign.library.facts import facts
from campaign.library.glossary import GLOSSARY
from campaign.library.language import Language, tokens
from campaign.library.missions import TEXTS
from campaign.library.records import STANDARD, Page, Question, Section, Sentence, Table, Words, played, text
from campaign.words import words
from scoring import MISSIONS, HouseRules, Kind, Mission, Mode
from scoring.tiles import TILES, tiles_in_use

MOST_RESULTS = 8
MOST_ASIDES = 2
MOST_OF_A_PAGE = 3
LONGEST_QUERY = 200
MOST_WORDS = 40
# What counts of a line beside the words it has of a question: how likely it is written with these letters, a way to ask
# that is like it, and the share of its worth that it keeps.
LETTERS, LIKENESS, SHARE = 0.5, 0.5, 0.45
TITLE, CONTEXT = 0.7, 0.4  # how much of a word that only the title has, or only the keywords of the page
BESIDE_A_WAY = 0.5  # what a word of the title is worth beside those of a way to ask
SMALL = 0.4  # what a word is worth that says little, such as "who" and "when"
GRAM = 3  # letters, by which words are compared that are written or formed in another way
TYPICAL = 240  # signs of three letters of which a line is thought to have as many as all lines together have
# What share of its worth a line keeps:
FOR_POINTS, ASKED_FOR, AS_ANY = 1.3, 1.15, 0.8  # a row of a table, asked for with its points, without, or not
UNASKED, LACKING = 0.9, 0.9  # a line about a building the question does not name, and one that lacks a named one
NAMED, OTHER, UNNAMED = 1.4, 0.5, 0.85  # a line of a mission the question names, of another, or if it names none
TERM, BARE_TERM = 0.85, 0.15  # a line of the glossary, and for a word or two: a page says more of them
TEASER, IN_FULL = 0.95, 1.03  # all that a mission says is new, and the sentence that says it in full
BY_NAME = 8.0  # the head of a page, for just its title
COUNTS = {"vp", "lose", "receive", "how many"}  # the meanings that ask for points, in every language
MOST_LACKING = 1  # other words of a question that a row may lack
FEW = 2
LEAST = 0.2  # a line with less than this of the words, and of a way to ask, answers nothing


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. It is asked for by its counts, or, if it has none, by the kinds of building it names."""

    counts: tuple[int, ...]

    def share(self, asked: Collection[str], has: Collection[str], kinds: Collection[str]) -> float:
        """Return the share of its worth that the row keeps: most if it is asked for, and its points."""
        numbers = [meaning for meaning in asked if meaning.isdigit()]
        lacking = [meaning for meaning in asked if meaning not in has and meaning not in {*numbers, *COUNTS}]
        if self.counts:
            counts = list(dict.fromkeys(str(count) for count in self.counts))
            is_asked_for = numbers == counts and len(lacking) <= MOST_LACKING
        else:
            is_asked_for = len(kinds) > 1 and all(kind in asked for kind in kinds)
        if not is_asked_for:
            return AS_ANY
        return ASKED_FOR if COUNTS.isdisjoint(asked) else FOR_POINTS

    def meant(self, way: list[str]) -> list[str]:
        """Return the words of the row without its points, which nobody asks with."""
        counts = [str(count) for count in self.counts]
        return [meaning for meaning in way if not meaning.isdigit() or meaning in counts]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence as it is found: `asked` are the ways to ask for it, `context` words of its page."""

    address: str
    title: str
    sort: str
    drawing: str
    said: str
    asked: tuple[str, ...] = ()
    context: str = ""
    share: float = 1.0  # of what its words are worth
    row: "Row | None" = None  # if it is one of a table
    is_aside: bool = False  # a mistake or a house rule
    is_head: bool = False  # what a page is about
    is_term: bool = False  # of the glossary
    is_named: bool = False  # on the page of a building or mission, which sentences need not name again
    mission: str = ""  # "Mission 9", if it is on the page of one


def _words(keywords: Words) -> tuple[str, ...]:
    return tuple(word for word in text(keywords).split(",") if word.strip())


@dataclass(frozen=True, slots=True)
class _PageLines:
    """The lines of one page: what they have in common, said once. `asked` are the ways to ask, by place."""

    asked: Mapping[str, tuple[str, ...]]
    slug: str
    address: str
    title: str
    sort: str
    drawing: str
    context: str = ""
    is_named: bool = False
    mission: str = ""

    def line(self, said: str, place: str = "", *, asked: Iterable[str] = (), sort: str = "", **more: object) -> Line:
        return Line(
            self.address + (f"#{place}" if place else ""),
            self.title,
            sort or self.sort,
            self.drawing,
            said,
            (*asked, *self.ways(place)),
            self.context,
            is_named=self.is_named,
            mission=self.mission,
            **more,  # type: ignore[arg-type]
        )

    def ways(self, place: str) -> tuple[str, ...]:
        return self.asked.get(f"{self.slug}#{place}" if place else self.slug, ())

    def sentences(self, said: Iterable[Sentence], place: str, share: float = 1.0) -> Iterator[Line]:
        for number, sentence in enumerate(said, start=1):
            yield self.line(text(sentence.text), f"{place}-{number}", share=share)

    def section(self, section: Section) -> Iterator[Line]:
        """List sentences and steps of a section. One that leads into the steps says them too: "this decides:"."""
        last = section.said[-1] if section.said else None
        for line in self.sentences((*section.said, *section.steps), section.slug):
            if last and section.steps and line.said == text(last.text) and not line.said.endswith("."):
                yield replace(line, said=" ".join([line.said, *(text(step.text) for step in section.steps)]))
            else:
                yield line

    def questions(self, questions: Iterable[Question]) -> Iterator[Line]:
        for number, question in enumerate(questions, start=1):
            asked = text(question.asked)
            yield self.line(f"{asked} {text(question.answer)}", f"question-{number}", asked=(asked,))

    def table(self, table: Table) -> Iterator[Line]:
        if table.in_one:
            yield self.line(text(table.in_one), "tables", asked=self.asked.get("tables", ()))
        for number, (counts, said) in enumerate(table.said, start=1):
            ways = self.ways("tables") if counts else self.ways(f"tables-{number}")
            fitting = tuple(way.format(*counts) for way in ways if ("{1}" in way) == (len(counts) > 1))
            yield replace(self.line(text(said), "tables", row=Row(counts)), asked=fitting)

    def mistakes(self, mistakes: Iterable[Words]) -> Iterator[Line]:
        for said in mistakes:
            yield self.line(text(said), "mistakes", sort=gettext("Often done wrong"), is_aside=True)


def _of_page(page: Page, asked: Mapping[str, tuple[str, ...]]) -> Iterator[Line]:
    sort = gettext("Building") if page.kind else gettext("Rule")
    lines = _PageLines(
        asked,
        page.slug,
        page.get_absolute_url(),
        text(page.title),
        sort,
        page.drawing,
        text(page.keywords),
        is_named=bool(page.kind),
    )
    yield lines.line(text(page.lead), asked=(text(page.title), *_words(page.keywords)), is_head=True)
    if page.needs:
        yield lines.line(text(page.needs.text), "needs")
    for section in page.sections:
        yield from lines.section(section)
    for table in page.tables:
        yield from lines.table(table)
    yield from lines.questions(page.questions)
    yield from lines.mistakes(page.mistakes)


def _of_mission(mission: Mission, house_rules: HouseRules, ways: Mapping[str, tuple[str, ...]]) -> Iterator[Line]:
    told = played(TEXTS[mission.slug], house_rules)
    number = gettext("Mission {number}").format(number=mission.number)
    title = words(mission.title)
    address = shelf.address_of_mission(mission)
    context = f"{number} {gettext('Mission')} {text(told.keywords)}"
    lines = _PageLines(ways, mission.slug, address, title, number, "mission", context, is_named=True, mission=number)
    asked = (number, title, pgettext("search", "what is new in {mission}").format(mission=number))
    new = " ".join(text(sentence.text) for sentence in told.new)
    yield lines.line(new, asked=asked, share=TEASER, is_head=True)
    said = " ".join(f"{fact.name}: {fact.value}." for fact in facts(mission.rules.with_house_rules(house_rules), None))
    yield lines.line(said, asked=ways.get("missions#facts", ()), share=TEASER)
    yield from lines.sentences(told.new, "new")
    yield from lines.sentences(told.turn, "turn", IN_FULL)
    yield from lines.sentences(told.scoring, "scoring", IN_FULL)
    yield from lines.questions(told.questions)


def _of_box(asked: Mapping[str, tuple[str, ...]]) -> Iterator[Line]:
    lines = _PageLines(asked, "tiles", reverse("tiles"), gettext("Tiles"), gettext("Page"), "tile")
    for kind in Kind:
        if count := sum(tile.kind is kind for tile in TILES):
            name = words(kind.label)
            said = gettext(
                "{kind}: {count} tiles in the box, {classic} in Classic Mode, {expert} in Expert Mode."
            ).format(
                kind=name,
                count=count,
                classic=sum(tile.kind is kind for tile in tiles_in_use(Mode.CLASSIC)),
                expert=sum(tile.kind is kind for tile in tiles_in_use(Mode.EXPERT)),
            )
            ways = tuple(way.format(kind=name) for way in lines.ways("kind"))
            yield replace(lines.line(said, asked=ways, share=0.8), address=f"{reverse('tiles')}?kind={kind}")


def _lines(code: str, house_rules: HouseRules) -> Iterator[Line]:
    asked = read_asked(code)
    for page in shelf.pages().values():
        yield from _of_page(played(page, house_rules), asked)
    for mission in MISSIONS.values():
        yield from _of_mission(mission, house_rules, asked)
    glossary = reverse("rule", args=["glossary"])
    for term in (played(term, house_rules) for term in GLOSSARY):
        word = text(term.word)
        lines = _PageLines(asked, "glossary", glossary, word, gettext("Glossary"), "rules")
        ways = (word, *(way.format(term=word) for way in lines.ways("term")))
        yield lines.line(f"{word}: {text(term.meaning)}", term.slug, asked=ways, is_term=True)
    decisions = reverse("rule", args=["decisions"])
    for usual in DECISIONS.values():
        decision = usual.under(house_rules)
        question = text(decision.asked)
        title = f"{decision.number} · {question}"
        lines = _PageLines(asked, "decisions", decisions, title, gettext("Decision"), "info")
        named = (question, decision.number)
        yield lines.line(text(decision.reading), decision.number, asked=named, share=0.8)
        if decision.switch and not callable(decision.switched):
            said = "" if decision.is_switched else text(decision.switched)
            yield lines.line(said, decision.number, sort=gettext("House rule"), is_aside=True, asked=named)
    yield from _of_box(asked)
    for further in shelf.FURTHER:
        ways = (text(further.title), *_words(further.keywords), *asked.get(further.argument or further.name, ()))
        yield Line(
            further.address, text(further.title), gettext("Page"), further.drawing, text(further.lead), ways, share=0.9
        )


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
        for place, counts in enumerate(counted):
            expected = TYPICAL / of_all.total()
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

    def search(self, query: str) -> list[int]:
        """Return the places of the lines that answer a question, the best first."""
        known = dict.fromkeys(self.language.guess(query, longest=MOST_WORDS), 1.0)
        known, missions = self._without_missions(known, self.language.stems(query))
        asked = {**dict.fromkeys(self.language.small(query), SMALL), **known}
        asked = {meaning: worth for meaning, worth in asked.items() if meaning in self.words}
        if known.keys().isdisjoint(asked):
            return []
        scores = self._scores(query, asked, missions)
        return sorted(scores, key=lambda place: (-scores[place], place))

    def _scores(self, query: str, asked: Mapping[str, float], missions: set[str]) -> dict[int, float]:
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
            place: score + LETTERS * likely[place] + SHARE * math.log(self._share(place, asked, missions))
            for place, words in scores.items()
            if (score := words + LIKENESS * like[place]) >= LEAST
        }

    def _share(self, place: int, asked: Mapping[str, float], missions: set[str]) -> float:
        """Return the share of its worth that a line keeps for a question, by what it is about."""
        line, has, kind = self.lines[place], self.has[place], self.kind[place]
        share = line.share * LACKING ** len(self.kinds.intersection(asked) - has)
        if line.row:
            said = [meaning for meaning, worth in asked.items() if worth > SMALL]
            share *= line.row.share(said, has, self.kinds & has)
        if line.is_term:
            share *= TERM if len(asked) > FEW else BARE_TERM
        if kind and kind not in asked:
            share *= UNASKED
        if line.is_head and asked.keys() == {*self.language.read(line.title), *self.language.small(line.title)}:
            share *= BY_NAME
        if line.mission and missions:
            share *= NAMED if line.mission in missions else OTHER
        elif line.mission and len(asked) > FEW:
            share *= UNNAMED
        return share

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


def _shown(ranked: Iterable[Line]) -> list[Line]:
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
    return Index(Language(code), _lines(code, STANDARD))


@lru_cache(maxsize=12)
def _told(code: str, house_rules: HouseRules) -> list[Line]:
    """Return the lines of an index as a table with these house rules reads them, "" where it reads none."""
    return list(_lines(code, house_rules))


@lru_cache(maxsize=256)
def _search(code: str, query: str, house_rules: HouseRules) -> list[Line]:
    lines = _told(code, house_rules)
    return _shown(line for place in _index(code).search(query) if (line := lines[place]).said)


def search(query: str, house_rules: HouseRules = STANDARD) -> list[Line]:
    """Find lines that answer a question, the best first, in the active language, as a table with these rules plays."""
    return _search(get_language() or "", " ".join(query.split())[:LONGEST_QUERY], house_rules)
