from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SamePerson(models.Model):
    """Somebody's choice that a player is the same person as the player of another campaign, in their book alone.

    All players of a person point to one of them, which has no row of its own.
    """

    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="same_persons")
    player = models.ForeignKey("campaign.Player", on_delete=models.CASCADE, related_name="+")
    same_as = models.ForeignKey("campaign.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("same person")
        verbose_name_plural = _("same persons")
        constraints = (
            models.UniqueConstraint("reader", "player", name="a_player_is_one_person"),
            models.CheckConstraint(condition=~models.Q(player=models.F("same_as")), name="not_the_same_as_oneself"),
        )

    def __str__(self) -> str:
        return f"{self.player} = {self.same_as}"
