"""Compute the data that the city editor shows: the city, its score sheet, and warnings about its tiles."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, ngettext

from campaign.editor.palette import offered, special_tiles
from campaign.editor.photo import PhotoMat, mat_of
from campaign.scores.boards import CityDrawing, draw
from campaign.scores.cities import best_allocation
from campaign.scores.stamps import RulesStamp
from campaign.scores.words import CATEGORY_NAMES, words
from scoring import (
    Allocation,
    Building,
    City,
    Finding,
    Kind,
    Rules,
    ScoreLine,
    ScoreSheet,
    Severity,
    advise,
    audit,
    score,
)
from scoring.kinds import KINDS, Digit
from scoring.limits import tiles_a_city
from scoring.tiles import table_for

FIRST_BRUSH = "T"
TYPED = "typed"  # the `unit` of a Tray for a special Public Service whose VP the players type
AROUND = 24  # the number of characters shown on each side of a wrong character
REMEMBERED = 4_096  # the size of the cache for translated categories of score sheets


class Steps(NamedTuple):
    """The labels of the buttons for undo and redo, such as "B3 Shop"; "" if there is nothing to undo or redo."""

    undo: str
    redo: str


class Done(NamedTuple):
    """The button that a complete city shows. It leads to the next player's city, or to the page of the game."""

    address: str
    next_player: str = ""  # the name of the next player; "" if the button leads to the game
    finishes: bool = False  # whether all cities are entered and the reader may finish the game


class TypedSupply(NamedTuple):
    """The typed texts of the two number fields (steppers), and the error sentences about them."""

    inhabitants: str
    energy: str
    errors: tuple[str, ...] = ()


class Notation(NamedTuple):
    """The text in the field for a city's notation, its errors, and the index of its first wrong character."""

    text: str
    errors: tuple[str, ...] = ()
    position: int | None = None

    @property
    def fault(self) -> tuple[str, str, str] | None:
        """Return the text before the wrong character, this character, and the text after it."""
        if self.position is None:
            return None
        start, end = max(0, self.position - AROUND), self.position + AROUND
        before = ("…" if start else "") + self.text[start : self.position]
        after = self.text[self.position + 1 : end] + ("…" if len(self.text) > end else "")
        return before, self.text[self.position : self.position + 1], after


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The city to show after a tap, and a message about the tap."""

    city: City
    at: str = ""  # the name of the square chosen last
    brush: str = FIRST_BRUSH  # the letter of the building chosen in the palette; "" for none
    said: str = ""  # the message about the tap
    refused: bool = False  # whether the tap, or a part of it, was refused
    supply: TypedSupply | None = None  # the typed Inhabitants and Energy Units if they are invalid; otherwise None
    notation: Notation | None = None  # the typed notation if it is invalid or refused; otherwise None
    moved_supply: bool = False  # whether an htmx response includes the steppers
    steps: Steps | None = None  # the labels of the buttons for undo and redo; None if they stay unchanged
    offers: str = ""  # the button beside the message: "undo", "redo", or "" for none


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorContext:
    """The data of an editor that a tap does not change: rules, number of players, address and rights."""

    stamp: RulesStamp
    players: int
    action: str  # the address to which taps are sent
    state: dict[str, str | int]  # the hidden fields of every tap, such as the version of the city
    may_edit: bool = True
    is_finished: bool = False
    is_pad: bool = False
    done: Done | None = None
    together: int = 1  # the most taps that one request may carry


class Brush(NamedTuple):
    """A radio button of the palette for a kind of building."""

    letter: str
    kind: Kind
    name: str
    chosen: bool
    digit: str  # the unit of the digit after the letter: "floors", "vp", or "" for no digit
    lowest: int
    highest: int


class SheetLine(NamedTuple):
    """A line of the score sheet in the reader's language."""

    squares: tuple[str, ...]
    reason: str
    vp: int


class Group(NamedTuple):
    """A category of the score sheet: its lines and their sum. The page hides a category without lines."""

    category: str
    name: str
    vp: int
    lines: tuple[SheetLine, ...]

    def is_lit(self, at: str) -> bool:
        """Tell whether a line of this category names the square `at`."""
        return any(at in line.squares for line in self.lines)


