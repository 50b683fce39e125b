"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows (see worth.py). A building that no term links with
another one, and for which nothing is promised, needs no decision: the best of these get what the others leave.

The other squares are decided one after the other. What is best from any point on, after any use of the supply, stands
in tables filled backwards, as far as terms can tell; because some of these only promise, the tables are a bound, and a
branch of the search ends where it is no better than the best allocation found.

Tables take most of the time, so bounds without any come before them. One tells which lines of Harbors are worth a look.
Another one lets the supply be exceeded, but takes a price for whatever is used of it. A bound with the right prices is
close, and prices that are not right cost only time.
"""

from functools import lru_cache
from itertools import accumulate, chain
from operator import add, itemgetter
from typing import NamedTuple

from scoring.city import Allocation, City
from scoring.rules import Rules
from scoring.settled import check_mode
from scoring.sheets import total
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


def settle(city: City, rules: Rules) -> Allocation:
    """Find the best allocation: most VP, then most Inhabitants on buildings, then fewest empty squares; exact.

    Of equal optima it is the one that activates the first square, column by column, in which they differ. Raises
    RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    return worth.allocation(_Search(worth).best() if worth.choices else worth.certain)


def best_total(city: City, rules: Rules) -> int:
    """Return the total of the best allocation: `score(city, settle(city, rules), rules).total`."""
    return total(city, settle(city, rules), rules)


def supply_prices(city: City, rules: Rules) -> Prices:
    """Find prices that serve `better_total` for this city and for cities much like it."""
    worth = Worth(city, rules)
    return _Alternative(worth, next(worth.claims())).prices()


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


class _Alternative:
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


class _Search:
    """The best allocation found so far, of those worth more than `best_value`."""

    def __init__(self, worth: Worth, to_beat: int = NEVER, prices: Prices | None = None) -> None:
        self.worth = worth
        self.prices = prices
        self.best_value = to_beat
        self.best_mask = worth.certain

    def best(self) -> int:
        """Return the buildings to activate, as a bit mask."""
        for bound, promised in self._claims():
            if bound <= self.best_value:
                break
            alternative = _Alternative(self.worth, promised)
            if not self.prices or alternative.bound(self.prices) > self.best_value:
                self._explore(alternative)
        return self.best_mask

    def _claims(self) -> list[tuple[int, list[Rises]]]:
        """List the sets of promises, each with what no allocation under it exceeds, the highest first.

        First the squares are left out for which the sets promise different things: so it shows what the Inhabitants
        that any number of these squares takes would bring elsewhere.
        """
        worth, claims = self.worth, list(self.worth.claims())
        if len(claims) == 1:
            return [(-NEVER, claims[0])]
        in_all = [term for term in claims[0] if all(term in promised for promised in claims)]
        differing = [[term for term in promised if term not in in_all] for promised in claims]
        left_out = union(chain(*differing)) & ~worth.certain
        if any(choice.bit & left_out and choice.workers for choice in worth.choices):
            return [(-NEVER, promised) for promised in claims]
        rest = _Alternative(worth, in_all, left_out)
        ((elsewhere, *_), *_) = rest.tables()
        gains = sorted([rest.most_gain(bit) for bit in rest.alone if bit & left_out], reverse=True)
        by_count = [
            rest.gained + gain + elsewhere[0 if worth.plenty_of_inhabitants else count]
            for count, gain in enumerate(accumulate(gains, initial=0))
            if worth.plenty_of_inhabitants or count <= worth.inhabitants
        ]
        bounds = []
        for promised, terms in zip(claims, differing, strict=True):
            certain = sum([sum(rises[: (members & worth.certain).bit_count()]) for members, rises in terms])
            undecided = [without(term, worth.certain) for term in terms]
            twice = sum([members.bit_count() for members, _ in undecided]) - union(undecided).bit_count()
            most = _most_by_count(tuple([rises for _, rises in undecided]), twice, len(worth.layout.board))
            bounds.append((certain + max(map(add, by_count, most)), promised))
        return sorted(bounds, key=itemgetter(0), reverse=True)

    def _explore(self, alternative: _Alternative) -> None:
        """Look for something better than the best so far, under one set of promises: the better half first."""
        worth, choices, layers, width = self.worth, alternative.choices, alternative.layers, alternative.width
        tables = alternative.tables()
        seen: dict[tuple[int, ...], int] = {}
        gained = alternative.gained
        stack = [(gained + tables[0][0][0], 0, 0, 0, 0, gained, 0, alternative.mask)]
        straight_on = True
        while stack:
            bound, depth, index, at_work, energy, gained, broken, mask = stack.pop()
            while bound - broken > self.best_value:
                if depth == len(choices):
                    self._keep(alternative, mask | alternative.independent(index, at_work, energy), bound)
                    break
                if depth and choices[depth - 1].is_office_tower:
                    broken = alternative.broken(depth, mask, at_work, energy)
                    if bound - broken <= self.best_value:
                        break
                # The first way down, often the only one, is not remembered.
                if not straight_on:
                    # Nothing that still comes tells two points apart that agree in this.
                    alike = (depth, index, at_work, energy, alternative.telling(mask))
                    if seen.get(alike, NEVER) >= gained:
                        break
                    seen[alike] = gained
                (adds, left_out, activated), choice = layers[depth][index], choices[depth]
                depth += 1
                after = tables[depth]
                skipping = gained + after[left_out][energy * width + at_work], depth, left_out, at_work, energy, gained
                at_work += choice.inhabitants
                energy += choice.energy
                gained += adds
                if at_work > worth.inhabitants or energy > worth.energy:
                    bound, _, index, at_work, energy, gained = skipping
                    continue
                bound, index = gained + after[activated][energy * width + at_work], activated
                if bound > skipping[0]:
                    stack.append((*skipping, broken, mask))
                    mask |= choice.bit
                else:
                    stack.append((bound, depth, index, at_work, energy, gained, broken, mask | choice.bit))
                    bound, _, index, at_work, energy, gained = skipping
            straight_on = False

    def _keep(self, alternative: _Alternative, mask: int, value: int) -> None:
        """Remember what is better than the best so far, counting exactly instead of by promises."""
        promised = alternative.promised
        promises = sum([sum(rising[: (mask & members).bit_count()]) for members, rising in promised])
        value += self.worth.together(mask) * VP - promises
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask


@lru_cache(maxsize=1 << 10)
def _most_by_count(promised: tuple[tuple[int, ...], ...], twice: int, squares: int) -> tuple[int, ...]:
    """Return what terms promise at most by the number of their activated squares, some of which count twice."""
    most = [0]
    for rises in promised:
        gains = [*accumulate(rises, initial=0)]
        most = [
            max([most[one] + gains[count - one] for one in range(len(most)) if 0 <= count - one < len(gains)])
            for count in range(len(most) + len(gains) - 1)
        ]
    most = [*accumulate(most, max)]
    return tuple([most[min(count + twice, len(most) - 1)] for count in range(squares + 1)])
