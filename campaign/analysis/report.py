"""What the page says of an analysed city: the one swap, what each tile and the supply were worth, the best found."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from campaign.cities import best_allocation
from campaign.models import Analysis
from campaign.stamps import RulesStamp
from campaign.words import victory_points, words
from scoring import Allocation, Building, City, Line, ScoreSheet, line_changes, score


@dataclass(frozen=True, slots=True)
class BestUse:
    """A city with the best use of its supply."""

    city: City
    allocation: Allocation
    sheet: ScoreSheet

    @classmethod
    def of(cls, city: City, stamp: RulesStamp) -> "BestUse":
        allocation = best_allocation(city, stamp.rules)
        return cls(city, allocation, score(city, allocation, stamp.rules))


@dataclass(frozen=True, slots=True)
class SwapReport:
    """The one swap that brings most, and the lines of the sheet that change."""

    sentence: str
    squares: tuple[str, ...]
    after: BestUse
    gone: tuple[Line, ...]
    new: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class TileWorth:
    """A building, and the VP that the city would lack without it."""

    square: str
    building: Building
    vp: int


@dataclass(frozen=True, slots=True)
class SupplyWorth:
    """What one Inhabitant or Energy Unit more, or fewer, changes."""

    sentence: str
    vp: int


@dataclass(frozen=True, slots=True)
class Report:
    """An analysed city. Every figure assumes the best use of the supply."""

    built: BestUse
    swap: SwapReport | None
    tiles: tuple[TileWorth, ...]  # the most valuable first
    supply: tuple[SupplyWorth, ...]
    found: BestUse | None  # None while the search runs

    @property
    def is_improved(self) -> bool:
        """Whether the arrangement found brings more than the city as it was built."""
        return bool(self.found and self.found.sheet.total > self.built.sheet.total)

    @property
    def verdicts(self) -> Iterator[str]:
        """Name the tile that brought most, and the one that cost most."""
        most, least = self.tiles[0], self.tiles[-1]
        if most.vp > 0:
            yield _verdict(gettext("%(square)s, %(building)s, brought most: %(vp)s less without it."), most)
        if least.vp < 0:
            yield _verdict(gettext("%(square)s, %(building)s, cost most: %(vp)s more without it."), least)


def report_of(analysis: Analysis) -> Report | None:
    """Put an analysis into words and boards, None while there are no figures yet. Asks the database nothing."""
    if analysis.figures is None:
        return None
    city, stamp = City.parse(analysis.city), RulesStamp.parse(analysis.stamp)
    swap = analysis.figures["swap"]
    return Report(
        built=BestUse.of(city, stamp),
        swap=_swap_report(city, swap, stamp) if swap else None,
        tiles=tuple(_tiles(city, analysis.figures["tiles"])),
        supply=tuple(_supply(analysis.figures["supply"])),
        found=BestUse.of(City.parse(analysis.found), stamp) if analysis.is_done else None,
    )


def _swap_report(city: City, swap: dict[str, Any], stamp: RulesStamp) -> SwapReport:
    after = City.parse(swap["city"])
    changes = line_changes(city, after, stamp.rules)
    one, other = swap["squares"]
    text = ngettext(
        "%(one)s and %(other)s swapped: %(count)s VP more.",
        "%(one)s and %(other)s swapped: %(count)s VP more.",
        swap["gain"],
    )
    sentence = text % {"one": one, "other": other, "count": swap["gain"]}
    return SwapReport(sentence, (one, other), BestUse.of(after, stamp), changes.gone, changes.new)


def _tiles(city: City, worths: dict[str, int]) -> Iterator[TileWorth]:
    for square, vp in sorted(worths.items(), key=lambda item: -item[1]):
        building = city.squares[city.board.names.index(square)]
        assert building  # noqa: S101 - worths are those of buildings
        yield TileWorth(square, building, vp)


def _supply(worths: dict[str, int | None]) -> Iterator[SupplyWorth]:
    sentences = {
        "one_inhabitant_more": gettext("One more Inhabitant"),
        "one_inhabitant_fewer": gettext("One Inhabitant fewer"),
        "one_energy_unit_more": gettext("One more Energy Unit"),
        "one_energy_unit_fewer": gettext("One Energy Unit fewer"),
    }
    for name, vp in worths.items():
        if vp is not None:
            yield SupplyWorth(sentences[name], vp)


def _verdict(text: str, worth: TileWorth) -> str:
    building, vp = words(worth.building.kind.label), victory_points(abs(worth.vp))
    return text % {"square": worth.square, "building": building, "vp": vp}
