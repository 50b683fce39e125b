"""The score sheet: every point of a settled city, with its reason."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.boards import squares_of
from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind
from scoring.lines import Line, Note, make_line
from scoring.messages import Message, gettext, ngettext
from scoring.rules import Rules
from scoring.settled import SettledCity, carry_out

KIND_CATEGORIES = tuple(dict.fromkeys(facts.category for facts in KINDS.values()))
CATEGORIES = (*KIND_CATEGORIES, "mission", "unused_inhabitants", "unused_energy")


SCORED_KINDS = tuple(KINDS.items())
# Of each category, the kind that makes its lines, and all kinds that score in it.
KINDS_OF_CATEGORIES = tuple(
    (KINDS[Kind(category)], tuple(kind for kind, facts in KINDS.items() if facts.category == category))
    for category in KIND_CATEGORIES
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
            "Buildings without their resources left the city before scoring:"
            " their squares are empty and their neighbors got nothing."
        )
    ),
)
NO_VP = dict.fromkeys(CATEGORIES, 0)


class Tiebreak(NamedTuple):
    """What decides between equal totals: more Inhabitants on buildings, then fewer empty squares (D17)."""

    inhabitants_on_buildings: int
    empty_squares: int


class ScoreSheet(NamedTuple):
    """A scored city. `lines` add up to `categories`, and these to `total`; all of it in VP."""

    total: int
    categories: dict[str, int]
    lines: tuple[Line, ...]
    tiebreak: Tiebreak
    notes: tuple[Note, ...]


def score(city: City, allocation: Allocation, rules: Rules) -> ScoreSheet:
    """Score a city whose resources are allocated. Raises AllocationError, or RuleError for a city of the other mode."""
    settled = carry_out(city, allocation, rules)
    lines = _lines(settled)
    categories = NO_VP.copy()
    for line in lines:
        categories[line.category] += line.vp
    tiebreak = Tiebreak(settled.inhabitants_on_buildings, settled.empty_squares)
    return ScoreSheet(sum(categories.values()), categories, tuple(lines), tiebreak, tuple(_notes(settled)))


def total(city: City, allocation: Allocation, rules: Rules) -> int:
    """Return `score(...).total` without its lines. Raises what `score` raises."""
    settled = carry_out(city, allocation, rules)
    masks, spending = settled.masks, settled.spending
    vp = -rules.unused_inhabitant * spending.unused_inhabitants - rules.unused_energy * spending.unused_energy
    for kind, facts in SCORED_KINDS:
        if masks[kind]:
            vp += facts.vp(settled, masks[kind])
    for bonus in rules.bonuses:
        vp += bonus.points(settled)
    return vp


def _lines(settled: SettledCity) -> list[Line]:
    lines: list[Line] = []
    for facts, kinds in KINDS_OF_CATEGORIES:
        mask = sum([settled.masks[kind] for kind in kinds])
        if mask:
            lines += facts.lines(settled, squares_of(mask))
    lines += [_idle_line(settled, square) for square in settled.idle]
    for bonus in settled.rules.bonuses:
        lines += bonus.lines(settled)
    lines += _unused_lines(settled)
    return lines


def _idle_line(settled: SettledCity, square: int) -> Line:
    """Say what an unactivated building would have brought, had it alone been activated too."""
    facts = settled.facts(square)
    vp = facts.vp(settled, 1 << square)
    if facts.is_collective:
        activated = settled.masks[facts.kind]
        vp = facts.vp(settled, activated | 1 << square) - facts.vp(settled, activated)
    return facts.idle_line(settled, square, vp)


def _unused_lines(settled: SettledCity) -> Iterator[Line]:
    spending, rules = settled.spending, settled.rules
    unused = spending.unused_inhabitants
    if unused:
        each = -rules.unused_inhabitant
        yield make_line("unused_inhabitants", (), each * unused, UNUSED_INHABITANTS, count=unused, vp=each)
    if spending.absorbing:
        names = settled.names(spending.absorbing)
        yield make_line("unused_energy", names, 0, ABSORBED, count=len(names))
    unused = spending.unused_energy
    if unused:
        each = -rules.unused_energy
        yield make_line("unused_energy", (), each * unused, UNUSED_ENERGY, count=unused, vp=each)


def _notes(settled: SettledCity) -> list[Note]:
    """List the decisions that changed, or could have, a figure of this sheet (docs/rules.md section 0), in order."""
    notes: list[Note] = [LEFT_THE_CITY] if settled.idle else []
    for kind, facts in SCORED_KINDS:
        if settled.masks[kind]:
            notes += facts.notes(settled)
    for bonus in settled.rules.bonuses:
        notes += bonus.notes(settled)
    return sorted(notes, key=lambda note: int(note.decision.removeprefix("D")))
