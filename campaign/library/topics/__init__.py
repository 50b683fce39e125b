"""The rules beyond single buildings: one page per topic."""

from campaign.library.topics import (
    activation,
    campaign,
    mayor_tile,
    placement,
    pollution,
    public_services_expansion,
    rounds,
    stacking,
    ties,
    turn,
    urbanist,
)

TOPICS = (
    rounds.PAGE,
    turn.PAGE,
    placement.PAGE,
    stacking.PAGE,
    urbanist.PAGE,
    mayor_tile.PAGE,
    activation.PAGE,
    pollution.PAGE,
    ties.PAGE,
    campaign.PAGE,
    public_services_expansion.PAGE,
)
