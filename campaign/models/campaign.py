import secrets
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.history import signed_history
from campaign.models.player import Colour, Player
from scoring import MISSIONS, CountBy, ElectionRule, HouseRules
from scoring.election import DEFAULT_BEST_OF
from scoring.house_rules import DEFAULT_TIEBREAK_MISSION
from scoring.tiles import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from django.contrib.auth.models import AnonymousUser

    from campaign.models.game import Game
    from campaign.models.user import User

FIRST_MISSION, LAST_MISSION = min(MISSIONS), max(MISSIONS)
TIME_IN_BIN = timedelta(days=30)


def new_public_id() -> str:
    """Make the part of a campaign's address that names it: 12 characters nobody guesses (72 bits)."""
    return secrets.token_urlsafe(9)


class Election(models.TextChoices):
    """What decides a campaign: the values of scoring.CountBy in words."""

    TOTAL = CountBy.TOTAL.value, _("All points added up")
    AVERAGE = CountBy.AVERAGE.value, _("Average of the missions played")
    SHARE = CountBy.SHARE.value, _("Share of each mission's best score")
    BEST = CountBy.BEST.value, _("The best missions of each player")


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def visible_to(self, user: "User | AnonymousUser") -> "CampaignQuerySet":
        """Return the campaigns a user owns or plays in; nobody else's, and none for somebody not signed in."""
        return self.seen_by(user) if user.is_authenticated else self.none()

    def seen_by(self, account: Any) -> "CampaignQuerySet":
        """Return the campaigns that an account owns or plays in."""
        plays_in = Player.objects.active().filter(account=account).values("campaign")
        return self.filter(Q(owner=account) | Q(pk__in=plays_in))

    def in_bin_of(self, user: "User | AnonymousUser") -> "CampaignQuerySet":
        """Return what a user has deleted and may still bring back, the latest first. For `Campaign.everything`."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(owner=user, deleted_at__gt=timezone.now() - TIME_IN_BIN).order_by("-deleted_at")

    def for_home(self, user: "User | AnonymousUser") -> "CampaignQuerySet":
        """Find a user's campaigns, the one played last first, with players and games; three queries."""
        return (
            self.visible_to(user)
            .annotate(last_played=models.Max("games__created"))
            .order_by(F("last_played").desc(nulls_last=True), "-created")
            .prefetch_related("players", "games")
        )


_CampaignManager = models.Manager.from_queryset(CampaignQuerySet)


class CampaignManager(_CampaignManager["Campaign"]):
    """Leaves out what is in the bin."""

    def get_queryset(self) -> CampaignQuerySet:
        return CampaignQuerySet(self.model, using=self._db).filter(deleted_at=None)


