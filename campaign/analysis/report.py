"""The figures of the analysis page: the best swap, the VP that each tile and resource brings, the best arrangement."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from campaign.analysis.work import Analysis
from campaign.scores.cities import best_allocation
from campaign.scores.stamps import RulesStamp
from campaign.scores.words import CATEGORY_NAMES, difference, victory_points, words
from scoring import Allocation, Building, City, Kind, ScoreLine, ScoreSheet, line_changes, score


@dataclass(frozen=True, slots=True)
class BestUse:
    """A city scored with the best allocation of its resources."""

    city: City
    allocation: Allocation
    sheet: ScoreSheet

    @classmethod
    def of(cls, city: City, stamp: RulesStamp) -> "BestUse":
        allocation = best_allocation(city, stamp.rules)
        return cls(city, allocation, score(city, allocation, stamp.rules))


@dataclass(frozen=True, slots=True)
class SwapReport:
    """The swap of two squares that gains the most VP, and the score sheet's lines that it removes or adds."""

    sentence: str
    squares: tuple[str, ...]
    after: BestUse
    gone: tuple[ScoreLine, ...]
    new: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class TileWorth:
    """A building, and its worth: the VP that the city would lose without the building."""

    square: str
    building: Building
    vp: int


@dataclass(frozen=True, slots=True)
class SupplyWorth:
    """The change of the city's VP if the city had one Inhabitant or one Energy Unit more or fewer."""

    sentence: str
    vp: int


@dataclass(frozen=True, slots=True)
class Report:
    """The analysis of a city. Every figure assumes the best allocation of the resources."""

    built: BestUse
    swap: SwapReport | None
    tiles: tuple[TileWorth, ...]  # the tiles, the most valuable first
    supply: tuple[SupplyWorth, ...]
    found: BestUse | None  # the best arrangement; None while the search runs

    @property
    def is_improved(self) -> bool:
        """Tell whether the arrangement found scores more VP than the built city."""
        return bool(self.found and self.found.sheet.total > self.built.sheet.total)

    @property
    def verdicts(self) -> Iterator[str]:
        """Write sentences about the tile that gained the most VP and the tile that cost the most VP, if any."""
        most, least = self.tiles[0], self.tiles[-1]
        if most.vp > 0:
            yield _verdict(gettext("%(square)s, %(building)s, brought most: %(vp)s less without it."), most)
        if least.vp < 0:
            yield _verdict(gettext("%(square)s, %(building)s, cost most: %(vp)s more without it."), least)


def report_of(analysis: Analysis) -> Report | None:
    """Make the report of an analysis, without a query. Return None while the analysis has no figures."""
    if not (analysis.worths and analysis.worths.is_done):
        return None
    city, stamp, worths = analysis.city, analysis.stamp, analysis.worths.result
    swap, best = worths["swap"], analysis.arrangement
    return Report(
        built=BestUse.of(city, stamp),
        swap=_swap_report(city, swap, stamp) if swap else None,
        tiles=tuple(_tiles(city, worths["tiles"])),
        supply=tuple(_supply(worths["supply"])),
        found=BestUse.of(City.parse(best.result), stamp) if best and best.is_done else None,
    )


def _swap_report(city: City, swap: dict[str, Any], stamp: RulesStamp) -> SwapReport:
    after = City.parse(swap["city"])
    changes = line_changes(city, after, stamp.rules)
    one, other = swap["squares"]
    return SwapReport(swap_sentence(swap), (one, other), BestUse.of(after, stamp), changes.gone, changes.new)


def swap_sentence(swap: dict[str, Any] | None) -> str:
    """Write one line about the best swap of a city. `swap` is None if no swap gains VP."""
    if swap is None:
        return gettext("No swap improves this city.")
    one, other = swap["squares"]
    text = ngettext(
        "%(one)s and %(other)s swapped: %(count)s VP more.",
        "%(one)s and %(other)s swapped: %(count)s VP more.",
        swap["gain"],
    )
    return text % {"one": one, "other": other, "count": swap["gain"]}


def swap_effects(swap: dict[str, Any]) -> str:
    """Write by how many VP a swap changes single buildings and categories: "Park A2: +4, Shops: −1"."""
    names = (
        (f"{words(Kind(category).label)} {square}" if square else CATEGORY_NAMES[category], vp)
        for category, square, vp in swap["net"]
    )
    return ", ".join(f"{name}: {difference(vp)}" for name, vp in names)


def _tiles(city: City, worths: dict[str, int]) -> Iterator[TileWorth]:
    for square, vp in sorted(worths.items(), key=lambda item: -item[1]):
        building = city.squares[city.board.names.index(square)]
        assert building  # noqa: S101 - only squares with a building have a worth
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
    building, vp = words(worth.building.label), victory_points(abs(worth.vp))
    return text % {"square": worth.square, "building": building, "vp": vp}
