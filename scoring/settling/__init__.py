"""Find the exact best allocation of a city's Inhabitants and Energy Units, by branch and bound.

Other packages import only the names below. The words of this package:

- A decision is a yes-or-no question of the search. Mostly the question is whether to activate one building.
- A term gives the VP of a few squares, for each number of activated buildings on them (`scoring.terms`).
- A value is one integer that orders allocations, by VP first and then by the tie-breaks.
- Estimates are terms for the VP of Harbors, Office Towers and Public Services. Their sum is never below the exact VP.
- A line selection is a decision that selects a row or a column of Harbors as the one that scores.
- A forced building is one that the best allocation always activates. It needs no decision.
- A stand-alone building does not change the VP of other buildings, and uses at most one unit of the supply. It needs no
  decision: after the last decision, the best stand-alone buildings get the remaining units.
- A node is a vertex of the decision graph, which has a layer of nodes for each decision.
- The depth of a node is the number of decisions before it.
- A state is the integer that describes a node. It holds counters, such as the number of activated squares of a term.
- A path is a sequence of edges through the graph. The search looks for the path with the highest value.
- The bound table of a node gives an upper bound on the value of the remaining decisions, for each used supply.
- Prices of Inhabitants and Energy Units are Lagrange multipliers. They give an upper bound without bound tables.
- A search state is a node together with the used supply and the activated buildings that still matter.
- The memo holds the search states that the search has reached, and the highest value for each of them.
"""

from scoring.settling.search import best_total, better_total, settle, supply_prices
from scoring.settling.supply import Prices

__all__ = ["Prices", "best_total", "better_total", "settle", "supply_prices"]
