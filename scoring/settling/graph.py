"""The decisions of a city as a graph with a layer of nodes for each decision, and upper bounds for the search.

Each node has two edges to the next layer: one if the building is activated, and one if it is left out. In the
literature, such a graph is a decision diagram.

A node holds only the facts about earlier decisions that still matter, such as the number of activated squares of a
term. So different paths can lead to the same node, and the graph stays small.
"""

from copy import copy
from itertools import accumulate
from operator import add

from scoring.boards import squares_of, united
from scoring.settling.estimates import Corrections, Estimates
from scoring.settling.problem import VP, Problem, SearchDecision
from scoring.settling.states import (
    COUNTER_BITS,
    COUNTER_MASK,
    FinalCounts,
    Transition,
    counter_transition,
    selection_transition,
    term_transition,
)
from scoring.settling.supply import Prices, StandAloneBuildings

# A value below that of any city. In a bound table, it marks entries that no allocation can reach.
NEVER = -(10**6) * VP

# The amounts by which `Graph.prices` changes a price, first the largest.
STEPS = (4 * VP, VP, VP // 2)

# The bound table of a node: upper bounds on the value that the remaining decisions can add. The index of a bound is
# (Energy Units used before the node * `Graph.width` + Inhabitants used before the node).
_BoundTable = list[int]

# A node has two edges. Edge 0 leaves the building out. Edge 1 activates the building, or selects the Harbor line. The
# tuple is (value that edge 1 adds, index of the node after edge 0, index of the node after edge 1).
_Node = tuple[int, int, int]


class TooManyNodesError(Exception):
    """The graph has more than `most_nodes` nodes."""


class Graph:
    """The decisions of a city as a graph. The edges of a node lead to nodes of the next layer."""

    def __init__(self, problem: Problem, *, towers_first: bool = False, most_nodes: int | None = None) -> None:
        """Build the graph. Raises TooManyNodesError if the graph has more than `most_nodes` nodes."""
        self.problem = problem
        self.towers_first = towers_first
        self.most_nodes = most_nodes
        self.estimates = Estimates(problem)
        self.mask, self.gained = problem.forced, self.estimates.gained
        self.decisions = self._ordered_decisions()
        inhabitants = [decision.inhabitants for decision in self.decisions]
        self.most_at_work = min(problem.inhabitants, sum(inhabitants))
        # Each row of a bound table ends with `padding` NEVER entries, for indexes beyond the supply of Inhabitants.
        self.padding = max([1, *inhabitants])
        self.width = self.most_at_work + 1 + self.padding
        # The depth after the last decision that can use an Energy Unit.
        self.energy_depth = max(
            [depth for depth, decision in enumerate(self.decisions, 1) if decision.energy], default=0
        )
        # `leftover_energy_values[n]` is the value of the remaining Energy Units if the decisions use n of them.
        self.leftover_energy_values = self._leftover_energy_values()
        self.corrections = Corrections(self.estimates, self.decisions)
        self.layers, self.final_counts = self._layers()
        self.is_pruned = False

    def _ordered_decisions(self) -> list[SearchDecision]:
        """Set aside the stand-alone buildings (see `StandAloneBuildings`), and order the other decisions.

        Buildings with shared terms come first. If `towers_first` is set, all Office Towers come before all others.
        """
        estimates = self.estimates
        rests = [selection.rest for selection in estimates.selections.values()]
        harbors = united([members for _, (members, _) in estimates.harbor_lines])
        estimated = estimates.key_squares | sum(estimates.key_groups) | harbors
        linked = united([members for members, _ in (*estimates.shared_terms, *rests)])
        first, last = [], []
        inhabitant_users, energy_users = [], [(self.problem.energy_value, 0)] * self.problem.parks
        for decision in self.problem.decisions:
            if decision.bit & linked:
                first.append(decision)
            elif (
                decision.bit & estimated
                or decision.is_shop
                or decision.workers
                or decision.inhabitants + decision.energy > 1
            ):
                last.append(decision)
            elif (value := estimates.own_values[decision.bit]) > 0:
                if decision.inhabitants:
                    inhabitant_users.append((value, decision.bit))
                elif decision.energy:
                    energy_users.append((value, decision.bit))
                else:
                    self.gained += value
                    self.mask |= decision.bit
        self.inhabitant_users = StandAloneBuildings(inhabitant_users)
        self.energy_users = StandAloneBuildings(energy_users)
        # Decide first about buildings that use Energy Units. After these decisions, the bound tables are smaller.
        last.sort(key=lambda decision: not decision.energy)
        decisions = first + last
        if self.towers_first:
            decisions.sort(key=lambda decision: not decision.is_office_tower)
        return self._with_selections(decisions) if estimates.selections else decisions

    def _with_selections(self, decisions: list[SearchDecision]) -> list[SearchDecision]:
        """Insert each decision that selects a row or column of Harbors, before the first decision about its squares."""
        selections, ordered = self.estimates.selections, []
        waiting = selections.copy()
        for decision in decisions:
            for bit, selection in selections.items():
                if bit in waiting and selection.rest[0] & decision.bit:
                    del waiting[bit]
                    ordered.append(SearchDecision(bit))
            ordered.append(decision)
        return [*map(SearchDecision, waiting), *ordered]

    @property
    def size(self) -> int:
        """Return an upper limit for the number of entries in all bound tables."""
        return self.node_count * self.width * len(self.leftover_energy_values)

    @property
    def node_count(self) -> int:
        return sum(map(len, self.layers))

    def prices(self) -> Prices:
        """Search for prices of Inhabitants and Energy Units (Lagrange multipliers) that make `bound` low."""
        best = Prices(0, 0)
        lowest = self.bound(best)
        tried = {best}
        for step in STEPS:
            before = None
            while before != best:
                before = best
                for more, more_energy in ((step, 0), (0, step), (-step, 0), (0, -step)):
                    prices = self._scarce(Prices(max(0, best.inhabitant + more), max(0, best.energy + more_energy)))
                    if prices not in tried and (bound := self.bound(prices)) < lowest:
                        best, lowest = prices, bound
                    tried.add(prices)
        return best

    def bound(self, prices: Prices) -> int:
        """Return an upper bound on the value of all allocations. Any prices give a valid bound.

        This is a Lagrangian relaxation: an allocation may use more than the supply. It pays the price for each used
        unit, and earns the price for each unit of the supply. So an allocation within the supply never loses value.
        """
        prices = self._scarce(prices)
        return self._fixed_part(prices) + self._priced_bounds(prices)[0][0]

    def _scarce(self, prices: Prices) -> Prices:
        """Return these prices, but with the price 0 for each resource that suffices for every possible use."""
        inhabitant = 0 if self.problem.plenty_of_inhabitants else prices.inhabitant
        return Prices(inhabitant, 0 if self.problem.plenty_of_energy else prices.energy)

    def _fixed_part(self, prices: Prices) -> int:
        """Return the part of `bound` that is the same for all paths through the graph."""
        stand_alone = self.inhabitant_users.sum_above(prices.inhabitant) + self.energy_users.sum_above(prices.energy)
        supply = self.problem.inhabitants * prices.inhabitant + self.problem.energy * prices.energy
        return self.gained + stand_alone + supply

    def _priced_bounds(self, prices: Prices) -> list[list[int]]:
        """Return, by layer and node, the most that a path from the node to the end adds: value minus prices."""
        final = {
            count: max(
                [value - sold * prices.inhabitant for sold, value in enumerate(self.problem.customer_values(*count))]
            )
            for count in set(self.final_counts)
        }
        best = [final[count] for count in self.final_counts]
        layers = [best]
        for decision, layer in zip(reversed(self.decisions), reversed(self.layers), strict=True):
            price = decision.inhabitants * prices.inhabitant + decision.energy * prices.energy
            best = [
                skipped if (skipped := best[left_out]) > (taken := best[activated] + adds - price) else taken
                for adds, left_out, activated in layer
            ]
            layers.append(best)
        return layers[::-1]

    def pruned(self, prices: Prices, to_beat: int) -> "Graph":
        """Return a copy of this graph without the paths whose upper bound at these prices is at most `to_beat`.

        If all paths through an edge are removed, this edge leads to the node -1 in the copy.
        """
        graph = copy(self)
        graph.is_pruned = True
        graph.layers = []
        prices = self._scarce(prices)
        priced = self._priced_bounds(prices)
        to_beat -= self._fixed_part(prices)
        # For each kept node of the layer: the highest result of (value - prices) on any path to this node.
        nodes = {0: 0}
        for decision, layer, following in zip(self.decisions, self.layers, priced[1:], strict=True):
            price = decision.inhabitants * prices.inhabitant + decision.energy * prices.energy
            next_nodes: dict[int, int] = {}
            kept = []
            for node, gained in nodes.items():
                adds, left_out, activated = layer[node]
                taken = gained + adds - price
                if gained + following[left_out] <= to_beat:
                    left_out = -1
                elif gained > next_nodes.get(left_out, NEVER):
                    next_nodes[left_out] = gained
                if taken + following[activated] <= to_beat:
                    activated = -1
                elif taken > next_nodes.get(activated, NEVER):
                    next_nodes[activated] = taken
                kept.append((adds, left_out, activated))
            indexes = {old: new for new, old in enumerate(next_nodes)} | {-1: -1}
            graph.layers.append([(adds, indexes[left_out], indexes[activated]) for adds, left_out, activated in kept])
            nodes = next_nodes
        graph.final_counts = [self.final_counts[index] for index in nodes]
        return graph

    def _layers(self) -> tuple[list[list[_Node]], list[FinalCounts]]:
        """Build a layer of nodes for each decision. Also return the final counters of Shops and workers.

        While the graph is built, each node has a state (see scoring/settling/states.py).
        """
        layers, total = [], 0
        shops, workers = map(min, self.problem.counter_limits, self.problem.counts(self.problem.forced))
        states = {shops | workers << COUNTER_BITS: 0}
        for decision, transitions in zip(self.decisions, self._transitions(), strict=True):
            value = self.estimates.own_values[decision.bit]
            if not transitions:
                layers.append([(value, index, index) for index in range(len(states))])
                continue
            next_states: dict[int, int] = {}
            layer = []
            for state in states:
                adds, left_out, activated = value, state, state
                for shift, rows in transitions:
                    more, skip, take = rows[state >> shift & COUNTER_MASK]
                    adds += more
                    left_out += skip
                    activated += take
                if (to_left_out := next_states.get(left_out)) is None:
                    to_left_out = next_states[left_out] = len(next_states)
                if (to_activated := next_states.get(activated)) is None:
                    to_activated = next_states[activated] = len(next_states)
                layer.append((adds, to_left_out, to_activated))
            layers.append(layer)
            states = next_states
            total += len(states)
            if self.most_nodes and total > self.most_nodes:
                raise TooManyNodesError
        return layers, [FinalCounts(state & COUNTER_MASK, state >> COUNTER_BITS & COUNTER_MASK) for state in states]

    def _transitions(self) -> list[list[Transition]]:
        """Return for each decision its effects on the counters of a state."""
        transitions: dict[int, list[Transition]] = {decision.bit: [] for decision in self.decisions}
        order = {bit: position for position, bit in enumerate(transitions)}
        starts = {}  # each key is the bit of a Harbor line; adding the value to a state selects this line
        shift = 2 * COUNTER_BITS
        selections = self.estimates.selections
        terms = [(0, term) for term in self.estimates.shared_terms]
        terms += [(bit, selection.rest) for bit, selection in selections.items()]
        for selection_bit, (members, gains) in terms:
            needs_selection = selection_bit > 0
            bits = [1 << square for square in squares_of(members)]
            if len(bits) > 1:
                bits.sort(key=order.__getitem__)
            for left, bit in enumerate(reversed(bits)):
                transitions[bit].append(term_transition(gains, left, shift, needs_selection))
            starts[selection_bit] = 1 << shift if bits else 0
            shift += COUNTER_BITS
        last = {selections[bit].axis: bit for bit in transitions if bit in selections}
        flags = {axis: shift + COUNTER_BITS * position for position, axis in enumerate(last)}
        for bit, selection in selections.items():
            is_last = last[selection.axis] == bit
            transitions[bit].append(
                selection_transition(selection.gain, starts[bit], flags[selection.axis], is_last=is_last)
            )
        shops, workers = self.problem.counter_limits
        for decision in self.decisions:
            if decision.is_shop:
                transitions[decision.bit].append(counter_transition(1, shops, 0))
            if decision.workers:
                transitions[decision.bit].append(counter_transition(decision.workers, workers, COUNTER_BITS))
        return [*transitions.values()]

    def bound_tables(self) -> list[list[_BoundTable]]:
        """Return upper bounds on the value that later decisions can add: for each layer, a table for each node.

        After the last decision that can use an Energy Unit, the tables leave out the value of remaining Energy Units.
        """
        width, most_energy = self.width, len(self.leftover_energy_values) - 1
        used = [*accumulate([decision.energy for decision in self.decisions[: self.energy_depth]], initial=0)]
        final = {count: self._final_table(count) for count in set(self.final_counts)}
        tables = [[final[count] for count in self.final_counts]]
        if self.is_pruned:
            tables[0].append([NEVER] * self.width)
        for depth in range(len(self.decisions) - 1, -1, -1):
            decision, following, rows = self.decisions[depth], tables[-1], 1
            if depth < self.energy_depth:
                rows += min(most_energy, used[depth])
                if depth == self.energy_depth - 1:
                    following = [
                        [value + gain for gain in self.leftover_energy_values for value in row] for row in following
                    ]
            size, shift = rows * width, decision.energy * width + decision.inhabitants
            # For the last entries of a row, the shifted index is in the next row. Set these entries to NEVER, because
            # they are for more Inhabitants than the supply has.
            padding = range(width - decision.inhabitants, width) if rows > 1 else ()
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
                for entry in padding:
                    table[entry::width] = [NEVER] * rows
                layer.append(table)
            if self.is_pruned:
                layer.append([NEVER] * size)
            tables.append(layer)
        return tables[::-1]

    def _final_table(self, count: FinalCounts) -> _BoundTable:
        """Return the bound table of a node after the last decision. Customers and stand-alone buildings add value."""
        customers, gains = self._customer_values(count), self.inhabitant_users.gains
        if len(gains) == 1:
            within = customers[: self.most_at_work + 1]
        else:
            within = [max(map(add, gains, customers[at_work:])) for at_work in range(self.most_at_work + 1)]
        return [*within, *[NEVER] * self.padding]

    def _leftover_energy_values(self) -> list[int]:
        problem, gains = self.problem, self.energy_users.gains
        if problem.plenty_of_energy:
            return [gains[-1]]
        most = min(problem.energy, sum([decision.energy for decision in self.decisions]))
        return [gains[min(problem.energy - taken, len(gains) - 1)] for taken in range(most + 1)]

    def _customer_values(self, count: FinalCounts) -> list[int]:
        """Return the highest values that Customers can add, by the number of Inhabitants that are used elsewhere."""
        values = self.problem.customer_values(*count)
        if self.problem.plenty_of_inhabitants:
            return [values[-1]]
        more = self.problem.inhabitants + 1 - len(values)
        return [*[values[-1]] * more, *values[::-1]] if more >= 0 else [*values[more - 1 :: -1]]

    def stand_alone(self, index: int, at_work: int, energy: int) -> int:
        """Return a mask of the stand-alone buildings that get the remaining supply after the last decision.

        `index` is the index of the last node. `at_work` and `energy` are the used Inhabitants and Energy Units.
        """
        customers = self._customer_values(self.final_counts[index])[at_work:]
        served = [*map(add, self.inhabitant_users.gains, customers)]
        left = min(self.problem.energy - energy, len(self.energy_users.masks) - 1)
        return self.inhabitant_users.masks[served.index(max(served))] | self.energy_users.masks[left]