class Remark(NamedTuple):
    """A warning or error about the city, such as more tiles than the box has."""

    level: str
    square: str
    text: str


class SpecialChoice(NamedTuple):
    """An option in the menu of special Public Services, such as "2 Inhabitants"."""

    code: str
    name: str
    group: str  # the label of the HTML optgroup; "" for an option without one
    chosen: bool


class Tray(NamedTuple):
    """The tools above the palette for the building on the chosen square."""

    square: str
    building: Building
    name: str
    unit: str  # the number that the tools change: "floors", "vp", "typed" (VP that players type), "customers", or ""
    numbers: range  # the possible values of this number
    number: int | None  # the present value of this number; None for a Shop that is not activated
    active: bool | None  # whether the building has its resources; None if it never uses resources
    mayors: bool
    tiles: tuple[SpecialChoice, ...] = ()  # the special tiles to choose from

    @property
    def highest(self) -> int:
        return max(self.numbers, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """All data of a city that the templates of the editor show."""

    editor: EditorContext
    outcome: Outcome
    mode: str
    city: City
    allocation: Allocation
    by_hand: bool
    sheet: ScoreSheet
    groups: tuple[Group, ...]
    advice: tuple[str, ...]  # sentences that compare an allocation made by hand with the best allocation
    findings: tuple[Finding, ...]
    lacks_supply: bool  # whether nobody has entered the Inhabitants and Energy Units yet
    has_all_tiles: bool  # whether the city has the tiles of a complete game
    prompt: str  # the content of the line above the palette, such as "supply": see `_prompt`
    remarks: tuple[Remark, ...]  # warnings that stay true even if more buildings are added
    remarks_so_far: tuple[Remark, ...]  # warnings that may become false if more buildings are added
    tiles: int
    tiles_expected: int
    drawing: CityDrawing
    tray: Tray | None
    supply: TypedSupply
    notation: Notation

    @property
    def onward(self) -> str:
        """Return the target of the main button: "supply", "done" (see `editor.done`), "table", or "" for no button."""
        if not self.editor.may_edit:
            return "table"
        if self.lacks_supply:
            return "supply"
        return "done" if self.editor.done else ""

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return _brushes(self.editor.stamp.rules, self.outcome.brush)

    @property
    def letters(self) -> str:
        return "".join(brush.letter for brush in self.brushes)

    @property
    def photo(self) -> PhotoMat:
        return mat_of(self.editor.stamp.rules)


def screen_of(outcome: Outcome, editor: EditorContext) -> Screen:
    city, stamp, rules = outcome.city, editor.stamp, editor.stamp.rules
    allocation = city.allocation or best_allocation(city, rules)
    sheet = score(city, allocation, rules)
    tiles_expected = tiles_a_city(rules)
    has_all_tiles = city.tile_count >= tiles_expected
    lacks_supply = not (city.inhabitants or city.energy or city.allocation or editor.is_pad)
    awaits_supply = lacks_supply and any(city.squares)
    mission, players = stamp.as_mission, table_for(editor.players)
    findings = tuple(audit(city, mission, players, stamp.house_rules, has_supply=not awaits_supply))
    of_the_city = () if is_blank(city) else tuple(finding for finding in findings if not finding.square)
    tray = _tray(city, allocation, outcome.at, rules)
    at = outcome.at if editor.may_edit else ""
    return Screen(
        editor=editor,
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
        has_all_tiles=has_all_tiles,
        prompt=_prompt(outcome, editor, tray, city.tile_count - tiles_expected, awaits_supply=awaits_supply),
        remarks=tuple(_remark(finding) for finding in findings if finding.square or has_all_tiles),
        remarks_so_far=() if has_all_tiles else tuple(map(_remark, of_the_city)),
        tiles=city.tile_count,
        tiles_expected=tiles_expected,
        # Before the supply is entered, the squares show neither points nor resources.
        drawing=draw(
            city,
            None if awaits_supply else sheet,
            None if awaits_supply else allocation,
            findings,
            at,
        ),
        tray=tray,
        supply=outcome.supply or TypedSupply(str(city.inhabitants), str(city.energy)),
        notation=outcome.notation or Notation(line_of(city)),
    )


def _prompt(outcome: Outcome, editor: EditorContext, tray: Tray | None, tiles_over: int, *, awaits_supply: bool) -> str:
    """Return the key of the text above the palette. It is the first key of `choices` with a true value, or "start"."""
    # Do not ask for the supply while the player looks at a square, has too many tiles, or sets the VP of a tile.
    looks = outcome.at in outcome.city.board.names and not outcome.brush
    goes_on = looks or (tray and (tiles_over > 0 or tray.unit in (Digit.VP, TYPED)))
    choices = {
        "said": outcome.said,
        "finished": editor.is_finished,
        "look": not editor.may_edit,
        "pad": editor.is_pad,
        "supply": awaits_supply and tiles_over >= 0 and not goes_on,
        "tray": tray,
        "square": looks,
        "by_hand": outcome.city.allocation,
        "done": tiles_over == 0 and editor.done,
    }
    return next((name for name, applies in choices.items() if applies), "start")


def is_blank(city: City) -> bool:
    """Tell whether the city has no building and no supply."""
    return not (any(city.squares) or city.inhabitants or city.energy)


def line_of(city: City) -> str:
    """Return the notation of a city; "" for a blank city."""
    return "" if is_blank(city) else str(city)


def _groups(sheet: ScoreSheet) -> tuple[Group, ...]:
    lines: dict[str, list[ScoreLine]] = {category: [] for category in sheet.categories}
    for line in sheet.lines:
        lines[line.category].append(line)
    language = get_language()
    return tuple(_group(language, category, vp, tuple(lines[category])) for category, vp in sheet.categories.items())


@lru_cache(maxsize=REMEMBERED)
def _group(_language: str | None, category: str, vp: int, lines: tuple[ScoreLine, ...]) -> Group:
    """Translate the lines of a category into the active language. The result is cached for all cities."""
    said = tuple(SheetLine(line.squares, words(line.message), line.vp) for line in lines)
    return Group(category, str(CATEGORY_NAMES[category]), vp, said)


def _remark(finding: Finding) -> Remark:
    level = "warning" if finding.severity is Severity.UNUSUAL else "error"
    return Remark(level, finding.square or "", words(finding.message))


def _brushes(rules: Rules, chosen: str) -> tuple[Brush, ...]:
    return tuple(
        Brush(
            letter=each.letter,
            kind=each.kind,
            name=words(each.label),
            chosen=each.letter == chosen,
            digit=each.digit,
            lowest=each.lowest,
            highest=each.highest,
        )
        for each in offered(rules)
    )


def _tray(city: City, allocation: Allocation, at: str, rules: Rules) -> Tray | None:
    names = city.board.names
    building = city.squares[names.index(at)] if at in names else None
    if building is None:
        return None
    facts, kind = building.facts, KINDS[building.kind]
    mark = allocation.marks[names.index(at)]
    unit, numbers, number = "", range(0), None
    if city.allocation:
        if building.kind is Kind.SHOP:
            unit, numbers = "customers", range(rules.points.customers_a_shop + 1)
            number = None if mark == "." else int(mark)
    elif facts.digit:
        unit, numbers = facts.digit.value, range(facts.lowest, facts.highest[rules.mode] + 1)
        number = building.floors if facts.digit is Digit.FLOORS else building.vp
        unit = TYPED if building.special else unit
    return Tray(
        square=at,
        building=building,
        name=words(building.label),
        unit=unit,
        numbers=numbers,
        number=number,
        active=(mark == "e" if building.kind is Kind.PARK else None) if kind.is_always_active else mark != ".",
        mayors=building.kind is Kind.TOWER_BLOCK and bool(rules.mayor_offer),
        tiles=() if city.allocation else _tiles(building, rules),
    )


def _tiles(building: Building, rules: Rules) -> tuple[SpecialChoice, ...]:
    tiles = special_tiles(rules) if building.special else []
    return tuple(_choice(code, each, each == replace(building, vp=0)) for code, each in tiles)


def _choice(code: str, tile: Building, chosen: bool) -> SpecialChoice:  # noqa: FBT001 # the field of the same name
    name = words(tile.label)
    if tile.facts.digit is None:
        return SpecialChoice(code, name, "", chosen)
    text = ngettext("{count} Inhabitant", "{count} Inhabitants", tile.inhabitants)
    return SpecialChoice(code, text.format(count=tile.inhabitants), name, chosen)
