from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SamePerson(models.Model):
    """A user's statement that two players of different campaigns are one person. It affects only this user's book.

    A person with three players has two rows. Each row joins another player to the same first player.
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
