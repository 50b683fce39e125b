"""The words of a mission's line, such as "classic districts=4,2". After the mode, each word changes one rule.

Source: docs/mission_lines.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scoring.boards import SIDES, Mode
from scoring.bonuses import (
    Bonus,
    DistrictCompletion,
    EmptyCorners,
    FullRows,
    MayorTiles,
    PlaygroundSets,
    Unemployment,
    Variety,
)
from scoring.kinds import KINDS, Kind
from scoring.messages import Message, gettext
from scoring.tiles import rounds

if TYPE_CHECKING:
    from scoring.rules import Rules

Values = tuple[int, ...]
Ranges = Mapping[Mode, tuple[range, ...]]

NEEDS_PLAYGROUNDS = gettext("it needs the word {needed} too")
NO_GRAY_LEFT = gettext("here the gray #5s are used as ordinary #5s; write {needed} too")
GRAY_NUMBER = 5  # the number printed on the gray Architects
MOST_VP = 20  # the highest VP that a mission's line can put into a point table


def in_both_modes(*ranges: range) -> Ranges:
    return dict.fromkeys(Mode, ranges)


ALONE = in_both_modes()  # the `ranges` of a word that has no equals sign and no numbers


@dataclass(frozen=True, slots=True)
class LineWord:
    """One word of a mission's line, such as `sets=3:3`. The numbers after the equals sign are its values."""

    name: str
    values: Callable[["Rules"], Values | None]  # reads the word's values from rules; None for rules without the word
    change: Callable[["Rules", Values], "Rules"]  # returns the rules, changed to these values
    ranges: Ranges  # maps a mode to the limits of each value; the word is not allowed in other modes
    separator: str = ""  # the sign between two values
    excludes: str = ""  # the name of a word that cannot stand in the same line
    # Returns a message if the rules lack something that the word needs.
    refusal: Callable[["Rules"], Message | None] = lambda _rules: None
    needs_expansion: bool = False

    def form(self, values: Values) -> str:
        """Write the word with these values, such as `sets=3:3`."""
        return f"{self.name}={self.separator.join(map(str, values))}" if values else self.name

    def read(self, value: str, mode: Mode) -> Values | None:
        """Read the text after the equals sign; return None for text that this mode does not allow."""
        ranges = self.ranges[mode]
        parts = value.split(self.separator) if self.separator else [value]
        if len(parts) != len(ranges):
            return None
        allowed = [{str(number): number for number in numbers} for numbers in ranges]
        if any(part not in known for part, known in zip(parts, allowed, strict=True)):
            return None
        return tuple([known[part] for part, known in zip(parts, allowed, strict=True)])

    def span(self, mode: Mode) -> tuple[str, str]:
        """Return the word as text with its lowest values, such as `sets=1:1`, and with its highest values."""
        lowest = tuple([numbers[0] for numbers in self.ranges[mode]])
        highest = tuple([numbers[-1] for numbers in self.ranges[mode]])
        return self.form(lowest), self.form(highest)


def _flag(name: str, has: Callable[["Rules"], bool], change: Callable[["Rules"], "Rules"], **more: Any) -> LineWord:
    return LineWord(name, lambda rules: () if has(rules) else None, lambda rules, _values: change(rules), ALONE, **more)


def _number(name: str, field: str, numbers: range) -> LineWord:
    """Make the word for a field of the rules that holds one number."""

    def change(rules: "Rules", values: Values) -> "Rules":
        changes: dict[str, Any] = {field: values[0]}
        return replace(rules, **changes)

    return LineWord(name, lambda rules: (getattr(rules, field),), change, in_both_modes(numbers))


def _architects(rules: "Rules", **changes: Any) -> "Rules":
    return replace(rules, architects=replace(rules.architects, **changes))


def _bonus(
    name: str,
    kind: type[Bonus],
    values: Callable[[Any], Values],
    make: Callable[..., Bonus],
    ranges: tuple[range, ...],
    **more: Any,
) -> LineWord:
    """Make the word for a bonus. `values` reads the numbers of a bonus, and `make` builds a bonus from its numbers."""

    def of(rules: "Rules") -> Values | None:
        return next((values(bonus) for bonus in rules.bonuses if isinstance(bonus, kind)), None)

    def change(rules: "Rules", numbers: Values) -> "Rules":
        return replace(rules, bonuses=(*rules.bonuses, make(*numbers))) if any(numbers) else rules

    return LineWord(name, of, change, in_both_modes(*ranges), **more)


