"""The score pad of a mission to write on: its categories, and beside each what it brings by the rules in force."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Words
from campaign.pad.forms import TIEBREAK_LABELS
from campaign.score_pad import MISSION, pad_categories
from campaign.words import CATEGORY_NAMES
from scoring import Kind, Message, Rules
from scoring.kinds import KINDS

COUNTED = {
    "tower_block": _("Floors"),
    "shop": _("Customers"),
    "public_service": _("Districts"),
    "park": _("Towers beside it"),
    "harbor": _("Longest line"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """A small table: a line of counts, and under it the VP."""

    counted: Words
    counts: Sequence[int]
    rows: Sequence[tuple[Words, Sequence[int]]]


@dataclass(frozen=True, slots=True)
class PadRow:
    """A category with what helps to count it."""

    category: str
    label: Words
    figures: Figures | None = None
    neighbours: Sequence[tuple[Kind, int]] = ()
    extras: Sequence[Message] = ()
    lost: Words = ""


def pad_rows(rules: Rules) -> list[PadRow]:
    """What the pad asks for under these rules, in its order."""
    return [_row(category, rules) for category in pad_categories(rules)]


def tiebreak_labels() -> list[Words]:
    return list(TIEBREAK_LABELS.values())


def _row(category: str, rules: Rules) -> PadRow:
    label, points = CATEGORY_NAMES[category], rules.points
    if category == Kind.PARK and rules.playgrounds:
        label = _("Parks and Playgrounds")
    if category in COUNTED:
        vp = getattr(points, category)
        return PadRow(category, label, Figures(COUNTED[category], range(1, len(vp)), ((_("VP"), vp[1:]),)))
    match category:
        case Kind.OFFICE_TOWER:
            groups = list(enumerate(points.office_tower))[1:]
            by_group = [(gettext("Group of %(count)s") % {"count": group}, row[1:]) for group, row in groups]
            return PadRow(category, label, Figures(_("Floors"), range(1, len(points.office_tower[1])), by_group))
        case Kind.FACTORY | Kind.MONUMENT:
            return PadRow(category, label, neighbours=_neighbours(getattr(points, category), rules))
        case "unused_inhabitants":
            return PadRow(category, label, lost=_lost(rules.unused_inhabitant))
        case "unused_energy":
            return PadRow(category, label, lost=_lost(rules.unused_energy))
        case _:
            assert category == MISSION  # noqa: S101 - a category of the engine that nobody taught this page
            return PadRow(category, label, extras=[bonus.announcement for bonus in rules.bonuses])


def _lost(vp: int) -> str:
    return ngettext("%(count)s VP lost for each", "%(count)s VP lost for each", vp) % {"count": vp}


def _neighbours(points: Mapping[Kind, int], rules: Rules) -> list[tuple[Kind, int]]:
    """VP for each neighbour of the kinds that this mission has, the most first."""
    there = [
        kind for kind in points if rules.mode in KINDS[kind].highest and (rules.playgrounds or kind != Kind.PLAYGROUND)
    ]
    return [(kind, points[kind]) for kind in sorted(there, key=lambda kind: -points[kind])]
