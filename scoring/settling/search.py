"""Search for the best allocation of a city's resources. The result is exact.

`scoring/settling/__init__.py` explains the words: choice, term, worth, promise, claim, point, way, bound, table, price
and independent building.

The search decides which buildings to activate; the Customers and the Energy Units on Parks follow from this (see
worth.py). First it fills the tables, from the last choice back to the first. Then it makes the choices one by one (see
graph.py). The table of a point tells how much worth the remaining choices can add. Because promises can be too high,
this is only a bound. The search gives up a way when its bound does not exceed the worth of the best allocation so far.

Filling large tables takes most of the time, and prices give a bound without tables. Good prices give a bound close to
the best worth. Bad prices give a high bound; the search then takes longer, but stays exact. If the caller names a total
to beat, the search first asks whether the bound by prices exceeds this total. If the tables would be large, the search
first assumes that the best worth is close to the bound by prices. So it leaves out of the graph all ways that cannot
come close to this bound.
"""

from math import inf

from scoring.boards import squares_of
from scoring.city import Allocation, City
from scoring.rules import Rules
from scoring.settled import carry_out, check_mode
from scoring.settling.graph import NEVER, Graph, TooManyNodesError
from scoring.settling.problem import VP, Problem
from scoring.settling.supply import Prices
from scoring.sheets import total
from scoring.terms import Prize

# If all tables together have LARGE values or more, filling them takes longer than finding prices. Then look first for
# allocations whose worth is within CLOSE[0] of the bound by prices, and next for allocations within CLOSE[1].
LARGE = 30_000
CLOSE = (5 * VP, 10 * VP)
# If a search with claims and Office Towers remembers more than MANY_POINTS points, it starts again and decides the
# Office Towers first. The sizes of their groups are then known sooner. If this order multiplies the points of the graph
# by more than MORE_POINTS, the search keeps the old order.
MEMO_LIMIT = 1_000
MAX_GROWTH = 10


def settle(city: City, rules: Rules) -> Allocation:
    """Find the best allocation: most VP, then most Inhabitants on buildings, then fewest empty squares.

    If several allocations are best, compare them square by square, down one column after the other. At the first
    difference, the allocation that activates the square wins.

    Raises RuleError if the city has another mode than the rules.
    """
    check_mode(city, rules)
    best = _best(Problem(city, rules))
    prize = _prize(city, rules)
    return _best_with_prize(city, rules, prize, best) if prize else best


def _best(problem: Problem) -> Allocation:
    return problem.allocation(_Search(problem).best() if problem.decisions else problem.forced)


def _prize(city: City, rules: Rules) -> Prize | None:
    """Return the prize that a bonus gives, or None if no bonus gives one or this city cannot win it."""
    found = next(filter(None, [bonus.prize(city) for bonus in rules.bonuses]), None)
    return found if found and all(found.groups) else None


def _best_with_prize(city: City, rules: Rules, prize: Prize, best: Allocation) -> Allocation:
    """Return the best allocation with the prize counted. `best` is the best allocation without the prize.

    The prize needs an activated building in each of its groups. If `best` lacks a building in some groups, search again
    and demand a building in each of these groups. Repeat this until the found allocation has a building in every group.
    No search left out an allocation that wins the prize. So the found allocation is the best one that wins the prize.
    Return the better one of the found allocation and `best`.
    """
    found = best
    required: tuple[int, ...] = ()
    while missing := prize.missing(carry_out(city, found, rules).active):
        if set(missing) & set(required):
            return best  # the supply does not suffice for all groups
        required = (*required, *missing)
        found = _best(Problem(city, rules, required))
    return max(best, found, key=lambda allocation: _sort_key(city, allocation, rules))


def _sort_key(city: City, allocation: Allocation, rules: Rules) -> tuple[int, ...]:
    """Return a sort key for allocations: the order in which `settle` prefers them."""
    settled, ranks = carry_out(city, allocation, rules), city.board.ranks
    by_squares = sum([1 << ranks[square] for square in squares_of(settled.active)])
    return total(city, allocation, rules), settled.inhabitants_on_buildings, -settled.empty_squares, by_squares


def best_total(city: City, rules: Rules) -> int:
    """Return the total of the best allocation: `score(city, settle(city, rules), rules).total`."""
    return total(city, settle(city, rules), rules)


def supply_prices(city: City, rules: Rules) -> Prices:
    """Find prices for `better_total` that give a low bound for this city and for similar cities."""
    problem = Problem(city, rules)
    return Graph(problem).prices()


def better_total(city: City, rules: Rules, most: int, prices: Prices) -> int | None:
    """Return `best_total(city, rules)` if it exceeds `most`; otherwise return None, usually after a shorter search.

    Raises RuleError if the city has another mode than the rules.
    """
    check_mode(city, rules)
    problem = Problem(city, rules)
    # A worth above `to_beat` means a total above `most`, because all tie-breakers together are worth less than 1 VP.
    to_beat = (most + 1 - problem.forced_vp) * VP - 1
    search = _Search(problem, to_beat)
    prize = _prize(city, rules)
    if search.graph.bound(prices) + (prize.vp * VP if prize else 0) <= to_beat:
        return None
    if prize:
        found = best_total(city, rules)
        return found if found > most else None
    search.best()
    return problem.forced_vp + search.best_value // VP if search.best_value > to_beat else None


