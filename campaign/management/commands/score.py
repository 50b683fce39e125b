"""`manage.py score`: score one city or a stream of cities. Needs no database."""

import io
import json
import os
import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from textwrap import wrap
from typing import Any, NoReturn, TextIO

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from campaign.scores.words import CATEGORY_NAMES, signed, words
from scoring import (
    MISSIONS,
    Allocation,
    AllocationError,
    City,
    Mission,
    MissionLineError,
    NotationError,
    ScoreSheet,
    ScoringError,
    report,
    score,
    settle,
)
from scoring.boards import LETTERS, ROWS, Mode

MISSIONS_AS_TYPED = {str(number): mission for number, mission in MISSIONS.items()}
# Splits "classic districts=4,2 TPPU/PT-P/----/----" into mission line and city. The city begins with the first word
# that has a slash and no equals sign.
LINE_AND_CITY = re.compile(rf"( *(?:{'|'.join(Mode)})(?: [^ ]*=[^ ]*| [^ /]*(?![^ ]))*)(?: (.*))?", re.IGNORECASE)
LONGEST_LINE = 4096  # limit of characters in an input line
REASON_WIDTH = 60


class Command(BaseCommand):
    help = """Score a city.

  manage.py score --mission 1 "T3SU1-/P-FH2/----/---- 12i5e"
  manage.py score --mission 1 --json "T3SU1-/P-FH2/----/---- 12i5e"
  manage.py score --mission "classic districts=4,2" "T3SU1-/P-FH2/----/---- 12i5e"
  manage.py score --stdin < cities.txt     a line "MISSION CITY" in, a line of JSON out
"""
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        return super().create_parser(prog_name, subcommand, formatter_class=RawDescriptionHelpFormatter, **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("city", nargs="?", help='the city in the notation, such as "T3SU1-/P-FH2/----/---- 12i5e"')
        parser.add_argument("--mission", metavar="MISSION", help="the mission whose rules count: 1 to 10, or its line")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
        parser.add_argument("--stdin", action="store_true", help='read lines "MISSION CITY", print a line of JSON each')

    def handle(self, *_args: Any, city: str | None, mission: str | None, **options: Any) -> None:
        with until_the_reader_leaves():
            if options["stdin"]:
                if city is not None or mission is not None:
                    refuse(_("With --stdin every line names its own mission and city: give neither here."))
                self.answer_lines(sys.stdin)
            elif city is None or mission is None:
                refuse(_("Give a city and its --mission, or --stdin to read them from standard input."))
            else:
                self.answer(city, mission, as_json=options["json"])

    def answer(self, text: str, typed: str, *, as_json: bool) -> None:
        mission = mission_as_typed(typed)
        try:
            answer = json.dumps(report(City.parse(text), mission)) if as_json else for_people(text, mission)
        except ScoringError as error:
            refuse(shown(error, text))
        self.stdout.write(answer)
        self.stdout.flush()

    def answer_lines(self, stream: TextIO) -> None:
        if isinstance(stream, io.TextIOWrapper):
            # Only a line feed ends a line. A byte that is not UTF-8 becomes a replacement character.
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
        for line in lines(stream):
            self.stdout.write(json.dumps(answer_to(line)))
            self.stdout.flush()  # a program may wait for each answer before it sends the next line


def refuse(message: str) -> NoReturn:
    raise CommandError(message, returncode=2)


def shown(error: ScoringError, text: str) -> str:
    """Write the error's message. If `text` is printable, add `text` and a caret under its wrong character."""
    message = error.message.translate(gettext, ngettext)
    return f"{message}\n  {text}\n  {' ' * position(error, text)}^" if text.isprintable() else message


@contextmanager
def until_the_reader_leaves() -> Iterator[None]:
    """End the block silently if the program that reads the output closes the pipe, as `head` does."""
    try:
        yield
    except BrokenPipeError:
        # Without this line, Python would report the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def mission_as_typed(typed: str) -> Mission:
    """Return the mission for a typed number or mission line. Raises CommandError for any other text."""
    try:
        mission = mission_of(typed)
    except MissionLineError as error:
        refuse(shown(error, typed))
    if mission is None:
        refuse(no_such_mission(typed))
    return mission


def mission_of(typed: str) -> Mission | None:
    """Return the mission for a typed number, such as "7", or mission line, such as "classic districts=4,2".

    Return None for any other text. Raises MissionLineError if the mission line has an error.
    """
    if LINE_AND_CITY.match(typed):
        return Mission.parse(typed)
    return MISSIONS_AS_TYPED.get(typed)


def no_such_mission(typed: str) -> str:
    return _("There is no mission %(found)s: the missions are %(first)s to %(last)s, or a line such as %(line)s.") % {
        "found": repr(typed),
        "line": repr(MISSIONS[7].rules.line),
        "first": min(MISSIONS),
        "last": max(MISSIONS),
    }


def lines(stream: TextIO) -> Iterator[str | None]:
    """Yield the stream's lines without their line ends; None for a line that is too long."""
    while line := stream.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith("\n"):
            yield line.removesuffix("\n").removesuffix("\r")
            continue
        rest = line
        while rest and not rest.endswith("\n"):
            rest = stream.readline(LONGEST_LINE)
        yield None


def answer_to(line: str | None) -> dict[str, Any]:
    """Make the JSON object for one line "MISSION CITY". Errors and reasons are English, because programs read them."""
    if line is None:
        return {"error": f"This line has {LONGEST_LINE} characters or more; no city does.", "position": LONGEST_LINE}
    typed, text = cut(line)
    try:
        mission = mission_of(typed)
    except MissionLineError as error:
        return {"error": str(error), "position": error.position}
    if mission is None:
        return {"error": no_such_mission(typed), "position": 0}
    try:
        return report(City.parse(text), mission)
    except ScoringError as error:
        return {"error": str(error), "position": min(len(typed) + 1 + position(error, text), len(line))}


def cut(line: str) -> tuple[str, str]:
    """Split "MISSION CITY" into mission and city. The mission is a number, or a mission line with spaces."""
    if match := LINE_AND_CITY.match(line):
        return match[1], match[2] or ""
    number, _space, text = line.partition(" ")
    return number, text


def position(error: ScoringError, text: str) -> int:
    """Return the index of the wrong character in `text`."""
    if isinstance(error, NotationError | MissionLineError):
        return error.position
    if isinstance(error, AllocationError):
        start = text.rindex(" ") + 1
        width = text.index("/", start) - start
        return start + LETTERS.index(error.square[0]) + (int(error.square[1:]) - 1) * (width + 1)
    return 0  # no single character is wrong, so point to the first one


def for_people(text: str, mission: Mission) -> str:
    """Write a result as plain text: the board, its score sheet, and a comparison with the best allocation."""
    city = City.parse(text)
    best = settle(city, mission.rules)
    allocation = city.allocation or best
    sheet = score(city, allocation, mission.rules)
    parts = [
        heading(mission),
        board(city, allocation),
        _("+ activated, 0-5 Customers, e absorbs an Energy Unit, . left without"),
        table(sheet),
        *remarks(sheet),
    ]
    best_sheet = score(city, best, mission.rules)
    if city.allocation is None:
        parts.append(_("Best allocation: %(city)s") % {"city": city.settled(best)})
    elif (sheet.total, sheet.tiebreak) == (best_sheet.total, best_sheet.tiebreak):
        parts.append(_("Scored as allocated; no allocation does better."))
    else:
        message = _("Scored as allocated. The best allocation brings %(total)s VP: %(city)s")
        parts.append(message % {"total": best_sheet.total, "city": city.settled(best)})
    return "\n\n".join(parts)


def heading(mission: Mission) -> str:
    if mission.is_own:
        return _("Mission: %(title)s") % {"title": words(mission.title)}
    return _("Mission %(number)s: %(title)s") % {"number": mission.number, "title": words(mission.title)}


def board(city: City, allocation: Allocation) -> str:
    """Draw the city as a grid of buildings, each with its mark in the allocation, such as "3" for three Customers."""
    columns = city.board.columns
    buildings = [str(building) if building else "" for building in city.squares]
    width = max(len(building) for building in buildings) or 1
    cells = [
        f" {building:<{width}} {mark if building else ' '} "
        for building, mark in zip(buildings, allocation.marks, strict=True)
    ]
    bar = "─" * (width + 4)
    drawn = ["  " + "".join(f"{letter:^{width + 5}}" for letter in city.board.letters).rstrip()]
    drawn.append(f"  ┌{'┬'.join([bar] * columns)}┐")
    for row in range(ROWS):
        if row:
            drawn.append(f"  ├{'┼'.join([bar] * columns)}┤")
        drawn.append(f"{row + 1} │{'│'.join(cells[row * columns : (row + 1) * columns])}│")
    drawn.append(f"  └{'┴'.join([bar] * columns)}┘")
    return "\n".join(drawn)


def table(sheet: ScoreSheet) -> str:
    """Write the lines of the score sheet in columns: category, squares, reason, VP."""
    rows = [(_("Category"), _("Squares"), _("Reason"), _("VP"))]
    for category, group in groupby(sheet.lines, key=lambda line: line.category):
        name = str(CATEGORY_NAMES[category])
        for line in group:
            first, *more = wrap(words(line.message), REASON_WIDTH)
            rows.append((name, " ".join(line.squares), first, signed(line.vp)))
            rows += [("", "", rest, "") for rest in more]
            name = ""
    rows.append((_("Total"), "", "", signed(sheet.total)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    drawn = [
        f"{category:<{widths[0]}}  {squares:<{widths[1]}}  {reason:<{widths[2]}}  {vp:>{widths[3]}}"
        for category, squares, reason, vp in rows
    ]
    rule = "─" * len(drawn[0])
    return "\n".join([drawn[0], rule, *drawn[1:-1], rule, drawn[-1]])


def remarks(sheet: ScoreSheet) -> Iterator[str]:
    """Yield the figures for the tie-break, and notes about decisions such as D5 of docs/rules.md."""
    inhabitants, empty = sheet.tiebreak
    yield _("Tie-break: %(inhabitants)s, %(empty)s") % {
        "inhabitants": ngettext("%(n)s Inhabitant on buildings", "%(n)s Inhabitants on buildings", inhabitants)
        % {"n": inhabitants},
        "empty": ngettext("%(n)s empty square", "%(n)s empty squares", empty) % {"n": empty},
    }
    if sheet.notes:
        yield "\n".join(f"{note.decision}: {words(note.message)}" for note in sheet.notes)
