from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.game import Game


class Tick(models.Model):
    """A step of a game's checklists that somebody has ticked. `step` is a key from campaign/library/steps.py."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="ticks")
    step = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("tick")
        verbose_name_plural = _("ticks")
        constraints = (models.UniqueConstraint("game", "step", name="one_tick_a_step"),)

    def __str__(self) -> str:
        return self.step
