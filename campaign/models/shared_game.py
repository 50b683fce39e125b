from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.game import Game
from campaign.models.shared_sum import SharedSum


class SharedGame(models.Model):
    """A game whose VP were added to a `SharedSum`."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="shared")
    shared_sum = models.ForeignKey(SharedSum, on_delete=models.CASCADE, related_name="shared_games")
    # The game's `finished_at` when the sum was made. If the game has another value now, it was reopened.
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("shared game")
        verbose_name_plural = _("shared games")

    def __str__(self) -> str:
        return str(self.game_id)
