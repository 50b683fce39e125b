"""`manage.py par`: compute the par of a mission, the mean VP of games that programs play. Needs no database."""

import json
import subprocess
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice, product
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from campaign.management.commands.draft import refuse_without_draft
from campaign.management.commands.score import mission_as_typed, refuse
from campaign.par.asked import AskedPar
from campaign.par.work import GAMES, SEED, games_of
from campaign.scores.house_rules import SWITCHES
from campaign.scores.words import signed, words
from scoring import MISSIONS, HouseRules, Mode, Rules
from scoring.drafts import Par, Skill, paired_games, par_of
from scoring.drafts.measured import PARS, Measured, TableOfPrograms, measured
from scoring.drafts.pars import EDITION, FEWEST_GAMES, without_mission
from scoring.tiles import TABLES
from scoring.vetted import COMBINED, VETTED

# The levels of skill, in the order in which their pars are measured. Pages show the par of the first level.
SKILLS = (Skill.PRACTISED, Skill.NEW, Skill.EXPERIENCED)


class Command(BaseCommand):
    help = """Draft many games of a mission, and of its mode without a mission on the same sites, and compare them.

  manage.py par "classic districts=4,2" --players 4 --games 120 --seed 1 --json
  manage.py par 7 --skill new
  manage.py par --ten        measure all ten missions, for 1 to 4 players and three skills; continues a stopped run
  manage.py par --dealt      measure the missions that are dealt at random, for 1 to 4 players; continues a stopped run
"""
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        return super().create_parser(prog_name, subcommand, formatter_class=RawDescriptionHelpFormatter, **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("mission", nargs="?", help="a mission's line, or its number")
        parser.add_argument("--players", type=int, choices=TABLES, default=4)
        parser.add_argument(
            "--games", type=int, default=GAMES, help="at least 2; with --ten or --dealt, the games of 4 players"
        )
        parser.add_argument("--skill", choices=list(Skill), default=Skill.PRACTISED.value)
        parser.add_argument("--seed", default=SEED)
        parser.add_argument(
            "--seconds", type=float, help="stop after so many seconds of processor time, but play at least 2 games"
        )
        parser.add_argument("--house-rule", action="append", choices=SWITCHES, default=[], help="switch it on")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of a sentence")
        parser.add_argument("--ten", action="store_true", help="write all ten pars to scoring/drafts/pars.json")
        parser.add_argument("--dealt", action="store_true", help="write the pars of the missions to deal there")

    def handle(self, *_args: Any, mission: str | None, games: int, seed: str, **options: Any) -> None:
        if games < FEWEST_GAMES:
            refuse(_("A par takes at least %(count)s games.") % {"count": FEWEST_GAMES})
        if options["ten"] or options["dealt"]:
            for table, par in measure_the_ten(games, seed) if options["ten"] else measure_the_dealt(games, seed):
                self.stdout.write(
                    f"{table.line}, {table.players}, {table.skill}: {par.mean} {par.difference} ±{par.error}"
                )
            return
        if mission is None:
            refuse(_("Give a mission's line or its number, --ten or --dealt."))
        rules, skill = mission_as_typed(mission).rules, Skill(options["skill"])
        refuse_without_draft(rules)
        asked = AskedPar(rules.line, options["players"], HouseRules(**dict.fromkeys(options["house_rule"], True)))
        par = par_of(list(games_of(asked, skill, seed, games, options["seconds"])))
        if options["json"]:
            table = TableOfPrograms(asked.line, asked.players, skill)
            said = table._asdict() | par._asdict() | {"seed": seed, "edition": EDITION}
            self.stdout.write(json.dumps(said))
        else:
            self.stdout.write(sentence(par, rules.mode))


def sentence(par: Par, mode: Mode) -> str:
    return _(
        "%(mean)s VP a city in %(games)s games; %(difference)s VP against %(mode)s without a mission (±%(error)s)"
    ) % {
        "mean": par.mean,
        "games": par.games,
        "difference": signed(round(par.difference)),
        "mode": words(mode.label),
        "error": par.error,
    }


def measure_the_ten(games: int, seed: str) -> Iterator[tuple[TableOfPrograms, Par]]:
    """Measure the pars of the campaign's ten missions."""
    ten = [mission.rules for mission in MISSIONS.values()]
    modes_first = sorted(ten, key=lambda rules: rules.text != without_mission(rules).text)
    return _measure(product(SKILLS, reversed(TABLES), modes_first), games, seed)


def measure_the_dealt(games: int, seed: str) -> Iterator[tuple[TableOfPrograms, Par]]:
    """Measure the pars of the missions that are dealt at random, with the skill whose pars pages show."""
    dealt = [Rules.parse(one.line) for one in (*COMBINED, *VETTED)]
    return _measure(product(SKILLS[:1], reversed(TABLES), dealt), games, seed)


def _measure(
    wanted: Iterable[tuple[Skill, int, Rules]], games: int, seed: str
) -> Iterator[tuple[TableOfPrograms, Par]]:
    """Measure pars: of a skill, a number of players, and rules. Store each par in pars.json, then yield it.

    Skip pars that were measured in enough games before. With fewer than four players, play more games than `games`.
    """
    try:
        known = dict(measured())
    except FileNotFoundError:
        known = {}
    for skill, players, rules in wanted:
        table, count = TableOfPrograms(rules.line, players, skill), games * max(TABLES) // players
        found = known.get(table)
        if found and found.par.games >= count:
            continue
        without = known.get(table._replace(line=without_mission(rules).line))
        pairs = list(islice(paired_games(rules, players, skill, seed, without.sums if without else ()), count))
        known[table] = Measured(par_of(pairs), tuple(sum(game.totals) for game, _sum in pairs))
        write(known, seed)
        yield table, known[table].par


def write(known: dict[TableOfPrograms, Measured], seed: str) -> None:
    """Write pars.json, with everything that somebody needs to play the same games again."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    head = {
        "edition": EDITION,
        "seed": seed,
        "commit": commit.stdout.strip(),
        "date": datetime.now(UTC).date().isoformat(),
    }
    rows = [
        json.dumps(table._asdict() | {"par": one.par._asdict(), "sums": one.sums})
        for table, one in sorted(known.items())
    ]
    text = json.dumps(head)[:-1] + ', "pars": [\n' + ",\n".join(rows) + "\n]}\n"
    PARS.write_text(text, encoding="utf-8")
