"""Example queries for the search: texts that people type to find a page of the library, or a sentence of it.

Each language has a file `<code>.txt`. A line without indent is an id: a page, such as "activation", or a sentence, such
as "activation#question-1". The indented lines below the id are its example queries.

The last of these lines may begin with "+". It counts the words of deleted queries: "+ floors*3 tall" means that three
deleted queries had the word "floors" and one had "tall". `tools/search/prune.py` deletes queries.

An example query may have placeholders: {0} and {1} for the numbers in a row of a table, {kind} for a kind of building,
and {term} for a word of the glossary.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FURTHER_WORDS = "+ "
TIMES = "*"


@dataclass(frozen=True, slots=True)
class Asked:
    """The example queries (`ways`) for one page or sentence."""

    ways: tuple[str, ...] = ()
    further_words: Mapping[str, int] = field(default_factory=dict)  # words of deleted queries, such as {"floors": 3}

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the example queries, then one line with `further_words`: "+ floors*3" for {"floors": 3}."""
        further = [f"{word}{TIMES}{count}" if count > 1 else word for word, count in self.further_words.items()]
        return (*self.ways, FURTHER_WORDS + " ".join(further)) if further else self.ways


def is_whole(way: str) -> bool:
    """Return True for an example query, and False for a line of words such as "+ floors*3 tall"."""
    return not way.startswith(FURTHER_WORDS)


def counted(way: str) -> Iterator[tuple[str, int]]:
    """Yield ("floors", 3) and ("tall", 1) for "+ floors*3 tall". Yield an example query with the count 1."""
    if is_whole(way):
        yield way, 1
        return
    for each in way.removeprefix(FURTHER_WORDS).split():
        word, _times, count = each.partition(TIMES)
        yield word, int(count or 1)


@cache
def read_file(code: str) -> Mapping[str, Asked]:
    """Map each id of the language's file, such as "activation#question-1", to its example queries."""
    file = Path(__file__).parent / f"{code}.txt"
    found: dict[str, list[str]] = {}
    subject = ""
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith(" "):
            found[subject].append(line.strip())
        elif line and not line.startswith("#"):
            subject = line
            found.setdefault(subject, [])
    return {subject: _asked(each) for subject, each in found.items()}


def _asked(lines: list[str]) -> Asked:
    ways = tuple(line for line in lines if is_whole(line))
    return Asked(ways, dict(pair for line in lines if not is_whole(line) for pair in counted(line)))


def read_asked(code: str) -> Mapping[str, tuple[str, ...]]:
    """Map each id of the language's file, such as "activation#question-1", to the lines below the id."""
    return {subject: asked.lines for subject, asked in read_file(code).items()}
