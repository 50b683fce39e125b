"""Name the people of a campaign by their players' names, never by their accounts' names."""

from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Campaign, Player


class People:
    """Names for the people of a campaign. Makes one query, or none if the players are prefetched."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        players = list(campaign.players.all())
        self.players: dict[int, Player] = {player.pk: player for player in players}
        self._names = {player.account_id: player.name for player in players if player.account_id}
        self._owner = campaign.owner_id

    def find_name(self, change: Any) -> str:
        """Return the name of a history record's author; "" if the name is unknown.

        If the author's account has a player in the campaign, return the player's name. Otherwise return the name that
        the record stores. Only imported records, and changes of a game by a visitor with a link, store a name.
        """
        if change.history_user_id in self._names:
            return self._names[change.history_user_id]
        return str(change.history_name)

    def call(self, change: Any) -> str:
        """Return the name of a history record's author, for use inside a sentence.

        If the name is unknown, return "the owner of the campaign" or "somebody".
        """
        if change is None:
            return _("somebody")
        if name := self.find_name(change):
            return name
        if change.history_by_link:
            return self.players[change.player_id].name
        return _("the owner of the campaign") if change.history_user_id == self._owner else _("somebody")
