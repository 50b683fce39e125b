"""The stored data: people, campaigns with their players, games with the players' cities."""

from campaign.models.analysis import Analysis
from campaign.models.campaign import Campaign, Election, RosterEntry
from campaign.models.counter import Counter
from campaign.models.errors import GameFinishedError, NotAllInError, OtherModeError, VersionConflictError
from campaign.models.evaluation import Evaluation
from campaign.models.game import Game
from campaign.models.mission_par import MissionPar
from campaign.models.player import Colour, Player
from campaign.models.same_person import SamePerson
from campaign.models.seating import Seating
from campaign.models.share_link import ShareLink
from campaign.models.shared_game import SharedGame
from campaign.models.shared_sum import SharedSum
from campaign.models.submission import Submission
from campaign.models.tick import Tick
from campaign.models.user import User

__all__ = [
    "Analysis",
    "Campaign",
    "Colour",
    "Counter",
    "Election",
    "Evaluation",
    "Game",
    "GameFinishedError",
    "MissionPar",
    "NotAllInError",
    "OtherModeError",
    "Player",
    "RosterEntry",
    "SamePerson",
    "Seating",
    "ShareLink",
    "SharedGame",
    "SharedSum",
    "Submission",
    "Tick",
    "User",
    "VersionConflictError",
]
