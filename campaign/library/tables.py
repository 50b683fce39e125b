"""The point tables of both modes side by side, out of the Rules records."""

from collections.abc import Mapping, Sequence

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Cell, Table, Words
from scoring import Kind, Mode
from scoring.kinds import KINDS
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from scoring.tiles import face_up, rounds

CLASSIC, EXPERT = CLASSIC_RULES.points, EXPERT_RULES.points
MODES = (_("Classic"), _("Expert"))


def by_count(caption: Words, counted: Words, classic: Sequence[int], expert: Sequence[int]) -> Table:
    """VP by a count from 1 on; a count that a mode does not reach is None."""
    rows: list[tuple[Cell, ...]] = [
        (count, classic[count] if count < len(classic) else None, expert[count]) for count in range(1, len(expert))
    ]
    return Table(caption, (counted, *MODES), tuple(rows))


def by_neighbour(caption: Words, classic: Mapping[Kind, int], expert: Mapping[Kind, int]) -> Table:
    """VP for each neighbour of a kind; None where a mode does not have the kind."""

    def cell(kind: Kind, points: Mapping[Kind, int], mode: Mode) -> int | None:
        return points.get(kind, 0) if mode in KINDS[kind].highest else None

    rows: list[tuple[Cell, ...]] = [
        (kind, cell(kind, classic, Mode.CLASSIC), cell(kind, expert, Mode.EXPERT))
        for kind in sorted(expert, key=lambda kind: -expert[kind])
    ]
    return Table(caption, (_("Each neighbor"), *MODES), tuple(rows))


TOWER_BLOCK = by_count(_("VP for a Tower Block"), _("Floors"), CLASSIC.tower_block, EXPERT.tower_block)
SHOP = by_count(_("VP for a Shop"), _("Customers"), CLASSIC.shop, EXPERT.shop)
PUBLIC_SERVICE = by_count(
    _("VP for all Public Services of a city"), _("Districts"), CLASSIC.public_service, EXPERT.public_service
)
PARK = by_count(_("VP for a Park"), _("Towers beside it"), CLASSIC.park, EXPERT.park)
PLAYGROUND = by_count(_("VP for a Playground"), _("Towers beside it"), CLASSIC.park, EXPERT.park)
HARBOR = by_count(
    _("VP for the longest row, and again for the longest column"), _("Harbors"), CLASSIC.harbor, EXPERT.harbor
)
FACTORY = by_neighbour(_("VP for a Factory"), CLASSIC.factory, EXPERT.factory)
# Kinds the record leaves out bring nothing; here that is worth saying.
MONUMENT = Table(
    _("VP for a Monument"),
    (_("Each neighbor"), _("Expert")),
    tuple(
        (kind, EXPERT.monument.get(kind, 0)) for kind in sorted(Kind, key=lambda kind: -EXPERT.monument.get(kind, 0))
    ),
)
OFFICE_TOWER = Table(
    _("VP for each Office Tower, by its group and its floors (Expert)"),
    (
        _("Group of"),
        *(format_lazy(_("floors: {count}"), count=floors) for floors in range(1, len(EXPERT.office_tower[1]))),
    ),
    tuple((group, *row[1:]) for group, row in enumerate(EXPERT.office_tower) if group),
)

NEEDS = Table(
    _("What activates a building"),
    (_("Building"), _("Inhabitants"), _("Energy Units"), _("Further room")),
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
            else _("one Energy Unit to absorb")
            if kind is Kind.PARK
            else "",
        )
        for kind, facts in KINDS.items()
    ),
    _("A stack needs its resources once, however high it is."),
)

STACKS = Table(
    _("How high a stack may rise"),
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
    _("Monuments that come face-up"),
    (_("Players"), *(format_lazy(_("Round {number}"), number=number) for number in rounds(Mode.EXPERT))),
    tuple((players, *(_monuments(players, number) for number in rounds(Mode.EXPERT))) for players in range(2, 5)),
)
