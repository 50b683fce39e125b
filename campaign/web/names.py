"""Find invisible characters in names, and names that look alike. Make up words in which no letters look alike."""

import unicodedata

from confusable_homoglyphs.confusables import confusables_data
from django.utils.crypto import get_random_string

# Invisible characters that Unicode counts as visible.
BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Variation selectors choose how the character before them is drawn. Keyboards of phones add them to emoji.
VARIATIONS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
CONTROLS = ("Cc", "Zl", "Zp")  # control characters, line separators and paragraph separators
GENERATED = "abcdefghjkmnpqrstuvwxyz23456789"  # the characters of a generated word; none looks like another


def generated_word() -> str:
    """Make a random word that players can read aloud, as the seed of a mission or a programme."""
    return get_random_string(6, GENERATED)


def is_control(sign: str) -> bool:
    return unicodedata.category(sign) in CONTROLS


def is_hidden(sign: str) -> bool:
    """Tell whether a character is invisible, or changes the writing direction of other characters."""
    return is_control(sign) or unicodedata.category(sign) == "Cf" or sign in BLANK_LETTERS or sign in VARIATIONS


def without_variations(text: str) -> str:
    return "".join(sign for sign in text if sign not in VARIATIONS)


def looks(name: str) -> str:
    """Return a text that is the same for names that look alike: "Ann" and "ANN", or "Anna" in Latin and Cyrillic."""
    seen = (sign for sign in unicodedata.normalize("NFKC", name) if not is_hidden(sign))
    return "".join(map(_model, seen)).casefold()


def _model(sign: str) -> str:
    """Return the character that stands for all similar characters in Unicode's list of confusables."""
    alike = [each["c"] for each in confusables_data.get(sign, ())]
    if len(alike) != 1 or len(alike[0]) != 1:
        return sign  # keep a character unless exactly one other character looks like it
    (other,) = alike
    return str(other if len(confusables_data[other]) > 1 else min(sign, other))
