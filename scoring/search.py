"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows (see worth.py). Squares are decided one after the
other. What is best from any point on, after any use of the supply, stands in tables filled backwards, as far as terms
can tell; because some of these only promise, the tables are a bound, and a branch of the search ends where it is no
better than the best allocation found.

Tables take most of the time, so a bound without any comes before them: it lets the supply be exceeded, but takes a
price for whatever is used of it. A bound with the right prices is close, and prices that are not right cost only time.
"""

from functools import cache
from itertools import accumulate
from typing import NamedTuple

from scoring.city import Allocation, City
from scoring.kinds import Kind
from scoring.rules import Rules
from scoring.settled import check_mode
from scoring.sheets import total
from scoring.worth import VP, Rises, Worth

# Less than anything a city can be worth: for what the supply does not reach.
NEVER = -(10**12)

# The steps in which prices are looked for.
STEPS = (4 * VP, VP, VP // 2)

# Values by Energy Units used so far, and within these by Inhabitants at work so far.
_Table = list[int]


class Prices(NamedTuple):
    """What one unit of the supply would bring elsewhere, about, in the unit of the search; never below 0."""

    inhabitant: int
    energy: int


def settle(city: City, rules: Rules) -> Allocation:
    """Find the best allocation: most VP, then most Inhabitants on buildings, then fewest empty squares; exact.

    Equal optima always resolve the same way. Raises RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    return worth.allocation(_Search(worth).best() if worth.choices else worth.certain)


def best_total(city: City, rules: Rules) -> int:
    """Return the total of the best allocation: `score(city, settle(city, rules), rules).total`."""
    return total(city, settle(city, rules), rules)


def supply_prices(city: City, rules: Rules) -> Prices:
    """Find prices that serve `better_total` for this city and for cities much like it."""
    search = _Search(Worth(city, rules))
    return search.prices_under(next(search.worth.claims()))


