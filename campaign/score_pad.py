"""The quick way: category totals typed as on the paper score pad, sums kept as they were typed.

>>> parse_sum("3+6+2")
11
"""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from scoring import CATEGORIES, Kind, Rules
from scoring.kinds import KINDS

LONGEST_SUM = 60
HIGHEST_SUM = 999
PENALTIES = ("unused_inhabitants", "unused_energy")
MISSION = "mission"
# The figures that decide a tie (D17), typed beside the categories by players who counted them; they are no VP.
TIEBREAK_FIELDS = ("inhabitants_on_buildings", "empty_squares")

_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{FULLWIDTH PLUS SIGN}", "--+")
_SUM = re.compile(r"[+-]?[0-9]{1,3}([+-][0-9]{1,3})*", re.ASCII)
DIGITS_APART = re.compile(r"(?<=[0-9])\s+(?=[0-9])")
_TERM = re.compile(r"[+-]?[0-9]+", re.ASCII)


class PadError(ValueError):
    """What was typed is no sum; `str(error)` is a sentence in the reader's language."""


def parse_sum(text: str) -> int:
    """Add whole numbers with plus and minus between them, such as "3+6+2"; blank is 0. Raises PadError."""
    plain = "".join(text.translate(_MINUS).split())
    if not plain:
        return 0
    if len(text) <= LONGEST_SUM and DIGITS_APART.search(text):
        raise PadError(_("Put a plus between the numbers: 3+6+2."))
    if len(plain) > LONGEST_SUM or not _SUM.fullmatch(plain):
        raise PadError(_("Type a whole number or a sum such as 3+6+2."))
    value = sum(int(term) for term in _TERM.findall(plain))
    if abs(value) > HIGHEST_SUM:
        raise PadError(_("No category comes to more than %(limit)s.") % {"limit": HIGHEST_SUM})
    return value


def pad_categories(rules: Rules) -> tuple[str, ...]:
    """List the categories a pad asks for: no Monuments in Classic, no bonus if the mission has none."""
    return tuple(category for category in CATEGORIES if _is_asked(category, rules))


def pad_values(pad: Mapping[str, str], rules: Rules) -> dict[str, int]:
    """Return the VP of every category. Raises PadError for text that is no sum.

    Penalties count below zero even without a typed minus: the paper pad prints it.
    """
    asked = pad_categories(rules)
    values = dict.fromkeys(CATEGORIES, 0)
    for category in asked:
        value = parse_sum(pad.get(category, ""))
        values[category] = -abs(value) if category in PENALTIES else value
    return values


def pad_tiebreak(pad: Mapping[str, str]) -> tuple[int | None, int | None]:
    """Return Inhabitants on buildings and empty squares, None where not counted. Raises PadError."""
    inhabitants, empty = (_parse_count(pad.get(name, "")) for name in TIEBREAK_FIELDS)
    return inhabitants, empty


def _parse_count(text: str) -> int | None:
    if not text.strip():
        return None
    count = parse_sum(text)
    if count < 0:
        raise PadError(_("Type how many there are, 0 or more."))
    return count


def _is_asked(category: str, rules: Rules) -> bool:
    if category == MISSION:
        return bool(rules.bonuses)
    return category in PENALTIES or rules.mode in KINDS[Kind(category)].highest
