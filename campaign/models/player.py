from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.history import signed_history
from scoring.election import MOST_HEAD_START

if TYPE_CHECKING:
    from collections.abc import Iterable


class Colour(models.TextChoices):
    """The four colours of Architects; the rulebooks name three of them."""

    BLUE = "blue", _("Blue")
    GREEN = "green", _("Green")
    RED = "red", _("Red")
    PURPLE = "purple", _("Purple")


class PlayerQuerySet(models.QuerySet["Player"]):
    def active(self) -> "PlayerQuerySet":
        return self.filter(retired_at=None)


class Player(models.Model):
    """A person in a campaign. Players who leave are retired, not deleted, because their games stay in the log.

    A guest plays for one evening and is retired when the evening is over. Another evening makes the guest active again.
    """

    campaign = models.ForeignKey("campaign.Campaign", on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=30)
    colour = models.CharField(_("colour"), max_length=8, choices=Colour.choices)
    position = models.PositiveSmallIntegerField(default=0)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    retired_at = models.DateTimeField(null=True, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    counts = models.BooleanField(_("stands in the standings"), default=True)  # False only for guests
    # VP at the start of the campaign, for a player who was behind in the previous term.
    head_start = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    # The hash of the PIN that visitors type before they enter this player's city; "" without a PIN.
    pin_hash = models.CharField(max_length=128, blank=True, default="", editable=False)

    objects = PlayerQuerySet.as_manager()
    history = signed_history(excluded_fields=["pin_hash"], no_db_index=["account"])

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("position", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=Q(is_guest=True) | Q(counts=True), name="only_guests_do_not_count"),
            models.CheckConstraint(condition=Q(head_start__lte=MOST_HEAD_START), name="player_head_start_is_small"),
            # Active players have different colours. So a campaign has at most four active players, not counting guests.
            models.CheckConstraint(condition=Q(colour__in=Colour.values), name="player_colour_exists"),
            models.UniqueConstraint(
                "campaign",
                "colour",
                condition=Q(retired_at=None, is_guest=False),
                name="one_active_player_a_colour",
            ),
            models.UniqueConstraint(
                F("campaign"), Lower("name"), condition=Q(retired_at=None), name="one_active_player_a_name"
            ),
            models.UniqueConstraint(
                "campaign", "account", condition=Q(retired_at=None), name="one_active_player_an_account"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        return self.retired_at is None

    def set_pin(self, pin: str) -> None:
        """Set the PIN for visitors who enter points by a link; "" removes it. Visitors have to type the new PIN."""
        self.pin_hash = make_password(pin) if pin else ""
        with transaction.atomic():
            # `update` writes no history record, and the history does not track the PIN anyway.
            Player.objects.filter(pk=self.pk).update(pin_hash=self.pin_hash)
            self.campaign.touch()

    def check_pin(self, pin: str) -> bool:
        return check_password(pin, self.pin_hash)


def welcome_guests(present: "Iterable[Player]") -> None:
    """Make guests active for a game night, each in a free colour if there is one."""
    taken = {player.colour for player in present if not player.is_guest}
    for guest in (player for player in present if player.is_guest):
        free = [colour for colour in Colour.values if colour not in taken]
        if guest.colour in taken and free:
            guest.colour = free[0]
        guest.retired_at = None
        taken.add(guest.colour)
        guest.save(update_fields=["colour", "retired_at"])


def send_guests_home(players: "Iterable[Player]") -> None:
    """Retire the guests among these players at the end of a game night."""
    for guest in players:
        if guest.is_guest and guest.is_active:
            guest.retired_at = timezone.now()
            guest.save(update_fields=["retired_at"])


@dataclass(frozen=True, slots=True)
class Seating:
    """The players at the table, in seat order, and the absent players."""

    present: tuple[Player, ...]
    absent: tuple[Player, ...] = ()
