"""Build what the city editor shows, once, from the outcome of a tap: the city, its sheet, its box check."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language

from campaign.boards import Drawing, draw
from campaign.cities import best_allocation
from campaign.editor.photo import PhotoMat, mat_of
from campaign.stamps import RulesStamp
from campaign.words import CATEGORY_NAMES, words
from scoring import (
    MISSIONS,
    Allocation,
    Building,
    City,
    Finding,
    Kind,
    Line,
    Rules,
    ScoreSheet,
    Severity,
    advise,
    audit,
    score,
)
from scoring.kinds import KINDS, Digit
from scoring.limits import tiles_a_city
from scoring.tiles import nearest_table

FIRST_BRUSH = "T"
AROUND = 24  # characters shown on each side of a wrong one
REMEMBERED = 4_096  # categories of a sheet with their lines


class Steps(NamedTuple):
    """What undo and redo would change, such as "B3 Shop"; "" where there is nothing to undo or redo."""

    undo: str
    redo: str


class Done(NamedTuple):
    """The way on from a city: to the next player without one, to the end of the game, or back to the table."""

    address: str
    next_player: str = ""
    finishes: bool = False


class Supply(NamedTuple):
    """The figures in the two steppers, and their errors."""

    inhabitants: str
    energy: str
    errors: tuple[str, ...] = ()


class Notation(NamedTuple):
    """The line of text in its field, its errors, and the position of the first wrong character."""

    text: str
    errors: tuple[str, ...] = ()
    position: int | None = None

    @property
    def fault(self) -> tuple[str, str, str] | None:
        """The text around the wrong character: before, the character, after."""
        if self.position is None:
            return None
        start, end = max(0, self.position - AROUND), self.position + AROUND
        before = ("…" if start else "") + self.text[start : self.position]
        after = self.text[self.position + 1 : end] + ("…" if len(self.text) > end else "")
        return before, self.text[self.position : self.position + 1], after


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The city after a tap, or as it is looked at, and what to say of it."""

    city: City
    at: str = ""  # the square chosen last
    brush: str = FIRST_BRUSH
    said: str = ""
    refused: bool = False  # whether something of the tap was not done
    supply: Supply | None = None  # as typed, where it is no supply
    notation: Notation | None = None  # as typed, where it is not the city's own
    moved_supply: bool = False  # whether the steppers go along with a part for htmx; otherwise they stay as they are
    steps: Steps | None = None  # None where they are as they were
    offers: str = ""  # "undo" or "redo": the button beside what is said


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where a city is entered: by which rules, for how many players, and where its taps go."""

    stamp: RulesStamp
    players: int
    action: str  # where a tap is sent
    state: dict[str, str | int]  # goes along with every tap, and says which city was tapped
    may_edit: bool = True
    is_finished: bool = False
    is_pad: bool = False
    done: Done | None = None
    together: int = 1  # taps that one request may carry


class Brush(NamedTuple):
    """A building of the palette, as its radio button; with what its digit counts, and from where to where."""

    letter: str
    kind: Kind
    name: str
    chosen: bool
    digit: str  # "floors", "vp" or ""
    lowest: int
    highest: int


class SheetLine(NamedTuple):
    """A line of the sheet in the reader's language."""

    squares: tuple[str, ...]
    reason: str
    vp: int


class Group(NamedTuple):
    """A category's lines, and their sum; without lines it is left out of sight."""

    category: str
    name: str
    vp: int
    lines: tuple[SheetLine, ...]

    def is_lit(self, at: str) -> bool:
        """Tell whether a line of this category names the square chosen last."""
        return any(at in line.squares for line in self.lines)


class Remark(NamedTuple):
    """A finding of the box check in the reader's language."""

    level: str
    square: str
    text: str


class Tray(NamedTuple):
    """The building on the chosen square, and the changes it allows."""

    square: str
    building: Building
    name: str
    unit: str  # "floors", "vp", "customers" or ""
    numbers: range  # how many there may be
    number: int | None  # how many there are, None in a Shop that is closed
    active: bool | None  # None where nothing needs to be activated
    mayors: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """All that the templates of the editor show of one city."""

    desk: Desk
    outcome: Outcome
    mode: str
    city: City
    allocation: Allocation
    by_hand: bool
    sheet: ScoreSheet
    groups: tuple[Group, ...]
    advice: tuple[str, ...]  # how far from the best an allocation by hand is
    findings: tuple[Finding, ...]
    lacks_supply: bool  # Inhabitants and Energy Units are not entered yet
    is_full: bool  # every tile of a game is built
    prompt: str  # which sentence or tools stand above the palette
    remarks: tuple[Remark, ...]  # errors that no further building can mend
    remarks_so_far: tuple[Remark, ...]  # findings that hold only if the city is finished
    tiles: int
    tiles_expected: int
    drawing: Drawing
    tray: Tray | None
    supply: Supply
    notation: Notation

    @property
    def onward(self) -> str:
        """Tell where the one button leads: to the supply, on from a city ("done"), to the table, or nowhere ("")."""
        if not self.desk.may_edit:
            return "" if self.desk.is_finished else "table"
        if self.lacks_supply:
            return "supply"
        return "done" if self.desk.done else ""

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return _brushes(self.desk.stamp.rules, self.outcome.brush)

    @property
    def letters(self) -> str:
        return "".join(brush.letter for brush in self.brushes)

    @property
    def photo(self) -> PhotoMat:
        return mat_of(self.desk.stamp.rules, {brush.kind: brush.name for brush in self.brushes})