class Campaign(models.Model):
    """The ten missions of one group, with the house rules it plays by.

    Deleting one, by whatever way, takes along everything it holds and the history of that: nothing names the group any
    more. `throw_away` is what its owner does.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="campaigns")
    name = models.CharField(_("name"), max_length=60)
    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES, default="en")
    created = models.DateTimeField(default=timezone.now, editable=False)

    # Counts the changes of these columns, the roster and the links; not those of games, which count their own.
    version = models.PositiveIntegerField(default=0, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)  # since when it is in the bin

    # The columns of scoring.HouseRules, by the same names.
    manual_tower_points = models.BooleanField(_("Tower Block points of the campaign manual"), default=False)
    keep_discarded = models.BooleanField(_("Discarded buildings bring their resources"), default=False)
    harbor_workers = models.BooleanField(_("Harbor workers count in mission 9"), default=False)
    four_architects = models.BooleanField(_("Only Architects #1-#4 in mission 10"), default=False)
    tiebreak_mission = models.PositiveSmallIntegerField(_("tie-break mission"), default=DEFAULT_TIEBREAK_MISSION)

    # The rule by which the mayor is elected: scoring.ElectionRule.
    election_by = models.CharField(
        _("what decides the campaign"), max_length=7, choices=Election.choices, default=Election.TOTAL
    )
    best_of = models.PositiveSmallIntegerField(_("missions that count"), default=DEFAULT_BEST_OF)

    # A visitor by the link for the table may then begin and finish games as a player with an account may.
    table_runs_games = models.BooleanField(_("everybody at the table begins and finishes games"), default=True)
    # Otherwise the analysis of a city is shown once its game is finished: before, it would play for its builder.
    analyses_open_games = models.BooleanField(_("cities of open games can be analyzed"), default=False)

    objects = CampaignManager()
    everything = CampaignQuerySet.as_manager()  # the bin too
    history = signed_history(["version"])

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="campaign_has_a_name"),
            models.CheckConstraint(
                condition=Q(tiebreak_mission__range=(FIRST_MISSION, LAST_MISSION)),
                name="campaign_tiebreak_mission_exists",
            ),
            models.CheckConstraint(condition=Q(election_by__in=Election.values), name="campaign_election_exists"),
            models.CheckConstraint(condition=Q(best_of__range=(1, len(MISSIONS))), name="campaign_best_of_exists"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaign", args=[self.public_id])

    @property
    def house_rules(self) -> HouseRules:
        return HouseRules(**{rule.name: getattr(self, rule.name) for rule in fields(HouseRules)})

    @property
    def election(self) -> ElectionRule:
        return ElectionRule(CountBy(self.election_by), self.best_of)

    # These three read what a queryset named after a page has prefetched, and ask the database where it has not.
    @property
    def active_players(self) -> list["Player"]:
        """List the players of today, in order."""
        return [player for player in self.players.all() if player.is_active]

    @property
    def open_games(self) -> list["Game"]:
        """The evenings that are not finished: those begun, the latest first, then those planned, the next first."""
        games = sorted((game for game in self.games.all() if not game.is_finished), key=_begun)
        begun, planned = ([game for game in games if game.is_planned is ahead] for ahead in (False, True))
        return [*reversed(begun), *planned]

    @property
    def open_game(self) -> "Game | None":
        """The first of the open games."""
        return next(iter(self.open_games), None)

    @property
    def counting_games(self) -> dict[int, "Game"]:
        """The finished games that count, by mission, in order of the missions."""
        games = [game for game in self.games.all() if game.is_finished and game.counts]
        return {game.mission: game for game in sorted(games, key=lambda game: game.mission)}

    @property
    def next_mission(self) -> int | None:
        """The first mission nobody has finished yet, None after the last."""
        finished = {game.mission for game in self.games.all() if game.is_finished}
        return next((number for number in MISSIONS if number not in finished), None)

    def prefetch_games(self) -> "Campaign":
        """Fetch what most pages of a campaign are made of: players, and games with their evaluations. Three queries."""
        models.prefetch_related_objects([self], "players", "games__evaluations")
        players = {player.pk: player for player in self.players.all()}
        for game in self.games.all():
            for evaluation in game.evaluations.all():
                evaluation.player = players[evaluation.player_id]
        return self

    def touch(self, seen: int | None = None) -> bool:
        """Count a change, and keep others waiting until it is made. False if `seen` is outdated."""
        touched = Campaign.everything.filter(pk=self.pk)
        if seen is not None:
            touched = touched.filter(version=seen)
        if not touched.update(version=F("version") + 1):
            return False
        self.refresh_from_db(fields=["version"])
        return True

    @property
    def leaves_bin_on(self) -> "datetime | None":
        """Return when it is deleted for good; None outside the bin."""
        return self.deleted_at + TIME_IN_BIN if self.deleted_at else None

    def throw_away(self) -> None:
        """Put it in the bin: nobody finds it, and its owner can bring it back."""
        with transaction.atomic():
            self.touch()
            self.deleted_at = timezone.now()
            self.save(update_fields=["deleted_at"])

    def restore(self) -> None:
        with transaction.atomic():
            self.touch()
            self.deleted_at = None
            self.save(update_fields=["deleted_at"])

    def hand_over(self, owner: "User") -> None:
        """Give the campaign to another account."""
        with transaction.atomic():
            self.touch()
            self.owner = owner
            self.save(update_fields=["owner"])

    def invite(self, name: str, *, counts: bool) -> Player:
        """Make a guest; `Game.seat` gives them a colour that is free at its table."""
        with transaction.atomic():
            self.touch()  # and wait for somebody who invites the same one
            there = self.players.active().filter(name__iexact=name).first()
            return there or self.players.create(
                name=name, colour=Colour.BLUE, position=MOST_PLAYERS, is_guest=True, counts=counts
            )

    def set_roster(self, roster: "Sequence[RosterEntry]") -> None:
        """Rename, recolour, retire and bring back players, and let new ones join; in the order they are to stand.

        Raises IntegrityError where two who play have the same name or colour.
        """
        now = timezone.now()
        with transaction.atomic():
            self.touch()  # and wait for anybody who changes it now
            changing = [entry.player.pk for entry in roster if entry.player]
            # Out of the way first, so that two who exchange colours never meet.
            self.players.filter(pk__in=changing, retired_at=None).update(retired_at=now)
            for position, entry in enumerate(roster):
                player = entry.player or Player(campaign=self)
                values = {
                    "name": entry.name,
                    "colour": entry.colour,
                    "position": position,
                    "retired_at": None if entry.playing else player.retired_at or now,
                    # A guest who is put on the roster has come to stay.
                    "is_guest": player.is_guest and not entry.playing,
                    "counts": player.counts or entry.playing,
                }
                if player.pk and all(getattr(player, name) == value for name, value in values.items()):
                    Player.objects.filter(pk=player.pk).update(retired_at=player.retired_at)  # as it was: no history
                    continue
                for name, value in values.items():
                    setattr(player, name, value)
                player.save()


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """The new state of a player; `player` is None for somebody who joins."""

    player: "Player | None"
    name: str
    colour: str
    playing: bool = True


def _begun(game: "Game") -> "tuple[date, int]":
    return (game.played_on, game.pk)
