"""Compare names by Unicode's case folding, which is the same on every database, and tell people of one name apart."""

import unicodedata
from collections.abc import Iterable
from itertools import count

DOTLESS = str.maketrans({"\N{LATIN SMALL LETTER DOTLESS I}": "i", "\N{COMBINING DOT ABOVE}": None})


def folded(name: str) -> str:
    """Return a text that is the same for one name in large and small letters: "Işık" and "ışık", "İpek" and "ipek".

    An i with and without a dot is one letter, because the large letters of one language are those of another.
    """
    return unicodedata.normalize("NFKC", name).casefold().translate(DOTLESS)


def isolated(name: object) -> str:
    """Write a name for a sentence. A name in Arabic or Hebrew letters gets invisible marks, as <bdi> does in HTML.

    They keep the other words of the sentence in their order. Do not store the result.
    """
    text = str(name)
    runs_left = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}" if runs_left else text


def numbered_name(name: str, number: int) -> str:
    """Write a name with the number that tells people of one name apart: "Dora", "Dora 2"."""
    return name if number == 1 else f"{name} {number}"


def number_names(names: Iterable[str]) -> list[int]:
    """Return a number for each name: 1 for the first person of a name. No two numbered names are the same."""
    names = list(names)
    given, seen, numbers = {folded(name) for name in names}, set[str](), []
    for name in names:
        number = 1
        if folded(name) in seen:
            number = next(number for number in count(2) if folded(numbered_name(name, number)) not in given)
        seen.add(folded(name))
        given.add(folded(numbered_name(name, number)))
        numbers.append(number)
    return numbers
