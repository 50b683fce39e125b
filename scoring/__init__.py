"""The game of Quadropolis and its ten-mission campaign: cities, missions, scores. Standard library only.

>>> city = City.parse("T3SU1-/P-FH2/----/---- 12i5e")
>>> mission = MISSIONS[1]
>>> best = settle(city, mission.rules)
>>> score(city, best, mission.rules).total
16
"""

from scoring.boards import Mode
from scoring.buildings import Building, Kind
from scoring.city import Allocation, City
from scoring.errors import AllocationError, NotationError, RuleError, ScoringError
from scoring.lines import Line, Note
from scoring.messages import Message
from scoring.missions import MISSIONS, Mission
from scoring.reports import report
from scoring.rules import HouseRules, Rules
from scoring.settling import settle
from scoring.sheets import CATEGORIES, ScoreSheet, Tiebreak, score

__all__ = [
    "CATEGORIES",
    "MISSIONS",
    "Allocation",
    "AllocationError",
    "Building",
    "City",
    "HouseRules",
    "Kind",
    "Line",
    "Message",
    "Mission",
    "Mode",
    "NotationError",
    "Note",
    "RuleError",
    "Rules",
    "ScoreSheet",
    "ScoringError",
    "Tiebreak",
    "report",
    "score",
    "settle",
]
