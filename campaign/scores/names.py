"""Compare names by Unicode's case folding, which is the same on every database."""

import unicodedata

DOTLESS = str.maketrans({"\N{LATIN SMALL LETTER DOTLESS I}": "i", "\N{COMBINING DOT ABOVE}": None})


def folded(name: str) -> str:
    """Return a text that is the same for one name in large and small letters: "Işık" and "ışık", "İpek" and "ipek".

    An i with and without a dot is one letter, because the large letters of one language are those of another.
    """
    return unicodedata.normalize("NFKC", name).casefold().translate(DOTLESS)
