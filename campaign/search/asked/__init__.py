"""Ways to ask for the lines of the library: other words, and whole questions. The search reads but never shows them.

In `<code>.txt`, a line without indent names the place of an answer: a sentence, such as "turn#steps-2", or a whole
page. The indented lines below it are the ways to ask for this answer, one per line. The first lines, after "#", tell
when and how the file was made.

Some ways to ask have placeholders. For a row of a table, {0} and {1} stand for the counts of the row. For the number of
tiles, or the needs of a building, {kind} stands for the kind of building. For the glossary, {term} stands for the word
that a line explains.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def read_asked(code: str) -> Mapping[str, tuple[str, ...]]:
    """Map the place of each answer to the ways in which people ask for it in this language."""
    file = Path(__file__).parent / f"{code}.txt"
    found: dict[str, list[str]] = {}
    ways: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith(" "):
            ways.append(line.strip())
        elif line and not line.startswith("#"):
            ways = found.setdefault(line, [])
    return {place: tuple(ways) for place, ways in found.items()}
