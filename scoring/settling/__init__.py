"""Find the exact best allocation of a city's Inhabitants and Energy Units, by branch and bound.

Other packages import only the names below. The words of this package:

- A decision is a yes-or-no question of the search. Mostly the question is whether to activate one building.
- A term gives the VP of a few squares, for each number of activated buildings on them (`scoring.terms`).
- A value is one integer that orders allocations, by VP first and then by the tie-breaks.
- Estimates are terms for the VP of Harbors, Office Towers and Public Services, which are not exactly a sum of terms.
  The sum of the estimates is never below the exact VP. After the last decision, the search counts the exact VP.
- A line selection is a decision of another kind. If a city has several rows of Harbors, it selects the row that scores,
  and likewise for columns. Only the estimate for the selected line counts.
- A forced building is one that the best allocation always activates. The search activates it before all decisions.
- A stand-alone building shares no term with others, has no estimate, and uses at most one unit of the supply. It needs
  no decision: after the last decision, the best stand-alone buildings get the remaining units.
- A node is a vertex of the decision graph. The graph has a layer of nodes for each decision, and two edges from each
  node: one if the building is activated, and one if it is left out. The depth is the number of decisions before a node.
- A state is the integer that describes a node. It holds counters, such as the number of activated squares of a term.
- A path is a sequence of edges through the graph. The search looks for the path with the highest value.
- The bound table of a node has upper bounds on the value that the remaining decisions can add. It has one bound for
  each supply that the earlier decisions can have used.
- Prices of Inhabitants and Energy Units are Lagrange multipliers. They give an upper bound without bound tables.
- A search state is a node together with the used supply and the activated buildings that still matter. The memo holds
  the search states that the search has reached, and the highest value for each of them.

The modules: `problem` has terms, values and decisions. `estimates` has the estimates and the line selections. `states`
has the states. `supply` has the prices and the stand-alone buildings. `graph` builds the graph and its upper bounds.
`search` explores the graph.
"""

from scoring.settling.search import best_total, better_total, settle, supply_prices
from scoring.settling.supply import Prices

__all__ = ["Prices", "best_total", "better_total", "settle", "supply_prices"]
