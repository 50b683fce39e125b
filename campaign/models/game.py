from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from campaign.models.campaign import FIRST_MISSION, LAST_MISSION, Campaign
from campaign.models.errors import GameFinishedError, NotAllInError, OtherModeError, VersionConflictError
from campaign.models.evaluation import RESULT_FIELDS, Evaluation, EvaluationQuerySet
from campaign.models.history import signed_history
from campaign.models.player import Colour, Player
from campaign.stamps import RulesStamp
from scoring import MISSIONS, Finding, Mission, Rules, audit_game
from scoring.ranking import Result, rank
from scoring.tiles import FEWEST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date


@dataclass(frozen=True, slots=True)
class Seating:
    """The players at the table, in seat order, and the absent ones."""

    present: tuple[Player, ...]
    absent: tuple[Player, ...] = ()


class GameQuerySet(models.QuerySet["Game"]):
    def finished(self) -> "GameQuerySet":
        return self.filter(state=Game.State.FINISHED)

    def counting(self) -> "GameQuerySet":
        """Return the finished games that standings are made of: one a mission."""
        return self.finished().filter(counts=True)

    def unchanged(self, pk: Any, mission: Any) -> "GameQuerySet":
        """Return the game of this key while it is open and has the mission it was read with; nothing afterwards."""
        return self.filter(pk=pk, state=Game.State.OPEN, mission=mission)

    def start(
        self,
        campaign: Campaign,
        mission: int,
        *,
        seats: "Iterable[Player]",
        absent: "Iterable[Player]" = (),
        **details: Any,
    ) -> "Game":
        """Begin an evening: a game, and an evaluation for each player in seat order and for each absent one.

        `details` are played_on, place, notes, first_player and counts.
        """
        with transaction.atomic():
            game = self.create(campaign=campaign, mission=mission, **details)
            game.seat(Seating(tuple(seats), tuple(absent)))
        return game

    def planned(self) -> "GameQuerySet":
        """Return the evenings that are to come, today's too, the next one first."""
        return self.filter(state=Game.State.OPEN, played_on__gte=timezone.localdate()).order_by("played_on", "pk")

    def for_evening(self) -> "GameQuerySet":
        """Fetch evaluations in seat order and their players: two queries more. The address names the campaign."""
        return self.select_related("first_player").prefetch_related("evaluations__player")


