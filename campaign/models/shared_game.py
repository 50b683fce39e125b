from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.game import Game
from campaign.models.shared_sum import SharedSum


class SharedGame(models.Model):
    """A game that is or was in a sum of shared results.

    `finished_at` is the game's own `finished_at` at the moment when the sum was made. If the game has a different value
    now, the game was reopened and finished again.
    """

    # The database does not check this foreign key. So the previous release, which does not know this table, can still
    # delete games.
    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="shared", db_constraint=False
    )
    shared_sum = models.ForeignKey(SharedSum, on_delete=models.CASCADE, related_name="shared_games")
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("shared game")
        verbose_name_plural = _("shared games")

    def __str__(self) -> str:
        return str(self.game_id)
