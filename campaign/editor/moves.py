"""Change a city by a tap or a key. The engine judges the changed city, and its sentences are handed on.

A tap names the square and the command. Nothing here counts points.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.cities import CityError, best_allocation, check_city, read_city
from campaign.words import words
from scoring import Allocation, AllocationError, Building, City, Kind, Message, Rules, notation, score
from scoring.kinds import KIND_OF_LETTER, KINDS, Digit
from scoring.messages import Text


class Do(StrEnum):
    """The commands of the editor. Those in AT_A_SQUARE name a square."""

    TAP = "tap"  # as a finger with a brush in hand: place, or one more of what stands there
    TYPE = "type"  # as text is typed: place, whatever stood there
    UP = "up"
    DOWN = "down"
    DIGIT = "digit"
    MAYOR = "mayor"
    CLEAR = "clear"
    BY_HAND = "by_hand"
    BEST = "best"
    SUPPLY = "supply"
    UNDO = "undo"
    REDO = "redo"
    PASTE = "paste"


AT_A_SQUARE = frozenset({Do.TAP, Do.TYPE, Do.UP, Do.DOWN, Do.DIGIT, Do.MAYOR, Do.CLEAR})


class Tap(NamedTuple):
    """One tap: `square` is an index, `letter` a building's of the notation and "" for no brush in hand."""

    do: Do
    square: int = 0
    letter: str = ""
    digit: int = 0


MOST_NAMED = 4  # squares in a sentence


def empty_city(rules: Rules) -> City:
    return City(rules.board, (None,) * len(rules.board), 0, 0)


def tapped(city: City, tap: Tap, rules: Rules) -> City:
    """Carry out a tap on a city. Raises CityError, whose sentence says why nothing happened."""
    if tap.do is Do.BY_HAND:
        return city.settled(best_allocation(city, rules))
    if tap.do is Do.BEST:
        return city.unsettled
    if city.allocation and tap.do is not Do.CLEAR:
        return _allocated(city, city.allocation, tap, rules)
    building = _built(city, tap, rules)
    squares = (*city.squares[: tap.square], building, *city.squares[tap.square + 1 :])
    changed = replace(city, squares=squares, allocation=None)
    read_city(str(changed), rules)  # five floors, a Monument in Classic: the notation knows what cannot stand
    return _carried(city, changed, rules)


def supplied(city: City, inhabitants: int, energy: int, rules: Rules) -> City:
    """Give a city another supply; an allocation by hand shrinks to fit it. Raises CityError."""
    changed = replace(city, inhabitants=inhabitants, energy=energy, allocation=None)
    check_city(changed, rules)
    return _carried(city, changed, rules)


# Comparing


def changed_squares(before: City, after: City) -> tuple[str, ...]:
    """Name the squares on which two cities differ: in their building, or in what it was given by hand in both."""
    marks = [
        city.allocation.marks if before.allocation and after.allocation and city.allocation else ""
        for city in (before, after)
    ]
    return tuple(
        name
        for index, name in enumerate(after.board.names)
        if before.squares[index] != after.squares[index] or marks[0][index : index + 1] != marks[1][index : index + 1]
    )


def what_changed(before: City, after: City) -> str:
    """Name the difference between two cities: "B3 Shop", "B3, C4", "the supply"."""
    if before.board != after.board:
        return _("the city")
    squares = changed_squares(before, after)
    if len(squares) == 1:
        index = after.board.names.index(squares[0])
        building = after.squares[index] or before.squares[index]
        assert building  # noqa: S101 - an empty square does not differ from an empty one
        return f"{squares[0]} {words(building.kind.label)}"
    if squares:
        return ", ".join(squares) if len(squares) <= MOST_NAMED else _("the city")
    if (before.inhabitants, before.energy) != (after.inhabitants, after.energy):
        return _("the supply")
    return _("the allocation") if before.allocation != after.allocation else _("the city")


def difference(before: City, after: City) -> str:
    """Name the squares on which two cities differ, without their buildings, or what else does."""
    squares = changed_squares(before, after) if before.board == after.board else ()
    return ", ".join(squares) if squares else what_changed(before, after)


# Building


def _built(city: City, tap: Tap, rules: Rules) -> Building | None:
    """Return the building on the square after a tap, None where it is empty."""
    if tap.do is Do.CLEAR:
        return None
    there = city.squares[tap.square]
    if tap.do in (Do.TAP, Do.TYPE):
        kind = KIND_OF_LETTER.get(tap.letter)
        if kind is None:
            return there
        if there is None or there.kind is not kind or tap.do is Do.TYPE:
            return Building(kind)
        if KINDS[kind].digit is None:
            return there
    if there is None:
        raise _refusal(notation.NOTHING_FOLLOWS, city, tap)
    if tap.do is Do.MAYOR:
        if there.kind is not Kind.TOWER_BLOCK:
            raise _refusal(notation.NO_MAYOR, city, tap, kind=there.kind.label)
        return replace(there, mayors=(there.mayors + 1) % (there.floors + 1))
    return _counted(city, there, tap, rules)


