"""The buildings that the editor offers under a mission's rules: each kind, and the expansion's special tiles."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring import Building, Kind, Message, Rules
from scoring.kinds import KIND_OF_LETTER, SPECIAL_OF_LETTER, SPECIALS, Special

LETTERS = frozenset({*KIND_OF_LETTER, *SPECIAL_OF_LETTER})


class Offered(NamedTuple):
    """A building to place, with what its digit counts: "floors", "vp", or "" for a building without a digit."""

    letter: str
    kind: Kind
    label: Message
    digit: str
    lowest: int
    highest: int
    is_special: bool = False


def new_building(letter: str) -> Building | None:
    """Return the building of a letter of the notation, as it is when it is placed; None for any other text."""
    if letter in SPECIAL_OF_LETTER:
        return Building(Kind.PUBLIC_SERVICE, special=SPECIAL_OF_LETTER[letter])
    kind = KIND_OF_LETTER.get(letter)
    return Building(kind) if kind else None


def offered(rules: Rules) -> Iterator[Offered]:
    """Yield the buildings of these rules in the order of the score sheet.

    Directly after the Public Service comes the special Public Service whose VP the players type.
    """
    for letter, kind in KIND_OF_LETTER.items():
        yield from _offered(letter, rules)
        if rules.services and kind is Kind.PUBLIC_SERVICE:
            yield from _offered(SPECIALS[Special.TYPED].letter, rules)


def special_tiles(rules: Rules) -> list[tuple[str, Message]]:
    """Return the letters and names of the special Public Services of these rules.

    The one whose VP the players type comes first.
    """
    if not rules.services:
        return []
    return [(facts.letter, special.label) for special, facts in SPECIALS.items() if rules.mode in facts.highest]


def _offered(letter: str, rules: Rules) -> Iterator[Offered]:
    building = new_building(letter)
    assert building  # noqa: S101 - `offered` passes letters of the notation only
    facts, kind = building.facts, building.kind
    if rules.mode in facts.highest and (kind is not Kind.PLAYGROUND or rules.playgrounds):
        digit = facts.digit.value if facts.digit else ""
        yield Offered(
            letter, kind, building.label, digit, facts.lowest, facts.highest[rules.mode], bool(building.special)
        )
