"""The stored data: people, campaigns with their players, games with the players' cities."""

from campaign.models.bounds import CampaignFullError
from campaign.models.campaign import Campaign, Election, RosterEntry
from campaign.models.counter import Counter
from campaign.models.errors import (
    GameFinishedError,
    MayorHiddenError,
    NotAllInError,
    OtherModeError,
    VersionConflictError,
)
from campaign.models.evaluation import Evaluation
from campaign.models.game import Game
from campaign.models.job import Job
from campaign.models.player import Colour, Player, Seating
from campaign.models.same_person import SamePerson
from campaign.models.share_link import ShareLink
from campaign.models.shared_game import SharedGame
from campaign.models.shared_sum import SharedSum
from campaign.models.submission import Submission
from campaign.models.tick import Tick
from campaign.models.user import User

__all__ = [
    "Campaign",
    "CampaignFullError",
    "Colour",
    "Counter",
    "Election",
    "Evaluation",
    "Game",
    "GameFinishedError",
    "Job",
    "MayorHiddenError",
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
