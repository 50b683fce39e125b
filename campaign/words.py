"""The rule book's words for what the engine names in code; figures and names as a sentence holds them."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring import Message, Mission, Mode

CATEGORY_NAMES = {
    "tower_block": _("Tower Blocks"),
    "shop": _("Shops"),
    "public_service": _("Public Services"),
    "park": _("Parks"),
    "factory": _("Factories"),
    "harbor": _("Harbors"),
    "office_tower": _("Office Towers"),
    "monument": _("Monuments"),
    "mission": pgettext_lazy("category", "Mission"),
    "unused_inhabitants": _("Unused Inhabitants"),
    "unused_energy": _("Unused Energy Units"),
}

BACKS = {Mode.CLASSIC: "Classic", Mode.EXPERT: "Expert"}  # printed on the tiles, in English in every edition


def signed(number: int) -> str:
    """Write a number as it stands in a text or a table, with a minus sign as long as a plus."""
    return str(number).replace("-", "−")


def points(count: int) -> str:
    """Write points as they are said aloud: "3 points"."""
    return ngettext("{count} point", "{count} points", abs(count)).format(count=signed(count))


def victory_points(count: int) -> str:
    """Write points as on paper: "3 VP"."""
    return ngettext("{number} VP", "{number} VP", abs(count)).format(number=signed(count))


def percent(fraction: float | None) -> str:
    """Write a share: "92%", or "" for None."""
    return "" if fraction is None else gettext("%(number)s%%") % {"number": round(100 * fraction)}


def names(people: Iterable[object]) -> str:
    """Join names for a sentence: "Ada, Ben and Cleo"."""
    return get_text_list([str(person) for person in people], gettext("and"))


def numbered_title(mission: Mission) -> str:
    """Write a mission as it is called at the table: "7. Price of Silence"."""
    return f"{mission.number}. {words(mission.title)}"


REMEMBERED = 4_096  # sentences


class _Signed(int):
    def __format__(self, spec: str) -> str:
        return signed(self)


def words(message: Message) -> str:
    """Say in the reader's language what the engine says."""
    return _words(message, get_language())


@lru_cache(maxsize=REMEMBERED)
def _words(message: Message, _language: str | None) -> str:
    params = {name: _Signed(value) if isinstance(value, int) else value for name, value in message.params.items()}
    return Message(message.text, **params).translate(gettext, ngettext)
