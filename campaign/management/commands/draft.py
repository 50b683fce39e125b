"""`manage.py draft`: show, move by move, a game that programs play. The command needs the engine only, no database."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from campaign.management.commands.score import mission_as_typed, refuse, until_the_reader_leaves
from campaign.scores.words import signed, words
from scoring import Rules, score, settle
from scoring.buildings import Building
from scoring.drafts import Draft, Drafters, Skill, Taken, no_draft
from scoring.drafts.sites import PLACE_NAMES, SIZE, ConstructionSite
from scoring.tiles import TABLES, Tile


class Command(BaseCommand):
    help = """Draft a whole game and show it move by move.

  manage.py draft --mission 7 --players 3 --seed 7
  manage.py draft --mission "classic districts=4,2" --players 1

The name of an Architect's place is an arrow into the site, and the number of its row or column: ↓3 is above the
third column. A dot is a face-down tile, or the place of a tile that was taken.
"""
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        return super().create_parser(prog_name, subcommand, formatter_class=RawDescriptionHelpFormatter, **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mission", metavar="LINE", default="1", help="a mission's number, or its line")
        parser.add_argument("--players", type=int, choices=TABLES, default=4)
        parser.add_argument("--skill", choices=list(Skill), default=Skill.EXPERIENCED.value)
        parser.add_argument("--seed", default="1")

    def handle(self, *_args: Any, mission: str, players: int, skill: str, seed: str, **_options: Any) -> None:
        rules = mission_as_typed(mission).rules
        refuse_without_draft(rules)
        with until_the_reader_leaves():
            for line in shown_game(rules, players, Skill(skill), seed):
                self.stdout.write(line)
            self.stdout.flush()


def refuse_without_draft(rules: Rules) -> None:
    """Raise CommandError if no program can draft a game under these rules."""
    if message := no_draft(rules):
        refuse(words(message))


def shown_game(rules: Rules, players: int, skill: Skill, seed: str) -> Iterator[str]:
    """Yield a game as lines of text: the Construction Site of each round, each turn, and the finished cities."""
    draft = Draft(rules, players, seed)
    yield from shown_round(draft)
    for taken in Drafters(rules, players, skill).turns(draft):
        yield shown_turn(taken, draft)
        if not draft.turn and not draft.is_over:
            yield from shown_round(draft)
    yield ""
    for seat, city in enumerate(draft.cities, 1):
        best = settle(city, rules)
        total = signed(score(city, best, rules).total)
        yield _("Player %(number)s") % {"number": seat} + f"  {city.settled(best)}  {total} " + _("VP")


def shown_round(draft: Draft) -> Iterator[str]:
    yield ""
    yield _("Round %(number)s") % {"number": draft.rounds[draft.round]}
    yield from shown_site(draft.site)


def shown_site(site: ConstructionSite) -> Iterator[str]:
    for start in range(0, SIZE * SIZE, SIZE):
        yield "  " + "".join(f"{shown_tile(tile):<10}" for tile in site.tiles[start : start + SIZE]).rstrip()


def shown_tile(tile: Tile | None) -> str:
    """Write a tile: its building in the notation, and the Inhabitants and Energy Units that the tile brings."""
    if tile is None:
        return "."
    supply = f"{tile.inhabitants}i" * bool(tile.inhabitants) + f"{tile.energy}e" * bool(tile.energy)
    return f"{Building(tile.kind, vp=tile.vp, mayors=int(tile.mayor))}{supply and '+'}{supply}"


def shown_turn(taken: Taken, draft: Draft) -> str:
    """Write a turn: seat, Architect and its place at the site, tile, square (or "discarded"), and the new supply.

    In a solo game, add the rival's Architect and its place, and the tile that leaves the game.
    """
    turn, mat = taken.turn, draft.mats[taken.seat]
    number = (
        str(turn.play.number)
        if turn.play.number == turn.play.architect
        else f"{turn.play.architect}={turn.play.number}"
    )
    if turn.way:
        done = draft.rules.board.names[turn.way.square]
        if turn.way.floor > 1:
            done += f" {turn.way.floor}"
        if turn.takes_offer:
            done += f" +{draft.rules.mayor_offer}i{draft.rules.mayor_offer}e"
    else:
        done = _("discarded") if taken.tile else "-"
    shown = f"{taken.seat + 1}  #{number:<4}{PLACE_NAMES[turn.place]}  {shown_tile(taken.tile):<8} {done:<10}"
    shown += f" {mat.inhabitants}i{mat.energy}e"
    if taken.rivals_place is not None:
        shown += f"   #{taken.rivals_number} {PLACE_NAMES[taken.rivals_place]}  {shown_tile(taken.rivals_tile)}"
    return shown.rstrip()
