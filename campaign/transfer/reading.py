"""Read JSON from anybody: each value is as expected, or a sentence says where it is not."""

import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from django.utils.translation import gettext as _

YEARS = range(1990, 2200)  # of a time that a clock stored
YEARS_PLAYED = range(1000, 2200)  # of a day that somebody typed: a column holds no year beyond these
SHOWN = 40  # characters of a wrong value that a sentence repeats

T = TypeVar("T")


class RefusedError(ValueError):
    """The file cannot be imported; `str(error)` is a sentence in the reader's language."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the file and where it stands: `games[2].place`."""

    value: Any
    where: str = ""

    def refuse(self, expected: str) -> RefusedError:
        shown = repr(self.value) if isinstance(self.value, str | int | float | None) else type(self.value).__name__
        found = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"
        values = {"where": self.where or _("the file"), "expected": expected, "found": found}
        return RefusedError(_("%(where)s: expected %(expected)s, found %(found)s.") % values)

    def record(self, *names: str) -> dict[str, "Value"]:
        """Read an object with exactly these names."""
        if not isinstance(self.value, dict):
            raise self.refuse(_("an object"))
        if missing := [name for name in names if name not in self.value]:
            raise self._at(missing[0]).refuse(_("a value"))
        if unknown := sorted(self.value.keys() - set(names)):
            raise Value(unknown[0], self.where).refuse(_("only the names %(names)s") % {"names": ", ".join(names)})
        return {name: self._at(name) for name in names}

    def some_of(self, names: Collection[str]) -> dict[str, "Value"]:
        """Read an object with some of these names, and no others."""
        if not isinstance(self.value, dict):
            raise self.refuse(_("an object"))
        return self.record(*(name for name in names if name in self.value))

    def _at(self, name: str) -> "Value":
        return Value(self.value.get(name), f"{self.where}.{name}".lstrip("."))

    def items(self, most: int) -> list["Value"]:
        if not isinstance(self.value, list):
            raise self.refuse(_("a list"))
        if len(self.value) > most:
            values = {"where": self.where, "most": most, "found": len(self.value)}
            raise RefusedError(_("%(where)s: expected at most %(most)s, found %(found)s.") % values)
        return [Value(item, f"{self.where}[{number}]") for number, item in enumerate(self.value)]

    def text(self, longest: int, *, empty: bool = True, lines: bool = False) -> str:
        """Read text. Refuse control characters and lone surrogates."""
        if not isinstance(self.value, str):
            raise self.refuse(_("text"))
        if len(self.value) > longest:
            raise self.refuse(_("text of at most %(longest)s characters") % {"longest": longest})
        if not empty and not self.value.strip():
            raise self.refuse(_("text that is not empty"))
        allowed = "\n\r\t" if lines else ""
        if any(unicodedata.category(sign) in ("Cc", "Cs") and sign not in allowed for sign in self.value):
            raise self.refuse(_("text without control characters"))
        return self.value

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
        if day is None or day.year not in YEARS_PLAYED:
            raise self.refuse(_("a date such as 2026-01-31"))
        return day

    def optional(self, read: Callable[["Value"], T]) -> T | None:
        return None if self.value is None else read(self)
