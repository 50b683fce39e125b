"""Name the people of a campaign by their players' names, never by their accounts' names."""

from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Campaign, Game, Player


class People:
    """Names for the people of a campaign. Makes one query, or none if the players are prefetched."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        players = list(campaign.players.all())
        self.players: dict[int, Player] = {player.pk: player for player in players}
        self._names = {player.account_id: player.name for player in players if player.account_id}
        self._owner = campaign.owner_id

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
        return player.name if player else _("the owner of the campaign")

    def call(self, change: Any) -> str:
        """Return the name of a history record's author for a sentence; "somebody" if the name is unknown."""
        if change is None:
            return _("somebody")
        if name := self.find_name(change):
            return name
        if change.history_by_link:
            return self.players[change.player_id].name
        return _("the owner of the campaign") if change.history_user_id == self._owner else _("somebody")
