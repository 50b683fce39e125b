"""`manage.py rescore`: compute every stored result again, and print results that differ."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Evaluation, Game
from campaign.scores.stamps import EDITION
from scoring.ranking import rank

COMPARED = ("total", "categories", "inhabitants_on_buildings", "empty_squares", "best_possible")
GAMES_AT_A_TIME = 200


class Difference(NamedTuple):
    """A figure whose stored value differs from its computed value."""

    evaluation: Evaluation
    figure: str
    stored: object
    computed: object


class Command(BaseCommand):
    help = (
        "Compare every stored result with the engine's answer under its rules stamp. Print differences, change nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mission", type=int, metavar="N", help="only the games of this mission")

    def handle(self, *_args: Any, mission: int | None, **_options: Any) -> None:
        games = (
            Game.objects.finished().select_related("campaign").prefetch_related("evaluations__player").order_by("pk")
        )
        if mission is not None:
            games = games.filter(mission=mission)
        count = differing = 0
        for game in games.iterator(chunk_size=GAMES_AT_A_TIME):
            count += 1
            try:
                found = list(differences(game))
            except ValueError as error:  # the stamp, city or pad cannot be read
                differing += 1
                self.stdout.write(f"{name_of(game)}: {error}")
                continue
            for evaluation, figure, stored, computed in found:
                self.stdout.write(
                    _("%(game)s, %(player)s: %(figure)s is stored as %(stored)s, computed as %(computed)s")
                    % {
                        "game": name_of(game),
                        "player": evaluation.player,
                        "figure": figure,
                        "stored": stored,
                        "computed": computed,
                    }
                )
            differing += bool(found)
        message = ngettext(
            "%(count)s finished game compared (edition %(edition)s)",
            "%(count)s finished games compared (edition %(edition)s)",
            count,
        )
        self.stdout.write(message % {"count": count, "edition": EDITION})
        if differing:
            raise CommandError(
                ngettext("%(count)s game differs.", "%(count)s games differ.", differing) % {"count": differing}
            )


def name_of(game: Game) -> str:
    return f"{game.campaign.public_id}/{game.pk} ({game.rules_stamp})"


def differences(game: Game) -> Iterator[Difference]:
    """Yield the figures of a finished game whose stored values differ from the values that the engine computes.

    Raises ValueError if a result cannot be computed.
    """
    computed = {evaluation: evaluation.compute() for evaluation in game.present}
    for evaluation, result in computed.items():
        for figure in COMPARED:
            stored, now = getattr(evaluation, figure), getattr(result, figure)
            if stored != now:
                yield Difference(evaluation, figure, stored, now)
    for ranked in rank(computed):
        if ranked.player.rank != ranked.rank:
            yield Difference(ranked.player, "rank", ranked.player.rank, ranked.rank)
