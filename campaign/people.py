"""Name the people of a campaign by their players' names, never by their accounts' names."""

from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Campaign, Game, Player
from campaign.scores.names import isolated


class People:
    """Names for the people of a campaign. Makes one query.

    `players` maps a key to the player. The key of a player who was merged into another leads to the other player.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.everybody = {player.pk: player for player in Player.everybody.filter(campaign=campaign).order_by("pk")}
        self.players: dict[int, Player] = {pk: self._remaining(player) for pk, player in self.everybody.items()}
        self._names = {
            player.account_id: str(self.players[pk]) for pk, player in self.everybody.items() if player.account_id
        }
        self._owner = campaign.owner_id

    def _remaining(self, player: Player) -> Player:
        while player.merged_into_id:
            player = self.everybody[player.merged_into_id]
        return player

    def find_name(self, change: Any) -> str:
        """Return the name of a history record's author: the player's name, or else the name in the record, or "".

        Only imported records, and changes of a game by a visitor with a link, store a name.
        """
        if change.history_user_id in self._names:
            return self._names[change.history_user_id]
        return str(change.history_name)

    def beginner_of(self, game: Game) -> str:
        """Return the name of the person who began a game. Only the owner can begin games without being a player."""
        player = self.players.get(game.begun_by_id or 0)
        return isolated(player) if player else _("the owner of the campaign")

    def call(self, change: Any) -> str:
        """Return the name of a history record's author for a sentence; "somebody" if the name is unknown."""
        if change is None:
            return _("somebody")
        if name := self.find_name(change):
            return isolated(name)
        if change.history_by_link:
            return isolated(self.players[change.player_id])
        return _("the owner of the campaign") if change.history_user_id == self._owner else _("somebody")
