"""Search for the best allocation of a city's Inhabitants and Energy Units, by branch and bound. The result is exact.

The search decides which buildings to activate. It builds a graph of all decisions (graph.py). Each node has a table of
upper bounds on the value that the remaining decisions can add. Then the search follows paths through the graph. It
gives up a path when its upper bound is not above the value of the best allocation so far.

Large tables take most of the time. So in a large graph, the search first follows only the paths whose value can come
close to a simpler upper bound (`Graph.bound`). If it finds no better allocation there, it follows all paths.
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

# If all tables together would have LARGE entries or more, the search first looks only for values near an upper bound.
LARGE = 30_000
CLOSE = (5 * VP, 10 * VP)  # the first search looks within 5 VP of the upper bound, the second within 10 VP
# If the memo gets more search states than this, the search can start again and decide about Office Towers first.
MEMO_LIMIT = 1_000
MAX_GROWTH = 10  # the factor by which the graph may grow if Office Towers are decided first


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
    """Return the prize of a bonus (`scoring.terms.Prize`), or None if there is none or this city cannot win it."""
    found = next(filter(None, [bonus.prize(city) for bonus in rules.bonuses]), None)
    return found if found and all(found.groups) else None


def _best_with_prize(city: City, rules: Rules, prize: Prize, best: Allocation) -> Allocation:
    """Return the better of two allocations: `best`, which ignores the prize, and the best one that wins the prize.

    The prize needs an activated building in each of its groups of squares. Each required group makes the search larger.
    So require only the groups that the found allocation misses, and search again until it misses no group.
    """
    found = best
    required: tuple[int, ...] = ()
    while missing := prize.missing(carry_out(city, found, rules).active):
        if set(missing) & set(required):
            return best  # no allocation activates a building in each group
        required = (*required, *missing)
        found = _best(Problem(city, rules, required))
    return max(best, found, key=lambda allocation: _sort_key(city, allocation, rules))


def _sort_key(city: City, allocation: Allocation, rules: Rules) -> tuple[int, ...]:
    """Return a sort key for allocations. The best allocation of `settle` has the highest key."""
    settled, ranks = carry_out(city, allocation, rules), city.board.ranks
    by_squares = sum([1 << ranks[square] for square in squares_of(settled.active)])
    return total(city, allocation, rules), settled.inhabitants_on_buildings, -settled.empty_squares, by_squares


def best_total(city: City, rules: Rules) -> int:
    """Return the total of the best allocation: `score(city, settle(city, rules), rules).total`."""
    return total(city, settle(city, rules), rules)


def supply_prices(city: City, rules: Rules) -> Prices:
    """Find prices of Inhabitants and Energy Units that make `better_total` fast for this city and similar cities."""
    return Graph(Problem(city, rules)).prices()


def better_total(city: City, rules: Rules, most: int, prices: Prices) -> int | None:
    """Return `best_total(city, rules)` if it exceeds `most`; otherwise return None, usually after a shorter search.

    The result does not depend on `prices`. But good prices shorten the search, such as those of `supply_prices` for a
    similar city.

    Raises RuleError if the city has another mode than the rules.
    """
    check_mode(city, rules)
    problem = Problem(city, rules)
    # Allocations with more than `most` VP have a value above `to_beat`. Values do not include `forced_vp`.
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
    """The search. `best_value` and `best_mask` are the value and the buildings of the best allocation found so far."""

    def __init__(self, problem: Problem, to_beat: int = NEVER) -> None:
        self.problem = problem
        self.graph = Graph(problem)
        self.best_value = to_beat
        self.best_mask = problem.forced

    def best(self) -> int:
        """Find the best allocation, and return its activated buildings as a bit mask."""
        graph = self.graph
        memo_limit = MEMO_LIMIT if graph.estimates.selections and graph.corrections.office_towers else inf
        if not (self._explore(graph, memo_limit) if graph.size < LARGE else self._explore_near_bound(memo_limit)):
            self._explore_towers_first()
        return self.best_mask

    def _explore_near_bound(self, memo_limit: float) -> bool:
        """Look for a value near the upper bound, and if there is none, for any better value.

        Return False if the search stopped early because its memo has more than `memo_limit` search states.
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
        """Look for a better allocation. At each node, first follow the edge with the higher upper bound.

        Return False if the search stopped early because its memo has more than `memo_limit` search states.
        """
        problem = self.problem
        decisions, layers, energy_depth = graph.decisions, graph.layers, graph.energy_depth
        tables, corrections = graph.bound_tables(), graph.corrections
        leftover_energy_values = graph.leftover_energy_values
        nothing = [0] * len(leftover_energy_values)
        memo: dict[tuple[int, ...], int] = {}
        gained = graph.gained + (0 if energy_depth else leftover_energy_values[0])
        stack = [(gained + tables[0][0][0], 0, 0, 0, 0, gained, 0, 0, graph.mask)]
        is_first_path = True
        while stack and len(memo) <= memo_limit:
            bound, depth, index, at_work, energy, gained, harbor_excess, tower_excess, mask = stack.pop()
            while bound - harbor_excess - tower_excess > self.best_value:
                # Correct the upper bound. On the first path, do this only at `check_depths`, to save time.
                if depth in corrections.check_depths or not is_first_path:
                    harbor_excess += corrections.harbor_excess(depth, mask)
                    tower_excess = corrections.tower_excess(depth, mask, at_work, energy)
                if depth == len(decisions):
                    self._keep(graph, mask | graph.stand_alone(index, at_work, energy), bound)
                    break
                if bound - harbor_excess - tower_excess <= self.best_value:
                    break
                # Do not store the search states of the first path. The search often ends after this path.
                if not is_first_path:
                    # Give up if the memo has the same search state with an equal or higher value.
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
        """Replace the estimates in `value` by the exact VP, and store the allocation if it is above `best_value`."""
        value += self.problem.collective_vp(mask) * VP - graph.estimates.total(mask)
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask & graph.estimates.squares
