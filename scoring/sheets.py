"""The score sheet: every point of a settled city, with its reason."""

from collections.abc import Iterator
from itertools import chain
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
    lines = tuple(_lines(settled))
    categories = dict.fromkeys(CATEGORIES, 0)
    for line in lines:
        categories[line.category] += line.vp
    tiebreak = Tiebreak(settled.inhabitants_on_buildings, settled.empty_squares)
    return ScoreSheet(sum(categories.values()), categories, lines, tiebreak, tuple(_notes(settled)))


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


def _lines(settled: SettledCity) -> Iterator[Line]:
    for facts, kinds in KINDS_OF_CATEGORIES:
        mask = sum([settled.masks[kind] for kind in kinds])
        if mask:
            yield from facts.lines(settled, squares_of(mask))
    for square in settled.idle:
        yield _idle_line(settled, square)
    for bonus in settled.rules.bonuses:
        yield from bonus.lines(settled)
    yield from _unused_lines(settled)


def _idle_line(settled: SettledCity, square: int) -> Line:
    """What an unactivated building would add to what its category brought, had it alone been activated too."""
    facts = settled.facts(square)
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
    """The decisions that changed, or could have changed, a figure of this sheet (docs/rules.md section 0), in order."""
    kinds = [facts.notes(settled) for facts in KINDS.values()]
    notes = list(chain(*kinds, *[bonus.notes(settled) for bonus in settled.rules.bonuses]))
    if settled.idle:
        text = gettext(
            "Buildings without their resources left the city before scoring:"
            " their squares are empty and their neighbors got nothing."
        )
        notes.append(Note("D5", Message(text)))
    return sorted(notes, key=lambda note: int(note.decision.removeprefix("D")))