def _table(name: str, points: str, ranges: Ranges) -> LineWord:
    """Make the word for a point table, such as `parks=2/4/7/11`. The table's first entry, always 0, is not written."""

    def change(rules: "Rules", values: Values) -> "Rules":
        tables: dict[str, Any] = {points: (0, *values)}
        return replace(rules, points=replace(rules.points, **tables))

    return LineWord(name, lambda rules: getattr(rules.points, points)[1:], change, ranges, separator="/")


def _needs_playgrounds(rules: "Rules") -> Message | None:
    return None if rules.playgrounds else Message(NEEDS_PLAYGROUNDS, needed="playgrounds")


def _needs_gray(rules: "Rules") -> Message | None:
    if GRAY_NUMBER not in rules.architects.numbers:
        return None
    return Message(NO_GRAY_LEFT, needed=f"numbers={GRAY_NUMBER - 1}")


# All words, in the order in which `write_line` writes them and `Rules.parse` applies them.
WORDS = (
    _flag("playgrounds", lambda rules: rules.playgrounds, lambda rules: replace(rules, playgrounds=True)),
    _flag("services", lambda rules: rules.services, lambda rules: replace(rules, services=True), needs_expansion=True),
    LineWord(
        "numbers",
        lambda rules: (max(rules.architects.numbers),),
        lambda rules, values: _architects(rules, numbers=tuple(range(1, values[0] + 1))),
        {Mode.EXPERT: (range(4, 6),)},
    ),
    LineWord(
        "wild",
        lambda rules: (rules.architects.wild,),
        lambda rules, values: _architects(rules, wild=values[0]),
        in_both_modes(range(1, 2)),
        refusal=_needs_gray,
    ),
    _flag("shared", lambda rules: rules.architects.shared, lambda rules: _architects(rules, shared=True)),
    _flag(
        "own",
        lambda rules: not rules.architects.shared,
        lambda rules: _architects(rules, shared=False),
        excludes="shared",
    ),
    _flag("sequence", lambda rules: rules.architects.in_sequence, lambda rules: _architects(rules, in_sequence=True)),
    _number("inhabitants", "inhabitants_factor", range(2, 3)),
    _number("unemployed", "unused_inhabitant", range(6)),
    _number("pollution", "unused_energy", range(6)),
    _number("offer", "mayor_offer", range(1, 3)),
    _bonus(
        "sets",
        PlaygroundSets,
        lambda bonus: (bonus.size, bonus.vp),
        lambda size, vp: PlaygroundSets(size=size, vp=vp),
        (range(1, 5), range(1, 10)),
        separator=":",
        refusal=_needs_playgrounds,
    ),
    _bonus("mayors", MayorTiles, lambda bonus: (bonus.vp,), lambda vp: MayorTiles(vp=vp), (range(1, 10),)),
    _bonus(
        "districts",
        DistrictCompletion,
        lambda bonus: bonus.vp,
        lambda full, gap: DistrictCompletion(vp=(full, gap)),
        (range(1, 10), range(10)),
        separator=",",
    ),
    _bonus("jobs", Unemployment, lambda bonus: (bonus.vp,), lambda vp: Unemployment(vp=vp), (range(1, 4),)),
    _bonus("rows", FullRows, lambda bonus: (bonus.vp,), lambda vp: FullRows(vp=vp), (range(1, 10),)),
    _bonus("variety", Variety, lambda bonus: (bonus.vp,), lambda vp: Variety(vp=vp), (range(1, 10),)),
    _bonus("corners", EmptyCorners, lambda bonus: (bonus.vp,), lambda vp: EmptyCorners(vp=vp), (range(-9, 10),)),
    _table("parks", "park", in_both_modes(*[range(MOST_VP + 1)] * SIDES)),
    _table(
        "towers",
        "tower_block",
        {mode: (range(MOST_VP + 1),) * KINDS[Kind.TOWER_BLOCK].highest[mode] for mode in Mode},
    ),
    LineWord(
        "rounds",
        lambda rules: (len(rules.rounds),),
        lambda rules, values: replace(rules, last_round=values[0] if values[0] < len(rounds(rules.mode)) else None),
        {mode: (range(1, len(rounds(mode)) + 1),) for mode in Mode},
    ),
)
WORD_OF_NAME = {word.name: word for word in WORDS}
