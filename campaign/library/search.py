"""One search over everything the library says: an index in memory, of the same records that the pages show.

A page is found by its best words. Each word of the question is worth more the fewer pages have it, and more in a title
than in a sentence; a word nobody has written is taken for its nearest neighbours, so that a typing error still finds.
"""

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from os.path import commonprefix

from django.urls import reverse
from django.utils.translation import get_language, gettext

from campaign.library import shelf
from campaign.library.decisions import DECISIONS
from campaign.library.glossary import GLOSSARY
from campaign.library.missions import TEXTS
from campaign.library.records import Page, Question, Words, text
from campaign.words import words
from scoring import MISSIONS

TITLE, HEADWORD, KEYWORD, ASKED, SAID = 8.0, 7.0, 5.0, 3.0, 1.0
MOST_RESULTS = 12
LONGEST_QUERY = 100
ASIDE = 0.6
SHORTEST_STEM = 4  # letters a word shares with its other forms
LONGEST_ENDING = 3
SURE_STEM = 5  # where both have an ending of their own
LONGEST_EXCHANGED = 2  # the shorter of these
TYPO_CUTOFF = 0.72
TYPO_SHARE = 0.6  # what a guessed word is worth


@dataclass(frozen=True, slots=True)
class Passage:
    """Something a page says, and how much finding a word there is worth.

    `place` is an address within the page; `shown` is what a reader sees of it among the results, "" nothing.
    """

    said: str
    weight: float
    place: str = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A page as it is searched."""

    address: str
    title: str
    sort: str
    drawing: str
    passages: tuple[Passage, ...]
    share: float = 1.0  # of what its words are worth: a page that explains comes before one that lists


@dataclass(frozen=True, slots=True)
class Result:
    document: Document
    passage: Passage | None

    @property
    def address(self) -> str:
        return (self.passage and self.passage.place) or self.document.address


def _plain(said: str) -> str:
    decomposed = unicodedata.normalize("NFKD", said.casefold())
    # Accents go, and the dots of ё that few people type; but a Russian й is a letter of its own.
    return unicodedata.normalize("NFC", re.sub(r"(?<=[a-zе])[\u0300-\u036f]", "", decomposed))


def tokens(said: str) -> list[str]:
    return re.findall(r"\w+", _plain(said).replace("•", "-"))


def _questions(questions: tuple[Question, ...], address: str) -> Iterator[Passage]:
    for number, question in enumerate(questions, start=1):
        place = f"{address}#question-{number}"
        said = f"{text(question.asked)} {text(question.answer)}"
        yield Passage(said, ASKED, place, said)


def _sentences(said: tuple[Words, ...], weight: float = SAID) -> Iterator[Passage]:
    for sentence in said:
        yield Passage(text(sentence), weight, shown=text(sentence))


def _of_page(page: Page) -> Iterator[Passage]:
    address = page.get_absolute_url()
    yield from _sentences((page.lead, page.needs))
    yield Passage(text(page.keywords), KEYWORD)
    for section in page.sections:
        yield from _sentences((*section.said, *section.steps))
    for table in page.tables:
        yield Passage(text(table.caption), SAID)
    yield from _sentences(tuple(example.caption for example in page.examples))
    yield from _sentences(page.mistakes)
    yield from _questions(page.questions, address)


def _documents() -> Iterator[Document]:
    explained: dict[str, list[Passage]] = defaultdict(list)
    for term in GLOSSARY:
        said = f"{text(term.word)}: {text(term.meaning)}"
        explained[shelf.address_of(*term.see)] += [
            Passage(text(term.word), HEADWORD, shown=said),
            Passage(text(term.also), KEYWORD, shown=said),
            Passage(text(term.meaning), SAID, shown=said),
        ]
    for page in shelf.pages().values():
        address = page.get_absolute_url()
        sort = gettext("Building") if page.kind else gettext("Rule")
        passages = (*_of_page(page), *explained[address])
        yield Document(address, text(page.title), sort, page.drawing, passages)
    for mission in MISSIONS.values():
        told = TEXTS[mission.slug]
        address = shelf.address_of_mission(mission)
        passages = (
            Passage(gettext("Mission {number}").format(number=mission.number), TITLE),
            Passage(text(told.keywords), KEYWORD),
            *_sentences((*told.new, *told.turn, *told.scoring), ASKED),
            *_questions(told.questions, address),
            *explained[address],
        )
        yield Document(address, words(mission.title), gettext("Mission"), "mission", passages)
    decisions = reverse("rule", args=["decisions"])
    for decision in DECISIONS.values():
        passages = tuple(_sentences((decision.reading, decision.sources, decision.switched)))
        title = f"{decision.number} · {text(decision.asked)}"
        yield Document(f"{decisions}#{decision.number}", title, gettext("Decision"), "info", passages, ASIDE)
    for further in shelf.FURTHER:
        passages = (
            *_sentences((further.lead,)),
            Passage(text(further.keywords), KEYWORD),
            *explained[further.address],
        )
        yield Document(further.address, text(further.title), gettext("Page"), further.drawing, passages)


class Index:
    """The documents of one language, by word."""

    def __init__(self, documents: Iterator[Document]) -> None:
        self.documents = list(documents)
        # word -> document -> passage -> weight; passage -1 is the title
        self.found: dict[str, dict[int, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
        for place, document in enumerate(self.documents):
            for number, (said, weight) in enumerate(
                [(document.title, TITLE), *((passage.said, passage.weight) for passage in document.passages)], start=-1
            ):
                found = tokens(said)
                joined = ["".join(found)] if number < 0 else []  # "officetower"
                for word in (*found, *joined):
                    self.found[word][place][number] = weight
        self.vocabulary = sorted(self.found)

    def _forms(self, word: str, *, last: bool) -> dict[str, float]:
        """The words of the index that are meant by one of the question, each with its share."""
        forms = {word: 1.0} if word in self.found else {}
        for other in self.vocabulary:
            stem = len(commonprefix((word, other)))  # noqa: RUF071 - letters are meant
            endings = sorted((len(word) - stem, len(other) - stem))
            if other == word or stem < SHORTEST_STEM or endings[-1] > LONGEST_ENDING:
                pass
            elif not endings[0]:
                forms[other] = 0.9
            elif stem >= SURE_STEM and endings[0] <= LONGEST_EXCHANGED:  # "фабрика", "фабрику"
                forms[other] = 0.8
            if last and other not in forms and word not in forms and len(word) > 1 and other.startswith(word):
                forms[other] = 0.5  # still being typed
        if not forms and len(word) >= SHORTEST_STEM:
            forms = dict.fromkeys(get_close_matches(word, self.vocabulary, n=3, cutoff=TYPO_CUTOFF), TYPO_SHARE)
        return forms

    def search(self, query: str) -> list[Result]:
        asked = list(dict.fromkeys(tokens(query[:LONGEST_QUERY])))
        scores: dict[int, float] = defaultdict(float)
        passages: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        together: dict[int, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for number, word in enumerate(asked, start=1):
            best: dict[int, float] = {}
            forms = self._forms(word, last=number == len(asked))
            holders = {place for form in forms for place in self.found[form]}
            rarity = math.log(1 + len(self.documents) / (1 + len(holders)))
            for form, share in forms.items():
                for place, hits in self.found[form].items():
                    for passage, weight in hits.items():
                        worth = weight * share * rarity
                        best[place] = max(best.get(place, 0.0), worth)
                        passages[place][passage] = passages[place][passage] + worth
                        together[place][passage].add(word)
            for place, worth in best.items():
                scores[place] += worth
        for place, asked_for in together.items():
            # Words that stand together mean more than the same words far apart; more so where the text is short.
            most = max(
                len(who) * (1 + 2 / (1 + len(tokens(self._said(place, passage))))) for passage, who in asked_for.items()
            )
            scores[place] *= (1 + most / max(1, len(asked))) * self.documents[place].share
        ranked = sorted(scores, key=lambda place: (-scores[place], place))[:MOST_RESULTS]
        return [Result(self.documents[place], self._shown(place, passages[place])) for place in ranked]

    def _said(self, place: int, passage: int) -> str:
        document = self.documents[place]
        return document.title if passage < 0 else document.passages[passage].said

    def _shown(self, place: int, hits: dict[int, float]) -> Passage | None:
        """The best of what a page says to the question, for the reader to see."""
        told = self.documents[place].passages
        shown = [number for number in hits if number >= 0 and told[number].shown]
        if shown:
            return told[max(shown, key=lambda number: (hits[number], -number))]
        return next((passage for passage in told if passage.shown), None)


@cache
def _index(_language: str) -> Index:
    return Index(_documents())


@lru_cache(maxsize=256)
def _search(language: str, query: str) -> list[Result]:
    return _index(language).search(query)


def search(query: str) -> list[Result]:
    """Pages for a question, the best first, in the language in force."""
    return _search(get_language() or "", " ".join(query.split())[:LONGEST_QUERY])
