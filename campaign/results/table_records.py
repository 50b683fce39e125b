"""The single games of a group, latest first, and the best entry of each mission."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from campaign.library.decisions import DECISIONS
from campaign.models import Campaign, Evaluation, Game
from campaign.par.shown import ShownPar
from campaign.scores.words import difference, signed
from scoring import Mission

GAMES_SHOWN = 20  # the page shows at most this many games, the latest; the evaluation log lists all games
RECORDS_SHOWN = 20  # a list of records shows at most this many missions, those played most often


@dataclass(frozen=True, slots=True)
class MissionRecord:
    """The best entry of a mission in a group's single games."""

    game: Game
    evaluation: Evaluation
    games: int  # how often the group has played the mission
    par: ShownPar | None = None  # None if unknown

    @property
    def mission(self) -> Mission:
        return self.game.as_mission

    @property
    def said(self) -> str:
        """Say how often the group has played the mission, and compare the entry with par."""
        times = ngettext("%(games)s game", "%(games)s games", self.games) % {"games": self.games}
        total = self.evaluation.total or 0
        if not self.par:
            return times
        if not self.game.is_solo:
            return f"{times} · {self.par.against(total)}"
        return f"{times} · " + gettext("%(total)s, par %(par)s") % {"total": signed(total), "par": self.par.figure}

    @property
    def figure(self) -> str:
        """Write the total. For a player alone, write the difference from par."""
        total = self.evaluation.total or 0
        return difference(total - self.par.figure) if self.par and self.game.is_solo else signed(total)


def records_of(games: list[Game]) -> list[MissionRecord]:
    """Find the best entry of each mission in these finished games, most played mission first."""
    played: dict[tuple[int, str], list[Game]] = {}
    for game in games:
        played.setdefault((game.mission, game.line), []).append(game)
    often = sorted(played.items(), key=lambda item: (-len(item[1]), item[0]))[:RECORDS_SHOWN]
    records = []
    for _key, attempts in often:
        entries = [(game, evaluation) for game in attempts for evaluation in game.present]
        game, best = max(entries, key=lambda entry: entry[1].total or 0)
        stamp = game.stamp
        par = ShownPar.known(stamp.as_mission.rules.line, len(game.present), stamp.house_rules)
        records.append(MissionRecord(game, best, len(attempts), par if par.par else None))
    return records


def games_so_far(campaign: Campaign) -> dict[str, Any]:
    """Return the template context of a group's single games. The campaign must come from `prefetch_games`."""
    finished = sorted(
        (game for game in campaign.games.all() if game.is_finished), key=lambda game: (game.played_on, game.pk)
    )
    recorded = [game for game in finished if not game.left_out]
    return {
        "players": campaign.active_players,
        "games": finished[: -GAMES_SHOWN - 1 : -1],
        "finished": len(finished),
        "records": records_of([game for game in recorded if not game.is_solo]),
        "solo_rule": DECISIONS["D21"].get_absolute_url(),
        "solo_records": records_of([game for game in recorded if game.is_solo]),
    }
