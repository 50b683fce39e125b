"""The score pad: players type the total of each category, as on the paper pad. A sum is stored as typed text.

>>> parse_sum("3+6+2")
11
"""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.scores.words import CATEGORY_NAMES, signed, victory_points
from scoring import CATEGORIES, DecidedBy, Kind, Result, Rules
from scoring.kinds import KINDS

LONGEST_SUM = 60  # characters of a sum, without spaces
LONGEST_TYPED = 200  # with spaces, as it is stored
HIGHEST_SUM = 999
PENALTIES = ("unused_inhabitants", "unused_energy")
MISSION = "mission"
# The counts that break a tie (decision D17 in docs/rules.md). Players may type them; they are not VP.
TIEBREAK_LABELS = {
    "inhabitants_on_buildings": gettext_lazy("Inhabitants on buildings"),
    "empty_squares": gettext_lazy("Empty squares"),
}
TIEBREAK_FIELDS = tuple(TIEBREAK_LABELS)
TOTAL = "total"  # the field for a result of which only the total is known
# The field of the score pad for each figure that decides a tie.
FIELD_OF = dict(zip((DecidedBy.INHABITANTS, DecidedBy.EMPTY_SQUARES), TIEBREAK_FIELDS, strict=True))

_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{FULLWIDTH PLUS SIGN}", "--+")
_SUM = re.compile(r"[+-]?[0-9]+([+-][0-9]+)*", re.ASCII)
DIGITS_APART = re.compile(r"(?<=[0-9])\s+(?=[0-9])")
_TERM = re.compile(r"[+-]?[0-9]+", re.ASCII)


class PadError(ValueError):
    """The typed text is no sum. `str(error)` is a translated message for the user."""


def parse_sum(text: str) -> int:
    """Compute a sum of whole numbers with plus and minus, such as "3+6+2"; blank text is 0. Raises PadError."""
    plain = "".join(text.translate(_MINUS).split())
    if not plain:
        return 0
    if len(text) <= LONGEST_SUM and DIGITS_APART.search(text):
        raise PadError(_("Put a plus between the numbers: 3+6+2."))
    if len(plain) > LONGEST_SUM or not _SUM.fullmatch(plain):
        raise PadError(_("Type a whole number or a sum such as 3+6+2."))
    value = sum(int(term) for term in _TERM.findall(plain))
    if abs(value) > HIGHEST_SUM:
        limits = {"lowest": signed(-HIGHEST_SUM), "highest": HIGHEST_SUM}
        raise PadError(_("Type a number from %(lowest)s to %(highest)s.") % limits)
    return value


def pad_categories(rules: Rules) -> tuple[str, ...]:
    """List the categories on the pad under these rules. For example, Classic Mode has no Monuments."""
    return tuple(category for category in CATEGORIES if _is_asked(category, rules))


def pad_fields(rules: Rules) -> tuple[str, ...]:
    """List the fields of a pad: its categories, the counts that break a tie, and the total."""
    return (*pad_categories(rules), *TIEBREAK_FIELDS, TOTAL)


def pad_label(field: str) -> str:
    """Return the translated label of a field."""
    return _("Total") if field == TOTAL else str(TIEBREAK_LABELS.get(field) or CATEGORY_NAMES[field])


def pad_values(pad: Mapping[str, str], rules: Rules) -> dict[str, int]:
    """Return the VP of every category. Raises PadError for text that is no sum.

    Penalties are negative even without a typed minus, because the paper pad prints the minus.
    """
    asked = pad_categories(rules)
    values = dict.fromkeys(CATEGORIES, 0)
    for category in asked:
        value = parse_sum(pad.get(category, ""))
        values[category] = -abs(value) if category in PENALTIES else value
    return values


def is_total_only(pad: Mapping[str, str]) -> bool:
    """Tell whether a pad has a total, but no VP of any category."""
    return bool(pad.get(TOTAL, "").strip()) and not any(pad.get(category, "").strip() for category in CATEGORIES)


def pad_result(pad: Mapping[str, str], rules: Rules) -> Result:
    """Return the result of a pad. It has no categories if only the total is known. Raises PadError.

    If VP of categories are typed, they make the total.
    """
    total, categories = parse_sum(pad.get(TOTAL, "")), pad_values(pad, rules)
    if is_total_only(pad):
        return Result(total, *pad_tiebreak(pad))
    return Result(sum(categories.values()), *pad_tiebreak(pad), categories)


def pad_tiebreak(pad: Mapping[str, str]) -> tuple[int | None, int | None]:
    """Return two numbers: Inhabitants on buildings, empty squares; None for a blank field. Raises PadError."""
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


def lacks(total: int, figure: DecidedBy) -> str:
    """Return a message for players tied at `total` VP: enter the figure that breaks the tie."""
    values = {"points": victory_points(total), "figure": TIEBREAK_LABELS[FIELD_OF[figure]]}
    return _("Tied at %(points)s. To break the tie, enter “%(figure)s” on the score pad.") % values
