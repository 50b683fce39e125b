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
from campaign.library.records import STANDARD, Page, Question, Sentence, Table, Words, played, text
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
AT_BEST, AS_ANY = 1.1, 0.8  # a row of a table, if the question asks for just this one, and if not
GENERAL, BY_NAME = 1.03, 2.0  # the head of a page, for a question of few words, and for just its title
FEW = 2
LEAST = 0.18  # a line worth less than this answers nothing


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: it is asked for by its count, or, if it has none, by how many points there are."""

    count: int | None

    def share(self, known: list[str], meant: Collection[str]) -> float:
        """What share of its worth the row has for a question. `meant` is all the row says; it should lack no word."""
        asks_for_points = not POINTS.isdisjoint(known)
        lacking = sum(meaning not in meant and meaning not in POINTS for meaning in known)
        if lacking > asks_for_points:
            return AS_ANY
        if self.count is None:
            return AT_BEST if asks_for_points else AS_ANY
        numbers = [meaning for meaning in known if meaning.isdigit()]
        return AT_BEST if numbers == [str(self.count)] else AS_ANY


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


def _ways(asked: Words) -> tuple[str, ...]:
    return tuple(way for way in text(asked).split(",") if way.strip())


class _PageLines:
    """The lines of one page: what they have in common, said once."""

    def __init__(
        self, address: str, title: str, sort: str, drawing: str, context: str = "", *, is_named: bool = False
    ) -> None:
        self.common = (address, title, sort, drawing)
        self.context = context
        self.is_named = is_named

    def line(self, said: str, place: str = "", *, asked: Iterable[str] = (), sort: str = "", **more: object) -> Line:
        address, title, own_sort, drawing = self.common
        return Line(
            address + (f"#{place}" if place else ""),
            title,
            sort or own_sort,
            drawing,
            said,
            tuple(asked),
            self.context,
            is_named=self.is_named,
            **more,  # type: ignore[arg-type]
        )

    def sentences(self, said: Iterable[Sentence], place: str) -> Iterator[Line]:
        for number, sentence in enumerate(said, start=1):
            yield self.line(text(sentence.text), f"{place}-{number}", asked=_ways(sentence.asked))

    def questions(self, questions: Iterable[Question]) -> Iterator[Line]:
        for number, question in enumerate(questions, start=1):
            asked = text(question.asked)
            yield self.line(
                f"{asked} {text(question.answer)}", f"question-{number}", asked=(asked, *_ways(question.also))
            )

    def table(self, table: Table) -> Iterator[Line]:
        for count, said in table.said:
            yield self.line(text(said), "tables", row=Row(count))

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
        yield from lines.sentences((*section.said, *section.steps), section.slug)
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
    lines = _PageLines(address, title, number, "mission", context, is_named=True)
    asked = (number, title, pgettext("search", "what is new in {mission}").format(mission=number))
    yield lines.line(" ".join(text(sentence.text) for sentence in told.new), asked=asked, is_head=True)
    for name in ("new", "turn", "scoring"):
        yield from lines.sentences(getattr(told, name), name)
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
        yield Line(further.address, text(further.title), gettext("Page"), further.drawing, text(further.lead), asked)


class Index:
    """The lines of one language, by meaning."""

    def __init__(self, language: Language, lines: Iterable[Line]) -> None:
        self.language = language
        self.lines = list(lines)
        language.learn(said for line in self.lines for said in (line.said, line.title, line.context, *line.asked))
        self.ways: list[list[frozenset[str]]] = []
        self.titles: list[frozenset[str]] = []
        self.found: dict[str, dict[int, float]] = defaultdict(dict)
        for place, line in enumerate(self.lines):
            ways = [language.read(way) for way in (line.said, *line.asked)]
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
        self.rarity = {
            meaning: math.log(1 + len(self.lines) / (1 + len(places))) for meaning, places in self.found.items()
        }

    def search(self, query: str) -> list[Line]:
        asked = list(dict.fromkeys(self.language.guess(query, longest=MOST_WORDS)))
        known = [meaning for meaning in asked if meaning in self.rarity]
        if not known:
            return []
        whole = sum(self.rarity[meaning] for meaning in known)
        scores: dict[int, float] = defaultdict(float)
        for meaning in known:
            for place, worth in self.found[meaning].items():
                scores[place] += worth * self.rarity[meaning] / whole
        for place, score in scores.items():
            line = self.lines[place]
            share = line.row.share(known, self.ways[place][0] | self.titles[place]) if line.row else line.share
            if line.is_head and len(known) <= FEW:
                share *= BY_NAME if tokens(query) == tokens(line.title) else GENERAL
            scores[place] = (score + AS_A_WHOLE * self._likeness(known, place)) * share
        ranked = sorted(scores, key=lambda place: (-scores[place], place))
        return self._shown([place for place in ranked if scores[place] >= LEAST])

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
