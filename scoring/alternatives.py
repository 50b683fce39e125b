"""What is to decide in a city under one set of promises, as layers of points, and what can follow each of them.

Tables hold what is best from any point on, after any use of the supply; prices give a bound without any table.
"""

from itertools import accumulate
from operator import add
from typing import NamedTuple

from scoring.worth import VP, Choice, Rises, Worth, union, without

# Less than anything a city can be worth: for what the supply does not reach.
NEVER = -(10**6) * VP

# The steps in which prices are looked for.
STEPS = (4 * VP, VP, VP // 2)

# Values by Energy Units used so far, and within these by Inhabitants at work so far.
_Table = list[int]


class Prices(NamedTuple):
    """What one unit of the supply would bring elsewhere, about, in the unit of the search; never below 0."""

    inhabitant: int
    energy: int


# A point of the search before a choice: what activating adds, and which points of the next layer leaving the square out
# and activating it lead to.
_Node = tuple[int, int, int]


class _Count(NamedTuple):
    """What matters of the activated buildings besides which they are."""

    shops: int
    workers: int  # that a bonus counts


class _Independent:
    """Buildings that need no decision and the same resource: the best of them get what is left of it.

    `gains[count]` is what so many units bring, `masks[count]` are the squares that get them.
    """

    def __init__(self, values: list[tuple[int, int]]) -> None:
        values.sort(reverse=True)
        self.values = [value for value, _ in values]
        self.gains = [*accumulate(self.values, initial=0)]
        self.masks = [*accumulate([bit for _, bit in values], initial=0)]

    def above(self, price: int) -> int:
        """Return what they bring when each unit costs so much."""
        return sum([value - price for value in self.values if value > price])


class Alternative:
    """What is to decide under one set of promises: the choices, layer by layer, and what can follow each."""

    def __init__(self, worth: Worth, promised: list[Rises], left_out: int = 0) -> None:
        """`left_out` are choices to leave out: the tables let as many Inhabitants be at work before any choice."""
        self.worth = worth
        self.promised = promised
        self.mask = worth.certain
        self.gained = sum([sum(rising[: (members & self.mask).bit_count()]) for members, rising in promised])
        self.alone, self.shared = worth.alone.copy(), worth.shared.copy()
        # The squares whose activation means something for the promises, and groups of which any one does, such as the
        # Public Services of a district.
        self.each = worth.may_lose
        self.any_of: list[int] = []
        for term in promised:
            self._promise(term)
        self.choices = self._order(left_out)
        # Before each choice, and after the last.
        self.undecided = [*accumulate([choice.bit for choice in reversed(self.choices)], initial=0)][::-1]
        # A row of a table ends with a place for what no supply reaches, where one choice too many leads.
        self.most_at_work = min(
            worth.inhabitants, left_out.bit_count() + sum([choice.inhabitants for choice in self.choices])
        )
        self.width = self.most_at_work + 2
        self.layers, self.counts = self._layers()

    def _promise(self, term: Rises) -> None:
        members, rises = term
        if len(rises) > 1 and not any(rises[1:]) and not members & self.worth.may_lose:
            self.any_of.append(members)
        else:
            self.each |= members
        left = members, rises = without(term, self.mask)
        if members in self.alone:
            self.alone[members] += rises[0]
        elif members:
            self.shared.append(left)

    def _order(self, left_out: int) -> list[Choice]:
        """Return the choices that need a decision, those that terms link with others before the rest."""
        promised, linked = self.each | sum(self.any_of), union(self.shared)
        first, last = [], []
        for_inhabitants, for_energy = [], [(self.worth.used_energy, 0)] * self.worth.parks
        for choice in self.worth.choices:
            if choice.bit & left_out:
                continue
            if choice.bit & linked:
                first.append(choice)
            elif choice.bit & promised or choice.is_shop or choice.workers or (choice.inhabitants and choice.energy):
                last.append(choice)
            elif (value := self.alone[choice.bit]) > 0:
                if choice.inhabitants:
                    for_inhabitants.append((value, choice.bit))
                elif choice.energy:
                    for_energy.append((value, choice.bit))
                else:
                    self.gained += value
                    self.mask |= choice.bit
        self.for_inhabitants, self.for_energy = _Independent(for_inhabitants), _Independent(for_energy)
        return first + last

    def prices(self) -> Prices:
        """Find prices with a low bound: no single step leads to a lower one."""
        best = Prices(0, 0)
        lowest = self.bound(best)
        for step in STEPS:
            tried = None
            while tried != best:
                tried = best
                for more, more_energy in ((step, 0), (0, step), (-step, 0), (0, -step)):
                    prices = Prices(max(0, best.inhabitant + more), max(0, best.energy + more_energy))
                    bound = self.bound(prices)
                    if bound < lowest:
                        best, lowest = prices, bound
        return best

    def most_gain(self, bit: int) -> int:
        """Return what activating this square adds at most."""
        return self.alone[bit] + sum([max(rises) for members, rises in self.shared if members & bit])

    def bound(self, prices: Prices) -> int:
        """Bound every allocation: any may be activated, at these prices, and what is left is paid back."""
        worth = self.worth
        inhabitant = 0 if worth.plenty_of_inhabitants else prices.inhabitant
        energy = 0 if worth.plenty_of_energy else prices.energy
        closing = {
            count: max([value - sold * inhabitant for sold, value in enumerate(worth.customers_bring(*count))])
            for count in set(self.counts)
        }
        best = [closing[count] for count in self.counts]
        for choice, layer in zip(reversed(self.choices), reversed(self.layers), strict=True):
            price = choice.inhabitants * inhabitant + choice.energy * energy
            best = [
                skipped if (skipped := best[left_out]) > (taken := best[activated] + adds - price) else taken
                for adds, left_out, activated in layer
            ]
        independent = self.for_inhabitants.above(inhabitant) + self.for_energy.above(energy)
        return self.gained + best[0] + independent + worth.inhabitants * inhabitant + worth.energy * energy

    def _layers(self) -> tuple[list[list[_Node]], list[_Count]]:
        """List all points of the search, a layer a choice, and what is counted at each point after the last choice.

        Two points are one if they differ only in squares no later term reads, and agree in what is counted.
        """
        worth, alone = self.worth, self.alone
        terms = {choice.bit: [term for term in self.shared if term[0] & choice.bit] for choice in self.choices}
        read_later, read = [], 0
        for with_others in reversed(terms.values()):
            read_later.append(read)
            for members, _ in with_others:
                read |= members
        layers = []
        # Squares that matter, Shops and workers, in the order of their indexes.
        points = {(0, *worth.counts(worth.certain)): 0}
        for choice, with_others, read in zip(self.choices, terms.values(), reversed(read_later), strict=True):
            bit, shop, workers = choice.bit, choice.is_shop, choice.workers
            following: dict[tuple[int, int, int], int] = {}
            layer = []
            for mask, shops, at_work in points:
                adds = alone[bit]
                for members, rising in with_others:
                    adds += rising[(mask & members).bit_count()]
                left_out = following.setdefault((mask & read, shops, at_work), len(following))
                after = ((mask | bit) & read, shops + shop, at_work + workers)
                layer.append((adds, left_out, following.setdefault(after, len(following))))
            layers.append(layer)
            points = following
        return layers, [_Count(shops, at_work) for _, shops, at_work in points]

    def tables(self) -> list[list[_Table]]:
        """Return for each point, layer by layer, the best that can follow each use of the supply that leads there."""
        worth, width = self.worth, self.width
        used = [0]  # the most Energy Units used before each choice, and after the last
        for choice in self.choices:
            used.append(min(worth.energy, used[-1] + choice.energy))
        closing = {count: self._closing(count, used[-1]) for count in set(self.counts)}
        tables = [[closing[count] for count in self.counts]]
        for depth in range(len(self.choices) - 1, -1, -1):
            choice, following = self.choices[depth], tables[-1]
            rows = used[depth] + 1
            size, shift = rows * width, choice.energy * width + choice.inhabitants
            layer = []
            for adds, left_out, activated in self.layers[depth]:
                skipping = following[left_out]
                if len(skipping) > size:
                    skipping = skipping[:size]
                table = [
                    skipped if skipped > (value := taken + adds) else value
                    for skipped, taken in zip(skipping, following[activated][shift:], strict=False)
                ]
                table += skipping[len(table) :]
                if choice.inhabitants and rows > 1:
                    table[width - 1 :: width] = [NEVER] * rows
                layer.append(table)
            tables.append(layer)
        return tables[::-1]

    def _closing(self, count: _Count, most_energy: int) -> _Table:
        """Return the table of a point after the last choice: what is left goes to Customers, Parks and the others."""
        worth, for_energy = self.worth, self.for_energy.gains
        bring, gains = self._customers_bring(count), self.for_inhabitants.gains
        if len(gains) == 1:
            served = bring[: self.most_at_work + 1]
        else:
            served = [max(map(add, gains, bring[at_work:])) for at_work in range(self.most_at_work + 1)]
        table = []
        for energy in range(most_energy + 1):
            absorbed = for_energy[-1 if worth.plenty_of_energy else min(worth.energy - energy, len(for_energy) - 1)]
            table += [value + absorbed for value in served]
            table.append(NEVER)
        return table

    def _customers_bring(self, count: _Count) -> list[int]:
        """Return what Customers bring, by the Inhabitants who are elsewhere."""
        bring = self.worth.customers_bring(*count)
        if self.worth.plenty_of_inhabitants:
            return [bring[-1]]
        more = self.worth.inhabitants + 1 - len(bring)
        return [*[bring[-1]] * more, *bring[::-1]] if more >= 0 else [*bring[more - 1 :: -1]]

    def independent(self, index: int, at_work: int, energy: int) -> int:
        """Return what to activate besides the choices after such a use of the supply, as a bit mask.

        `index` is the point after the last choice.
        """
        bring = self._customers_bring(self.counts[index])[at_work:]
        served = [*map(add, self.for_inhabitants.gains, bring)]
        left = min(self.worth.energy - energy, len(self.for_energy.masks) - 1)
        return self.for_inhabitants.masks[served.index(max(served))] | self.for_energy.masks[left]

    def telling(self, mask: int) -> int:
        """Return what these activated squares mean for the promises: nothing tells two alike apart."""
        telling = mask & self.each
        for members in self.any_of:
            if mask & members:
                telling |= members & -members
        return telling

    def broken(self, depth: int, mask: int, at_work: int, energy: int) -> int:
        """Return what the activated Office Towers were promised too much, after so many choices."""
        worth = self.worth
        # What there is plenty of limits nothing.
        inhabitants = len(self.choices) if worth.plenty_of_inhabitants else worth.inhabitants - at_work
        power = len(self.choices) if worth.plenty_of_energy else worth.energy - energy
        return VP * worth.broken_promises(mask, mask | self.undecided[depth], min(inhabitants, power))
