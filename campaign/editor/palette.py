"""The buildings that the editor offers under a mission's rules: each kind, and the expansion's special tiles."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from scoring import Building, Kind, Message, Rules
from scoring.buildings import COST
from scoring.kinds import KIND_OF_LETTER, SPECIAL_OF_LETTER, SPECIALS, Special

LETTERS = frozenset({*KIND_OF_LETTER, *SPECIAL_OF_LETTER})


def _codes() -> Iterator[tuple[str, Building]]:
    """Yield pairs of code and special tile. A code is a letter ("C"), in some cases with Inhabitants ("X:2")."""
    for letter, special in SPECIAL_OF_LETTER.items():
        tile, most = Building(Kind.PUBLIC_SERVICE, special=special), SPECIALS[special].most_inhabitants
        yield letter, tile
        for cost in range(tile.inhabitants + 1, (most or 0) + 1):
            yield f"{letter}{COST}{cost}", replace(tile, cost=cost)


# The special tiles to choose from, by their codes: "X", "X:2", "X:3", "C" and so on.
SPECIAL_TILES = dict(_codes())


class Offered(NamedTuple):
    """A building that the editor offers."""

    letter: str
    kind: Kind
    label: Message
    digit: str  # the unit of the building's digit in the notation: "floors", "vp", or "" for no digit
    lowest: int  # the lowest value of this digit
    highest: int
    is_special: bool = False


def new_building(letter: str) -> Building | None:
    """Return the new building of a letter, or of a code of SPECIAL_TILES; None for any other text."""
    if letter in SPECIAL_TILES:
        return SPECIAL_TILES[letter]
    kind = KIND_OF_LETTER.get(letter)
    return Building(kind) if kind else None


def offered(rules: Rules) -> Iterator[Offered]:
    """Yield the buildings of these rules in the order of the score sheet."""
    for letter, kind in KIND_OF_LETTER.items():
        yield from _offered(letter, rules)
        if rules.services and kind is Kind.PUBLIC_SERVICE:
            yield from _offered(SPECIALS[Special.TYPED].letter, rules)


def special_tiles(rules: Rules) -> list[tuple[str, Building]]:
    """Return the special Public Services of these rules with their codes. Tiles with typed VP come first."""
    if not rules.services:
        return []
    return [(code, tile) for code, tile in SPECIAL_TILES.items() if rules.mode in tile.facts.highest]


def _offered(letter: str, rules: Rules) -> Iterator[Offered]:
    building = new_building(letter)
    assert building  # noqa: S101 - `offered` passes letters of the notation only
    facts, kind = building.facts, building.kind
    if rules.mode in facts.highest and (kind is not Kind.PLAYGROUND or rules.playgrounds):
        digit = facts.digit.value if facts.digit else ""
        yield Offered(
            letter, kind, building.label, digit, facts.lowest, facts.highest[rules.mode], bool(building.special)
        )
