"""Make the entries of the search index: one entry for each sentence that the library's pages show."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from campaign.library import contents
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

# Weights of a table row that the query names: FOR_POINTS if the query asks for points, otherwise ASKED_FOR.
FOR_POINTS, ASKED_FOR = 0.5, 0.4
# Weights of an entry from a mission's page: TEASER for a summary of the mission, IN_FULL for details.
TEASER, IN_FULL = -0.01, 0.006
# Weights of entries that people need less often than rules: decisions on unclear rules, numbers of tiles, other pages.
DECISION, NUMBER_OF_TILES, PAGE = -0.08, -0.2, -0.03
COUNTS = {"vp", "lose", "receive", "how many"}  # the canonical words with which a query asks for points
FLOORS = "floor"  # the canonical word of "floors", "storeys" and the like, the same in every language


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a scoring table. `counts` holds its numbers: (4, 3) for a group of 4 buildings with 3 floors."""

    counts: tuple[int, ...]
    is_partial: bool = False  # whether the table has a row with more numbers, such as (4, 3) beside (4,)
    pairs: frozenset[tuple[str, str]] = frozenset()  # pairs of neighbouring words, such as ("3", "floor")

    def is_asked_for(self, asked: Sequence[str], has: Collection[str], kinds: frozenset[str]) -> bool:
        """Tell whether a query names this row's numbers. If the row has no numbers, the query must name its buildings.

        `asked` has the canonical words of the query, and `has` the words of the row. `kinds` has all kinds of building.
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
        subjects = {meaning for meaning in asked if not meaning.isdigit()} - COUNTS
        return are_said and bool(subjects) and subjects <= set(has) and not (self.is_partial and FLOORS in asked)

    def _is_count(self, said: str, further: str, kinds: frozenset[str]) -> bool:
        """Tell whether a word is a number to look up. In "4 customers in one shop", "4" is, but "one" is not."""
        is_of_groups = self.is_partial or len(self.counts) > 1
        return said.isdigit() and (further not in kinds or is_of_groups or (said, further) in self.pairs)

    def meant(self, way: list[str]) -> list[str]:
        """Return the words in `way` without the row's VP, because nobody searches for a row by its VP."""
        counts = list(dict.fromkeys(str(count) for count in self.counts))
        return [meaning for meaning in way if not meaning.isdigit() or meaning in counts]


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """An entry of the search index: one sentence, and the page that contains it."""

    address: str
    title: str
    sort: str
    drawing: str
    said: str  # the sentence
    asked: tuple[str, ...] = ()  # example queries
    context: str = ""  # keywords of the page
    weight: float = 0.0  # added to the score of the entry
    table: str = ""  # the caption of the table, if the sentence describes a table or one of its rows
    row: TableRow | None = None  # the row, if the sentence describes one row of a table
    is_aside: bool = False  # True if the sentence describes a common mistake or a house rule
    is_head: bool = False  # True if the sentence introduces its page
    is_term: bool = False  # True if the sentence explains a term of the glossary
    is_named: bool = False  # True if the page is about one building or mission; sentences may then omit its name
    mission: str = ""  # "Mission 9", if the sentence is about this mission
    is_switched: bool = False  # True if a house rule has changed the sentence

    @property
    def page(self) -> str:
        """Return the address of the page, without the fragment after "#"."""
        return self.address.partition("#")[0]


def _words(keywords: Words) -> tuple[str, ...]:
    return tuple(word for word in text(keywords).split(",") if word.strip())


