from dataclasses import dataclass

from campaign.models.player import Player


@dataclass(frozen=True, slots=True)
class Seating:
    """The players at the table, in seat order, and the absent players."""

    present: tuple[Player, ...]
    absent: tuple[Player, ...] = ()