def _counted(city: City, there: Building, tap: Tap, rules: Rules) -> Building:
    """Return the building with other floors or printed VP."""
    facts = KINDS[there.kind]
    if facts.digit is None:
        raise _refusal(notation.NO_DIGIT, city, tap, kind=there.kind.label)
    floors = facts.digit is Digit.FLOORS
    before = there.floors if floors else there.vp
    value = {Do.TAP: before + 1, Do.UP: before + 1, Do.DOWN: before - 1, Do.DIGIT: tap.digit}[tap.do]
    highest = facts.highest[rules.mode]
    if value > highest and tap.do is Do.TAP and not floors:
        value = facts.lowest  # printed VP go round under a finger; floors end, and the sentence says so
    if not facts.lowest <= value <= highest:
        raise _beyond(
            city, tap, facts.lowest if value < facts.lowest else highest, at_most=value > highest, floors=floors
        )
    if floors:
        return replace(there, floors=value, mayors=min(there.mayors, value))
    return replace(there, vp=value)


def _beyond(city: City, tap: Tap, limit: int, *, at_most: bool, floors: bool) -> CityError:
    """Say how many floors, or printed points, there are at most or at least."""
    if floors and at_most:
        text = ngettext("%(square)s: %(count)s floor at most.", "%(square)s: %(count)s floors at most.", limit)
    elif floors:
        text = ngettext("%(square)s: at least %(count)s floor.", "%(square)s: at least %(count)s floors.", limit)
    elif at_most:
        text = ngettext("%(square)s: at most %(count)s printed VP.", "%(square)s: at most %(count)s printed VP.", limit)
    else:
        text = ngettext(
            "%(square)s: at least %(count)s printed VP.", "%(square)s: at least %(count)s printed VP.", limit
        )
    square = city.board.names[tap.square]
    return CityError(text % {"square": square, "count": limit}, square=square)


def _refusal(text: Text, city: City, tap: Tap, **params: object) -> CityError:
    square = city.board.names[tap.square]
    return CityError(words(Message(text, square=square, **params)), square=square)


# Resources by hand


def _allocated(city: City, allocation: Allocation, tap: Tap, rules: Rules) -> City:
    """Return the city with the resources of one building moved."""
    name = city.board.names[tap.square]
    building = city.squares[tap.square]
    if tap.do not in (Do.TAP, Do.UP, Do.DOWN, Do.DIGIT):
        raise CityError(_("You are moving resources by hand. Choose the best allocation again to go on building."))
    if building is None:
        raise CityError(_("%(square)s is empty: there is nothing to activate.") % {"square": name}, square=name)
    marks = _marks(building.kind, rules)
    if len(marks) == 1:
        message = _("%(square)s, %(building)s: it needs nothing and is always active.")
        raise CityError(message % {"square": name, "building": words(building.kind.label)}, square=name)
    before = marks.index(allocation.marks[tap.square])
    refused: AllocationError | None = None
    for mark in _wanted(marks, before, tap):
        moved = city.settled(_with_mark(allocation, tap.square, mark))
        assert moved.allocation  # noqa: S101 - settled just now
        try:
            score(moved, moved.allocation, rules)
        except AllocationError as error:
            refused = refused or error
        else:
            return moved
    if refused is None:
        return city
    # A later square may be the one left without: name this one, which asked.
    sentence = Message(refused.message.text, **{**refused.message.params, "square": name})
    raise CityError(words(sentence), square=name)


def _marks(kind: Kind, rules: Rules) -> str:
    """List the marks that a building of a kind can have, from nothing to everything."""
    if kind is Kind.SHOP:
        return "." + "".join(map(str, range(rules.points.customers_a_shop + 1)))
    if kind is Kind.PARK:
        return "+e"
    return "+" if KINDS[kind].is_always_active else ".+"


def _wanted(marks: str, before: int, tap: Tap) -> Iterator[str]:
    """List the marks a tap may mean, the likeliest first. A finger goes round, and past what nobody can pay."""
    if tap.do is Do.TAP:
        yield from marks[before + 1 :] + marks[:before]
    elif tap.do is Do.DIGIT:
        yield str(tap.digit) if str(tap.digit) in marks else marks[min(tap.digit, len(marks) - 1)]
    else:
        there = before + (1 if tap.do is Do.UP else -1)
        if 0 <= there < len(marks):
            yield marks[there]


def _with_mark(allocation: Allocation, square: int, mark: str) -> Allocation:
    return replace(allocation, marks=allocation.marks[:square] + mark + allocation.marks[square + 1 :])


def _carried(before: City, changed: City, rules: Rules) -> City:
    """Return the changed city with the resources that were given by hand, where they still fit and suffice."""
    if before.allocation is None:
        return changed
    marks = []
    for old, new, mark in zip(before.squares, changed.squares, before.allocation.marks, strict=True):
        if new is None:
            marks.append(".")
        else:
            marks.append(mark if old and old.kind is new.kind else _marks(new.kind, rules)[0])
    allocation = replace(before.allocation, marks="".join(marks))
    while True:
        try:
            score(changed, allocation, rules)
        except AllocationError as error:
            square = changed.board.names.index(error.square)
            building = changed.squares[square]
            assert building  # noqa: S101 - nothing is spent on an empty square
            lower = _marks(building.kind, rules)
            allocation = _with_mark(allocation, square, lower[lower.index(allocation.marks[square]) - 1])
        else:
            return changed.settled(allocation)
