"""How people ask for what the library says: further words and whole questions, never shown, only searched.

`<code>.txt` holds the place of an answer on a line, "turn#steps-2" or a page as a whole, and below it, indented, a way
to ask a line. In ways to ask for a row of a table {0} and {1} stand for its counts, of tiles and of what a building
needs {kind} for the kind.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def read_asked(code: str) -> Mapping[str, tuple[str, ...]]:
    """Return the ways to ask in a language by place."""
    file = Path(__file__).parent / f"{code}.txt"
    found: dict[str, list[str]] = {}
    ways: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith(" "):
            ways.append(line.strip())
        elif line:
            ways = found.setdefault(line, [])
    return {place: tuple(ways) for place, ways in found.items()}
