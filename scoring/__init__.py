"""The game of Quadropolis and its ten-mission campaign: cities, missions, scores. Standard library only.

>>> city = City.parse("T3SU1-/P-FH2/----/---- 12i5e")
>>> mission = MISSIONS[1]
>>> best = settle(city, mission.rules)
>>> score(city, best, mission.rules).total
16
"""

from scoring.advice import advise
from scoring.analysis import Progress, Swap, best_swap, line_changes, rebuilding, rebuilt, supply_worths, tile_worths
from scoring.boards import Mode
from scoring.boxcheck import Finding, Severity, audit, audit_game
from scoring.buildings import Building
from scoring.campaign_standings import FinishedGame, Standings, StandingsRow, standings
from scoring.city import Allocation, City
from scoring.election import CountBy, ElectionRule
from scoring.errors import AllocationError, MissionLineError, NotationError, RuleError, ScoringError
from scoring.house_rules import HouseRules
from scoring.kinds import Kind
from scoring.messages import Message
from scoring.missions import MISSIONS, THE_TEN, Mission, Programme
from scoring.ranking import DecidedBy, Ranked, Result, rank
from scoring.reports import report
from scoring.rules import Rules
from scoring.score_lines import Note, ScoreLine
from scoring.settling import settle
from scoring.sheets import CATEGORIES, ScoreSheet, Tiebreak, score, total

__all__ = [
    "CATEGORIES",
    "MISSIONS",
    "THE_TEN",
    "Allocation",
    "AllocationError",
    "Building",
    "City",
    "CountBy",
    "DecidedBy",
    "ElectionRule",
    "Finding",
    "FinishedGame",
    "HouseRules",
    "Kind",
    "Message",
    "Mission",
    "MissionLineError",
    "Mode",
    "NotationError",
    "Note",
    "Programme",
    "Progress",
    "Ranked",
    "Result",
    "RuleError",
    "Rules",
    "ScoreLine",
    "ScoreSheet",
    "ScoringError",
    "Severity",
    "Standings",
    "StandingsRow",
    "Swap",
    "Tiebreak",
    "advise",
    "audit",
    "audit_game",
    "best_swap",
    "line_changes",
    "rank",
    "rebuilding",
    "rebuilt",
    "report",
    "score",
    "settle",
    "standings",
    "supply_worths",
    "tile_worths",
    "total",
]