class Game(models.Model):
    """One play of a mission. Earlier attempts stay in the log; one finished game a mission counts."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="games")
    mission = models.PositiveSmallIntegerField(_("mission"))
    played_on = models.DateField(_("date"), default=timezone.localdate)
    place = models.CharField(_("place"), max_length=60, blank=True, default="")
    notes = models.TextField(_("note"), max_length=2000, blank=True, default="")
    first_player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("first player")
    )
    # Of an open game: whether it is to count once it is finished.
    counts = models.BooleanField(_("counts in the standings"), default=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    rules_stamp = models.CharField(max_length=200, blank=True, default="", editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = GameQuerySet.as_manager()
    history = signed_history()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("created", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(mission__range=(FIRST_MISSION, LAST_MISSION)), name="game_mission_exists"
            ),
            models.CheckConstraint(
                condition=Q(state="open", rules_stamp="", finished_at=None)
                | Q(state="finished", finished_at__isnull=False) & ~Q(rules_stamp=""),
                name="game_is_stamped_when_finished",
            ),
            models.UniqueConstraint(
                "campaign", "mission", condition=Q(state="finished", counts=True), name="one_counting_game_a_mission"
            ),
        )

    def __str__(self) -> str:
        return f"{self.mission}. {self.played_on}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.campaign.public_id, self.pk])

    def get_reveal_url(self) -> str:
        """Return the address at which the sheets of a finished game come in one by one, as its table sees it."""
        return f"{self.get_absolute_url()}?reveal"

    @property
    def is_finished(self) -> bool:
        return self.state == self.State.FINISHED

    @property
    def is_planned(self) -> bool:
        """Whether its day has not come yet."""
        return not self.is_finished and self.played_on > timezone.localdate()

    @property
    def as_mission(self) -> Mission:
        return MISSIONS[self.mission]

    @property
    def stamp(self) -> RulesStamp:
        """Return the rules it is or was scored by: the campaign's present house rules while it is open."""
        if self.is_finished:
            return RulesStamp.parse(self.rules_stamp)
        return RulesStamp(self.mission, self.campaign.house_rules)

    @cached_property
    def rules(self) -> Rules:
        return self.stamp.rules

    @property
    def present(self) -> "list[Evaluation]":
        """The evaluations of those at the table, in seat order."""
        return [evaluation for evaluation in self.evaluations.all() if not evaluation.absent]

    @property
    def absent(self) -> "list[Evaluation]":
        """The evaluations of the absent players, guests left out."""
        return [
            evaluation for evaluation in self.evaluations.all() if evaluation.absent and not evaluation.player.is_guest
        ]

    @property
    def waiting(self) -> "list[Evaluation]":
        """List the players at the table whose city or pad is not in yet."""
        return [evaluation for evaluation in self.present if not evaluation.is_in]

    @property
    def findings(self) -> list[Finding]:
        """Find what cannot be about the cities entered so far, taken together; two at least, none from a pad."""
        cities = [city for evaluation in self.present if (city := evaluation.as_city)]
        if len(cities) < FEWEST_PLAYERS:
            return []
        return audit_game(cities, self.as_mission, len(self.present), self.stamp.house_rules)

    @property
    def by_rank(self) -> "list[Evaluation]":
        """List the entries of a finished game, best first."""
        return sorted(self.present, key=lambda evaluation: evaluation.rank or 0)

    @property
    def winners(self) -> list[Player]:
        """List who won a finished game, guests included."""
        return [evaluation.player for evaluation in self.present if evaluation.rank == 1]

    @property
    def results(self) -> dict[Player, Result]:
        """Return the results of a finished game by player, without the absent: the standings are made of them."""
        return {evaluation.player: evaluation.result for evaluation in self.present}

    def seat(self, seating: Seating) -> None:
        """Seat the players; evaluations are made for new ones, and kept for the others.

        The evaluation of an absent player is emptied; the history keeps what it held.
        """
        with transaction.atomic():
            self._lock_open()
            existing = {evaluation.player_id: evaluation for evaluation in self._locked_evaluations()}
            seat_of: dict[int, int | None] = dict.fromkeys(existing)  # a player who is not named is absent
            seat_of |= dict.fromkeys(player.pk for player in seating.absent)
            seat_of |= {player.pk: seat for seat, player in enumerate(seating.present, start=1)}
            created, changed = [], []
            for player_id, seat in seat_of.items():
                evaluation = existing.get(player_id)
                if evaluation is None:
                    created.append(Evaluation(game=self, player_id=player_id, seat=seat, absent=seat is None))
                elif (evaluation.seat, evaluation.absent) != (seat, seat is None):
                    evaluation.seat, evaluation.absent = seat, seat is None
                    if seat is None:
                        evaluation.city, evaluation.allocation, evaluation.pad = "", "", {}
                    evaluation.version += 1
                    changed.append(evaluation)
            if changed:
                moving = [evaluation.pk for evaluation in changed]
                self.evaluations.filter(pk__in=moving).update(seat=None)  # so that two who change places never meet
                fields = ["seat", "absent", "city", "allocation", "pad", "version"]
                bulk_update_with_history(changed, Evaluation, fields)
            bulk_create_with_history(created, Evaluation)
            self._forget_evaluations()
            _welcome_guests(seating.present)
            _send_home(Player.objects.filter(pk__in=[pk for pk, seat in seat_of.items() if seat is None]))

    @property
    def evening_version(self) -> str:
        """Return the version of the evening: it changes with the game and with each of its entries."""
        return f"{self.version}-{sum(evaluation.version for evaluation in self.evaluations.all())}"

    def change(self, seating: Seating, *, mission: int, version: int | None = None, **details: Any) -> None:
        """Correct an open game: its mission, seats, and played_on, place, notes, first_player and counts.

        Raises GameFinishedError, OtherModeError where cities of the old mission do not fit the new one, or
        VersionConflictError if `version` is outdated.
        """
        with transaction.atomic():
            self._lock_open()
            self._compare(version)
            if mission != self.mission:
                evaluations = list(self._locked_evaluations())
                has_cities = any(evaluation.is_in for evaluation in evaluations)
                if has_cities and MISSIONS[mission].rules.mode != self.rules.mode:
                    raise OtherModeError
                for evaluation in evaluations:
                    evaluation.version += 1  # what is still on its way was meant for the other mission
                bulk_update_with_history(evaluations, Evaluation, ["version"])
            self._take({"mission": mission, **details})
            self._forget_evaluations()
            self.seat(seating)

    def annotate(self, *, version: int | None = None, **details: Any) -> None:
        """Change what scores nothing: played_on, place and notes, of a finished game too.

        Raises VersionConflictError if `version` is outdated.
        """
        with transaction.atomic():
            self._lock()
            self._compare(version)
            self._take(details)

    def _compare(self, version: int | None) -> None:
        if version not in (None, self.version):
            raise VersionConflictError(self)

    def _take(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, value)
        self.version += 1
        self.save(update_fields=[*values, "version"])

    def finish(self, *, seen: str = "") -> None:
        """Score every evaluation, rank them, and keep the results with the rules they were reached by.

        From now on this game counts for its mission, unless it was begun not to.

        Raises NotAllInError or GameFinishedError, or VersionConflictError if `seen` is outdated.
        """
        with transaction.atomic():
            self._lock_open()
            evaluations = list(self._locked_evaluations().select_related("player"))
            if seen not in ("", self.evening_version):
                raise VersionConflictError(self)
            if waiting := [evaluation for evaluation in evaluations if not (evaluation.absent or evaluation.is_in)]:
                raise NotAllInError(waiting)
            played = [evaluation for evaluation in evaluations if not evaluation.absent]
            if not played:
                raise NotAllInError(evaluations)
            for evaluation in played:
                evaluation.take_result()
            for place in rank({evaluation: evaluation.result for evaluation in played}):
                place.player.rank = place.rank
            for evaluation in evaluations:
                evaluation.version += 1  # what is still on its way to an evaluation comes too late
            bulk_update_with_history(evaluations, Evaluation, [*RESULT_FIELDS, "version"])
            self.rules_stamp = str(self.stamp)
            self.state, self.finished_at = self.State.FINISHED, timezone.now()
            if self.played_on > latest_day():
                self.played_on = timezone.localdate()  # earlier than it was planned
            self.version += 1
            if self.counts:
                self._uncount_others()
            self.save(update_fields=["rules_stamp", "state", "finished_at", "played_on", "version"])
            self._forget_evaluations()
            _send_home(evaluation.player for evaluation in played)

    def reopen(self) -> None:
        """Open a finished game to be corrected: its results go, its cities stay.

        Raises VersionConflictError if it is open already.
        """
        with transaction.atomic():
            self._lock()
            if not self.is_finished:
                raise VersionConflictError(self)
            evaluations = list(self._locked_evaluations())
            for evaluation in evaluations:
                evaluation.drop_result()
                evaluation.version += 1
            bulk_update_with_history(evaluations, Evaluation, [*RESULT_FIELDS, "version"])
            self.state, self.rules_stamp, self.finished_at = self.State.OPEN, "", None
            self.version += 1
            self.save(update_fields=["rules_stamp", "state", "finished_at", "version"])
            self._forget_evaluations()

    def make_counting(self) -> None:
        """Choose this attempt as the one that counts for its mission."""
        with transaction.atomic():
            self._lock()
            self._uncount_others()
            self.counts = True
            self.version += 1
            self.save(update_fields=["counts", "version"])

    def _uncount_others(self) -> None:
        others = Game.objects.counting().filter(campaign=self.campaign_id, mission=self.mission).exclude(pk=self.pk)
        for other in others.select_for_update():
            other.counts = False
            other.version += 1
            other.save(update_fields=["counts", "version"])

    def _lock(self) -> None:
        """Lock the row of this game until the transaction ends, and read it again."""
        stored = Game.objects.select_for_update().get(pk=self.pk)
        for field in self._meta.concrete_fields:
            setattr(self, field.attname, getattr(stored, field.attname))
        self._forget_evaluations()

    def _lock_open(self) -> None:
        self._lock()
        if self.is_finished:
            raise GameFinishedError

    def _locked_evaluations(self) -> "EvaluationQuerySet":
        return self.evaluations.select_for_update(of=("self",))

    def _forget_evaluations(self) -> None:
        """Forget the prefetched evaluations, and the rules that went with them."""
        getattr(self, "_prefetched_objects_cache", {}).pop("evaluations", None)
        self.__dict__.pop("rules", None)


def latest_day() -> "date":
    """Find the last day on which somebody can be playing now: it may be tomorrow already where they are."""
    return timezone.localdate() + timedelta(days=1)


def _welcome_guests(present: "Iterable[Player]") -> None:
    """Bring the guests at a table back for the evening, each in a colour that nobody else there has."""
    taken = {player.colour for player in present if not player.is_guest}
    for guest in (player for player in present if player.is_guest):
        free = [colour for colour in Colour.values if colour not in taken]
        if guest.colour in taken and free:
            guest.colour = free[0]
        guest.retired_at = None
        taken.add(guest.colour)
        guest.save(update_fields=["colour", "retired_at"])


def _send_home(players: "Iterable[Player]") -> None:
    """Retire the guests among these players: their evening is over."""
    for guest in players:
        if guest.is_guest and guest.is_active:
            guest.retired_at = timezone.now()
            guest.save(update_fields=["retired_at"])