@dataclass(frozen=True, slots=True)
class _PageEntries:
    """Makes the index entries of one page."""

    asked: Mapping[str, tuple[str, ...]]  # example queries by id, such as "activation#question-1"
    slug: str
    address: str
    title: str
    sort: str
    drawing: str
    context: str = ""
    is_named: bool = False
    mission: str = ""

    def entry(
        self,
        said: str,
        fragment: str = "",
        *,
        asked: Iterable[str] = (),
        ways: str = "",
        sort: str = "",
        **more: object,
    ) -> SearchEntry:
        return SearchEntry(
            self.address + (f"#{fragment}" if fragment else ""),
            self.title,
            sort or self.sort,
            self.drawing,
            said,
            (*asked, *(self.asked.get(ways, ()) if ways else self.ways(fragment))),
            self.context,
            is_named=self.is_named,
            mission=self.mission,
            **more,  # type: ignore[arg-type]
        )

    def ways(self, fragment: str) -> tuple[str, ...]:
        return self.asked.get(f"{self.slug}#{fragment}" if fragment else self.slug, ())

    def sentences(self, said: Iterable[Sentence], fragment: str, weight: float = 0.0) -> Iterator[SearchEntry]:
        for number, sentence in enumerate(said, start=1):
            yield self.entry(text(sentence.text), f"{fragment}-{number}", weight=weight)

    def section(self, section: Section) -> Iterator[SearchEntry]:
        """Yield an entry for each sentence and each step. If a sentence introduces the steps, they make one entry."""
        entries = [*self.sentences((*section.said, *section.steps), section.slug)]
        first = len(section.said) - 1
        if section.steps and first >= 0 and not entries[first].said.endswith("."):
            whole = entries[first:]
            asked = dict.fromkeys(way for entry in whole for way in entry.asked)
            entries[first:] = [replace(whole[0], said=" ".join(entry.said for entry in whole), asked=tuple(asked))]
        yield from entries

    def questions(self, questions: Iterable[Question]) -> Iterator[SearchEntry]:
        for number, question in enumerate(questions, start=1):
            asked = text(question.asked)
            said = f"{asked} {text(question.answer)}"
            yield self.entry(said, f"question-{number}", asked=(asked,), ways=question.ways)

    def table(self, table: Table) -> Iterator[SearchEntry]:
        """Yield an entry for the summary of a table, if it has one, and for each row."""
        caption = text(table.caption)
        rows = [self._row(table, number) for number in range(1, len(table.said) + 1)]
        if table.in_one:
            by_kind = chain.from_iterable(row.asked for row in rows if row.row and not row.row.counts)
            asked = (*self.asked.get("tables", ()), *by_kind)
            yield self.entry(text(table.in_one), "tables", asked=asked, table=caption)
        yield from rows

    def _row(self, table: Table, number: int) -> SearchEntry:
        counts, said = table.said[number - 1]
        ways = self.ways("tables") if counts else self.ways(f"tables-{number}")
        fitting = tuple(way.format(*counts) for way in ways if ("{1}" in way) == (len(counts) > 1))
        row = TableRow(counts, is_partial=any(len(further) > len(counts) for further, _said in table.said))
        return replace(self.entry(text(said), "tables", table=text(table.caption), row=row), asked=fitting)

    def mistakes(self, mistakes: Iterable[Words]) -> Iterator[SearchEntry]:
        for said in mistakes:
            yield self.entry(text(said), "mistakes", sort=gettext("Often done wrong"), is_aside=True)


def _of_page(page: Page, asked: Mapping[str, tuple[str, ...]]) -> Iterator[SearchEntry]:
    sort = gettext("Building") if page.kind else gettext("Rule")
    entries = _PageEntries(
        asked,
        page.slug,
        page.get_absolute_url(),
        text(page.title),
        sort,
        page.drawing,
        text(page.keywords),
        is_named=bool(page.kind),
    )
    yield entries.entry(text(page.lead), asked=(text(page.title), *_words(page.keywords)), is_head=True)
    if page.needs:
        ways = (way.format(kind=entries.title) for way in asked.get("buildings#needs", ()))
        yield entries.entry(text(page.needs.text), "needs", asked=ways)
    for section in page.sections:
        yield from entries.section(section)
    for table in page.tables:
        yield from entries.table(table)
    yield from entries.questions(page.questions)
    yield from entries.mistakes(page.mistakes)


