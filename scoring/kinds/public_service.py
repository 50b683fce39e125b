"""Public Services score once for a city, by the number of districts that have one. Source: docs/rules.md section 6."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, Mode, squares_of
from scoring.kinds.base import Digit, Kind, KindOfBuilding, Tiles
from scoring.kinds.printed import printed_lines, printed_terms
from scoring.kinds.services import SPECIALS, SpecialService
from scoring.kinds.services.base import TILES
from scoring.kinds.services.typed import MOST_VP
from scoring.messages import ngettext
from scoring.score_lines import Note, ScoreLine, make_line
from scoring.terms import Term, is_rising

if TYPE_CHECKING:
    from scoring.built import Built
    from scoring.layout import Layout
    from scoring.rules import Points, Rules
    from scoring.settled import SettledCity

PUBLIC_SERVICE = (0, 2, 5, 9, 14, 20)  # VP by number of districts with a Public Service

DISTRICTS = ngettext("Public Services in {count} district", "Public Services in {count} districts")


class PublicService(KindOfBuilding):
    kind = Kind.PUBLIC_SERVICE
    category = "public_service"
    letter = "U"
    is_collective = True
    inhabitants = 1
    highest = {Mode.CLASSIC: 2, Mode.EXPERT: 2}
    digit = Digit.VP
    beside = ngettext("{count} Public Service beside it, {vp} VP", "{count} Public Services beside it, {vp} VP each")

    def vp(self, city: "SettledCity", mask: int) -> int:
        vp = self.collective_vp(city, mask)
        buildings = city.buildings
        for square in squares_of(mask):
            building = buildings[square]
            assert building is not None
            vp += SPECIALS[building.special].vp(city, square, mask) if building.special else building.vp
        return vp

    def lines(self, city: "SettledCity", mask: int) -> Iterator[ScoreLine]:
        yield _line(city.board.mode, mask, city.points.public_service)
        yield from printed_lines(city, self.category, squares_of(mask & ~city.special))
        for square in squares_of(mask & city.special):
            yield from _facts(city, square).lines(city, square, mask)

    def notes(self, city: "SettledCity") -> Iterable[Note]:
        special = squares_of(city.special)
        return [note for square in special for note in _facts(city, square).notes(city)] if special else ()

    def terms(self, layout: "Layout") -> Iterator[Term]:
        yield from printed_terms(layout, squares_of(layout.masks[self.kind] & ~layout.special))
        for square in squares_of(layout.special):
            yield from _facts(layout, square).terms(layout, square)

    def never_loses(self, points: "Points") -> bool:
        return is_rising(points.public_service)

    def estimates(self, layout: "Layout") -> list[list[Term]]:
        """Return a term for each district that has Public Services: the most VP per district that the table allows.

        For example, three districts with the table (0, 2, 5, 9) have at most 9 / 3 = 3 VP per district.
        """
        table = layout.points.public_service
        return _estimates(layout.board.mode, layout.masks[self.kind], table[: layout.city.inhabitants + 1])

    def collective_vp(self, built: "Built", mask: int) -> int:
        return built.points.public_service[_districts(built.board.mode, mask)]

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        printed = [tile.vp for tile in tiles[self.kind]]
        # Each special Public Service replaces a standard one.
        special = min(TILES[rules.mode], len(printed)) if rules.services else 0
        return max(rules.points.public_service) + special * MOST_VP + sum(printed[: len(printed) - special])


def _facts(built: "Built", square: int) -> SpecialService:
    """Return the facts of the special Public Service on a square."""
    special = built.building(square).special
    assert special is not None
    return SPECIALS[special]


@lru_cache(maxsize=1 << 12)
def _line(mode: Mode, mask: int, table: tuple[int, ...]) -> ScoreLine:
    districts = _districts(mode, mask)
    names = BOARDS[mode].names_of(mask)
    return make_line(PublicService.category, names, table[districts], DISTRICTS, count=districts)


@lru_cache(maxsize=1 << 12)
def _estimates(mode: Mode, services: int, table: tuple[int, ...]) -> list[list[Term]]:
    districts = [mask & services for mask in BOARDS[mode].district_masks.values() if mask & services]
    most = min(len(districts), len(table) - 1)
    share = max([table[count] / count for count in range(1, most + 1)], default=0)
    return [[Term(members, (0, *[share] * members.bit_count()))] for members in districts]


@lru_cache(maxsize=1 << 12)
def _districts(mode: Mode, mask: int) -> int:
    """Count the districts that contain at least one of these squares."""
    return sum([1 for district in BOARDS[mode].district_masks.values() if district & mask])