def screen_of(outcome: Outcome, desk: Desk) -> Screen:
    city, stamp, rules = outcome.city, desk.stamp, desk.stamp.rules
    allocation = city.allocation or best_allocation(city, rules)
    sheet = score(city, allocation, rules)
    tiles_expected = tiles_a_city(rules)
    is_full = city.tiles >= tiles_expected
    lacks_supply = not (city.inhabitants or city.energy or city.allocation or desk.is_pad)
    awaits_supply = lacks_supply and any(city.squares)
    mission, players = MISSIONS[stamp.mission], nearest_table(desk.players)
    findings = tuple(audit(city, mission, players, stamp.house_rules, has_supply=not awaits_supply))
    of_the_city = () if is_blank(city) else tuple(finding for finding in findings if not finding.square)
    tray = _tray(city, allocation, outcome.at, rules)
    at = outcome.at if desk.may_edit else ""
    return Screen(
        desk=desk,
        outcome=outcome,
        mode=rules.mode.value,
        city=city,
        allocation=allocation,
        by_hand=city.allocation is not None,
        sheet=sheet,
        groups=_groups(sheet),
        advice=tuple(words(message) for message in advise(city, allocation, rules, best_allocation(city, rules)))
        if city.allocation
        else (),
        findings=findings,
        lacks_supply=lacks_supply,
        is_full=is_full,
        prompt=_prompt(outcome, desk, tray, city.tiles - tiles_expected, awaits_supply=awaits_supply),
        remarks=tuple(_remark(finding) for finding in findings if finding.square or is_full),
        remarks_so_far=() if is_full else tuple(map(_remark, of_the_city)),
        tiles=city.tiles,
        tiles_expected=tiles_expected,
        # The squares say nothing of points and resources before there is a supply.
        drawing=draw(
            city,
            None if awaits_supply else sheet,
            None if awaits_supply else allocation,
            findings,
            at,
        ),
        tray=tray,
        supply=outcome.supply or Supply(str(city.inhabitants), str(city.energy)),
        notation=outcome.notation or Notation(line_of(city)),
    )


def _prompt(outcome: Outcome, desk: Desk, tray: Tray | None, tiles_over: int, *, awaits_supply: bool) -> str:
    """Choose what stands above the palette: the first that applies."""
    # The chosen square comes first for a player without a brush, with a tile too many, or with VP still to be typed.
    looks = outcome.at in outcome.city.board.names and not outcome.brush
    goes_on = looks or (tray and (tiles_over > 0 or tray.unit == Digit.VP))
    choices = {
        "said": outcome.said,
        "finished": desk.is_finished,
        "look": not desk.may_edit,
        "pad": desk.is_pad,
        "supply": awaits_supply and tiles_over >= 0 and not goes_on,
        "tray": tray,
        "square": looks,
        "by_hand": outcome.city.allocation,
        "done": tiles_over == 0 and desk.done,
    }
    return next((name for name, applies in choices.items() if applies), "start")


def is_blank(city: City) -> bool:
    """Tell whether nothing was entered yet."""
    return not (any(city.squares) or city.inhabitants or city.energy)


def line_of(city: City) -> str:
    """Return the notation of a city, "" for one that is blank."""
    return "" if is_blank(city) else str(city)


def _groups(sheet: ScoreSheet) -> tuple[Group, ...]:
    """Return the sheet by category, in the order of the score pad."""
    lines: dict[str, list[Line]] = {category: [] for category in sheet.categories}
    for line in sheet.lines:
        lines[line.category].append(line)
    language = get_language()
    return tuple(_group(language, category, vp, tuple(lines[category])) for category, vp in sheet.categories.items())


@lru_cache(maxsize=REMEMBERED)
def _group(_language: str | None, category: str, vp: int, lines: tuple[Line, ...]) -> Group:
    """Say a category's lines in the language in force; once for all cities that have them."""
    said = tuple(SheetLine(line.squares, words(line.message), line.vp) for line in lines)
    return Group(category, str(CATEGORY_NAMES[category]), vp, said)


def _remark(finding: Finding) -> Remark:
    level = "warning" if finding.severity is Severity.UNUSUAL else "error"
    return Remark(level, finding.square or "", words(finding.message))


def _brushes(rules: Rules, chosen: str) -> tuple[Brush, ...]:
    """Return the buildings a mission is played with."""
    return tuple(
        Brush(
            letter=facts.letter,
            kind=kind,
            name=words(kind.label),
            chosen=facts.letter == chosen,
            digit=facts.digit.value if facts.digit else "",
            lowest=facts.lowest,
            highest=facts.highest[rules.mode],
        )
        for kind, facts in KINDS.items()
        if rules.mode in facts.highest and (kind is not Kind.PLAYGROUND or rules.playgrounds)
    )


def _tray(city: City, allocation: Allocation, at: str, rules: Rules) -> Tray | None:
    names = city.board.names
    building = city.squares[names.index(at)] if at in names else None
    if building is None:
        return None
    facts = KINDS[building.kind]
    mark = allocation.marks[names.index(at)]
    unit, numbers, number = "", range(0), None
    if city.allocation:
        if building.kind is Kind.SHOP:
            unit, numbers = "customers", range(rules.points.customers_a_shop + 1)
            number = None if mark == "." else int(mark)
    elif facts.digit:
        unit, numbers = facts.digit.value, range(facts.lowest, facts.highest[rules.mode] + 1)
        number = building.floors if facts.digit is Digit.FLOORS else building.vp
    return Tray(
        square=at,
        building=building,
        name=words(building.kind.label),
        unit=unit,
        numbers=numbers,
        number=number,
        active=(mark == "e" if building.kind is Kind.PARK else None) if facts.is_always_active else mark != ".",
        mayors=building.kind is Kind.TOWER_BLOCK and bool(rules.mayor_offer),
    )
