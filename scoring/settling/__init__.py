"""Find the exact best allocation of a city's resources. Other packages need only the names below.

The words of this package, and the module where each one belongs:

- A choice mostly decides about one building: either it is activated, or it leaves the board (`worth`).
- A term gives the VP of a few squares for each number of activated buildings on them (`scoring.terms`). Bonuses and
  kinds of building list the terms of a city. Kinds read the city as a `Layout` (`scoring.layout`).
- The worth of a set of activated buildings is their VP and tie-breakers, as one number (`worth`).
- Terms cannot express the VP of Harbors, Office Towers and Public Services exactly. A promise is a term that stands in
  for these VP. It may be too high, but it is never too low. At the end of a way, the search replaces the promises by
  the exact VP (`promises`).
- Some promises come in lists, and only one promise of each list can count. For example, each row of Harbors has a
  promise, but only one row scores. A claim is a choice that selects the promise that counts (`promises`).
- A point is the state of the search between two choices. It holds everything about the earlier choices that can still
  matter (`points`). Each choice leads from one point to another, so all points form a graph (`graph`).
- A way is a sequence of choices, and so a path through the graph. `search` looks for the way with the most worth.
- A bound is an upper limit of a worth. The table of a point says how much worth the choices after this point can add at
  most. It has a number for each supply that the earlier choices can have used (`graph`).
- Prices say how much worth each used Inhabitant and Energy Unit costs. They give a bound without tables (`supply`).
- An independent building shares no term with others, has no promise and takes at most one unit of the supply. It needs
  no choice: the best independent buildings get the units that remain after all choices (`supply`).
"""

from scoring.settling.search import best_total, better_total, settle, supply_prices
from scoring.settling.supply import Prices

__all__ = ["Prices", "best_total", "better_total", "settle", "supply_prices"]
