"""Format names and numbers for sentences, and translate the messages of the scoring engine."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.functional import lazy
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.scores.names import isolated
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

BACKS = {Mode.CLASSIC: "Classic", Mode.EXPERT: "Expert"}  # the English words on the backs of the tiles


def signed(number: int) -> str:
    """Write a number with the typographic minus sign: "−3"."""
    return str(number).replace("-", "−")


def difference(number: int) -> str:
    """Write a difference with its sign: "+4", "−3"."""
    return f"{number:+}".replace("-", "−")


def points(count: int) -> str:
    """Write points in words: "3 points"."""
    return ngettext("{count} point", "{count} points", abs(count)).format(count=signed(count))


def victory_points(count: int) -> str:
    """Write points with their unit: "3 VP"."""
    return ngettext("{number} VP", "{number} VP", abs(count)).format(number=signed(count))


def percent(fraction: float | None) -> str:
    """Write a fraction as a percentage: "92%" for 0.92, or "" for None."""
    return "" if fraction is None else gettext("%(number)s%%") % {"number": round(100 * fraction)}


def joined(people: Iterable[object]) -> str:
    """Join names: "Ada, Ben and Cleo"."""
    return get_text_list([str(person) for person in people], gettext("and"))


def names(people: Iterable[object]) -> str:
    """Join names for a sentence, as `joined` does."""
    return joined(map(isolated, people))


def _either(choices: Iterable[object]) -> str:
    return get_text_list([str(choice) for choice in choices], gettext("or"))


# Lazy versions of names() and _either(): Django translates "and" and "or" when it renders the text.
listed = lazy(names, str)
either = lazy(_either, str)


def numbered_title(mission: Mission, position: int | None = None) -> str:
    """Write the number and title of a mission: "7. Price of Silence".

    `position` is the mission's position in a programme. The default is its number in the campaign manual, if any.
    """
    number, title = mission.number if position is None else position, words(mission.title)
    return f"{number}. {title}" if number else title


REMEMBERED = 4_096  # the maximum number of cached translations


class _SignedNumber(int):
    def __format__(self, spec: str) -> str:
        return signed(self)


def words(message: Message) -> str:
    """Translate a message of the scoring engine into the active language."""
    return _words(message, get_language())


@lru_cache(maxsize=REMEMBERED)
def _words(message: Message, _language: str | None) -> str:
    params = {name: _SignedNumber(value) if isinstance(value, int) else value for name, value in message.params.items()}
    return Message(message.text, **params).translate(gettext, ngettext)
