"""Find invisible characters in names, and names that look alike. Make up words in which no letters look alike."""

import re
import unicodedata
from collections.abc import Container, Iterable

from confusable_homoglyphs.confusables import confusables_data
from django.utils.crypto import get_random_string

from campaign.scores.names import folded

# Invisible characters that Unicode counts as visible.
BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Variation selectors choose how the character before them is drawn. Keyboards of phones add them to emoji.
VARIATIONS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
AS_EMOJI = "\N{VARIATION SELECTOR-16}"
JOINER, NON_JOINER = JOINERS = ("\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}")
# Characters that change the direction of writing
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
VIRAMA = 9  # the combining class of the marks that join consonants of Indic scripts
SYMBOLS = ("So", "Sk", "Sm")  # emoji, skin tones, and arrows
# The flags of parts of a country, such as Scotland, are a black flag with invisible letters.
SPELLED_FLAG = re.compile("\N{WAVING BLACK FLAG}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
CONTROLS = ("Cc", "Zl", "Zp")  # control characters, line separators and paragraph separators
# The characters of a generated word: none looks like another, and without vowels they make no word that offends.
GENERATED = "bcdfghjkmnpqrstvwxyz23456789"


def generated_word() -> str:
    """Make six random signs that players can read aloud, as the seed of a mission or a programme."""
    return get_random_string(6, GENERATED)


def is_control(sign: str) -> bool:
    return unicodedata.category(sign) in CONTROLS


def is_hidden(sign: str) -> bool:
    """Tell whether a character is invisible, or changes the writing direction of other characters."""
    return is_control(sign) or unicodedata.category(sign) == "Cf" or sign in BLANK_LETTERS or sign in VARIATIONS


def hidden_in(name: str) -> dict[int, str]:
    """Find the invisible characters that are no part of the writing of a name, by their index.

    A joiner belongs between two emoji, behind a virama, and, as a non-joiner, between two Arabic letters: rules A1, A2
    and B of Unicode's UAX 31. A flag can be spelled with invisible letters.
    """
    spelled = {index for flag in SPELLED_FLAG.finditer(name) for index in range(*flag.span())}
    return {
        index: sign
        for index, sign in enumerate(name)
        if is_hidden(sign) and index not in spelled and not _belongs(name, index)
    }


def _belongs(name: str, index: int) -> bool:
    """Tell whether the joiner or variation selector at this place changes how its neighbours are written."""
    sign, before = name[index], name[index - 1 : index]
    left, right = _neighbour(reversed(name[:index])), _neighbour(name[index + 1 :])
    if sign == AS_EMOJI:
        return before != "" and unicodedata.category(before) in SYMBOLS
    if sign not in JOINERS or not left:
        return False
    if unicodedata.combining(before) == VIRAMA:
        return left.isalpha()
    if sign == JOINER:
        return right != "" and {unicodedata.category(left), unicodedata.category(right)} <= {*SYMBOLS}
    return (left + right).isalpha() and [*map(unicodedata.bidirectional, left + right)] == ["AL", "AL"]


def _neighbour(signs: Iterable[str]) -> str:
    """Return the first character that is no mark, or ""."""
    return next((sign for sign in signs if unicodedata.category(sign) != "Mn"), "")


def without(name: str, indexes: Container[int]) -> str:
    return "".join(sign for index, sign in enumerate(name) if index not in indexes)


def without_variations(name: str) -> str:
    """Leave out variation selectors, except for those that draw a sign as an emoji."""
    return without(name, [index for index, sign in hidden_in(name).items() if sign in VARIATIONS])


def looks(name: str) -> str:
    """Return a text that is the same for names that look alike: "Ann" and "ANN", or "Anna" in Latin and Cyrillic."""
    seen = (sign for sign in unicodedata.normalize("NFKC", name) if not is_hidden(sign))
    return folded("".join(map(_model, seen)))


def likenesses(name: str) -> set[str]:
    """Return texts of which two names have one in common if they are one name, or look alike."""
    return {looks(name), folded(name)}


def are_alike(name: str, other: str) -> bool:
    return not likenesses(name).isdisjoint(likenesses(other))


def _model(sign: str) -> str:
    """Return the character that stands for all similar characters in Unicode's list of confusables."""
    alike = [each["c"] for each in confusables_data.get(sign, ())]
    if len(alike) != 1 or len(alike[0]) != 1:
        return sign  # keep a character unless exactly one other character looks like it
    (other,) = alike
    return str(other if len(confusables_data[other]) > 1 else min(sign, other))
