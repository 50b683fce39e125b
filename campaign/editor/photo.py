"""Describe a mission's mat for the photo reader: its squares, and the kinds of building with their digits."""

from dataclasses import dataclass

from scoring import Kind, Mode, Rules
from scoring.boards import ROWS
from scoring.kinds import KINDS


@dataclass(frozen=True, slots=True)
class PhotoKind:
    """A kind of building on the mat. `asks` is "floors", "vp", or "" if the kind has no digit to ask for."""

    letter: str
    slug: str
    name: str
    asks: str
    lowest: int
    highest: int
    mayors: bool


@dataclass(frozen=True, slots=True)
class PhotoMat:
    """The mat in a photo. If `experimental` is set, nobody has measured yet how well photos of this mat are read."""

    columns: int
    rows: int
    squares: str
    kinds: tuple[PhotoKind, ...]
    experimental: bool


def mat_of(rules: Rules, names: dict[Kind, str]) -> PhotoMat:
    """Describe the mat of these rules. `names` has the kinds of building to offer, with their names."""
    board = rules.board
    return PhotoMat(
        columns=board.columns,
        rows=ROWS,
        squares=" ".join(board.names),
        kinds=tuple(_kind(kind, name, rules) for kind, name in names.items()),
        experimental=rules.mode is Mode.CLASSIC,
    )


def _kind(kind: Kind, name: str, rules: Rules) -> PhotoKind:
    facts = KINDS[kind]
    highest = facts.highest[rules.mode]
    return PhotoKind(
        letter=facts.letter,
        slug=kind.value,
        name=name,
        asks=facts.digit.value if facts.digit and highest > facts.lowest else "",
        lowest=facts.lowest,
        highest=highest,
        mayors=kind is Kind.TOWER_BLOCK and bool(rules.mayor_offer),
    )
