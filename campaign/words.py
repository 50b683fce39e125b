"""The rule book's words for what the engine names in code."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import Message, Mode

CATEGORY_NAMES = {
    "tower_block": _("Tower Blocks"),
    "shop": _("Shops"),
    "public_service": _("Public Services"),
    "park": _("Parks"),
    "factory": _("Factories"),
    "harbor": _("Harbors"),
    "office_tower": _("Office Towers"),
    "monument": _("Monuments"),
    "mission": _("Mission"),
    "unused_inhabitants": _("Unused Inhabitants"),
    "unused_energy": _("Unused Energy Units"),
}

BACKS = {Mode.CLASSIC: "Classic", Mode.EXPERT: "Expert"}  # printed on the tiles, in English in every edition


def points(count: int) -> str:
    """As it is said aloud: "3 points"."""
    return ngettext("{count} point", "{count} points", abs(count)).format(count=count)


def victory_points(points: int) -> str:
    """As it is written: "3 VP"."""
    return ngettext("{number} VP", "{number} VP", abs(points)).format(number=points)


def words(message: Message) -> str:
    """What the engine says, in the reader's language."""
    return message.translate(gettext, ngettext)
