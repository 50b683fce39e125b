"""Find the exact best allocation of a city's resources. Other packages need only the names below.

The search asks buildings and bonuses for the terms (`scoring.terms`) of a city; `layout` describes the city to them.
"""

from scoring.settling.search import best_total, better_total, settle, supply_prices
from scoring.settling.supply import Prices

__all__ = ["Prices", "best_total", "better_total", "settle", "supply_prices"]
