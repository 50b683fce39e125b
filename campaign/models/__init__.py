"""What is stored: people, campaigns with their players, games with their evaluations."""

from campaign.models.campaign import Campaign, Colour, Player, RosterEntry
from campaign.models.game import (
    Evaluation,
    Game,
    GameFinishedError,
    NotAllInError,
    OtherModeError,
    Seating,
    VersionConflictError,
)
from campaign.models.share_link import ShareLink
from campaign.models.submission import Submission
from campaign.models.tick import Tick
from campaign.models.user import User

__all__ = [
    "Campaign",
    "Colour",
    "Evaluation",
    "Game",
    "GameFinishedError",
    "NotAllInError",
    "OtherModeError",
    "Player",
    "RosterEntry",
    "Seating",
    "ShareLink",
    "Submission",
    "Tick",
    "User",
    "VersionConflictError",
]
