"""Find the exact best allocation of a city's resources. Other packages need only the names below.

The words of this package, and the module where each one belongs:

- A building is activated, or it leaves the board. A choice is the decision about one building (`worth`).
- A term is the VP of a few squares, by the number of activated buildings among them (`scoring.terms`). Kinds of
  building and bonuses list the terms of a city, which `layout` describes to them.
- The worth of a set of activated buildings is their VP and tie-breakers, as one number (`worth`).
- A promise is a term that stands in for VP which no term can express exactly: the VP of Harbors, Office Towers and
  Public Services. A promise may be too high, never too low. When the squares are decided, the exact VP replace it.
- A claim is needed where a kind promises several terms of which only one counts, such as one row of Harbors. Claiming
  a term is one more choice of the search (`points`).
- A point holds all that the search has to know about its earlier choices (`points`). The points of all choices form a
  graph (`graph`). A way through the graph makes one choice after another. `search` looks for the best way.
- Prices give an upper bound of the worth without looking at every way (`supply`).
"""

from scoring.settling.search import best_total, better_total, settle, supply_prices
from scoring.settling.supply import Prices

__all__ = ["Prices", "best_total", "better_total", "settle", "supply_prices"]
