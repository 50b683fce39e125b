"""Describe a mission's mat for the photo reader: its squares, and the kinds of building on it."""

from dataclasses import dataclass

from campaign.editor.palette import Offered, offered
from campaign.scores.words import words
from scoring import Kind, Mode, Rules
from scoring.boards import ROWS


@dataclass(frozen=True, slots=True)
class PhotoKind:
    """A kind of building that the photo reader can find on the mat."""

    letter: str
    slug: str
    name: str
    asks: str  # the unit of the digit that the player has to enter: "floors", "vp", or "" for no digit
    lowest: int
    highest: int
    mayors: bool
    is_special: bool  # whether this is a special Public Service, which the photo reader takes for a standard one


@dataclass(frozen=True, slots=True)
class PhotoMat:
    """The mat in a photo. If `experimental` is set, the accuracy of the photo reader is not measured for this mat."""

    columns: int
    rows: int
    squares: str
    kinds: tuple[PhotoKind, ...]
    experimental: bool

    @property
    def has_special(self) -> bool:
        return any(kind.is_special for kind in self.kinds)


def mat_of(rules: Rules) -> PhotoMat:
    """Describe the mat of these rules, in the active language."""
    board = rules.board
    return PhotoMat(
        columns=board.columns,
        rows=ROWS,
        squares=" ".join(board.names),
        kinds=tuple(_kind(each, rules) for each in offered(rules)),
        experimental=rules.mode is Mode.CLASSIC,
    )


def _kind(each: Offered, rules: Rules) -> PhotoKind:
    return PhotoKind(
        letter=each.letter,
        slug=each.kind.value,
        name=words(each.label),
        asks=each.digit if each.highest > each.lowest else "",
        lowest=each.lowest,
        highest=each.highest,
        mayors=each.kind is Kind.TOWER_BLOCK and bool(rules.mayor_offer),
        is_special=each.is_special,
    )
