from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from campaign.models.campaign import TIME_IN_BIN, Campaign
from campaign.models.course import Course
from campaign.models.days import check_day, latest_day
from campaign.models.errors import GameFinishedError, NotAllInError, OtherModeError, VersionConflictError
from campaign.models.evaluation import RESULT_FIELDS, Evaluation, EvaluationQuerySet
from campaign.models.game_bin import GameBin
from campaign.models.game_queryset import GameManager, GameQuerySet
from campaign.models.history import Action, record_values, signed_history
from campaign.models.phase import COUNTING, PHASES, REVEALS, SETUP
from campaign.models.player import Player, Seating, send_guests_home, welcome_guests
from campaign.scores.house_rules import TableRules
from campaign.scores.programmes import LONGEST_NAME, MOST_MISSIONS, own_mission, with_services
from campaign.scores.stamps import LONGEST_STAMP, RulesStamp
from campaign.scores.words import numbered_title
from scoring import ElectionRule, Finding, Mission, Rules, audit_game
from scoring.mission_lines import LONGEST_LINE
from scoring.ranking import Result, rank
from scoring.tiles import FEWEST_PLAYERS, SOLO


class Game(models.Model):
    """An attempt at a mission. Only one finished game per mission counts in the standings; the log lists all games."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="games")
    # The mission's position in the campaign's programme, from 1; 0 if `line` describes the mission.
    mission = models.PositiveSmallIntegerField(_("mission"))
    line = models.CharField(max_length=LONGEST_LINE, blank=True, default="", db_default="", editable=False)
    # The name of a composed mission. A name from the programme is stored when the game is finished.
    title = models.CharField(max_length=LONGEST_NAME, blank=True, default="", db_default="", editable=False)
    played_on = models.DateField(
        _("date"),
        default=timezone.localdate,
        validators=[check_day],
    )
    place = models.CharField(_("place"), max_length=60, blank=True, default="")
    notes = models.TextField(_("note"), max_length=2000, blank=True, default="")
    first_player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("first player")
    )
    # In an open game: whether the game will count once it is finished. The database says `counts`.
    in_standings = models.BooleanField(_("counts in the standings"), default=True, db_column="counts")
    left_out = models.BooleanField(
        _("Leave this game out of the book and the records"), default=False, db_default=False
    )
    services = models.BooleanField(_("with the Public Services expansion"), default=False, db_default=False)
    phase = models.CharField(
        max_length=10, choices=[(phase, phase) for phase in PHASES], default=SETUP, db_default=SETUP, editable=False
    )
    # From the second round on, the player who holds the Mayor pawn.
    pawn = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", editable=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    rules_stamp = models.CharField(max_length=LONGEST_STAMP, blank=True, default="", editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    # None if somebody without a player began the game, such as an owner who does not play.
    begun_by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)  # when the game was moved to the bin

    # The columns that people fill in, besides the mission and the seats. The form, the page of changes, the move of a
    # single game into a campaign and the exported file read them here.
    DETAILS = ("played_on", "place", "notes", "left_out")

    objects = GameManager()
    everything = GameQuerySet.as_manager()  # includes games in the bin
    history = signed_history(no_db_index=["first_player", "pawn", "begun_by"])

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("created", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(mission__range=(1, MOST_MISSIONS), line="") | Q(mission=0) & ~Q(line=""),
                name="game_mission_exists",
            ),
            models.CheckConstraint(
                condition=Q(state="open", rules_stamp="", finished_at=None)
                | Q(state="finished", finished_at__isnull=False) & ~Q(rules_stamp=""),
                name="game_is_stamped_when_finished",
            ),
            models.UniqueConstraint(
                "campaign",
                "mission",
                condition=Q(state="finished", in_standings=True, deleted_at=None),
                name="one_counting_game_a_mission",
            ),
        )

    def __str__(self) -> str:
        return f"{self.mission}. {self.played_on}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.campaign.public_id, self.pk])

    def get_reveal_url(self) -> str:
        """Return the address of the game's result. If the cities were not revealed yet, the page reveals them."""
        return self.get_absolute_url() if self.phase in REVEALS else f"{self.get_absolute_url()}?reveal"

    @property
    def is_finished(self) -> bool:
        return self.state == self.State.FINISHED

    @property
    def is_planned(self) -> bool:
        """Tell whether the game is planned: it is open, and its day is in the future."""
        return not self.is_finished and self.played_on > self.campaign.today

    @property
    def as_mission(self) -> Mission:
        """Return the game's mission. A finished game keeps its mission, even if the programme changes."""
        if self.is_finished:
            stamp = self.stamp
            return own_mission(stamp.line, self.title) if stamp.line else stamp.as_mission
        planned = self._planned(self.mission, self.line, self.title)
        return with_services(planned) if self.services else planned

    def _planned(self, mission: int, line: str, title: str) -> Mission:
        """Return the mission that `line` describes; if `line` is empty, mission number `mission` of the programme."""
        return own_mission(line, title) if line else self.campaign.missions[mission]

    @property
    def numbered_title(self) -> str:
        """Return the mission's title with its number in the programme."""
        return numbered_title(self.as_mission, self.mission)

    @property
    def story(self) -> str:
        """Return the author's story of the mission; "" if the mission has no story."""
        entries = self.campaign.programme
        return entries[self.mission - 1].get("story", "") if 0 < self.mission <= len(entries) else ""

    @property
    def stamp(self) -> RulesStamp:
        """Return the rules that score this game: its stored rules if it is finished, else the campaign's rules."""
        if self.is_finished:
            return RulesStamp.parse(self.rules_stamp)
        return RulesStamp.of(self.as_mission, self.campaign.house_rules)

    @property
    def table_rules(self) -> TableRules:
        """Return the house rules that score this game, with the campaign's present election rule."""
        table = self.campaign.table_rules
        return TableRules.of(self.stamp.house_rules, ElectionRule(table.election_by, table.best_of))

    @cached_property
    def rules(self) -> Rules:
        return self.stamp.rules

    @property
    def present(self) -> "list[Evaluation]":
        """List the evaluations of the players at the table, in seat order."""
        return [evaluation for evaluation in self.evaluations.all() if not evaluation.absent]

    @property
    def is_solo(self) -> bool:
        """Tell whether only one player is at the table: see decision D21 in docs/rules.md."""
        return len(self.present) == SOLO

    @property
    def absent(self) -> "list[Evaluation]":
        """List the evaluations of the absent players, without guests."""
        return [
            evaluation for evaluation in self.evaluations.all() if evaluation.absent and not evaluation.player.is_guest
        ]

    @property
    def waiting(self) -> "list[Evaluation]":
        """List the evaluations of present players that have no city or score pad yet."""
        return [evaluation for evaluation in self.present if not evaluation.is_in]

    @property
    def findings(self) -> list[Finding]:
        """List the problems of all cities together, such as more Harbors than the game has tiles for."""
        cities = [city for evaluation in self.present if (city := evaluation.as_city)]
        if len(cities) < FEWEST_PLAYERS:
            return []  # `audit` already checks each single city
        return audit_game(cities, self.as_mission, len(self.present), self.stamp.house_rules)

    @property
    def by_rank(self) -> "list[Evaluation]":
        """List the entries of a finished game, best first."""
        return sorted(self.present, key=lambda evaluation: evaluation.rank or 0)

    @property
    def winners(self) -> list[Player]:
        """List the winners of a finished game, guests included."""
        return [evaluation.player for evaluation in self.present if evaluation.rank == 1]

    @property
    def results(self) -> dict[Player, Result]:
        """Return the results of a finished game by player, without absent players, for the standings."""
        return {evaluation.player: evaluation.result for evaluation in self.present}

    def seat(self, seating: Seating) -> None:
        """Seat the players, and make evaluations for new players.

        If a player becomes absent, empty the evaluation. If the player is seated again, restore it from the history.
        """
        with transaction.atomic():
            self.lock_open()
            existing = {evaluation.player_id: evaluation for evaluation in self._locked_evaluations()}
            seat_of: dict[int, int | None] = dict.fromkeys(existing)  # a player missing in `seating` is absent
            seat_of |= dict.fromkeys(player.pk for player in seating.absent)
            seat_of |= {player.pk: seat for seat, player in enumerate(seating.present, start=1)}
            created, changed = [], []
            for player_id, seat in seat_of.items():
                evaluation = existing.get(player_id)
                if evaluation is None:
                    created.append(Evaluation(game=self, player_id=player_id, seat=seat, absent=seat is None))
                elif (evaluation.seat, evaluation.absent) != (seat, seat is None):
                    was_absent = evaluation.absent
                    evaluation.seat, evaluation.absent = seat, seat is None
                    if seat is None:
                        evaluation.city, evaluation.allocation, evaluation.pad = "", "", {}
                    elif was_absent:
                        evaluation.bring_back(self.rules)
                    evaluation.version += 1
                    changed.append(evaluation)
            if changed:
                moving = [evaluation.pk for evaluation in changed]
                # Empty all changed seats first, because the database never allows two players in one seat.
                self.evaluations.filter(pk__in=moving).update(seat=None)
                fields = ["seat", "absent", "city", "allocation", "pad", "version"]
                bulk_update_with_history(changed, Evaluation, fields)
            bulk_create_with_history(created, Evaluation)
            self._forget_evaluations()
            welcome_guests(seating.present)
            send_guests_home(Player.objects.filter(pk__in=[pk for pk, seat in seat_of.items() if seat is None]))

    @property
    def evening_version(self) -> str:
        """Return a text that changes whenever the game or one of its evaluations gets a new version."""
        return f"{self.version}-{sum(evaluation.version for evaluation in self.evaluations.all())}"

    def change(
        self,
        seating: Seating,
        *,
        mission: int,
        line: str = "",
        title: str = "",
        version: int | None = None,
        **details: Any,
    ) -> None:
        """Change the mission, the seats and other columns (`details`) of an open game.

        Raises GameFinishedError if the game is finished, and VersionConflictError if `version` is outdated. Raises
        OtherModeError if cities are entered and the new mission has another mode.
        """
        with transaction.atomic():
            self.lock_open()
            self._compare(version)
            if (mission, line) != (self.mission, self.line):
                evaluations = list(self._locked_evaluations())
                has_cities = any(evaluation.is_in for evaluation in evaluations)
                if has_cities and self._planned(mission, line, title).rules.mode != self.rules.mode:
                    raise OtherModeError
                for evaluation in evaluations:
                    # A phone may still send a change for the old mission. The new version makes the site refuse it.
                    evaluation.version += 1
                bulk_update_with_history(evaluations, Evaluation, ["version"])
            self._store({"mission": mission, "line": line, "title": title, **details})
            self._forget_evaluations()
            self.seat(seating)

    def annotate(self, *, version: int | None = None, **details: Any) -> None:
        """Change columns of DETAILS, even of a finished game, because its score does not depend on them.

        Raises VersionConflictError if `version` is outdated.
        """
        with transaction.atomic():
            self.lock()
            self._compare(version)
            self._store(details)

    def _compare(self, version: int | None) -> None:
        if version not in (None, self.version):
            raise VersionConflictError(self)

    def _store(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, value)
        self.version += 1
        self.save(update_fields=[*values, "version"])

    def finish(self, *, seen: str = "") -> None:
        """Score and rank every evaluation, and store the results with the rules that scored them.

        `seen` is the `evening_version` that the page showed, or "". Raises VersionConflictError if `seen` is outdated,
        NotAllInError if a city or score pad is missing, and GameFinishedError.
        """
        with transaction.atomic():
            self.lock_open()
            evaluations = list(self._locked_evaluations().select_related("player"))
            if seen not in ("", self.evening_version):
                raise VersionConflictError(self)
            if waiting := [evaluation for evaluation in evaluations if not (evaluation.absent or evaluation.is_in)]:
                raise NotAllInError(waiting)
            played = [evaluation for evaluation in evaluations if not evaluation.absent]
            if not played:
                raise NotAllInError(evaluations)
            for evaluation in played:
                evaluation.set_result()
            for ranked in rank({evaluation: evaluation.result for evaluation in played}):
                ranked.player.rank = ranked.rank
            for evaluation in evaluations:
                # With a new version, the site refuses changes that a phone sends after the end of the game.
                evaluation.version += 1
            bulk_update_with_history(evaluations, Evaluation, [*RESULT_FIELDS, "version"])
            mission = self.as_mission
            self.title = str(mission.name) if mission.is_own else ""
            self.rules_stamp = str(self.stamp)
            self.state, self.finished_at = self.State.FINISHED, timezone.now()
            if self.played_on > latest_day():
                self.played_on = timezone.localdate()  # the game was played earlier than planned
            self.version += 1
            if self.in_standings:
                self.remove_others_from_standings()
            self.save(update_fields=["title", "rules_stamp", "state", "finished_at", "played_on", "version"])
            self._forget_evaluations()
            send_guests_home(evaluation.player for evaluation in played)

    def reopen(self) -> None:
        """Reopen a finished game for corrections: delete its results, keep its cities.

        Raises VersionConflictError if the game is open, and OtherModeError if its mission now has the other mode.
        """
        with transaction.atomic():
            self.lock()
            if not self.is_finished:
                raise VersionConflictError(self)
            if self._planned(self.mission, self.line, self.title).rules.mode != self.rules.mode:
                raise OtherModeError
            evaluations = list(self._locked_evaluations())
            for evaluation in evaluations:
                evaluation.clear_result()
                evaluation.version += 1
            bulk_update_with_history(evaluations, Evaluation, [*RESULT_FIELDS, "version"])
            self.state, self.rules_stamp, self.finished_at = self.State.OPEN, "", None
            self.phase = COUNTING
            self.version += 1
            self.save(update_fields=["rules_stamp", "state", "finished_at", "phase", "version"])
            self._forget_evaluations()

    def record_late(self, action: Action) -> None:
        """Record a refused change, as a new version of the game. Open pages notice the version and show a sentence."""
        with transaction.atomic():
            self.lock_open()
            self.record(action, version=self.version + 1)

    def record(self, action: Action, **values: Any) -> None:
        """Write columns of this locked game, and a history record with the action."""
        Game.everything.filter(pk=self.pk).update(**values)
        for name, value in values.items():
            setattr(self, name, value)
        Game.history.model.objects.create(**record_values(self, action))

    def put_in_standings(self) -> None:
        """Make this game the only one that counts for its mission."""
        with transaction.atomic():
            self.lock()
            self.remove_others_from_standings()
            self.in_standings = True
            self.version += 1
            self.save(update_fields=["in_standings", "version"])

    def remove_others_from_standings(self) -> None:
        """Make sure that no other game of this mission counts."""
        others = Game.objects.in_standings().filter(campaign=self.campaign_id, mission=self.mission).exclude(pk=self.pk)
        for other in others.select_for_update():
            other.in_standings = False
            other.version += 1
            other.save(update_fields=["in_standings", "version"])

    @property
    def course(self) -> Course:
        return Course(self)

    @property
    def bin(self) -> GameBin:
        return GameBin(self)

    @property
    def leaves_bin_on(self) -> datetime | None:
        """Return the time when the game will be deleted for good; None for a game that is not in the bin."""
        return self.deleted_at + TIME_IN_BIN if self.deleted_at else None

    def lock(self) -> None:
        """Lock this game's row until the transaction ends, and read the row again."""
        stored = Game.everything.select_for_update().get(pk=self.pk)
        for field in self._meta.concrete_fields:
            setattr(self, field.attname, getattr(stored, field.attname))
        self._forget_evaluations()

    def lock_open(self) -> None:
        self.lock()
        if self.is_finished or self.deleted_at:
            raise GameFinishedError

    def _locked_evaluations(self) -> "EvaluationQuerySet":
        return self.evaluations.select_for_update(of=("self",))

    def _forget_evaluations(self) -> None:
        """Remove the prefetched evaluations and the cached rules, because they are outdated."""
        getattr(self, "_prefetched_objects_cache", {}).pop("evaluations", None)
        self.__dict__.pop("rules", None)
