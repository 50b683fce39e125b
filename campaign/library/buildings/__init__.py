"""The pages of the nine kinds of building."""

from campaign.library.buildings import (
    factory,
    harbor,
    monument,
    office_tower,
    park,
    playground,
    public_service,
    shop,
    tower_block,
)

BUILDINGS = (
    tower_block.PAGE,
    shop.PAGE,
    public_service.PAGE,
    park.PAGE,
    playground.PAGE,
    factory.PAGE,
    harbor.PAGE,
    office_tower.PAGE,
    monument.PAGE,
)
