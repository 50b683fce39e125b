"""The score sheet: every point of a settled city, with its reason."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind, KindOfBuilding
from scoring.messages import Message, Text, gettext, ngettext
from scoring.rules import Rules
from scoring.score_lines import Note, ScoreLine, make_line
from scoring.settled import SettledCity, carry_out

KIND_CATEGORIES = tuple(dict.fromkeys(facts.category for facts in KINDS.values()))
CATEGORIES = (*KIND_CATEGORIES, "mission", "unused_inhabitants", "unused_energy")

SCORED_KINDS = tuple(KINDS.items())
KINDS_WITH_NOTES = tuple((kind, facts) for kind, facts in SCORED_KINDS if type(facts).notes is not KindOfBuilding.notes)
# For each category: (entry in KINDS, first kind of building, last kind of building). Only the Parks have two kinds:
# (KINDS[Kind.PARK], Kind.PARK, Kind.PLAYGROUND).
KINDS_OF_CATEGORIES = tuple(
    (KINDS[Kind(category)], Kind(category), last)
    for category, last in {facts.category: kind for kind, facts in KINDS.items()}.items()
)

UNUSED_INHABITANTS = ngettext(
    "{count} Inhabitant without work or shop, {vp} VP", "{count} Inhabitants without work or shop, {vp} VP each"
)
UNUSED_ENERGY = ngettext("{count} unused Energy Unit, {vp} VP", "{count} unused Energy Units, {vp} VP each")
ABSORBED = ngettext("{count} Energy Unit absorbed by a Park", "{count} Energy Units absorbed by Parks, one each")

LEFT_THE_CITY = Note(
    "D5",
    Message(
        gettext(
            "Buildings without their resources were removed before scoring:"
            " their squares are empty, and their neighbors do not count them."
        )
    ),
)
NO_VP = dict.fromkeys(CATEGORIES, 0)


class Tiebreak(NamedTuple):
    """The figures that break a tie: more Inhabitants on buildings, then fewer empty squares (D17 in docs/rules.md)."""

    inhabitants_on_buildings: int
    empty_squares: int


class ScoreSheet(NamedTuple):
    """A scored city. The VP of `lines` add up to `categories`, and `categories` add up to `total`."""

    total: int
    categories: dict[str, int]
    lines: tuple[ScoreLine, ...]
    tiebreak: Tiebreak
    notes: tuple[Note, ...]


def score(city: City, allocation: Allocation, rules: Rules) -> ScoreSheet:
    """Score a city whose resources are allocated.

    Raises AllocationError for a wrong allocation, and RuleError for a city of the other mode.
    """
    settled = carry_out(city, allocation, rules)
    lines = _lines(settled)
    categories = NO_VP.copy()
    for category, _, vp, _, _ in lines:
        categories[category] += vp
    tiebreak = Tiebreak(settled.inhabitants_on_buildings, settled.empty_squares)
    return ScoreSheet(sum(categories.values()), categories, tuple(lines), tiebreak, tuple(_notes(settled)))


def total(city: City, allocation: Allocation, rules: Rules) -> int:
    """Return `score(...).total` quickly, without making lines. Raises the same errors as `score`."""
    settled = carry_out(city, allocation, rules)
    masks, spending = settled.masks, settled.spending
    vp = -rules.unused_inhabitant * spending.unused_inhabitants - rules.unused_energy * spending.unused_energy
    for kind, facts in SCORED_KINDS:
        if masks[kind]:
            vp += facts.vp(settled, masks[kind])
    for bonus in rules.bonuses:
        vp += bonus.points(settled)
    return vp


def _lines(settled: SettledCity) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    masks = settled.masks
    for facts, kind, other in KINDS_OF_CATEGORIES:
        mask = masks[kind] | masks[other]
        if mask:
            lines += facts.lines(settled, mask)
    if settled.idle:
        lines += _idle_lines(settled)
    for bonus in settled.rules.bonuses:
        lines += bonus.lines(settled)
    lines += _unused_lines(settled)
    return lines


def _idle_lines(settled: SettledCity) -> Iterator[ScoreLine]:
    """Yield a line for each unactivated building, with the VP that it would have added."""
    brought: dict[KindOfBuilding, int] = {}
    names, customers_a_shop = settled.board.names, settled.points.customers_a_shop
    for square in settled.idle:
        building = settled.building(square)
        facts = KINDS[building.kind]
        activated = settled.masks[facts.kind] if facts.is_collective else 0
        if activated and facts not in brought:
            brought[facts] = facts.vp(settled, activated)
        vp = facts.vp(settled, activated | 1 << square)
        if activated:
            vp -= brought[facts]
        more_inhabitants = building.more_inhabitants if building.special else 0
        yield _idle_line(facts, names[square], vp, customers_a_shop, more_inhabitants)


@lru_cache(maxsize=1 << 12)
def _idle_line(facts: KindOfBuilding, square: str, vp: int, customers_a_shop: int, more_inhabitants: int) -> ScoreLine:
    return facts.idle_line(square, vp, customers_a_shop, more_inhabitants)


def _unused_lines(settled: SettledCity) -> Iterator[ScoreLine]:
    spending, rules = settled.spending, settled.rules
    unused = spending.unused_inhabitants
    if unused:
        yield _unused_line("unused_inhabitants", UNUSED_INHABITANTS, unused, -rules.unused_inhabitant)
    if spending.absorbing:
        yield _absorbed_line(settled.names(spending.absorbing))
    unused = spending.unused_energy
    if unused:
        yield _unused_line("unused_energy", UNUSED_ENERGY, unused, -rules.unused_energy)


@lru_cache(maxsize=1 << 12)
def _absorbed_line(names: tuple[str, ...]) -> ScoreLine:
    return make_line("unused_energy", names, 0, ABSORBED, count=len(names))


@lru_cache(maxsize=1 << 10)
def _unused_line(category: str, text: Text, unused: int, each: int) -> ScoreLine:
    return make_line(category, (), each * unused, text, count=unused, vp=each)


def _notes(settled: SettledCity) -> list[Note]:
    """List the decisions of docs/rules.md section 0 that affect this score sheet, in numerical order."""
    notes: list[Note] = [LEFT_THE_CITY] if settled.idle else []
    masks = settled.masks
    for kind, facts in KINDS_WITH_NOTES:
        if masks[kind]:
            notes += facts.notes(settled)
    for bonus in settled.rules.bonuses:
        notes += bonus.notes(settled)
    return sorted(notes, key=lambda note: int(note.decision.removeprefix("D"))) if len(notes) > 1 else notes
