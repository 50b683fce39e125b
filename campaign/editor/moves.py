"""Change a city by a tap or a key press, and let `scoring` check the changed city."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.editor.palette import new_building
from campaign.scores.cities import CityError, best_allocation, check_city, read_city
from campaign.scores.words import words
from scoring import Allocation, AllocationError, Building, City, Kind, Message, Rules, notation, score
from scoring.kinds import KINDS, Digit
from scoring.messages import Text


class Do(StrEnum):
    """The commands of the editor. The commands in AT_A_SQUARE need a square."""

    TAP = "tap"  # a tap with a brush: place its building; on a building of the same kind, add a floor or 1 VP
    TYPE = "type"  # a typed letter: place its building, and replace any other building on the square
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
    """A command for a square, with the values that the page sent."""

    do: Do
    square: int = 0  # the index of the square
    letter: str = ""  # the letter of the chosen brush, such as "S" for a Shop; "" for none
    digit: int = 0
    supply: tuple[int, int] | None = None  # the Inhabitants and Energy Units in the steppers; None if not sent
    tile: str = ""  # the code of the special Public Service that the player chose for the square; "" for none


def empty_city(rules: Rules) -> City:
    return City(rules.board, (None,) * len(rules.board), 0, 0)


class Moved(NamedTuple):
    """A city after a tap, and a message about the tap. The message can be ""."""

    city: City
    said: str = ""


def tapped(city: City, tap: Tap, rules: Rules, shown: tuple[int, int]) -> Moved:
    """Carry out a tap on a city. Raises CityError with a sentence for the player if the tap is impossible.

    `shown` holds the Inhabitants and Energy Units on the page. If the tap sends other numbers, they become the supply.
    """
    changed, said = city, ""
    if tap.supply and tap.supply != shown:
        supplied = replace(city, inhabitants=tap.supply[0], energy=tap.supply[1], allocation=None)
        changed = _carried(city, supplied, rules)
    if tap.do in AT_A_SQUARE:
        if changed.allocation and tap.do is not Do.CLEAR:
            changed = _allocated(changed, changed.allocation, tap, rules)
        else:
            changed, said = _built(changed, tap, rules)
    elif tap.do is Do.BY_HAND:
        changed = changed.settled(best_allocation(changed, rules))
    elif tap.do is Do.BEST:
        changed = changed.unsettled
    check_city(changed, rules)
    return Moved(changed, said)


def _built(city: City, tap: Tap, rules: Rules) -> Moved:
    """Change or remove the building on a square. Keep an allocation made by hand as far as possible."""
    before, after = city.squares[tap.square], _building(city, tap, rules)
    squares = (*city.squares[: tap.square], after, *city.squares[tap.square + 1 :])
    changed = replace(city, squares=squares, allocation=None)
    read_city(str(changed), rules)  # raises an error for an impossible building, such as a Monument in Classic
    said = ""
    if before and after and _sort(before) != _sort(after):
        values = {"square": city.board.names[tap.square], "new": words(after.label)}
        said = _("%(square)s: %(new)s replaces %(old)s.") % {**values, "old": words(before.label)}
    return Moved(_carried(city, changed, rules), said)


def _sort(building: Building) -> tuple[Kind, bool]:
    return building.kind, bool(building.special)


def _building(city: City, tap: Tap, rules: Rules) -> Building | None:
    """Return the building on the square after a tap, or None if the tap empties the square."""
    if tap.do is Do.CLEAR:
        return None
    there = city.squares[tap.square]
    if tap.do in (Do.TAP, Do.TYPE):
        new = _placed(there, tap)
        if new is None:
            return there
        if there is None or there.facts is not new.facts or tap.do is Do.TYPE:
            return new
        if new.facts.digit is None:
            return there
    if there is None:
        raise _refusal(notation.NOTHING_FOLLOWS, city, tap)
    if tap.do is Do.MAYOR:
        if there.kind is not Kind.TOWER_BLOCK:
            raise _refusal(notation.NO_MAYOR, city, tap, kind=there.label)
        return replace(there, mayors=(there.mayors + 1) % (there.floors + 1))
    return _counted(city, there, tap, rules)


def _placed(there: Building | None, tap: Tap) -> Building | None:
    """Return the chosen special Public Service, or else the building of the brush; None if neither is selected."""
    chosen = new_building(tap.tile)
    if chosen and there and there.special is chosen.special:
        return replace(chosen, vp=there.vp)  # keep the typed VP of a tile whose number of Inhabitants changes
    return chosen or new_building(tap.letter)


def _counted(city: City, there: Building, tap: Tap, rules: Rules) -> Building:
    """Return the building with the floors or the VP that it has after a tap."""
    facts = there.facts
    if facts.digit is None:
        raise _refusal(notation.NO_DIGIT, city, tap, kind=there.label)
    floors = facts.digit is Digit.FLOORS
    before = there.floors if floors else there.vp
    value = {Do.TAP: before + 1, Do.UP: before + 1, Do.DOWN: before - 1, Do.DIGIT: tap.digit}[tap.do]
    highest = facts.highest[rules.mode]
    if value > highest and tap.do is Do.TAP and not floors:
        # A tap on the highest VP begins again with the lowest VP. The code below refuses a tap on the highest floor.
        value = facts.lowest
    if there.special and not facts.lowest <= value <= highest:
        limits = {"found": value, "lowest": facts.lowest, "highest": highest}
        raise _refusal(notation.TYPED_VP, city, tap, kind=there.label, **limits)
    if not facts.lowest <= value <= highest:
        raise _beyond(
            city, tap, facts.lowest if value < facts.lowest else highest, at_most=value > highest, floors=floors
        )
    if floors:
        return replace(there, floors=value, mayors=min(there.mayors, value))
    return replace(there, vp=value)


def _beyond(city: City, tap: Tap, limit: int, *, at_most: bool, floors: bool) -> CityError:
    """Make the error for too many or too few floors or printed VP. Its sentence names the limit."""
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


def _allocated(city: City, allocation: Allocation, tap: Tap, rules: Rules) -> City:
    """Return the city after a tap that gives resources to a building or takes them away."""
    name = city.board.names[tap.square]
    building = city.squares[tap.square]
    if tap.do not in (Do.TAP, Do.UP, Do.DOWN, Do.DIGIT):
        raise CityError(_("You are moving resources by hand. Choose the best allocation again to go on building."))
    if building is None:
        raise CityError(_("%(square)s is empty: there is nothing to activate.") % {"square": name}, square=name)
    marks = _marks(building.kind, rules)
    if len(marks) == 1:
        message = _("%(square)s, %(building)s: it needs nothing and is always active.")
        raise CityError(message % {"square": name, "building": words(building.label)}, square=name)
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
    # The error may name another square that now lacks resources. Name the tapped square instead.
    sentence = Message(refused.message.text, **{**refused.message.params, "square": name})
    raise CityError(words(sentence), square=name)


def _marks(kind: Kind, rules: Rules) -> str:
    """Return the possible characters for the resources of a kind of building, from none to all: ".0123" for a Shop."""
    if kind is Kind.SHOP:
        return "." + "".join(map(str, range(rules.points.customers_a_shop + 1)))
    if kind is Kind.PARK:
        return "+e"
    return "+" if KINDS[kind].is_always_active else ".+"


def _wanted(marks: str, before: int, tap: Tap) -> Iterator[str]:
    """Yield the characters of `marks` that the tap can choose. `before` is the index of the present character."""
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
    """Give the changed city the allocation of the city `before`, with fewer resources if the supply is too small."""
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
            assert building  # noqa: S101 - no resources are allocated to an empty square
            lower = _marks(building.kind, rules)
            allocation = _with_mark(allocation, square, lower[lower.index(allocation.marks[square]) - 1])
        else:
            return changed.settled(allocation)