def _of_mission(
    mission: Mission, house_rules: HouseRules, ways: Mapping[str, tuple[str, ...]]
) -> Iterator[SearchEntry]:
    told = played(TEXTS[mission.slug], house_rules)
    number = gettext("Mission {number}").format(number=mission.number)
    title = words(mission.title)
    address = address_of_mission(mission)
    context = f"{number} {gettext('Mission')} {text(told.keywords)}"
    entries = _PageEntries(
        ways, mission.slug, address, title, number, "mission", context, is_named=True, mission=number
    )
    named = (number, title, pgettext("search", "what is new in {mission}").format(mission=number))
    new = " ".join(text(sentence.text) for sentence in told.new)
    yield entries.entry(new, asked=(*named, *ways.get("missions#new", ())), weight=TEASER, is_head=True)
    said = " ".join(f"{fact.name}: {fact.value}." for fact in facts(mission.rules.with_house_rules(house_rules), None))
    yield entries.entry(said, asked=ways.get("missions#facts", ()), weight=TEASER)
    yield from entries.sentences(told.new, "new")
    yield from entries.sentences(told.turn, "turn", IN_FULL)
    yield from entries.sentences(told.scoring, "scoring", IN_FULL)
    yield from entries.questions(told.questions)


def _of_box(asked: Mapping[str, tuple[str, ...]]) -> Iterator[SearchEntry]:
    entries = _PageEntries(asked, "tiles", reverse("tiles"), gettext("Tiles"), gettext("Page"), "tile")
    for kind in Kind:
        if count := sum(tile.kind is kind for tile in TILES):
            name = words(kind.label)
            said = gettext(
                "{kind}: {count} tiles in the box; by our count {classic} in Classic Mode, {expert} in Expert Mode."
            ).format(
                kind=name,
                count=count,
                classic=sum(tile.kind is kind for tile in tiles_in_use(Mode.CLASSIC)),
                expert=sum(tile.kind is kind for tile in tiles_in_use(Mode.EXPERT)),
            )
            ways = tuple(way.format(kind=name) for way in entries.ways("kind"))
            yield replace(
                entries.entry(said, asked=ways, weight=NUMBER_OF_TILES), address=f"{reverse('tiles')}?kind={kind}"
            )


def entries_of(
    code: str, house_rules: HouseRules, asked: Mapping[str, tuple[str, ...]] | None = None
) -> Iterator[SearchEntry]:
    """Yield all entries of the search index. `asked` replaces the example queries of the language `code`."""
    asked = read_asked(code) if asked is None else asked
    for page in contents.pages().values():
        yield from _of_page(played(page, house_rules), asked)
    for mission in MISSIONS.values():
        yield from _of_mission(mission, house_rules, asked)
    glossary = reverse("rule", args=["glossary"])
    for term in (played(term, house_rules) for term in GLOSSARY):
        word = text(term.word)
        entries = _PageEntries(asked, "glossary", glossary, word, gettext("Glossary"), "rules")
        ways = (word, *(way.format(term=word) for way in entries.ways("term")))
        yield entries.entry(f"{word}: {text(term.meaning)}", term.slug, asked=ways, is_term=True)
    decisions = reverse("rule", args=["decisions"])
    for usual in DECISIONS.values():
        decision = usual.under(house_rules)
        question = text(decision.asked)
        title = f"{decision.number} · {question}"
        of_mission = gettext("Mission {number}").format(number=decision.of_mission) if decision.of_mission else ""
        entries = _PageEntries(asked, "decisions", decisions, title, gettext("Decision"), "info", mission=of_mission)
        named = (question, decision.number)
        yield entries.entry(text(decision.reading), decision.number, asked=named, weight=DECISION)
        if decision.switch and not callable(decision.switched):
            said = "" if decision.is_switched else text(decision.switched)
            yield entries.entry(said, decision.number, sort=gettext("House rule"), is_aside=True, asked=named)
    yield from _of_box(asked)
    for further in contents.FURTHER:
        ways = (text(further.title), *_words(further.keywords), *asked.get(further.argument or further.name, ()))
        yield SearchEntry(
            further.get_absolute_url(),
            text(further.title),
            gettext("Page"),
            further.drawing,
            text(further.lead),
            ways,
            weight=PAGE,
        )
