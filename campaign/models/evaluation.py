from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django.db import models, transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaign.models.errors import GameFinishedError, VersionConflictError
from campaign.models.history import UNNAMED, Action, record_values, signed_history
from campaign.models.player import Player
from campaign.scores.cities import CityError, best_allocation, check_city, line_of_columns, parse_city
from campaign.scores.score_pad import PadError, is_total_only, pad_result
from scoring import City, Rules, ScoreSheet, score
from scoring.limits import tiles_a_city
from scoring.ranking import Result
from scoring.tiles import MOST_PLAYERS

Entry = City | Mapping[str, str] | None  # a city, or the typed totals of a score pad by category, or nothing
RESULT_FIELDS = ("total", "categories", "inhabitants_on_buildings", "empty_squares", "rank", "best_possible")


class EvaluationQuerySet(models.QuerySet["Evaluation"]):
    def for_editor(self) -> "EvaluationQuerySet":
        """Fetch game, campaign and player in the same query, for the city editor and the pad."""
        return self.select_related("game__campaign", "player")


class Evaluation(models.Model):
    """One player's part in a game, with an entry: a city with its allocation, or the totals of a score pad."""

    game = models.ForeignKey("campaign.Game", on_delete=models.CASCADE, related_name="evaluations")
    # Evaluations are deleted with their game or campaign. A player who has evaluations cannot be deleted alone.
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="evaluations")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    absent = models.BooleanField(default=False)
    city = models.CharField(max_length=200, blank=True, default="")  # in the notation, without the allocation
    allocation = models.CharField(max_length=40, blank=True, default="")  # if empty, the best allocation counts
    pad = models.JSONField(default=dict, blank=True)  # maps each category to the typed text
    version = models.PositiveIntegerField(default=0, editable=False)

    # The result, stored when the game is finished.
    total = models.IntegerField(null=True, blank=True, editable=False)
    categories = models.JSONField(null=True, blank=True, editable=False)
    inhabitants_on_buildings = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    empty_squares = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    rank = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    best_possible = models.IntegerField(null=True, blank=True, editable=False)

    objects = EvaluationQuerySet.as_manager()
    history = signed_history(no_db_index=["player"])

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
        """Tell whether a city or a pad was entered."""
        return bool(self.city or self.pad)

    @property
    def is_pad(self) -> bool:
        return bool(self.pad)

    @property
    def is_total_only(self) -> bool:
        """Tell whether nothing but the total is known."""
        return is_total_only(self.pad)

    @property
    def as_city(self) -> City | None:
        """Return the entered city, and its allocation if a player has allocated by hand."""
        if not self.city:
            return None
        return parse_city(line_of_columns(self.city, self.allocation))

    @property
    def tiles_expected(self) -> int:
        return tiles_a_city(self.game.rules)

    def sheet(self) -> ScoreSheet | None:
        """Score the city with its own allocation, or else with the best allocation. Return None without a city."""
        city = self.as_city
        if city is None:
            return None
        return score(city, city.allocation or best_allocation(city, self.game.rules), self.game.rules)

    @property
    def result(self) -> Result:
        """Return the stored result of an evaluation whose game is finished."""
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
        """Compute the result under the game's rules. Raises ValueError if there is neither a city nor a pad."""
        rules = self.game.rules
        city = self.as_city
        if city is not None:
            best = score(city, best_allocation(city, rules), rules)
            sheet = score(city, city.allocation, rules) if city.allocation else best
            return Result(sheet.total, *sheet.tiebreak, sheet.categories, best.total)
        if not self.pad:
            raise ValueError(f"{self!r} has neither city nor pad")
        return pad_result(self.pad, rules)

    def set_result(self) -> None:
        """Compute the result and set its columns, except the rank. Saves nothing."""
        result = self.compute()
        self.total = result.total
        self.categories = dict(result.categories)
        self.inhabitants_on_buildings = result.inhabitants_on_buildings
        self.empty_squares = result.empty_squares
        self.best_possible = result.best_possible

    def clear_result(self) -> None:
        """Empty the result's columns. Saves nothing."""
        for name in RESULT_FIELDS:
            setattr(self, name, None)

    def bring_back(self, rules: Rules) -> None:
        """Set the city or score pad that the player had before an absence, if it fits these rules. Saves nothing."""
        last = self.history.exclude(absent=True).order_by("-history_id").first()
        if last is None or not (last.city or last.pad):
            return
        try:
            city = parse_city(line_of_columns(last.city, last.allocation)) if last.city else None
            columns = _columns_of(city or last.pad, rules)
        except (CityError, PadError):
            return  # the entry does not fit the game's present mission
        for name, value in columns.items():
            setattr(self, name, value)

    def record(self, entry: Entry, *, version: int, action: Action = UNNAMED) -> None:
        """Store a city or score pad. Raises the same errors as `record_each`."""
        self.record_each([(entry, action)], version=version)

    def record_each(self, changes: Sequence[tuple[Entry, Action]], *, version: int) -> None:
        """Store cities or score pads one after the other, each with a history record. Makes two queries.

        The entry `None` deletes a stored entry. Raises CityError or PadError if an entry is invalid. Raises
        GameFinishedError if the game is finished, and VersionConflictError if `version` is outdated.
        """
        self._write(version, [(action, _columns_of(entry, self.game.rules)) for entry, action in changes])

    def _write(self, version: int, states: Sequence[tuple[Action, dict[str, Any]]]) -> None:
        # When a game is finished or gets another mission, each of its evaluations gets a new version in the same
        # transaction. So a row with the version that was read belongs to a game that is still open.
        unchanged = Evaluation.objects.filter(pk=self.pk, version=version, absent=False)
        history, present = Evaluation.history.model, record_values(self, UNNAMED)
        records = [
            history(**present | values | action.columns | {"version": number})
            for number, (action, values) in enumerate(states, start=version + 1)
        ]
        last = states[-1][1] | {"version": version + len(states)}
        with transaction.atomic(savepoint=False):
            written = not self.game.is_finished and unchanged.update(**last)
            if written:
                history.objects.bulk_create(records)
        if not written:
            self._explain()
        for name, value in last.items():
            setattr(self, name, value)

    def _explain(self) -> NoReturn:
        """Raise the error that explains why nothing was written."""
        current = Evaluation.objects.for_editor().get(pk=self.pk)
        if current.game.is_finished:
            raise GameFinishedError
        raise VersionConflictError(current)


def _columns_of(entry: Entry, rules: Rules) -> dict[str, Any]:
    """Return the column values that store an entry. Raises CityError or PadError."""
    if isinstance(entry, City):
        check_city(entry, rules)
        return {"city": str(entry.unsettled), "allocation": str(entry.allocation or ""), "pad": {}}
    pad = entry or {}
    pad_result(pad, rules)
    return {"city": "", "allocation": "", "pad": {name: text for name, text in pad.items() if text.strip()}}
