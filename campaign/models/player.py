from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.history import signed_history
from campaign.scores.names import folded, numbered_name
from scoring.election import MOST_HEAD_START

if TYPE_CHECKING:
    from collections.abc import Iterable


LONGEST_FOLDED = 600  # a folded letter can be 18 letters


class Colour(models.TextChoices):
    """The four colours of Architects; the rulebooks name three of them."""

    BLUE = "blue", _("Blue")
    GREEN = "green", _("Green")
    RED = "red", _("Red")
    PURPLE = "purple", _("Purple")


class FoldedNameField(models.CharField[str, str]):
    """A copy of the column `name`, folded, so that each database compares names in the same way."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002, FBT001 - Django's
        value = folded(vars(model_instance)["name"])
        setattr(model_instance, self.attname, value)
        return value


class PlayerQuerySet(models.QuerySet["Player"]):
    def active(self) -> "PlayerQuerySet":
        return self.filter(retired_at=None)


_PlayerManager = models.Manager.from_queryset(PlayerQuerySet)


class PlayerManager(_PlayerManager["Player"]):
    """A manager that leaves out players who were merged into another player."""

    def get_queryset(self) -> PlayerQuerySet:
        return PlayerQuerySet(self.model, using=self._db).filter(merged_into=None)


class Player(models.Model):
    """A person in a campaign. Players who leave are retired, not deleted, because their games stay in the log.

    A guest plays for one evening and is retired when the evening is over. Another evening makes the guest active again.
    """

    campaign = models.ForeignKey("campaign.Campaign", on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=30)
    folded_name = FoldedNameField(max_length=LONGEST_FOLDED, default="", editable=False)
    # 1 for the first person of a name in the campaign, another number for a later one: see Campaign.number_namesakes.
    namesake = models.PositiveSmallIntegerField(default=1, db_default=1, editable=False)
    colour = models.CharField(_("colour"), max_length=8, choices=Colour.choices)
    position = models.PositiveSmallIntegerField(default=0)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    retired_at = models.DateTimeField(null=True, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    # False only for guests. The database says `counts`.
    in_standings = models.BooleanField(_("stands in the standings"), default=True, db_column="counts")
    # VP at the start of the campaign, for a player who was behind in the previous term.
    head_start = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    # The hash of the PIN that visitors type before they enter this player's city; "" without a PIN.
    pin_hash = models.CharField(max_length=128, blank=True, default="", editable=False)

    # The browser, as a hash, in which somebody has chosen this player by a link. "" if nobody has.
    phone = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    # When another phone chose this player too. None if that never happened, or if the owner has seen it.
    taken_at = models.DateTimeField(null=True, blank=True, editable=False)
    # If this player and another were one person, the other player, who has this player's games now, and the time of
    # the merge. `given` is what the merge changed, for its undo: see campaign/campaigns/merging.py.
    merged_into = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="merged", editable=False)
    merged_at = models.DateTimeField(null=True, blank=True, editable=False)
    given = models.JSONField(null=True, blank=True, editable=False)

    objects = PlayerManager()
    everybody = PlayerQuerySet.as_manager()  # includes players who were merged into another
    history = signed_history(
        excluded_fields=["pin_hash", "folded_name", "namesake", "phone", "taken_at", "merged_at", "given"],
        no_db_index=["account", "merged_into"],
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("position", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(merged_into=None, merged_at=None)
                | Q(merged_into__isnull=False, merged_at__isnull=False, retired_at__isnull=False),
                name="a_merged_player_has_left",
            ),
            models.CheckConstraint(condition=Q(is_guest=True) | Q(in_standings=True), name="only_guests_do_not_count"),
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
                "campaign", "folded_name", condition=Q(retired_at=None), name="one_active_player_a_name"
            ),
            models.UniqueConstraint(
                "campaign", "account", condition=Q(retired_at=None), name="one_active_player_an_account"
            ),
        )

    def __str__(self) -> str:
        """Return the name by which pages, pictures and files tell people of one name apart."""
        return numbered_name(self.name, self.namesake)

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
