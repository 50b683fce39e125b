"""One search over everything the library says: an index in memory, of the same records that the pages show.

Each line of the index is one sentence. It is found by its own words, by the ways to ask for it that it is given, and by
the page it stands on. What is no rule, a mistake or a house rule, stands below all rules.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from django.urls import reverse
from django.utils.translation import get_language, gettext, pgettext

from campaign.library import shelf
from campaign.library.decisions import DECISIONS
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
# How much a word of the question is worth by where it is found.
SAID, ASKED, NAME, TITLE, CONTEXT = 1.0, 1.0, 1.0, 0.7, 0.4
POINTS = {"vp", "lose", "receive"}  # the meanings that ask for them, in every language
BY_TITLE = 0.5  # what a word of the question is worth if only the title has it, to the question as a whole
AS_A_WHOLE = 0.8  # what a line that is asked for in just these words is worth beside one with the same words apart
FOR_POINTS, AT_BEST, AS_ANY = 1.6, 1.3, 0.8  # a row of a table, if the question asks what it scores, for it, and if not
LACKING = 0.8  # a line that does not speak of a thing in the question, for each
GENERAL, BY_NAME = 1.03, 2.0  # the head of a page, for a question of few words, and for just its title
FEW = 2
NAMED, OTHER, UNNAMED = 1.4, 0.5, 0.8  # a line of a mission, if the question names it, names others, or names none
BESIDE = 0.9  # a line of no mission, if the question names one
COUNTED, UNCOUNTED = 1.06, 0.94  # a line with and without a figure, if the question asks how many
TEASER, IN_FULL = 0.95, 1.03  # all that a mission says is new, and the sentence that says it in full
LEAST = 0.18  # a line worth less than this answers nothing


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: it is asked for by its counts, or, if it has none, by how many points there are."""

    counts: tuple[int, ...]

    def share(self, known: list[str], said: Collection[str], title: Collection[str], how_many: set[str]) -> float:
        """What share of its worth the row has for a question: most if neither says what the other lacks."""
        points = POINTS | how_many
        asks_for_points = not points.isdisjoint(known)
        lacking = sum(meaning not in (*said, *title) and meaning not in points for meaning in known)
        spare = sum(not meaning.isdigit() and meaning not in points and meaning not in known for meaning in said)
        numbers = [meaning for meaning in known if meaning.isdigit()]
        if lacking > asks_for_points or numbers != [str(count) for count in self.counts]:
            return AS_ANY
        if self.counts and not POINTS.isdisjoint(known):
            return FOR_POINTS
        return AT_BEST if self.counts or spare <= 1 else AS_ANY

    def meant(self, way: list[str]) -> list[str]:
        """The words of the row without its points, which nobody asks with."""
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
    is_named: bool = False  # on the page of a building or mission, which sentences need not name again
    mission: str = ""  # "Mission 9", if it is on the page of one


def _ways(asked: Words) -> tuple[str, ...]:
    return tuple(way for way in text(asked).split(",") if way.strip())


@dataclass(frozen=True, slots=True)
class _PageLines:
    """The lines of one page: what they have in common, said once."""

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
            tuple(asked),
            self.context,
            is_named=self.is_named,
            mission=self.mission,
            **more,  # type: ignore[arg-type]
        )

    def sentences(self, said: Iterable[Sentence], place: str, share: float = 1.0) -> Iterator[Line]:
        for number, sentence in enumerate(said, start=1):
            yield self.line(text(sentence.text), f"{place}-{number}", asked=_ways(sentence.asked), share=share)

    def section(self, section: Section) -> Iterator[Line]:
        """The sentences and steps of a section. One that leads into the steps says them too: "the better one has"."""
        last = section.said[-1] if section.said else None
        for line in self.sentences((*section.said, *section.steps), section.slug):
            if last and section.steps and line.said == text(last.text) and not line.said.endswith("."):
                yield replace(line, said=" ".join([line.said, *(text(step.text) for step in section.steps)]))
            else:
                yield line

    def questions(self, questions: Iterable[Question]) -> Iterator[Line]:
        for number, question in enumerate(questions, start=1):
            asked = text(question.asked)
            yield self.line(
                f"{asked} {text(question.answer)}", f"question-{number}", asked=(asked, *_ways(question.also))
            )

    def table(self, table: Table) -> Iterator[Line]:
        for counts, said in table.said:
            yield self.line(text(said), "tables", row=Row(counts))

    def mistakes(self, mistakes: Iterable[Words]) -> Iterator[Line]:
        for said in mistakes:
            yield self.line(text(said), "mistakes", sort=gettext("Often done wrong"), is_aside=True)


