"""Tables of VP for the pages of the rules, with Classic and Expert Mode side by side."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Cell, Table, Words, house_ruled, name_of, text
from campaign.scores.words import listed, signed
from scoring import Kind, Mode
from scoring.kinds import KINDS
from scoring.kinds.monument import MONUMENT_PARKS_ONLY
from scoring.kinds.tower_block import MANUAL_TOWER_BLOCK
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from scoring.tiles import PLAYERS, face_up, rounds

CLASSIC, EXPERT = CLASSIC_RULES.points, EXPERT_RULES.points
MODES = (_("Classic"), _("Expert"))


def of_vp(caption: Words, head: tuple[Words, ...], rows: Sequence[tuple[Cell, ...]], said: Any) -> Table:
    return Table(caption, head, tuple(rows), said=tuple(said), in_one=_in_one(caption, head[0], rows))


def _say_in_one(caption: Words, counted: Words, rows: Sequence[tuple[Cell, ...]]) -> str:
    """Write a table as one sentence, such as "VP for a Shop. Customers: 1 → 1; 2 → 2." Write equal VP only once."""
    scored = [dict.fromkeys(signed(cell) for cell in cells if isinstance(cell, int)) for _first, *cells in rows]
    said = "; ".join(
        f"{text(row[0])}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{', '.join(vp)}"
        for row, vp in zip(rows, scored, strict=True)
    )
    return f"{text(caption)}. {text(counted)}: {said}."


_in_one = lazy(_say_in_one, str)


def by_count(
    caption: Words, counted: Words, classic: Sequence[int], expert: Sequence[int], say: Callable[[int, int], str]
) -> Table:
    """Make a table with the VP for each count from 1 upward. `say` writes the sentence for a count and its VP."""
    rows: list[tuple[Cell, ...]] = [
        (count, classic[count] if count < len(classic) else None, expert[count]) for count in range(1, len(expert))
    ]
    said = [
        ((count,), _said(say, count, vp, only_expert=count >= len(classic))) for count, vp in enumerate(expert) if count
    ]
    return of_vp(caption, (counted, *MODES), rows, said)


def _say(say: Callable[[int, int], str], count: int, vp: int, *, only_expert: bool) -> str:
    said = say(count, vp)
    return gettext("{said} Expert Mode only.").format(said=said) if only_expert else said


_said = lazy(_say, str)


def by_neighbour(caption: Words, classic: Mapping[Kind, int], expert: Mapping[Kind, int], said: Any) -> Table:
    """Make a table of VP by kind of neighbouring building. `said` is a template sentence with {kind} and {vp}."""

    def cell(kind: Kind, points: Mapping[Kind, int], mode: Mode) -> int | None:
        return points.get(kind, 0) if mode in KINDS[kind].highest else None

    rows: list[tuple[Cell, ...]] = [
        (kind, cell(kind, classic, Mode.CLASSIC), cell(kind, expert, Mode.EXPERT))
        for kind in sorted(expert, key=lambda kind: -expert[kind])
    ]
    return of_vp(caption, (_("Each neighbor"), *MODES), rows, _neighbours_said(said, expert))


def _neighbours_said(said: Any, points: Mapping[Kind, int]) -> tuple[tuple[tuple[int, ...], Words], ...]:
    return tuple(((), format_lazy(said, kind=name_of(kind.label), vp=signed(points[kind]))) for kind in points)


def _tower_block(count: int, vp: int) -> str:
    text = ngettext(
        "A Tower Block with {count} floor scores {vp} VP.", "A Tower Block with {count} floors scores {vp} VP.", count
    )
    return text.format(count=count, vp=vp)


def _shop(count: int, vp: int) -> str:
    text = ngettext(
        "A Shop with {count} Customer scores {vp} VP.", "A Shop with {count} Customers scores {vp} VP.", count
    )
    return text.format(count=count, vp=vp)


def _public_service(count: int, vp: int) -> str:
    text = ngettext(
        "Public Services in {count} district score {vp} VP.",
        "Public Services in {count} districts score {vp} VP.",
        count,
    )
    return text.format(count=count, vp=vp)


def _park(count: int, vp: int) -> str:
    text = ngettext(
        "A Park with {count} tower beside it scores {vp} VP.",
        "A Park with {count} towers beside it scores {vp} VP.",
        count,
    )
    return text.format(count=count, vp=vp)


def _playground(count: int, vp: int) -> str:
    text = ngettext(
        "A Playground with {count} tower beside it scores {vp} VP.",
        "A Playground with {count} towers beside it scores {vp} VP.",
        count,
    )
    return text.format(count=count, vp=vp)


def _harbor(count: int, vp: int) -> str:
    text = ngettext(
        "A line of {count} Harbor scores {vp} VP.",
        "A line of {count} Harbors in a row or column scores {vp} VP.",
        count,
    )
    return text.format(count=count, vp=vp)


TOWER_BLOCK = house_ruled(
    "manual_tower_points",
    by_count(_("VP for a Tower Block"), _("Floors"), CLASSIC.tower_block, EXPERT.tower_block, _tower_block),
    by_count(
        _("VP for a Tower Block, by your house rule"),
        _("Floors"),
        MANUAL_TOWER_BLOCK[: len(CLASSIC.tower_block)],
        MANUAL_TOWER_BLOCK,
        _tower_block,
    ),
)
SHOP = by_count(_("VP for a Shop"), _("Customers"), CLASSIC.shop, EXPERT.shop, _shop)
PUBLIC_SERVICE = by_count(
    _("VP for all Public Services of a city"),
    _("Districts"),
    CLASSIC.public_service,
    EXPERT.public_service,
    _public_service,
)
PARK = by_count(_("VP for a Park"), _("Towers beside it"), CLASSIC.park, EXPERT.park, _park)
PLAYGROUND = by_count(_("VP for a Playground"), _("Towers beside it"), CLASSIC.park, EXPERT.park, _playground)
HARBOR = by_count(
    _("VP for the longest row, and again for the longest column"), _("Harbors"), CLASSIC.harbor, EXPERT.harbor, _harbor
)
FACTORY = by_neighbour(_("VP for a Factory"), CLASSIC.factory, EXPERT.factory, _("{kind} beside a Factory: {vp} VP."))


def _of_monument(caption: Words, points: Mapping[Kind, int]) -> Table:
    """Make the table of a Monument. `points` leaves out kinds with 0 VP, but the table shows them."""
    vp = {kind: points.get(kind, 0) for kind in Kind}
    return of_vp(
        caption,
        (_("Each neighbor"), _("Expert")),
        [(kind, vp[kind]) for kind in sorted(Kind, key=lambda kind: -vp[kind])],
        _neighbours_said(_("{kind} beside a Monument: {vp} VP."), vp),
    )


MONUMENT = house_ruled(
    "monument_parks_only",
    _of_monument(_("VP for a Monument"), EXPERT.monument),
    _of_monument(_("VP for a Monument, by your house rule"), MONUMENT_PARKS_ONLY),
)


def _in_group(group: int, floors: int, vp: int) -> str:
    text = ngettext(
        "In a group of {group} an Office Tower of {count} floor scores {vp} VP.",
        "In a group of {group} an Office Tower of {count} floors scores {vp} VP.",
        floors,
    )
    return text.format(group=group, count=floors, vp=vp)


_office_tower = lazy(_in_group, str)
OFFICE_TOWER = of_vp(
    _("VP for each Office Tower, by its group and its floors (Expert)"),
    (
        _("Group of"),
        *(format_lazy(_("floors: {count}"), count=floors) for floors in range(1, len(EXPERT.office_tower[1]))),
    ),
    [(group, *row[1:]) for group, row in enumerate(EXPERT.office_tower) if group],
    tuple(
        (
            (group,),
            format_lazy(
                _("In a group of {group} an Office Tower scores {vp} VP for 1 to {floors} floors."),
                group=group,
                vp=", ".join(str(vp) for vp in row[1:]),
                floors=len(row) - 1,
            ),
        )
        for group, row in enumerate(EXPERT.office_tower)
        if group
    )
    + tuple(
        ((group, floors), _office_tower(group, floors, vp))
        for group, row in enumerate(EXPERT.office_tower)
        for floors, vp in enumerate(row)
        if group and floors
    ),
)

NEEDS = Table(
    _("What activates a building"),
    (_("Building"), _("Inhabitants"), _("Energy Units"), _("Also takes")),
    tuple(
        (
            kind,
            facts.inhabitants or None,
            facts.energy or None,
            format_lazy(
                _("Customers: {classic} in Classic, {expert} in Expert"),
                classic=CLASSIC.customers_a_shop,
                expert=EXPERT.customers_a_shop,
            )
            if kind is Kind.SHOP
            else _("one unused Energy Unit")
            if kind is Kind.PARK
            else "",
        )
        for kind, facts in KINDS.items()
    ),
    _("A stack needs its resources once, however high."),
)

STACKS = Table(
    _("Most floors of a stack"),
    (_("Building"), *MODES),
    tuple(
        (kind, facts.highest.get(Mode.CLASSIC), facts.highest.get(Mode.EXPERT))
        for kind, facts in KINDS.items()
        if kind in (Kind.TOWER_BLOCK, Kind.OFFICE_TOWER)
    ),
)


def _monuments(players: int, number: int) -> int | None:
    tiles = face_up(Mode.EXPERT, players, number)
    return sum(tile.kind is Kind.MONUMENT for tile in tiles) or None


MONUMENTS_BY_PLAYERS = Table(
    _("Monuments face-up"),
    (_("Players"), *(format_lazy(_("Round {number}"), number=number) for number in rounds(Mode.EXPERT))),
    tuple((players, *(_monuments(players, number) for number in rounds(Mode.EXPERT))) for players in PLAYERS),
    said=tuple(
        (
            (players,),
            format_lazy(
                _("With {players} players a Monument comes up in rounds {rounds}."),
                players=players,
                rounds=listed([number for number in rounds(Mode.EXPERT) if _monuments(players, number)]),
            ),
        )
        for players in PLAYERS
    ),
)
