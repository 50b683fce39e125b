"""Score the search of the library by test questions. Their right answers come from the rule documents.

    python -m tests.campaign.search.questions.scorer tests/campaign/search/questions/en.json --each

The scorer requests the page of search results as a visitor does. It judges each result only by its address and by the
text on the page. The JSON files in this folder contain the questions. README.md explains their fields.
"""

import argparse
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import django
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import reverse
from django.utils.translation import override

from campaign.library import contents
from campaign.library.decisions import DECISIONS
from tests.pages import Page, words

HERE = Path(__file__).parent
FIRST_LINE = 0.9  # minimum share of the questions that the first search result must answer
WITHIN = 3  # each question must be answered by at least one of the first three search results
LONGEST_WHOLE_WORD = 3  # a word with up to 3 letters must match a whole word; a longer word also matches as a prefix

# Negative words in each language. "@no" in an answer's choice stands for any of them.
NO = {
    "en": "no not never none nothing neither nor without cannot can't don't doesn't nobody nowhere",
    "de": "nein nicht nichts nie niemals kein keine keinen keinem keiner ohne weder niemand nirgends",
    "ru": "нет не ни нельзя никогда ничего никто никому никого нигде без",
}
NUMBERS = {
    "en": ("zero", "one single", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "de": (
        "null",
        "ein eine einen einem einer eines eins",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
    ),
    "ru": (
        "ноль",
        "один одна одно одну одного одной одним одному",
        "два две двух двум",
        "три трёх трём",
        "четыре четырёх четырём",
        "пять пяти",
        "шесть шести",
        "семь семи",
        "восемь восьми",
        "девять девяти",
        "десять десяти",
    ),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One search result on the page: its address, its title with labels, and its sentence."""

    address: str
    title: str
    said: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The conditions for a right search result. The result must have one of the addresses in `at`.

    `says` and `never` contain choices such as "cost | lose". The result's sentence must contain one word of every
    choice in `says`, and no word of any choice in `never`.
    """

    at: tuple[str, ...]
    says: tuple[str, ...]
    never: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A test question with its right answers."""

    id: str
    language: str
    question: str
    typed: str
    topic: str
    answer: str
    source: str
    answers: tuple[Answer, ...]
    missing: bool = False  # True if the library had no answer when the question was written
    sentence: str = ""  # if `missing` is set: the sentence that the library lacked


@dataclass(frozen=True, slots=True)
class Verdict:
    """The first search results for a question. `rank` is the number of the first right result; None without one."""

    asked: Asked
    lines: tuple[Line, ...]
    rank: int | None


@dataclass(frozen=True, slots=True)
class Rates:
    first: int
    within: int
    questions: int

    @property
    def is_enough(self) -> bool:
        return self.first >= FIRST_LINE * self.questions and self.within == self.questions

    def __str__(self) -> str:
        return (
            f"first line {self.first}/{self.questions} ({self.first / self.questions:.0%}),"
            f" within {WITHIN} {self.within}/{self.questions} ({self.within / self.questions:.0%})"
        )


def load(file: Path) -> list[Asked]:
    bank = json.loads(file.read_text(encoding="utf-8"))
    return [
        Asked(
            **{
                **entry,
                "language": bank["language"],
                "answers": tuple(
                    Answer(**{name: tuple(values) for name, values in answer.items()}) for answer in entry["answers"]
                ),
            }
        )
        for entry in bank["questions"]
    ]


def lines_for(question: str, language: str) -> list[Line]:
    """Search for a question, and return the search results on the page."""
    answer = Client(headers={"accept-language": language}).get(reverse("rules"), {"q": question})
    return [
        Line(
            address=result.get("href"),
            title=" ".join(words(part) for part in result.cssselect(".found__title, .badge")),
            said=" ".join(words(part) for part in result.cssselect(".found__said")),
        )
        for result in Page(answer).all("a.found")
    ]


def plain(text: str) -> str:
    """Return a text in lower case, without accents. Minus signs, en dashes and the dots • and · become hyphens."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = unicodedata.normalize("NFC", re.sub(r"(?<=[a-zе])[\u0300-\u036f]", "", decomposed))
    return re.sub("[−–•·]", "-", bare)


def shows(said: str, choice: str, language: str) -> bool:
    """Tell whether a sentence contains at least one word of a choice, such as "cost | lose"."""
    for word in (plain(each.strip()) for each in choice.split("|")):
        if re.fullmatch(r"=?-?\d+", word):
            if _has_number(said, word, language):
                return True
        elif word == "@no":
            if _has_word(said, NO[language]):
                return True
        elif len(word) <= LONGEST_WHOLE_WORD:
            if _has_word(said, word):
                return True
        # A long word also matches the beginning of a longer one. In German, it matches any part of a longer one.
        elif re.search(("" if language == "de" else r"(?<!\w)") + re.escape(word), said):
            return True
    return False


def _has_word(text: str, words: str) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(plain(word))}(?!\w)", text) for word in words.split())


def _has_number(text: str, wanted: str, language: str) -> bool:
    number = wanted.removeprefix("=")
    # A hyphen before a digit is a minus sign, as in "-5", unless a digit stands before the hyphen, as in "1-4".
    if re.search(rf"(?<![\d-]){number}(?!\d)|(?<=\d-){number}(?!\d)", text):
        return True
    in_words = NUMBERS[language]
    return wanted.isdigit() and int(wanted) < len(in_words) and _has_word(text, in_words[int(wanted)])


@cache
def _asides(language: str) -> tuple[str, ...]:
    """Return all library sentences that are not rules: common mistakes, house rules, and notes about sources."""
    with override(language):
        mistakes = [str(mistake) for page in contents.pages().values() for mistake in page.mistakes]
        told = [str(text) for decision in DECISIONS.values() for text in (decision.switched, decision.sources)]
    return tuple(plain(" ".join(text.split())) for text in (*mistakes, *told) if text)


def is_aside(line: Line, language: str) -> bool:
    said = plain(line.said).rstrip("…. ")
    return bool(said) and any(aside.startswith(said) for aside in _asides(language))


def answers(line: Line, asked: Asked) -> bool:
    """Tell whether a search result answers the question with a rule, not with a common mistake or a note."""
    return any(_fits(line, answer, asked.language) for answer in asked.answers) and not is_aside(line, asked.language)


def _fits(line: Line, answer: Answer, language: str) -> bool:
    said = plain(line.said)
    return (
        any(_leads(line.address, place) for place in answer.at)
        and all(shows(said, choice, language) for choice in answer.says)
        and not any(shows(said, choice, language) for choice in answer.never)
    )


def _leads(address: str, place: str) -> bool:
    """Tell whether an address equals `place` or, if `place` ends in a slash, begins with it."""
    return address == place or (place.endswith("/") and address.startswith(place))


def judge(asked: Asked) -> Verdict:
    lines = tuple(lines_for(asked.question, asked.language)[:WITHIN])
    rank = next((place for place, line in enumerate(lines, start=1) if answers(line, asked)), None)
    return Verdict(asked, lines, rank)


def rates(verdicts: Iterable[Verdict]) -> Rates:
    ranks = [verdict.rank for verdict in verdicts]
    return Rates(ranks.count(1), sum(rank is not None for rank in ranks), len(ranks))


def _tell(verdict: Verdict) -> str:
    asked = verdict.asked
    lines = "".join(
        f"\n      {place}. {line.address} | {line.title} | {line.said}"
        for place, line in enumerate(verdict.lines, start=1)
    )
    return f"{verdict.rank or '-'}  {asked.id} {asked.question}\n      = {asked.answer}{lines}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Score the search by the bank of questions.")
    parser.add_argument("files", nargs="*", type=Path, default=sorted(HERE.glob("??.json")))
    parser.add_argument("--each", action="store_true", help="print every question, its rank and the lines shown")
    parser.add_argument("--missed", action="store_true", help="print the questions not answered by the first line")
    given = parser.parse_args()

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    setup_test_environment()
    reached = True
    for file in given.files:
        verdicts = [judge(asked) for asked in load(file)]
        for verdict in verdicts:
            if given.each or (given.missed and verdict.rank != 1):
                sys.stdout.write(_tell(verdict) + "\n")
        found = rates(verdicts)
        reached &= found.is_enough
        sys.stdout.write(f"{file.parent.name}/{file.name}: {found}\n")
    sys.exit(not reached)


if __name__ == "__main__":
    main()
