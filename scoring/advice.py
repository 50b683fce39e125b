"""Describe in sentences how a player's own allocation differs from the best allocation."""

from collections.abc import Iterator

from scoring.city import Allocation, City
from scoring.kinds import Kind
from scoring.messages import Message, Text, gettext, ngettext
from scoring.rules import Rules
from scoring.settling import settle
from scoring.sheets import score

BEST = gettext("No better use exists: {total} VP is the most this city can reach, tie-break included.")
TIEBREAK = gettext("{total} VP is the most this city can reach, but the tie-break could be better.")
GAIN = ngettext(
    "{count} VP left in the supply: {best} VP are possible instead of {total}.",
    "{count} VP left in the supply: {best} VP are possible instead of {total}.",
)
ACTIVATE = ngettext("Activate this building: {squares}.", "Activate these buildings: {squares}.")
LEAVE_OUT = ngettext(
    "Leave this building without its resources: {squares}.",
    "Leave these buildings without their resources: {squares}.",
)
CUSTOMERS = ngettext("{square}: {count} Customer.", "{square}: {count} Customers.")
ABSORB = ngettext(
    "Put an Energy Unit on this Park: {squares}.", "Put an Energy Unit on each of these Parks: {squares}."
)


def advise(
    city: City, allocation: Allocation, rules: Rules, best_allocation: Allocation | None = None
) -> list[Message]:
    """Compare a player's allocation with the best allocation: first the possible gain, then the squares to change.

    If the player's allocation is the best one, return a single sentence. If `best_allocation` is None, search for it.
    Raises AllocationError if the player's allocation does not fit the city, and RuleError for a city of another mode.
    """
    own = score(city, allocation, rules)
    best_allocation = best_allocation or settle(city, rules)
    best = score(city, best_allocation, rules)
    if (own.total, own.tiebreak) == (best.total, best.tiebreak):
        return [Message(BEST, total=own.total)]
    if own.total == best.total:
        gain = Message(TIEBREAK, total=own.total)
    else:
        gain = Message(GAIN, count=best.total - own.total, best=best.total, total=own.total)
    return [gain, *_moves(city, allocation.marks, _rearranged(city, best_allocation.marks, allocation.marks))]


def _rearranged(city: City, best: str, own: str) -> str:
    """Return the best allocation's marks, made more similar to the player's own marks.

    For the VP, it does not matter which open Shop has the most Customers, or which Park absorbs an Energy Unit. The
    advice leaves out such differences.
    """
    marks = list(best)
    for kind in (Kind.SHOP, Kind.PARK):
        squares = [
            square
            for square, building in enumerate(city.squares)
            if building and building.kind is kind and best[square] != "."
        ]
        players_order = sorted(squares, key=lambda square: own[square], reverse=True)
        most_first = sorted((best[square] for square in squares), reverse=True)
        for square, mark in zip(players_order, most_first, strict=True):
            marks[square] = mark
    return "".join(marks)


def _moves(city: City, own: str, best: str) -> Iterator[Message]:
    """Yield instructions that change the player's marks `own` into the best allocation's marks (see `Allocation`)."""
    changed = [square for square in range(len(own)) if own[square] != best[square]]
    names = city.board.names
    activate = [names[square] for square in changed if own[square] == "."]
    leave_out = [names[square] for square in changed if best[square] == "."]
    absorb = [names[square] for square in changed if best[square] == "e"]
    customers = [(names[square], int(best[square])) for square in changed if best[square].isdigit()]
    yield from _of_squares(ACTIVATE, activate)
    yield from _of_squares(LEAVE_OUT, leave_out)
    yield from [Message(CUSTOMERS, count=count, square=name) for name, count in customers]
    yield from _of_squares(ABSORB, absorb)


def _of_squares(text: Text, names: list[str]) -> Iterator[Message]:
    if names:
        yield Message(text, count=len(names), squares=", ".join(names))
