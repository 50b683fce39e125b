"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows (see worth.py). A building that no term links with
another one, and for which nothing is promised, needs no decision: the best of these get what the others leave.

The other squares are decided one after the other (see graph.py). What is best from any point on, after any use of
the supply, stands in tables filled backwards, as far as terms can tell; because some of these only promise, the tables
are a bound, and a branch of the search ends where it is no better than the best allocation found.

Large tables take most of the time. Prices give a bound without any: the supply may be exceeded, but all that is used of
it has its price. With the right prices the bound is close, and wrong ones cost only time. Where it is known what is to
beat, this bound comes first. Where tables would be large, the best is taken to be near it: few points are left then.
"""

from math import inf

from scoring.city import Allocation, City
from scoring.graph import NEVER, Graph, Prices, TooManyPointsError
from scoring.rules import Rules
from scoring.settled import check_mode
from scoring.sheets import total
from scoring.worth import VP, Worth

# Tables of so many values take longer than the search for prices; then the best is first looked for only so near the
# bound that the prices give.
LARGE = 30_000
CLOSE = (5 * VP, 10 * VP)
# A search that remembers so many points begins anew with the Office Towers, so that the size of their groups shows
# sooner, unless that makes so many times more points.
MANY_POINTS = 1_000
MORE_POINTS = 10


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
    return Graph(worth).prices()


def better_total(city: City, rules: Rules, most: int, prices: Prices) -> int | None:
    """Return `best_total(city, rules)` if it is more than so many VP; None, and sooner, if it is not.

    Raises RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    # Tie-breakers together stay below one VP.
    to_beat = (most + 1 - worth.vp_for_certain) * VP - 1
    search = _Search(worth, to_beat)
    if search.graph.bound(prices) <= to_beat:
        return None
    search.best()
    return worth.vp_for_certain + search.best_value // VP if search.best_value > to_beat else None


class _Search:
    """The best allocation found so far, of those worth more than `best_value`."""

    def __init__(self, worth: Worth, to_beat: int = NEVER) -> None:
        self.worth = worth
        self.graph = Graph(worth)
        self.best_value = to_beat
        self.best_mask = worth.certain

    def best(self) -> int:
        """Return the buildings to activate, as a bit mask."""
        graph = self.graph
        most = MANY_POINTS if graph.claims and graph.office_towers else inf
        if not (self._explore(graph, most) if graph.size < LARGE else self._explore_near_bound(most)):
            self._explore_towers_first()
        return self.best_mask

    def _explore_near_bound(self, most: float) -> bool:
        """Take the best to be close to the bound that prices give; where nothing is, look at everything."""
        prices = self.graph.prices()
        bound, known = self.graph.bound(prices), self.best_value
        for to_beat in (*[bound - close for close in CLOSE if bound - close > known], known):
            self.best_value = to_beat
            is_done = self._explore(self.graph.narrowed(prices, to_beat), most)
            if self.best_value > to_beat:
                return is_done
            if not is_done:
                break
        self.best_value = known
        return is_done

    def _explore_towers_first(self) -> None:
        try:
            graph = Graph(self.worth, towers_first=True, most_points=MORE_POINTS * self.graph.points)
        except TooManyPointsError:
            graph = self.graph
        self._explore(graph.narrowed(self.graph.prices(), self.best_value))

    def _explore(self, graph: Graph, most: float = inf) -> bool:
        """Look for something better than the best so far: of two ways on, the better one first.

        Tell whether nothing is left to look at; where there are too many points to remember, that ends it before.
        """
        worth = self.worth
        choices, layers, powered = graph.choices, graph.layers, graph.powered
        tables, absorbed = graph.tables(), graph.absorbed
        nothing = [0] * len(absorbed)
        seen: dict[tuple[int, ...], int] = {}
        gained = graph.gained + (0 if powered else absorbed[0])
        stack = [(gained + tables[0][0][0], 0, 0, 0, 0, gained, 0, 0, graph.mask)]
        straight_on = True
        while stack and len(seen) <= most:
            bound, depth, index, at_work, energy, gained, unkept, broken, mask = stack.pop()
            while bound - unkept - broken > self.best_value:
                # Points are compared by what is broken with the supply left now, not after the last Office Tower.
                if depth in graph.showing or not straight_on:
                    unkept += graph.unkept(depth, mask)
                    broken = graph.broken(depth, mask, at_work, energy)
                if depth == len(choices):
                    self._keep(graph, mask | graph.independent(index, at_work, energy), bound)
                    break
                if bound - unkept - broken <= self.best_value:
                    break
                # The first way down, often the only one, is not remembered.
                if not straight_on:
                    # Nothing that still comes tells two points apart that agree in this.
                    alike = (depth, index, at_work, energy, graph.telling(depth, mask))
                    value = gained - unkept - broken
                    if seen.get(alike, NEVER) >= value:
                        break
                    seen[alike] = value
                (adds, left_out, activated), choice = layers[depth][index], choices[depth]
                depth += 1
                after, width = tables[depth], graph.width if depth < powered else 0
                spared = absorbed if depth == powered else nothing
                left = gained + spared[energy]
                skipping = left + after[left_out][energy * width + at_work], depth, left_out, at_work, energy, left
                at_work += choice.inhabitants
                energy += choice.energy
                if at_work > worth.inhabitants or energy > worth.energy:
                    bound, _, index, at_work, energy, gained = skipping
                    continue
                gained += adds + spared[energy]
                bound, index = gained + after[activated][energy * width + at_work], activated
                if bound > skipping[0]:
                    stack.append((*skipping, unkept, broken, mask))
                    mask |= choice.bit
                else:
                    stack.append((bound, depth, index, at_work, energy, gained, unkept, broken, mask | choice.bit))
                    bound, _, index, at_work, energy, gained = skipping
            straight_on = False
        return not stack

    def _keep(self, graph: Graph, mask: int, value: int) -> None:
        """Remember what is better than the best so far, counting exactly instead of by promises."""
        value += self.worth.together(mask) * VP - graph.promises(mask)
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask & graph.squares
