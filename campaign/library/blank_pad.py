"""The blank score pad of a mission, for printing: its categories, each with its VP under the group's house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.scores.score_pad import MISSION, TIEBREAK_LABELS, pad_categories
from campaign.scores.words import CATEGORY_NAMES, names
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
class PadTable:
    """A small table: a row of counts, and below it one or more rows of VP."""

    counted: Promise | str
    counts: Sequence[int]
    rows: Sequence[tuple[Promise | str, Sequence[int]]]


PRINTED = _("Printed VP")
SPECIAL = _("VP of special tiles")
# Parts of a category that players write down separately and then add up.
PARTS: dict[str, tuple[Promise | str, ...]] = {
    "public_service": (_("By districts"), PRINTED),
    "harbor": (_("Longest row"), _("Longest column"), PRINTED),
    "unused_energy": (_("Left over"), _("Absorbed by Parks, one each")),
}


@dataclass(frozen=True, slots=True)
class PadRow:
    """A category of the printed pad. Players write a number for each of `parts`, or one number if there are none."""

    category: str
    label: Promise | str
    figures: PadTable | None = None
    neighbours: Sequence[tuple[Kind, int]] = ()
    extras: Sequence[Message] = ()
    lost: Promise | str = ""
    parts: Sequence[Promise | str] = ()
    hint: Promise | str = ""


def pad_rows(rules: Rules) -> list[PadRow]:
    """List the categories of the pad under these rules, in the order of the printed pad."""
    return [replace(_row(category, rules), parts=_parts(category, rules)) for category in pad_categories(rules)]


def _parts(category: str, rules: Rules) -> Sequence[Promise | str]:
    if category == MISSION and _workplaces(rules):
        return (_("Customers"), _("Workers"))
    if category == Kind.PUBLIC_SERVICE and rules.services:
        return (*PARTS[category], SPECIAL)
    return PARTS.get(category, ())


def _workplaces(rules: Rules) -> list[Kind]:
    """List the kinds of building whose Inhabitants count as workers under these rules."""
    counted = frozenset[Kind]().union(*(bonus.workplaces for bonus in rules.bonuses))
    return [kind for kind in Kind if kind in counted and rules.mode in KINDS[kind].highest]


def tiebreak_labels() -> list[Promise | str]:
    return list(TIEBREAK_LABELS.values())


def _row(category: str, rules: Rules) -> PadRow:
    label, points = CATEGORY_NAMES[category], rules.points
    if category == Kind.PARK and rules.playgrounds:
        label = _("Parks and Playgrounds")
    if category in COUNTED:
        vp = getattr(points, category)
        return PadRow(category, label, PadTable(COUNTED[category], range(1, len(vp)), ((_("VP"), vp[1:]),)))
    match category:
        case Kind.OFFICE_TOWER:
            groups = list(enumerate(points.office_tower))[1:]
            by_group = [(gettext("Group of %(count)s") % {"count": group}, row[1:]) for group, row in groups]
            return PadRow(category, label, PadTable(_("Floors"), range(1, len(points.office_tower[1])), by_group))
        case Kind.FACTORY | Kind.MONUMENT:
            return PadRow(category, label, neighbours=_neighbours(getattr(points, category), rules))
        case "unused_inhabitants":
            return PadRow(category, label, lost=_lost(rules.unused_inhabitant))
        case "unused_energy":
            return PadRow(category, label, lost=_lost(rules.unused_energy))
        case _:
            assert category == MISSION  # noqa: S101 - the cases above handle all other categories
            extras = [bonus.announcement for bonus in rules.bonuses]
            return PadRow(category, label, extras=extras, hint=_who_works(_workplaces(rules)))


def _who_works(workplaces: Sequence[Kind]) -> str:
    if not workplaces:
        return ""
    kinds = names(CATEGORY_NAMES[kind] for kind in workplaces)
    return gettext("Workers are the Inhabitants of activated buildings of these kinds: %(kinds)s.") % {"kinds": kinds}


def _lost(vp: int) -> str:
    return ngettext("%(count)s VP lost for each", "%(count)s VP lost for each", vp) % {"count": vp}


def _neighbours(points: Mapping[Kind, int], rules: Rules) -> list[tuple[Kind, int]]:
    there = [
        kind for kind in points if rules.mode in KINDS[kind].highest and (rules.playgrounds or kind != Kind.PLAYGROUND)
    ]
    return [(kind, points[kind]) for kind in sorted(there, key=lambda kind: -points[kind])]
