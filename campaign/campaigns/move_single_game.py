"""Move a finished single game into a campaign that has the game's players and mission."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from django.db import transaction

from campaign.models import Campaign, Game, Player, User
from campaign.models.bounds import MOST_GAMES
from campaign.scores.names import folded

MOST_DESTINATIONS = 50


@dataclass(frozen=True, slots=True)
class Destination:
    """A mission of a campaign to which a single game can be moved."""

    campaign: Campaign
    position: int  # the position of the mission in the campaign
    in_standings: bool  # False if another game of this mission counts already

    @property
    def value(self) -> str:
        """Return the value of the submit button for this campaign and mission."""
        return f"{self.campaign.public_id}-{self.position}"


def destinations(game: Game, owner: User) -> list[Destination]:
    """List the owner's latest campaigns and missions to which this game can be moved. Makes three queries.

    Everybody who played needs an active player of the same name in the campaign.
    """
    campaigns = owner.campaigns.exclude(form=Campaign.Form.GAMES).order_by("-pk").prefetch_related("players", "games")
    names = [evaluation.player.name for evaluation in game.present]
    if len({folded(name) for name in names}) < len(names):
        return []  # two people of one name, who cannot be told apart in another campaign
    rules = game.as_mission.rules
    found = (
        Destination(campaign, position, in_standings=position not in campaign.games_in_standings)
        for campaign in campaigns
        if len(campaign.games.all()) < MOST_GAMES
        and len(names) >= campaign.fewest_players
        and all(_known(campaign.active_players, name) for name in names)
        for position, mission in campaign.missions.items()
        if replace(rules, services=mission.rules.services) == mission.rules
    )
    return list(islice(found, MOST_DESTINATIONS))


def move(game: Game, to: Destination) -> Game:
    """Move a game into a campaign. The campaign's house rules score the game again."""
    with transaction.atomic():
        people = {
            evaluation.player.name: _known(to.campaign.active_players, evaluation.player.name)
            for evaluation in game.present
        }
        seats = [player for player in people.values() if player]
        moved = Game.objects.start(
            to.campaign,
            to.position,
            seats=seats,
            absent=[player for player in to.campaign.active_players if player not in seats and not player.is_guest],
            **{name: getattr(game, name) for name in Game.DETAILS},
            first_player=people.get(game.first_player.name) if game.first_player else None,
            in_standings=to.in_standings,
            services=game.as_mission.rules.services,
        )
        entries = {people[evaluation.player.name]: evaluation for evaluation in game.present}
        for evaluation in moved.present:
            entry = entries[evaluation.player]
            evaluation.record(entry.as_city or entry.pad, version=evaluation.version)
        moved.finish()
        game.delete()
    return moved


def _known(players: Iterable[Player], name: str) -> Player | None:
    return next((player for player in players if folded(player.name) == folded(name)), None)
