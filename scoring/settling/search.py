"""Search for the best allocation of a city's Inhabitants and Energy Units, by branch and bound. The result is exact.

`scoring/settling/__init__.py` explains the words in more detail.

The search decides which buildings to activate. The Customers of the Shops and the Energy Units on Parks follow from
these decisions (see problem.py). The search first builds a graph of all decisions, with a bound table for each node
(see graph.py). The table has upper bounds on the value that the remaining decisions can add. Then the search follows
paths through the graph. It gives up a path when its upper bound is not above the value of the best allocation so far.

Large bound tables take most of the time. Prices for the supply give an upper bound without tables. Good prices give a
bound close to the best value. With bad prices, the search takes longer but stays exact. If the caller gives a total to
beat, the search first compares it with the bound at these prices. If the tables would be large, the search first
assumes that the best value is close to the bound at the prices. It removes all paths that cannot come so close.
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

# If all bound tables together have LARGE or more entries, finding prices takes less time than filling the tables. Then
# the search first looks for allocations with a value within CLOSE[0] of the bound at the prices. Next it looks within
# CLOSE[1].
LARGE = 30_000
CLOSE = (5 * VP, 10 * VP)
# The largest number of search states in the memo, for cities with Office Towers and with Harbor lines to select. Above
# this number, the search starts again and decides about the Office Towers first. The sizes of their groups are then
# known sooner. If this order makes the graph more than MAX_GROWTH times as large, the search keeps the first order.
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
    """Return the prize of a bonus (`scoring.terms.Prize`), or None if there is none or this city cannot win it."""
    found = next(filter(None, [bonus.prize(city) for bonus in rules.bonuses]), None)
    return found if found and all(found.groups) else None


def _best_with_prize(city: City, rules: Rules, prize: Prize, best: Allocation) -> Allocation:
    """Return the better of two allocations: `best`, and the best one that wins the prize.

    `best` is the best allocation if the prize does not count. The prize needs an activated building in each of its
    groups of squares. If an allocation has no building in some groups, search again and require a building in each of
    these groups. Repeat this until the allocation has a building in every group. All allocations that win the prize
    satisfy the requirements. So the allocation found last is the best of them.
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
    """Return a sort key for allocations. The best allocation of `settle` has the highest key."""
    settled, ranks = carry_out(city, allocation, rules), city.board.ranks
    by_squares = sum([1 << ranks[square] for square in squares_of(settled.active)])
    return total(city, allocation, rules), settled.inhabitants_on_buildings, -settled.empty_squares, by_squares


def best_total(city: City, rules: Rules) -> int:
    """Return the total of the best allocation: `score(city, settle(city, rules), rules).total`."""
    return total(city, settle(city, rules), rules)


def supply_prices(city: City, rules: Rules) -> Prices:
    """Find prices for `better_total` that give a low upper bound for this city and for similar cities."""
    problem = Problem(city, rules)
    return Graph(problem).prices()


def better_total(city: City, rules: Rules, most: int, prices: Prices) -> int | None:
    """Return `best_total(city, rules)` if it exceeds `most`; otherwise return None, usually after a shorter search.

    The result does not depend on `prices`. But good prices shorten the search, such as those of `supply_prices` for a
    similar city.

    Raises RuleError if the city has another mode than the rules.
    """
    check_mode(city, rules)
    problem = Problem(city, rules)
    # A value counts from the VP of the forced buildings. So a value above `to_beat` means a total above `most`, because
    # the tie-breaks in a value are less than 1 VP.
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
    """The search for an allocation with a value above `best_value`.

    `best_value` and `best_mask` are the value and the activated buildings of the best allocation found so far.
    """

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
        """Look for an allocation with a value near the upper bound, and if there is none, for any allocation.

        The upper bound is that of the best prices. Return False if the search stopped early because its memo has more
        than `memo_limit` search states.
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
                # Subtract the excess of the estimates, to lower the upper bound. Do this at every depth, because each
                # used unit of the supply can rule out further Office Towers. On the first path, save time: do it only
                # at the depths where an estimate can prove too high.
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
                    # The value that can follow depends only on this key. If the search reached the same key before with
                    # at least this value, the rest of this path cannot be better.
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
        """Store this allocation if its exact value is above `best_value`.

        The given `value` includes estimates. Replace these estimates by the exact VP.
        """
        value += self.problem.collective_vp(mask) * VP - graph.estimates.total(mask)
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask & graph.estimates.squares
