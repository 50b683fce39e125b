"""Read untrusted JSON and check each value. An error names the position of the wrong value in the file."""

import json
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, NoReturn, TypeVar

from django.utils.translation import gettext as _

from campaign.models.days import is_day_of_a_game
from campaign.web.forms import LINE_SIGNS
from campaign.web.names import is_control

YEARS = range(1970, 2200)  # valid years of recorded moments; a computer without a battery begins in 1970
SHOWN = 40  # an error repeats at most this many characters of a wrong value

# The most values that a file may have. They are counted before the file is parsed, because parsed values take more
# memory.
MOST_VALUES = 800_000

T = TypeVar("T")


class ImportRefusedError(ValueError):
    """The file cannot be imported; `str(error)` says why, in the reader's language."""


def parse(raw: bytes) -> Any:
    """Parse JSON. Raises ImportRefusedError if the JSON is wrong or has more than MOST_VALUES values."""
    if (found := count_values(raw)) > MOST_VALUES:
        values = {"where": _("the file"), "most": MOST_VALUES, "found": found}
        raise ImportRefusedError(_("%(where)s: expected at most %(most)s, found %(found)s.") % values)
    try:
        return json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ImportRefusedError(_("This is not a complete campaign file: it cannot be read as JSON.")) from error


def count_values(raw: bytes) -> int:
    """Return a number that the values of this JSON do not exceed: each of these characters begins at most one more."""
    return sum(map(raw.count, (b",", b"{", b"[")))


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"expected JSON, got {text}")


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the file and its position in the file, such as `games[2].place`."""

    value: Any
    where: str = ""

    def refuse(self, expected: str) -> ImportRefusedError:
        shown = repr(self.value) if isinstance(self.value, str | int | float | None) else type(self.value).__name__
        found = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"
        values = {"where": self.where or _("the file"), "expected": expected, "found": found}
        return ImportRefusedError(_("%(where)s: expected %(expected)s, found %(found)s.") % values)

    def record(self, *names: str, optional: Collection[str] = ()) -> dict[str, "Value"]:
        """Read an object that has all of `names`, any of `optional`, and no other names."""
        if not isinstance(self.value, dict):
            raise self.refuse(_("an object"))
        if missing := [name for name in names if name not in self.value]:
            raise self.at(missing[0]).refuse(_("a value"))
        known = {*names, *optional}
        if unknown := sorted(self.value.keys() - known):
            raise self._unknown(unknown[0])
        return {name: self.at(name) for name in self.value}

    def _unknown(self, name: str) -> ImportRefusedError:
        shown = name if len(name) <= SHOWN else f"{name[:SHOWN]}…"
        values = {"where": self.where or _("the file"), "name": shown}
        return ImportRefusedError(
            _("%(where)s: nothing is called “%(name)s” here. If a newer Cornerstone wrote it, update this one.")
            % values
        )

    def some_of(self, names: Collection[str]) -> dict[str, "Value"]:
        """Read an object that may have some or all of these names, and no other names."""
        return self.record(optional=names)

    def at(self, name: str) -> "Value":
        return Value(self.value.get(name), f"{self.where}.{name}".lstrip("."))

    def items(self, most: int) -> list["Value"]:
        if not isinstance(self.value, list):
            raise self.refuse(_("a list"))
        if len(self.value) > most:
            values = {"where": self.where, "most": most, "found": len(self.value)}
            raise ImportRefusedError(_("%(where)s: expected at most %(most)s, found %(found)s.") % values)
        return [Value(item, f"{self.where}[{number}]") for number, item in enumerate(self.value)]

    def text(self, longest: int, *, empty: bool = True, lines: bool = False) -> str:
        """Read text. Drop control characters, but refuse characters that SQLite or PostgreSQL cannot store."""
        if not isinstance(self.value, str):
            raise self.refuse(_("text"))
        if len(self.value) > longest:
            raise self.refuse(_("text of at most %(longest)s characters") % {"longest": longest})
        if not empty and not self.value.strip():
            raise self.refuse(_("text that is not empty"))
        if any(sign == "\0" or unicodedata.category(sign) == "Cs" for sign in self.value):
            raise self.refuse(_("text without control characters"))
        allowed = LINE_SIGNS if lines else ""
        return "".join(sign for sign in self.value if not is_control(sign) or sign in allowed)

    def choice(self, choices: Collection[str]) -> str:
        if not isinstance(self.value, str) or self.value not in choices:
            raise self.refuse(_("one of %(choices)s") % {"choices": ", ".join(choices)})
        return self.value

    def whole(self, lowest: int, highest: int) -> int:
        if type(self.value) is not int or not lowest <= self.value <= highest:
            values = {"lowest": lowest, "highest": highest}
            raise self.refuse(_("a whole number from %(lowest)s to %(highest)s") % values)
        return self.value

    def yes_or_no(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.refuse(_("true or false"))
        return self.value

    def moment(self) -> datetime:
        try:
            moment = datetime.fromisoformat(self.value)
        except (TypeError, ValueError):
            moment = None
        if moment is None or moment.tzinfo is None or moment.year not in YEARS:
            raise self.refuse(_("a date and time with its zone, such as 2026-01-31T20:15:00+00:00"))
        return moment.astimezone(UTC)

    def day(self) -> date:
        try:
            day = date.fromisoformat(self.value)
        except (TypeError, ValueError):
            day = None
        if day is None or not is_day_of_a_game(day):
            raise self.refuse(_("a date such as 2026-01-31"))
        return day

    def optional(self, read: Callable[["Value"], T]) -> T | None:
        return None if self.value is None else read(self)