def _of_page(page: Page) -> Iterator[Line]:
    sort = gettext("Building") if page.kind else gettext("Rule")
    lines = _PageLines(
        page.get_absolute_url(), text(page.title), sort, page.drawing, text(page.keywords), is_named=bool(page.kind)
    )
    yield lines.line(text(page.lead), asked=(text(page.title), *_ways(page.keywords)), is_head=True)
    if page.needs:
        yield lines.line(text(page.needs.text), "needs", asked=_ways(page.needs.asked))
    for section in page.sections:
        yield from lines.section(section)
    for table in page.tables:
        yield from lines.table(table)
    yield from lines.questions(page.questions)
    yield from lines.mistakes(page.mistakes)


def _of_mission(mission: Mission, house_rules: HouseRules) -> Iterator[Line]:
    told = played(TEXTS[mission.slug], house_rules)
    number = gettext("Mission {number}").format(number=mission.number)
    title = words(mission.title)
    address = shelf.address_of_mission(mission)
    context = f"{number} {gettext('Mission')} {text(told.keywords)}"
    lines = _PageLines(address, title, number, "mission", context, is_named=True, mission=number)
    asked = (number, title, pgettext("search", "what is new in {mission}").format(mission=number))
    new = " ".join(text(sentence.text) for sentence in told.new)
    yield lines.line(new, asked=asked, share=TEASER, is_head=True)
    yield from lines.sentences(told.new, "new")
    yield from lines.sentences(told.turn, "turn", IN_FULL)
    yield from lines.sentences(told.scoring, "scoring", IN_FULL)
    yield from lines.questions(told.questions)


def _of_box() -> Iterator[Line]:
    lines = _PageLines(reverse("tiles"), gettext("Tiles"), gettext("Page"), "tile")
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
            asked = gettext("how many tiles of this kind: {kind}").format(kind=name)
            yield replace(lines.line(said, asked=(asked,)), address=f"{reverse('tiles')}?kind={kind}")


def _lines(house_rules: HouseRules) -> Iterator[Line]:
    for page in shelf.pages().values():
        yield from _of_page(played(page, house_rules))
    for mission in MISSIONS.values():
        yield from _of_mission(mission, house_rules)
    glossary = reverse("rule", args=["glossary"])
    for term in (played(term, house_rules) for term in GLOSSARY):
        word = text(term.word)
        yield Line(
            f"{glossary}#{term.slug}",
            word,
            gettext("Glossary"),
            "rules",
            f"{word}: {text(term.meaning)}",
            (word, *_ways(term.also)),
            share=0.85,
        )
    decisions = reverse("rule", args=["decisions"])
    for usual in DECISIONS.values():
        decision = usual.under(house_rules)
        title = f"{decision.number} · {text(decision.asked)}"
        lines = _PageLines(f"{decisions}#{decision.number}", title, gettext("Decision"), "info")
        asked = (text(decision.asked), decision.number, *_ways(decision.also))
        yield lines.line(text(decision.reading), asked=asked, share=0.8)
        if decision.switch and not decision.is_switched and not callable(decision.switched):
            yield lines.line(text(decision.switched), sort=gettext("House rule"), is_aside=True, asked=asked)
    yield from _of_box()
    for further in shelf.FURTHER:
        asked = (text(further.title), *_ways(further.keywords))
        yield Line(
            further.address, text(further.title), gettext("Page"), further.drawing, text(further.lead), asked, share=0.9
        )