class _Search:
    """The search for an allocation worth more than `best_value`.

    `best_value` and `best_mask` are the worth and the buildings of the best allocation found so far.
    """

    def __init__(self, problem: Problem, to_beat: int = NEVER) -> None:
        self.problem = problem
        self.graph = Graph(problem)
        self.best_value = to_beat
        self.best_mask = problem.forced

    def best(self) -> int:
        """Find the best allocation. Return the buildings to activate as a bit mask."""
        graph = self.graph
        memo_limit = MEMO_LIMIT if graph.estimates.selections and graph.corrections.office_towers else inf
        if not (self._explore(graph, memo_limit) if graph.size < LARGE else self._explore_near_bound(memo_limit)):
            self._explore_towers_first()
        return self.best_mask

    def _explore_near_bound(self, memo_limit: float) -> bool:
        """Look for an allocation whose worth is near the bound by prices. If there is none, look for any allocation.

        Return False if the search stopped early, because it remembered more than `memo_limit` points.
        """
        prices = self.graph.prices()
        bound, known = self.graph.bound(prices), self.best_value
        for to_beat in (*[bound - close for close in CLOSE if bound - close > known], known):
            self.best_value = to_beat
            is_done = self._explore(self.graph.pruned(prices, to_beat), memo_limit)
            if self.best_value > to_beat:
                return is_done
            if not is_done:
                break
        self.best_value = known
        return is_done

    def _explore_towers_first(self) -> None:
        try:
            graph = Graph(self.problem, towers_first=True, most_nodes=MAX_GROWTH * self.graph.node_count)
        except TooManyNodesError:
            graph = self.graph
        self._explore(graph.pruned(self.graph.prices(), self.best_value))

    def _explore(self, graph: Graph, memo_limit: float = inf) -> bool:
        """Look for a better allocation. At each choice, first try the side with the higher bound.

        Return False if the search stopped early, because it remembered more than `memo_limit` points.
        """
        problem = self.problem
        decisions, layers, energy_depth = graph.decisions, graph.layers, graph.energy_depth
        tables, leftover_energy_values, corrections = (
            graph.bound_tables(),
            graph.leftover_energy_values,
            graph.corrections,
        )
        nothing = [0] * len(leftover_energy_values)
        memo: dict[tuple[int, ...], int] = {}
        gained = graph.gained + (0 if energy_depth else leftover_energy_values[0])
        stack = [(gained + tables[0][0][0], 0, 0, 0, 0, gained, 0, 0, graph.mask)]
        is_first_path = True
        while stack and len(memo) <= memo_limit:
            bound, depth, index, at_work, energy, gained, harbor_excess, tower_excess, mask = stack.pop()
            while bound - harbor_excess - tower_excess > self.best_value:
                # Correct promises at every depth, because each use of the supply can rule out more Office Towers. On
                # the first way, save time: correct them only at depths where a promise can turn out too high.
                if depth in corrections.check_depths or not is_first_path:
                    harbor_excess += corrections.harbor_excess(depth, mask)
                    tower_excess = corrections.tower_excess(depth, mask, at_work, energy)
                if depth == len(decisions):
                    self._keep(graph, mask | graph.stand_alone(index, at_work, energy), bound)
                    break
                if bound - harbor_excess - tower_excess <= self.best_value:
                    break
                # Do not remember the points of the first way, because often the search ends after this way.
                if not is_first_path:
                    # The worth that can follow depends only on these values. If the search reached the same values
                    # before, with at least this worth, the rest of this way finds nothing better.
                    key = (depth, index, at_work, energy, corrections.memo_key(depth, mask))
                    value = gained - harbor_excess - tower_excess
                    if memo.get(key, NEVER) >= value:
                        break
                    memo[key] = value
                (adds, left_out, activated), decision = layers[depth][index], decisions[depth]
                depth += 1
                next_tables, width = tables[depth], graph.width if depth < energy_depth else 0
                energy_values = leftover_energy_values if depth == energy_depth else nothing
                left = gained + energy_values[energy]
                skipped = left + next_tables[left_out][energy * width + at_work], depth, left_out, at_work, energy, left
                at_work += decision.inhabitants
                energy += decision.energy
                if at_work > problem.inhabitants or energy > problem.energy:
                    bound, _, index, at_work, energy, gained = skipped
                    continue
                gained += adds + energy_values[energy]
                bound, index = gained + next_tables[activated][energy * width + at_work], activated
                if bound > skipped[0]:
                    stack.append((*skipped, harbor_excess, tower_excess, mask))
                    mask |= decision.bit
                else:
                    stack.append(
                        (bound, depth, index, at_work, energy, gained, harbor_excess, tower_excess, mask | decision.bit)
                    )
                    bound, _, index, at_work, energy, gained = skipped
            is_first_path = False
        return not stack

    def _keep(self, graph: Graph, mask: int, value: int) -> None:
        """Keep this allocation if its exact worth beats the best so far. `value` counts promises, not exact VP."""
        value += self.problem.collective_vp(mask) * VP - graph.estimates.total(mask)
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask & graph.estimates.squares
