"""The lines of the search: each sentence of the library, from the records that the pages show."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from campaign.library import shelf
from campaign.library.decisions import DECISIONS
from campaign.library.facts import facts
from campaign.library.glossary import GLOSSARY
from campaign.library.missions import TEXTS
from campaign.library.records import Page, Question, Section, Sentence, Table, Words, played, text
from campaign.scores.addresses import address_of_mission
from campaign.scores.words import words
from campaign.search.asked import read_asked
from scoring import MISSIONS, HouseRules, Kind, Mission, Mode
from scoring.tiles import TILES, tiles_in_use

# Weights of a table row that a question names: FOR_POINTS if the question asks for points, otherwise ASKED_FOR.
FOR_POINTS, ASKED_FOR = 0.5, 0.4
# Weights of a line on a mission's page: TEASER for a line that sums up the mission, IN_FULL for one with details.
TEASER, IN_FULL = -0.01, 0.006
# Weights of lines that are less often the answer than rules: a decision, the number of tiles of a kind, another page.
DECISION, NUMBER_OF_TILES, PAGE = -0.08, -0.2, -0.03
COUNTS = {"vp", "lose", "receive", "how many"}  # the meanings that ask for points, in every language
FLOORS = "floor"  # the meaning of "floors", "storeys" and the like, in every language


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table. A question names the row by its counts. A row without counts is named by its kinds of building.

    If a row has two counts, the second is the number of floors. A question may name the floors first: "3 floors in a
    group of 4".
    """

    counts: tuple[int, ...]
    is_partial: bool = False  # True if other rows of the table have more counts
    pairs: frozenset[tuple[str, str]] = frozenset()  # each meaning in the row's sentence, paired with the next meaning

    def is_asked_for(self, asked: Sequence[str], has: Collection[str], kinds: frozenset[str]) -> bool:
        """Tell whether a question names exactly the counts of this row.

        For a row without counts, tell whether the question names exactly the row's kinds of building. `asked` lists the
        meanings of the question's words in order, and `has` holds the meanings of the row's words.
        """
        if not self.counts:
            named = kinds.intersection(has)
            return len(named) > 1 and named == kinds.intersection(asked)
        numbers = [
            one for one, further in zip(asked, [*asked[1:], ""], strict=True) if self._is_count(one, further, kinds)
        ]
        counts = list(dict.fromkeys(str(count) for count in self.counts))
        if numbers and FLOORS in asked[: asked.index(numbers[0]) + 2]:
            counts.reverse()
        are_said = list(dict.fromkeys(numbers)) == counts and len(numbers) >= len(self.counts)
        lacking = {meaning for meaning in asked if meaning not in has and not meaning.isdigit()} - COUNTS
        return are_said and not lacking and not (self.is_partial and FLOORS in asked)

    def _is_count(self, said: str, further: str, kinds: frozenset[str]) -> bool:
        """Tell whether `said`, a word of a question, is a count for this row. `further` is the next word.

        In "4 customers in one shop", the word "one" counts buildings. Only rows about groups have counts of buildings,
        so "one" is no count for a row about Customers.
        """
        is_of_groups = self.is_partial or len(self.counts) > 1
        return said.isdigit() and (further not in kinds or is_of_groups or (said, further) in self.pairs)

    def meant(self, way: list[str]) -> list[str]:
        """Drop the VP from the meanings of the row's sentence, because nobody searches by VP. Keep the row's counts."""
        counts = list(dict.fromkeys(str(count) for count in self.counts))
        return [meaning for meaning in way if not meaning.isdigit() or meaning in counts]


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A sentence for the search. `asked` lists ways to ask for the sentence, `context` the keywords of the page."""

    address: str
    title: str
    sort: str
    drawing: str
    said: str
    asked: tuple[str, ...] = ()
    context: str = ""
    weight: float = 0.0  # added to the line's score
    table: str = ""  # the caption of the table, if the line is a table or a row of a table
    row: TableRow | None = None  # the row, if the line is one row of a table
    is_aside: bool = False  # True if the line describes a mistake or a house rule
    is_head: bool = False  # True if the line introduces its page
    is_term: bool = False  # True if the line explains a term of the glossary
    is_named: bool = False  # True on a page about one building or mission, where a sentence may leave out its name
    mission: str = ""  # "Mission 9", if the line is on the page of a mission
    is_switched: bool = False  # True if a house rule of the table has changed the line

    @property
    def page(self) -> str:
        """Return the address of the line's page."""
        return self.address.partition("#")[0]


def _words(keywords: Words) -> tuple[str, ...]:
    return tuple(word for word in text(keywords).split(",") if word.strip())