class Index:
    """The lines of one language, by meaning."""

    def __init__(self, language: Language, lines: Iterable[Line]) -> None:
        self.language = language
        self.lines = list(lines)
        language.learn(said for line in self.lines for said in (line.said, line.title, line.context, *line.asked))
        self.missions = {line.mission: frozenset(language.read(line.mission)) for line in self.lines if line.mission}
        self.mission_titles = {line.mission: line.title for line in self.lines if line.mission}
        self.ways: list[list[frozenset[str]]] = []
        self.titles: list[frozenset[str]] = []
        self.has_figure: list[bool] = []
        self.found: dict[str, dict[int, float]] = defaultdict(dict)
        for place, line in enumerate(self.lines):
            named = self.missions.get(line.mission, frozenset())
            ways = [
                [meaning for meaning in language.read(way) if meaning not in named] or list(named)
                for way in (line.said, *line.asked)
            ]
            if line.row:
                ways[0] = line.row.meant(ways[0])
            self.has_figure.append(any(meaning.isdigit() for meaning in language.read(line.said)))
            title = language.read(line.title)
            self.ways.append([frozenset(way) for way in ways if way])
            self.titles.append(frozenset(title))
            worths = [
                (NAME if line.is_named else TITLE, title),
                (CONTEXT, language.read(line.context)),
                (SAID, ways[0]),
            ]
            for worth, meanings in (*worths, *((ASKED, way) for way in ways[1:])):
                for meaning in meanings:
                    self.found[meaning][place] = max(worth, self.found[meaning].get(place, 0.0))
        self.things = self._things()
        self.rarity = {
            meaning: math.log(1 + len(self.lines) / (1 + len(places))) for meaning, places in self.found.items()
        }

    def _things(self) -> frozenset[str]:
        """What the game is made of, as a question names it: the buildings, and the words of the glossary."""
        named = [line.title for line in self.lines if line.is_named and not line.mission]
        words = [text(term.word) for term in GLOSSARY]
        read = [self.language.read(word) for word in (*named, *words)]
        return frozenset(meanings[0] for meanings in read if len(meanings) == 1) - POINTS

    def search(self, query: str) -> list[Line]:
        asked = list(dict.fromkeys(self.language.guess(query, longest=MOST_WORDS)))
        known = [meaning for meaning in asked if meaning in self.rarity]
        if not known:
            return []
        known, missions = self._without_missions(known, self.language.stems(query))
        whole = sum(self.rarity[meaning] for meaning in known)
        scores: dict[int, float] = defaultdict(float)
        for meaning in known:
            for place, worth in self.found[meaning].items():
                scores[place] += worth * self.rarity[meaning] / whole
        for place, score in scores.items():
            line = self.lines[place]
            share = (
                line.row.share(known, self.ways[place][0], self.titles[place], {self.language.how_many})
                if line.row
                else line.share
            )
            if line.is_head and len(known) <= FEW:
                share *= BY_NAME if tokens(query) == tokens(line.title) else GENERAL
            if line.mission:
                unnamed = 1.0 if len(known) <= FEW else UNNAMED
                share *= NAMED if line.mission in missions else OTHER if missions else unnamed
            elif missions:
                share *= BESIDE
            share *= LACKING ** sum(place not in self.found[thing] for thing in self.things.intersection(known))
            if self.language.how_many in asked:
                share *= COUNTED if self.has_figure[place] else UNCOUNTED
            scores[place] = (score + AS_A_WHOLE * self._likeness(known, place)) * share
        ranked = sorted(scores, key=lambda place: (-scores[place], place))
        return self._shown([place for place in ranked if scores[place] >= LEAST])

    def _without_missions(self, known: list[str], stems: set[str]) -> tuple[list[str], set[str]]:
        """The words of a question without the missions it names, by number or by title, and these missions."""
        missions: set[str] = set()
        naming: set[str] = set()
        for mission, number in self.missions.items():
            title = self.mission_titles[mission]
            if number.issubset(known):
                missions.add(mission)
                naming |= number
            if self.language.stems(title) <= stems:
                missions.add(mission)
                naming.update(self.language.read(title))
        if missions:
            naming.add(self.language.mission)
        return [meaning for meaning in known if meaning not in naming] or known, missions

    def _likeness(self, known: list[str], place: int) -> float:
        """How much the question is like the nearest of the ways to ask for a line: 1 where they are the same."""
        length = math.sqrt(sum(self.rarity[meaning] ** 2 for meaning in known))
        title = self.titles[place]
        best = 0.0
        for way in self.ways[place]:
            common = sum(self.rarity[meaning] ** 2 for meaning in known if meaning in way)
            beside = BY_TITLE * sum(
                self.rarity[meaning] ** 2 for meaning in known if meaning in title and meaning not in way
            )
            own = math.sqrt(sum(self.rarity[meaning] ** 2 for meaning in way) + beside)
            best = max(best, (common + beside) / (length * own))
        return best

    def _shown(self, ranked: list[int]) -> list[Line]:
        rules: list[Line] = []
        asides: list[Line] = []
        of_page: Counter[str] = Counter()
        for place in ranked:
            line = self.lines[place]
            page = line.address.partition("#")[0]
            if line.is_aside:
                asides.append(line)
            elif (
                len(rules) < MOST_RESULTS
                and of_page[page] < MOST_OF_A_PAGE
                and line.said not in {r.said for r in rules}
            ):
                of_page[page] += 1
                rules.append(line)
        return [*rules, *asides[:MOST_ASIDES]] if rules else []


@lru_cache(maxsize=12)
def _index(code: str, house_rules: HouseRules) -> Index:
    return Index(Language(code), _lines(house_rules))


@lru_cache(maxsize=256)
def _search(code: str, query: str, house_rules: HouseRules) -> list[Line]:
    return _index(code, house_rules).search(query)


def search(query: str, house_rules: HouseRules = STANDARD) -> list[Line]:
    """Lines that answer a question, the best first, in the language in force, as a table with these rules plays."""
    return _search(get_language() or "", " ".join(query.split())[:LONGEST_QUERY], house_rules)