def better_total(city: City, rules: Rules, most: int, prices: Prices) -> int | None:
    """Return `best_total(city, rules)` if it is more than so many VP; None, and sooner, if it is not.

    Raises RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    # Tie-breakers together stay below one VP.
    to_beat = (most + 1 - worth.vp_for_certain) * VP - 1
    search = _Search(worth, to_beat, prices)
    search.best()
    return worth.vp_for_certain + search.best_value // VP if search.best_value > to_beat else None


# A point of the search before a choice: what activating adds, and which points of the next layer leaving the square out
# and activating it lead to.
_Node = tuple[int, int, int]


class _Count(NamedTuple):
    """What matters of the activated buildings besides which they are."""

    shops: int
    workers: int  # that a bonus counts


class _Search:
    def __init__(self, worth: Worth, to_beat: int = NEVER, prices: Prices | None = None) -> None:
        self.worth = worth
        self.choices = worth.choices
        self.customers_bring = cache(worth.customers_bring)
        self.prices = prices
        self.best_value = to_beat
        self.best_mask = worth.certain
        # The squares not yet decided before each choice, and after the last.
        self.undecided = [*accumulate((choice.bit for choice in reversed(self.choices)), initial=0)][::-1]
        # A row of a table ends with a place for what no supply reaches, where one choice too many leads.
        self.most_at_work = min(worth.inhabitants, sum([choice.inhabitants for choice in self.choices]))
        self.width = self.most_at_work + 2

    def best(self) -> int:
        """Return the buildings to activate, as a bit mask."""
        for promised in self.worth.claims():
            layers, counts = self._layers(promised)
            gained = self._gained(promised)
            if self.prices and gained + self._bound(layers, counts, self.prices) <= self.best_value:
                continue
            self._explore(layers, self._tables(layers, counts), promised, gained)
        return self.best_mask

    def prices_under(self, promised: list[Rises]) -> Prices:
        """Find prices with a low bound under one set of promises: no single step leads to a lower one."""
        layers, counts = self._layers(promised)
        best = Prices(0, 0)
        lowest = self._bound(layers, counts, best)
        for step in STEPS:
            tried = None
            while tried != best:
                tried = best
                for more, more_energy in ((step, 0), (0, step), (-step, 0), (0, -step)):
                    prices = Prices(max(0, best.inhabitant + more), max(0, best.energy + more_energy))
                    bound = self._bound(layers, counts, prices)
                    if bound < lowest:
                        best, lowest = prices, bound
        return best

    def _gained(self, promised: list[Rises]) -> int:
        """Return what is promised for the buildings that are certain."""
        certain = self.worth.certain
        return sum([sum(rising[: (members & certain).bit_count()]) for members, rising in promised])

    def _bound(self, layers: list[list[_Node]], counts: list[_Count], prices: Prices) -> int:
        """Bound what choices can add: any may be activated, at these prices, and what is left is paid back."""
        worth = self.worth
        inhabitant = 0 if worth.plenty_of_inhabitants else prices.inhabitant
        energy = 0 if worth.plenty_of_energy else prices.energy
        closing = {
            count: max([value - sold * inhabitant for sold, value in enumerate(self.customers_bring(*count))])
            for count in set(counts)
        }
        best = [closing[count] for count in counts]
        for choice, layer in zip(reversed(self.choices), reversed(layers), strict=True):
            price = choice.inhabitants * inhabitant + choice.energy * energy
            best = [
                skipped if (skipped := best[left_out]) > (taken := best[activated] + adds - price) else taken
                for adds, left_out, activated in layer
            ]
        on_parks = worth.parks * max(0, worth.used_energy - energy)
        return best[0] + on_parks + worth.inhabitants * inhabitant + worth.energy * energy

    def _explore(
        self, layers: list[list[_Node]], tables: list[list[_Table]], promised: list[Rises], gained: int
    ) -> None:
        """Look for something better than the best so far, under one set of promises.

        The activated square is looked at before the one left out, so of equal optima the first in this order stays.
        """
        worth, choices, width = self.worth, self.choices, self.width
        office_towers = worth.layout.masks[Kind.OFFICE_TOWER]
        # What there is plenty of limits nothing.
        most_inhabitants = len(choices) if worth.plenty_of_inhabitants else worth.inhabitants
        most_energy = len(choices) if worth.plenty_of_energy else worth.energy
        shown = self._shown(promised)
        seen: dict[tuple[int, ...], int] = {}
        stack = [(0, 0, 0, 0, gained, 0, worth.certain, 0)]
        while stack:
            depth, index, at_work, energy, gained, broken, mask, telling = stack.pop()
            bound = gained + tables[depth][index][energy * width + at_work]
            if bound - broken <= self.best_value:
                continue
            if depth == len(choices):
                self._keep(mask, bound, promised)
                continue
            if depth and choices[depth - 1].is_office_tower:
                activated = mask & office_towers
                possible = activated | self.undecided[depth] & office_towers
                more = min(most_inhabitants - at_work, most_energy - energy)
                broken = VP * worth.broken_promises(activated, possible, more)
                if bound - broken <= self.best_value:
                    continue
            # Nothing that still comes tells two points apart that agree in this.
            alike = (depth, index, at_work, energy, telling)
            if seen.get(alike, NEVER) >= gained:
                continue
            seen[alike] = gained
            (adds, left_out, activated_too), choice = layers[depth][index], choices[depth]
            stack.append((depth + 1, left_out, at_work, energy, gained, broken, mask, telling))
            at_work += choice.inhabitants
            energy += choice.energy
            if at_work <= worth.inhabitants and energy <= worth.energy:
                mask |= choice.bit
                telling |= shown[depth]
                stack.append((depth + 1, activated_too, at_work, energy, gained + adds, broken, mask, telling))

    def _shown(self, promised: list[Rises]) -> list[int]:
        """Return for each choice the bit that tells what its activation means for the promises.

        Where a promise asks for any square of several, as for a Public Service of a district, all show the same bit; a
        square that no promise asks for shows none. A square of a kind that may lose VP always shows its own.
        """
        may_lose = self.worth.may_lose
        shown = {choice.bit: choice.bit & may_lose for choice in self.choices}
        for members, rising in promised:
            any_will_do = not any(rising[1:]) and not members & may_lose
            for bit in shown:
                if members & bit:
                    shown[bit] |= members & -members if any_will_do else bit
        return list(shown.values())

    def _keep(self, mask: int, value: int, promised: list[Rises]) -> None:
        """Remember what is better than the best so far, counting exactly instead of by promises."""
        promises = sum([sum(rising[: (mask & members).bit_count()]) for members, rising in promised])
        value += self.worth.together(mask) * VP - promises
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask

    def _layers(self, promised: list[Rises]) -> tuple[list[list[_Node]], list[_Count]]:
        """List all points of the search, a layer a choice, and what is counted at each point after the last choice.

        Two points are one if they differ only in squares no later term reads, and agree in what is counted.
        """
        worth = self.worth
        terms = [*worth.terms, *[term.but_for(worth.certain) for term in promised]]
        alone = {choice.bit: choice.use for choice in self.choices}
        shared = []
        for term in terms:
            if term.members in alone:
                alone[term.members] += term.rises[0]
            elif term.members:
                shared.append(term)
        read_later, read = [0], 0
        for choice in reversed(self.choices):
            for members, _ in shared:
                if members & choice.bit:
                    read |= members
            read_later.append(read)
        layers = []
        # Squares that matter, Shops and workers, in the order of their indexes.
        points = {(0, *worth.counts(worth.certain)): 0}
        for choice, read in zip(self.choices, read_later[-2::-1], strict=True):
            bit, shop, workers = choice.bit, choice.is_shop, choice.workers
            with_others = [(members, rising) for members, rising in shared if members & bit]
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

    def _tables(self, layers: list[list[_Node]], counts: list[_Count]) -> list[list[_Table]]:
        """Return for each point, layer by layer, the best that can follow each use of the supply that leads there."""
        worth, width = self.worth, self.width
        used = [0]  # the most Energy Units used before each choice, and after the last
        for choice in self.choices:
            used.append(min(worth.energy, used[-1] + choice.energy))
        closing = {count: self._closing(count, used[-1]) for count in set(counts)}
        tables = [[closing[count] for count in counts]]
        for depth in range(len(self.choices) - 1, -1, -1):
            choice, following = self.choices[depth], tables[-1]
            rows = used[depth] + 1
            shift = choice.energy * width + choice.inhabitants
            layer = []
            for adds, left_out, activated in layers[depth]:
                without = following[left_out]
                table = [
                    skipped if skipped > (value := taken + adds) else value
                    for skipped, taken in zip(without[: rows * width], following[activated][shift:], strict=False)
                ]
                table += without[len(table) : rows * width]
                if choice.inhabitants:
                    table[width - 1 :: width] = [NEVER] * rows
                layer.append(table)
            tables.append(layer)
        return tables[::-1]

    def _closing(self, count: _Count, most_energy: int) -> _Table:
        """Return the table of a point after the last choice: what is left becomes Customers and goes to Parks."""
        worth = self.worth
        bring = self.customers_bring(*count)
        most = len(bring) - 1
        if worth.plenty_of_inhabitants:
            served = [bring[most]]
        else:
            served = [bring[min(worth.inhabitants - at_work, most)] for at_work in range(self.most_at_work + 1)]
        table = []
        for energy in range(most_energy + 1):
            absorbed = worth.parks_absorb(worth.energy - energy)
            table += [value + absorbed for value in served]
            table.append(NEVER)
        return table
