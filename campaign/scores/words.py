"""Write names and numbers as a sentence needs them, and translate the engine's messages."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.functional import lazy
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

BACKS = {Mode.CLASSIC: "Classic", Mode.EXPERT: "Expert"}  # printed on the tiles in English in every edition


def signed(number: int) -> str:
    """Write a number with a true minus sign."""
    return str(number).replace("-", "−")


def points(count: int) -> str:
    """Write points in words: "3 points"."""
    return ngettext("{count} point", "{count} points", abs(count)).format(count=signed(count))


def victory_points(count: int) -> str:
    """Write points with their unit: "3 VP"."""
    return ngettext("{number} VP", "{number} VP", abs(count)).format(number=signed(count))


def percent(fraction: float | None) -> str:
    """Write a share such as "92%", or "" for None."""
    return "" if fraction is None else gettext("%(number)s%%") % {"number": round(100 * fraction)}


def names(people: Iterable[object]) -> str:
    """Join names for a sentence: "Ada, Ben and Cleo"."""
    return get_text_list([str(person) for person in people], gettext("and"))


def _either(choices: Iterable[object]) -> str:
    return get_text_list([str(choice) for choice in choices], gettext("or"))


# Lists of words. Each list is made once, but written anew in each language: "1, 2 and 3", "1, 2 or 3".
listed = lazy(names, str)
either = lazy(_either, str)


def numbered_title(mission: Mission, place: int | None = None) -> str:
    """Write the number and title of a mission: "7. Price of Silence".

    The number is `place`, the mission's place in a programme. If `place` is None, the number is the mission's number
    among the manual's ten, and a composed mission has only its title.
    """
    number, title = mission.number if place is None else place, words(mission.title)
    return f"{number}. {title}" if number else title


REMEMBERED = 4_096  # the number of sentences in the cache


class _SignedNumber(int):
    def __format__(self, spec: str) -> str:
        return signed(self)


def words(message: Message) -> str:
    """Translate a message of the engine."""
    return _words(message, get_language())


@lru_cache(maxsize=REMEMBERED)
def _words(message: Message, _language: str | None) -> str:
    params = {name: _SignedNumber(value) if isinstance(value, int) else value for name, value in message.params.items()}
    return Message(message.text, **params).translate(gettext, ngettext)
