from collections.abc import Sequence
from functools import cache
from typing import Any, NoReturn

from django.apps import apps
from django.db import models, transaction
from django.db.models import Exists, F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.cities import best_allocation, check_city, line_of_columns, parse_city
from campaign.models.errors import GameFinishedError, VersionConflictError
from campaign.models.history import UNNAMED, Action, signed_history
from campaign.models.player import Player
from campaign.prepared import Adding, Given, Writing
from campaign.score_pad import pad_tiebreak, pad_values
from scoring import City, ScoreSheet, score
from scoring.limits import tiles_a_city
from scoring.ranking import Result
from scoring.tiles import MOST_PLAYERS

WRITTEN = ("city", "allocation", "pad", "version")  # by a tap
RESULT_FIELDS = ("total", "categories", "inhabitants_on_buildings", "empty_squares", "rank", "best_possible")


class EvaluationQuerySet(models.QuerySet["Evaluation"]):
    def for_editor(self) -> "EvaluationQuerySet":
        """Fetch game, campaign and player along, in one query: what the city editor and the pad need."""
        return self.select_related("game__campaign", "player")


class Evaluation(models.Model):
    """One player's entry in the evaluation log: a city with its allocation, or the score pad's totals.

    `city` is the notation without, `allocation` its third word, empty where the best one counts. `pad` is text as typed
    by category. A finished game's evaluations carry their result; nothing computed is stored before.
    """

    game = models.ForeignKey("campaign.Game", on_delete=models.CASCADE, related_name="evaluations")
    # Goes with its game, and so with the campaign; while it is there its player stays.
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="evaluations")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    absent = models.BooleanField(default=False)
    city = models.CharField(max_length=200, blank=True, default="")
    allocation = models.CharField(max_length=40, blank=True, default="")
    pad = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)

    total = models.IntegerField(null=True, blank=True, editable=False)
    categories = models.JSONField(null=True, blank=True, editable=False)
    inhabitants_on_buildings = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    empty_squares = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    rank = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    best_possible = models.IntegerField(null=True, blank=True, editable=False)

    objects = EvaluationQuerySet.as_manager()
    history = signed_history()

    class Meta:
        verbose_name = _("evaluation")
        verbose_name_plural = _("evaluations")
        ordering = (F("seat").asc(nulls_last=True), "pk")
        constraints = (
            models.UniqueConstraint("game", "player", name="one_evaluation_a_game_and_player"),
            models.UniqueConstraint("game", "seat", name="one_evaluation_a_seat"),
            models.CheckConstraint(
                condition=Q(seat=None) | Q(seat__range=(1, MOST_PLAYERS), absent=False), name="evaluation_seat_exists"
            ),
            models.CheckConstraint(
                condition=Q(absent=False) | Q(city="", total=None), name="evaluation_absent_has_no_city"
            ),
            models.CheckConstraint(condition=~Q(city="") | Q(allocation=""), name="evaluation_allocates_a_city"),
            models.CheckConstraint(
                condition=Q(total=None, rank=None, categories=None, best_possible=None)
                | Q(total__isnull=False, rank__gte=1, categories__isnull=False),
                name="evaluation_result_is_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.player}"

    def get_absolute_url(self) -> str:
        return reverse("evaluation", args=[self.game.campaign.public_id, self.game_id, self.player_id])

    @property
    def is_in(self) -> bool:
        """Whether there is something to score."""
        return bool(self.city or self.pad)

    @property
    def is_pad(self) -> bool:
        return bool(self.pad)

    @property
    def as_city(self) -> City | None:
        """The city as it was entered, with its allocation if that was made by hand."""
        if not self.city:
            return None
        return parse_city(line_of_columns(self.city, self.allocation))

    @property
    def tiles_expected(self) -> int:
        return tiles_a_city(self.game.rules)

    def sheet(self) -> ScoreSheet | None:
        """Score the city by its own allocation or the best, under the game's rules. None for a pad, or nothing."""
        city = self.as_city
        if city is None:
            return None
        return score(city, city.allocation or best_allocation(city, self.game.rules), self.game.rules)

    @property
    def result(self) -> Result:
        """The stored result, of a finished game."""
        if self.total is None:
            raise ValueError(f"{self!r} has no result")
        return Result(
            total=self.total,
            inhabitants_on_buildings=self.inhabitants_on_buildings,
            empty_squares=self.empty_squares,
            categories=self.categories or {},
            best_possible=self.best_possible,
        )

    def compute(self) -> Result:
        """Compute the result again under the game's rules; nothing is changed. ValueError where nothing is in."""
        rules = self.game.rules
        city = self.as_city
        if city is not None:
            best = score(city, best_allocation(city, rules), rules)
            sheet = score(city, city.allocation, rules) if city.allocation else best
            return Result(sheet.total, *sheet.tiebreak, sheet.categories, best.total)
        if not self.pad:
            raise ValueError(f"{self!r} has neither city nor pad")
        categories = pad_values(self.pad, rules)
        return Result(sum(categories.values()), *pad_tiebreak(self.pad), categories)

    def take_result(self) -> None:
        """Compute the result and put it in its columns, all but the rank, which needs the others. Saves nothing."""
        result = self.compute()
        self.total = result.total
        self.categories = dict(result.categories)
        self.inhabitants_on_buildings = result.inhabitants_on_buildings
        self.empty_squares = result.empty_squares
        self.best_possible = result.best_possible

    def drop_result(self) -> None:
        """Empty the result's columns. Saves nothing."""
        for name in RESULT_FIELDS:
            setattr(self, name, None)

    def record(self, city: City | None, *, version: int, action: Action = UNNAMED) -> None:
        """Write one city, as `record_each` does."""
        self.record_each([(city, action)], version=version)

    def record_each(self, changes: Sequence[tuple[City | None, Action]], *, version: int) -> None:
        """Write cities, one after the other, over what was seen as `version`; a pad gives way to them.

        A city keeps the allocation it carries; None takes the city back. Each is a version and a record of the history
        of its own, with its action. Raises CityError for a city that cannot be scored, VersionConflictError if somebody
        was faster, GameFinishedError if it is too late; then nothing is written. Two queries, however many cities: the
        evaluation, and its history.
        """
        states = []
        for city, action in changes:
            if city is not None:
                check_city(city, self.game.rules)
            line = str(city.unsettled) if city else ""
            allocation = str(city.allocation) if city and city.allocation else ""
            states.append((action, {"city": line, "allocation": allocation, "pad": {}}))
        self._write(version, states)

    def record_pad(self, pad: dict[str, str], *, version: int, action: Action = UNNAMED) -> None:
        """Write the score pad's totals as typed, over a city if there was one.

        Raises what `record` does, and PadError.
        """
        pad_values(pad, self.game.rules)
        pad_tiebreak(pad)
        typed = {name: text for name, text in pad.items() if text.strip()}
        self._write(version, [(action, {"city": "", "allocation": "", "pad": typed})])

    def _write(self, version: int, states: Sequence[tuple[Action, dict[str, Any]]]) -> None:
        with transaction.atomic(savepoint=False):
            last, was = states[-1][1], {"pk": self.pk, "seen": version, "game": self.game_id}
            written = _update().write(**was, mission=self.game.mission, version=version + len(states), **last)
            if written:
                records = []
                for self.version, (action, values) in enumerate(states, start=version + 1):
                    for name, value in values.items():
                        setattr(self, name, value)
                    records.append(self._as_record(action))
                _insert_records().add(records)
        if not written:
            self._explain()

    def _as_record(self, action: Action) -> dict[str, Any]:
        """Make the record of the history that says how an evaluation is now, and who made it so, by its columns."""
        history = Evaluation.history.model
        user = history.get_default_history_user(self)
        return {
            "history_date": timezone.now(),
            "history_user_id": user and user.pk,
            "history_name": "",
            "history_type": "~",
            "history_change_reason": None,
            **{field.attname: getattr(self, field.attname) for field in history.tracked_fields},
            **action.columns,
        }

    def _explain(self) -> NoReturn:
        """Raise the error that says why nothing was written."""
        current = Evaluation.objects.for_editor().get(pk=self.pk)
        if current.game.is_finished:
            raise GameFinishedError
        raise VersionConflictError(current)


@cache
def _update() -> Writing:
    """Prepare the UPDATE of a city or pad where the version still fits and the game is as it was read."""
    # Not through a join: that makes a subquery of the version, which PostgreSQL does not look at again when it
    # has waited for somebody else's change. Finishing a game changes the version, too.
    game = apps.get_model("campaign", "Game").objects.unchanged(
        Given("game", models.BigIntegerField()), Given("mission", models.IntegerField())
    )
    seen = Given("seen", models.IntegerField())
    found = Evaluation.objects.filter(
        Exists(game), pk=Given("pk", models.BigIntegerField()), version=seen, absent=False
    )
    return Writing(
        found, **{each.name: Given(each.name, each) for each in Evaluation._meta.fields if each.name in WRITTEN}
    )


@cache
def _insert_records() -> Adding:
    return Adding(Evaluation.history.model)
