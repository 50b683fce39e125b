"""Name the people of a campaign as their table does: by the name of a player, never by that of an account."""

from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Campaign, Player


class People:
    """The people of one campaign. One query, none where the campaign came with its players."""

    def __init__(self, campaign: Campaign) -> None:
        players = list(campaign.players.all())
        self.players: dict[int, Player] = {player.pk: player for player in players}
        self._names = {player.account_id: player.name for player in players if player.account_id}
        self._owner = campaign.owner_id

    def find_name(self, change: Any) -> str:
        """Find the name of the author of a change, a record of a history; "" where the table has none for them.

        A change that came with an import brings the name along.
        """
        if change.history_user_id in self._names:
            return self._names[change.history_user_id]
        return str(change.history_name)

    def call(self, change: Any) -> str:
        """Name the author of a change in the middle of a sentence; None is a change without a record."""
        if change is None:
            return _("somebody")
        if name := self.find_name(change):
            return name
        if change.history_by_link:
            return self.players[change.player_id].name
        return _("the owner of the campaign") if change.history_user_id == self._owner else _("somebody")
