"""Read the measured pars of the ten missions from pars.json, which `manage.py par --ten` writes."""

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scoring.boards import Mode
from scoring.drafts.drafters import Skill
from scoring.drafts.pars import EDITION, Par
from scoring.rules import MODE_RULES, Rules
from scoring.tiles import table_for

PARS = Path(__file__).with_name("pars.json")


class TableOfPrograms(NamedTuple):
    """The key of a par: the mission's line, the number of players, and the skill of the programs that played."""

    line: str
    players: int
    skill: Skill


class Measured(NamedTuple):
    """A par, and the sum of the players' totals in each game that was played for this par.

    The sums allow a check: if the same game is played again, it must give the same sum.
    """

    par: Par
    sums: tuple[int, ...]


@cache
def _recorded() -> dict[str, Any]:
    recorded: dict[str, Any] = json.loads(PARS.read_text(encoding="utf-8"))
    return recorded


@cache
def measured() -> Mapping[TableOfPrograms, Measured]:
    """Return the pars of the ten missions, or {} if pars.json is outdated (see EDITION in pars.py)."""
    if _recorded()["edition"] != EDITION:
        return {}
    return {
        TableOfPrograms(one["line"], one["players"], Skill(one["skill"])): Measured(
            Par(**one["par"]), tuple(one["sums"])
        )
        for one in _recorded()["pars"]
    }


def mean_vp(rules: Rules, players: int) -> int:
    """Return the mean VP that programs with the skill PRACTISED reach in this mission, or in games without a mission.

    Return 0 if pars.json has neither figure.
    """
    table = table_for(players)
    lines = (rules.line, MODE_RULES[rules.mode].line)
    found = [measured().get(TableOfPrograms(line, table, Skill.PRACTISED)) for line in lines]
    return next((round(one.par.mean) for one in found if one), 0)


def measured_seed() -> str:
    """Return the seed of all games in pars.json."""
    return str(_recorded()["seed"])


def measured_on() -> date:
    """Return the day on which pars.json was written."""
    return date.fromisoformat(_recorded()["date"])


def sums_without_mission(mode: Mode, players: int, skill: Skill, seed: str) -> tuple[int, ...]:
    """Return the sum of the players' totals in each game that was played without a mission and with this seed.

    Return () if pars.json has no such games.
    """
    found = measured().get(TableOfPrograms(MODE_RULES[mode].line, players, skill))
    return found.sums if found and seed == measured_seed() else ()
