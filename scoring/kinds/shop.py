"""Shops score by their Customers, each Shop by itself. Source: docs/rules.md section 6."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from scoring.boards import squares_of
from scoring.kinds.base import Kind, KindOfBuilding, Tiles
from scoring.messages import gettext, ngettext
from scoring.score_lines import ScoreLine, make_line

if TYPE_CHECKING:
    from scoring.rules import Points, Rules
    from scoring.settled import SettledCity

SHOP = (0, 1, 2, 4, 7, 11)  # VP by number of Customers

CUSTOMERS = ngettext("{count} Customer", "{count} Customers")
NO_CUSTOMERS = gettext("open, but without Customers")
IDLE = ngettext(
    "left without an Energy Unit; with {count} Customer it would have brought {vp} VP",
    "left without an Energy Unit; with {count} Customers it would have brought {vp} VP",
)


class Shop(KindOfBuilding):
    kind = Kind.SHOP
    category = "shop"
    letter = "S"
    depends_on_place = False
    energy = 1
    beside = ngettext("{count} Shop beside it, {vp} VP", "{count} Shops beside it, {vp} VP each")
    wrong_mark = gettext("{square}: a Shop is marked with its 0 to {limit} Customers, or with a dot, not with {mark}.")

    def marks(self, customers_a_shop: int) -> str:
        return "." + "".join(map(str, range(customers_a_shop + 1)))

    def vp(self, city: "SettledCity", mask: int) -> int:
        table = city.points.shop
        # An unactivated Shop has no entry in `customers`. Score it as if it were full.
        full = city.points.customers_a_shop
        return sum([table[city.customers.get(square, full)] for square in squares_of(mask)])

    def lines(self, city: "SettledCity", mask: int) -> Iterator[ScoreLine]:
        table, names = city.points.shop, city.board.names
        for square in squares_of(mask):
            customers = city.customers[square]
            yield _line(names[square], customers, table[customers])

    def idle_line(self, square: str, vp: int, customers_a_shop: int, more_inhabitants: int) -> ScoreLine:
        return make_line(self.category, (square,), 0, IDLE, vp=vp, count=customers_a_shop)

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        return len(tiles[self.kind]) * max(rules.points.shop)

    def never_loses(self, points: "Points") -> bool:
        return points.shop[0] >= 0


@lru_cache(maxsize=1 << 12)
def _line(square: str, customers: int, vp: int) -> ScoreLine:
    return make_line(Shop.category, (square,), vp, CUSTOMERS if customers else NO_CUSTOMERS, count=customers)


@lru_cache
def most_for_one(table: tuple[int, ...]) -> int:
    """Return the most VP that one more Customer can add to a Shop."""
    return max(0, *[after - before for before, after in pairwise(table)])


@lru_cache
def most_vp(table: tuple[int, ...], shops: int) -> tuple[int, ...]:
    """Return a tuple: entry n is the highest VP of `shops` open Shops with n Customers in all."""
    if not shops:
        return (0,)
    others = most_vp(table, shops - 1)
    return tuple(
        max([others[customers - one] + table[one] for one in _in_one(table, others, customers)])
        for customers in range(len(others) + len(table) - 1)
    )


@lru_cache(maxsize=1 << 12)
def enough_shops(table: tuple[int, ...], shops: int, inhabitants: int) -> int:
    """Return the smallest number of Shops that bring the same VP as all Shops, with at most `inhabitants` Customers."""
    most = most_vp(table, shops)[: inhabitants + 1]
    return next(count for count in range(shops + 1) if most_vp(table, count)[: inhabitants + 1] == most)


@lru_cache(maxsize=1 << 12)
def distributed(table: tuple[int, ...], shops: int, customers: int) -> tuple[int, ...]:
    """Spread Customers over Shops for the most VP. In a tie, the first Shops get the most Customers."""
    spread = []
    for left in range(shops - 1, -1, -1):
        others = most_vp(table, left)
        one = max(_in_one(table, others, customers), key=lambda one: (others[customers - one] + table[one], one))
        spread.append(one)
        customers -= one
    return tuple(spread)


def _in_one(table: tuple[int, ...], others: tuple[int, ...], customers: int) -> range:
    """Return the numbers of Customers that one Shop can have if the other Shops take the rest."""
    return range(max(0, customers - len(others) + 1), min(customers, len(table) - 1) + 1)
