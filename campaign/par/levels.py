"""Estimate a group's level: its average VP for a city in a game without a mission."""

from collections.abc import Iterable
from dataclasses import replace
from statistics import mean

from campaign.models import Campaign, Game
from campaign.par.shown import ShownPar
from campaign.scores.house_rules import STANDARD
from scoring import Mode
from scoring.drafts.measured import mean_vp

FEWEST_GAMES = 3  # with fewer finished games, a group's level is unknown


def table_level(games: Iterable[Game], mode: Mode) -> float | None:
    """Estimate a group's average VP for a city in a game without a mission, from these finished games.

    Return None if fewer than FEWEST_GAMES games have this mode and a known par. Makes no query if the evaluations are
    prefetched.
    """
    levels = []
    for game in games:
        rules, totals = game.as_mission.rules, [result.total for result in game.results.values()]
        par = ShownPar.known(rules.line, len(totals), STANDARD).par
        if rules.mode is mode and totals and par:
            levels.append(mean(totals) - par.difference)
    return mean(levels) if len(levels) >= FEWEST_GAMES else None


def next_par(campaign: Campaign) -> ShownPar | None:
    """Return the par of a campaign's next mission, with the group's level; None if all missions are played."""
    position = campaign.next_mission
    if position is None:
        return None
    rules = campaign.missions[position].rules
    players = sum(player.is_active and not player.is_guest for player in campaign.players.all())
    known = ShownPar.known(rules.line, players, STANDARD)
    level = table_level(campaign.games_in_standings.values(), rules.mode)
    return ShownPar(known.asked, known.par, own_level=level)


def city_par(game: Game) -> int:
    """Return the par of a city in this game, in VP. Some groups decide the election by the VP above par."""
    rules = game.as_mission.rules
    # Programs do not play with the expansion. So games with and without the expansion have the same par.
    return mean_vp(replace(rules, services=False), len(game.results))
