"""Office Towers score by their floors and by the size of their group. See docs/rules.md section 6, decision D4."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from scoring.boards import Mode, squares_of
from scoring.kinds.base import Digit, Kind, KindOfBuilding, Tiles
from scoring.messages import Message, gettext, ngettext
from scoring.score_lines import Note, ScoreLine, make_line
from scoring.terms import Term, is_rising

if TYPE_CHECKING:
    from scoring.built import Built
    from scoring.layout import Layout
    from scoring.rules import Points, Rules
    from scoring.settled import SettledCity

# VP of one Office Tower: OFFICE_TOWER[size of its group][number of its floors].
OFFICE_TOWER = (
    (0, 0, 0, 0, 0, 0),
    (0, 0, 1, 3, 6, 10),
    (0, 1, 3, 6, 10, 15),
    (0, 2, 5, 9, 14, 20),
    (0, 3, 7, 12, 18, 25),
    (0, 4, 9, 15, 22, 30),
)

FLOORS = ngettext("{count} floor, group of {group}", "{count} floors, group of {group}")


class OfficeTower(KindOfBuilding):
    kind = Kind.OFFICE_TOWER
    category = "office_tower"
    letter = "O"
    is_collective = True
    inhabitants = 1
    energy = 1
    highest = {Mode.EXPERT: 5}
    digit = Digit.FLOORS
    lowest = 1
    beside = ngettext("{count} Office Tower beside it, {vp} VP", "{count} Office Towers beside it, {vp} VP each")

    def vp(self, city: "SettledCity", mask: int) -> int:
        return self.collective_vp(city, mask)

    def lines(self, city: "SettledCity", mask: int) -> Iterator[ScoreLine]:
        for group in city.board.groups(mask):
            size = group.bit_count()
            for square in squares_of(group):
                vp = self._vp_of_one(city, square, size)
                yield _line(city.board.names[square], city.building(square).floors, size, vp)

    def _vp_of_one(self, built: "Built", square: int, group: int) -> int:
        """Return the VP of one tower in a group of this size. The table's last row also counts for larger groups."""
        table = built.points.office_tower
        return table[min(group, len(table) - 1)][built.building(square).floors]

    def notes(self, city: "SettledCity") -> Iterator[Note]:
        largest = len(city.points.office_tower) - 1
        if any(group.bit_count() > largest for group in city.board.groups(city.masks[self.kind])):
            text = gettext(
                "No source covers an Office Tower group of more than {count}:"
                " each tower scores as in a group of {count}."
            )
            yield Note("D4", Message(text, count=largest))

    def never_loses(self, points: "Points") -> bool:
        return all(is_rising((0, *by_group)) for by_group in zip(*points.office_tower[1:], strict=True))

    def estimates(self, layout: "Layout") -> list[list[Term]]:
        """Return a list for each tower, with one term: the tower's VP in the best group to which it can belong."""
        supply = min(layout.city.inhabitants, layout.city.energy)
        return [
            [Term(1 << square, (0, self.estimate(layout, square, min(group.bit_count(), supply))))]
            for group in layout.board.groups(layout.masks[self.kind])
            for square in squares_of(group)
        ]

    def estimate(self, built: "Built", square: int, group: int) -> int:
        """Return the most VP that the tower on this square can score in a group of at most this size."""
        table = _most_up_to(built.points.office_tower)
        return table[min(group, len(table) - 1)][built.building(square).floors]

    def collective_vp(self, built: "Built", mask: int) -> int:
        return sum(
            [
                self._vp_of_one(built, square, group.bit_count())
                for group in built.board.groups(mask)
                for square in squares_of(group)
            ]
        )

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        largest_group = rules.points.office_tower[-1]
        return int(len(tiles[self.kind]) * max(vp / floors for floors, vp in enumerate(largest_group) if floors))


@lru_cache(maxsize=1 << 12)
def _line(square: str, floors: int, group: int, vp: int) -> ScoreLine:
    return make_line(OfficeTower.category, (square,), vp, FLOORS, count=floors, group=group)


@lru_cache
def _most_up_to(table: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """Return the running maximum of a table like OFFICE_TOWER: row n has the highest VP of rows 0 to n."""
    return list(accumulate(table, lambda smaller, row: tuple(map(max, smaller, row))))