@dataclass(frozen=True, slots=True)
class _PageLines:
    """Makes the search lines of one page. Most values are the same for all lines.

    `asked` maps each place of the page to the ways to ask for this place.
    """

    asked: Mapping[str, tuple[str, ...]]
    slug: str
    address: str
    title: str
    sort: str
    drawing: str
    context: str = ""
    is_named: bool = False
    mission: str = ""

    def line(
        self, said: str, place: str = "", *, asked: Iterable[str] = (), sort: str = "", **more: object
    ) -> SearchLine:
        return SearchLine(
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

    def sentences(self, said: Iterable[Sentence], place: str, weight: float = 0.0) -> Iterator[SearchLine]:
        for number, sentence in enumerate(said, start=1):
            yield self.line(text(sentence.text), f"{place}-{number}", weight=weight)

    def section(self, section: Section) -> Iterator[SearchLine]:
        """List the sentences and steps of a section.

        If the last sentence introduces the steps, join the steps to it.
        """
        last = section.said[-1] if section.said else None
        for line in self.sentences((*section.said, *section.steps), section.slug):
            if last and section.steps and line.said == text(last.text) and not line.said.endswith("."):
                yield replace(line, said=" ".join([line.said, *(text(step.text) for step in section.steps)]))
            else:
                yield line

    def questions(self, questions: Iterable[Question]) -> Iterator[SearchLine]:
        for number, question in enumerate(questions, start=1):
            asked = text(question.asked)
            yield self.line(f"{asked} {text(question.answer)}", f"question-{number}", asked=(asked,))

    def table(self, table: Table) -> Iterator[SearchLine]:
        """List the rows of a table.

        The first line is the whole table in one sentence, for questions about several kinds of building.
        """
        caption = text(table.caption)
        rows = [self._row(table, number) for number in range(1, len(table.said) + 1)]
        if table.in_one:
            by_kind = chain.from_iterable(row.asked for row in rows if row.row and not row.row.counts)
            asked = (*self.asked.get("tables", ()), *by_kind)
            yield self.line(text(table.in_one), "tables", asked=asked, table=caption)
        yield from rows

    def _row(self, table: Table, number: int) -> SearchLine:
        counts, said = table.said[number - 1]
        ways = self.ways("tables") if counts else self.ways(f"tables-{number}")
        fitting = tuple(way.format(*counts) for way in ways if ("{1}" in way) == (len(counts) > 1))
        row = TableRow(counts, is_partial=any(len(further) > len(counts) for further, _said in table.said))
        return replace(self.line(text(said), "tables", table=text(table.caption), row=row), asked=fitting)

    def mistakes(self, mistakes: Iterable[Words]) -> Iterator[SearchLine]:
        for said in mistakes:
            yield self.line(text(said), "mistakes", sort=gettext("Often done wrong"), is_aside=True)


def _of_page(page: Page, asked: Mapping[str, tuple[str, ...]]) -> Iterator[SearchLine]:
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
        ways = (way.format(kind=lines.title) for way in asked.get("buildings#needs", ()))
        yield lines.line(text(page.needs.text), "needs", asked=ways)
    for section in page.sections:
        yield from lines.section(section)
    for table in page.tables:
        yield from lines.table(table)
    yield from lines.questions(page.questions)
    yield from lines.mistakes(page.mistakes)


def _of_mission(mission: Mission, house_rules: HouseRules, ways: Mapping[str, tuple[str, ...]]) -> Iterator[SearchLine]:
    told = played(TEXTS[mission.slug], house_rules)
    number = gettext("Mission {number}").format(number=mission.number)
    title = words(mission.title)
    address = address_of_mission(mission)
    context = f"{number} {gettext('Mission')} {text(told.keywords)}"
    lines = _PageLines(ways, mission.slug, address, title, number, "mission", context, is_named=True, mission=number)
    named = (number, title, pgettext("search", "what is new in {mission}").format(mission=number))
    new = " ".join(text(sentence.text) for sentence in told.new)
    yield lines.line(new, asked=(*named, *ways.get("missions#new", ())), weight=TEASER, is_head=True)
    said = " ".join(f"{fact.name}: {fact.value}." for fact in facts(mission.rules.with_house_rules(house_rules), None))
    yield lines.line(said, asked=ways.get("missions#facts", ()), weight=TEASER)
    yield from lines.sentences(told.new, "new")
    yield from lines.sentences(told.turn, "turn", IN_FULL)
    yield from lines.sentences(told.scoring, "scoring", IN_FULL)
    yield from lines.questions(told.questions)


def _of_box(asked: Mapping[str, tuple[str, ...]]) -> Iterator[SearchLine]:
    lines = _PageLines(asked, "tiles", reverse("tiles"), gettext("Tiles"), gettext("Page"), "tile")
    for kind in Kind:
        if count := sum(tile.kind is kind for tile in TILES):
            name = words(kind.label)
            said = gettext(
                "{kind}: {count} tiles in the box, {classic} in Classic Mode, {expert} in Expert Mode (inferred)."
            ).format(
                kind=name,
                count=count,
                classic=sum(tile.kind is kind for tile in tiles_in_use(Mode.CLASSIC)),
                expert=sum(tile.kind is kind for tile in tiles_in_use(Mode.EXPERT)),
            )
            ways = tuple(way.format(kind=name) for way in lines.ways("kind"))
            yield replace(
                lines.line(said, asked=ways, weight=NUMBER_OF_TILES), address=f"{reverse('tiles')}?kind={kind}"
            )


def lines_of(
    code: str, house_rules: HouseRules, asked: Mapping[str, tuple[str, ...]] | None = None
) -> Iterator[SearchLine]:
    """List all lines of the search under a table's house rules.

    `asked` has the ways to ask for the lines. By default, they are read from the file of the language.
    """
    asked = read_asked(code) if asked is None else asked
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
        of_mission = gettext("Mission {number}").format(number=decision.of_mission) if decision.of_mission else ""
        lines = _PageLines(asked, "decisions", decisions, title, gettext("Decision"), "info", mission=of_mission)
        named = (question, decision.number)
        yield lines.line(text(decision.reading), decision.number, asked=named, weight=DECISION)
        if decision.switch and not callable(decision.switched):
            said = "" if decision.is_switched else text(decision.switched)
            yield lines.line(said, decision.number, sort=gettext("House rule"), is_aside=True, asked=named)
    yield from _of_box(asked)
    for further in shelf.FURTHER:
        ways = (text(further.title), *_words(further.keywords), *asked.get(further.argument or further.name, ()))
        yield SearchLine(
            further.get_absolute_url(),
            text(further.title),
            gettext("Page"),
            further.drawing,
            text(further.lead),
            ways,
            weight=PAGE,
        )
