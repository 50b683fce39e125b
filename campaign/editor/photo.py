"""Describe the mat of a mission to the reader of photos, and what to ask about each kind of building."""

from dataclasses import dataclass

from scoring import Kind, Mode, Rules
from scoring.boards import ROWS
from scoring.kinds import KINDS


@dataclass(frozen=True, slots=True)
class PhotoKind:
    """A kind that may stand on the mat. `asks` is "floors", "vp", or "" where a photo tells all there is."""

    letter: str
    slug: str
    name: str
    asks: str
    lowest: int
    highest: int
    mayors: bool


@dataclass(frozen=True, slots=True)
class PhotoMat:
    """The mat a photo is expected to show; `experimental` while nobody has measured how well it is read."""

    columns: int
    rows: int
    squares: str
    kinds: tuple[PhotoKind, ...]
    experimental: bool


def mat_of(rules: Rules, names: dict[Kind, str]) -> PhotoMat:
    """Describe the mat of these rules, on which the kinds of `names` may stand."""
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
