"""Ways to ask for lines of the library: other words, and whole questions. The search reads them; no page shows them.

In `<code>.txt`, a line without indent names the place of an answer: a sentence, such as "turn#steps-2", or a whole
page. The indented lines below it are the ways to ask for this answer, one per line. The first lines, after "#", tell
when and how the file was made, and how many ways to ask were added later.

The last line of an answer may begin with "+" and list words of deleted questions: "floors*3 tall" stands for three
deleted questions with "floors" and one with "tall". `tools/search/prune.py` writes this line when it deletes questions.

Some ways to ask have placeholders. For a row of a table, {0} and {1} stand for the counts of the row. For the number of
tiles, or the needs of a building, {kind} stands for the kind of building. For the glossary, {term} stands for the word
that a line explains.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FURTHER_WORDS = "+ "
TIMES = "*"


@dataclass(frozen=True, slots=True)
class Asked:
    """The ways to ask for one answer. `further_words` counts for each word the deleted ways that had this word."""

    ways: tuple[str, ...] = ()
    further_words: Mapping[str, int] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        """List the lines of the file for this answer: the ways to ask, then the words of deleted ways on one line."""
        further = [f"{word}{TIMES}{count}" if count > 1 else word for word, count in self.further_words.items()]
        return (*self.ways, FURTHER_WORDS + " ".join(further)) if further else self.ways


def is_whole(way: str) -> bool:
    """Tell whether a line of the file is a way to ask. If it is not, it lists words of deleted ways."""
    return not way.startswith(FURTHER_WORDS)


def counted(way: str) -> Iterator[tuple[str, int]]:
    """Split a line of the file into texts. Yield each text with the number of ways to ask for which it stands.

    A way to ask is one text and stands for itself. In a list of words of deleted ways, each word is a text.
    """
    if is_whole(way):
        yield way, 1
        return
    for each in way.removeprefix(FURTHER_WORDS).split():
        word, _times, count = each.partition(TIMES)
        yield word, int(count or 1)


@cache
def read_file(code: str) -> Mapping[str, Asked]:
    """Map the place of each answer to the ways to ask for the answer in this language."""
    file = Path(__file__).parent / f"{code}.txt"
    found: dict[str, list[str]] = {}
    place = ""
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith(" "):
            found[place].append(line.strip())
        elif line and not line.startswith("#"):
            place = line
            found.setdefault(place, [])
    return {place: _asked(each) for place, each in found.items()}


def _asked(lines: list[str]) -> Asked:
    ways = tuple(line for line in lines if is_whole(line))
    return Asked(ways, dict(pair for line in lines if not is_whole(line) for pair in counted(line)))


def read_asked(code: str) -> Mapping[str, tuple[str, ...]]:
    """Map the place of each answer to its lines in this language's file, see `Asked.lines`."""
    return {place: asked.lines for place, asked in read_file(code).items()}
