"""The page about the Public Services expansion (section 10 of docs/rules.md): how to play with it, and its tiles."""

from typing import NamedTuple, cast

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaign.library.records import Page, Question, Section, Sentence, Source, Words, house_ruled, name_of
from scoring import Mode
from scoring.kinds import SPECIALS, Special
from scoring.kinds.services.typed import MOST_INHABITANTS

CUSTOMS_OFFICE = pgettext_lazy("expansion", "“Customs Office”")
POLICE_STATION = pgettext_lazy("expansion", "“Police Station”")
CAPITOL = pgettext_lazy("expansion", "“Capitol”")
CONGRESS_CENTER = pgettext_lazy("expansion", "“Congress Center”")
TV_STATION = pgettext_lazy("expansion", "“TV Station”")
REPROCESSING_PLANT = pgettext_lazy("expansion", "“Reprocessing Plant”")


class TileEntry(NamedTuple):
    """A tile of the expansion, and a sentence about it. If the scoring engine knows the tile, `name` is a `Special`."""

    name: Special | Promise
    entry: Sentence

    def is_computed(self, mode: Mode) -> bool:
        """Tell whether the engine computes the tile's VP in this mode. If not, players type the VP."""
        return isinstance(self.name, Special) and mode in SPECIALS[self.name].highest


def _tile(name: Special | Promise, known: Words, source: Source, unknown: Words = "") -> TileEntry:
    """Make the entry of a tile. `known` has the known facts, with {tile} for its name; `unknown` has open questions."""
    shown = name_of(name.label) if isinstance(name, Special) else name
    said = format_lazy(cast("str", known), tile=shown)
    is_open = not isinstance(unknown, str)  # bool(unknown) would translate the text, which fails during import
    return TileEntry(name, Sentence(said, unknown, is_open=is_open, source=source))


EXPERT = (
    _tile(Special.CITY_HALL, _("{tile}: 1 VP for each Public Service in the city, itself included."), Source.TILES),
    _tile(
        CUSTOMS_OFFICE,
        _("{tile}: 5 VP for a full line of Harbors."),
        Source.TILES,
        _(
            "Open: the tile shows four anchors, but a row has five squares. Is a row of four enough? A public solver"
            " asks for the whole row or the whole column."
        ),
    ),
    _tile(
        Special.CITY_PLANNING,
        _("{tile}: 1 VP for each full district, and 1 more if all five are full."),
        Source.TILES,
    ),
    _tile(Special.FIRE_STATION, _("{tile}: 3 VP for each Factory beside it."), Source.TILES),
    _tile(
        Special.PARK_DISTRICT,
        _("{tile}: 1 VP for each Park."),
        Source.TILES,
        house_ruled(
            "park_district_parks_only",
            _("Playgrounds count as Parks (D25): a house rule of your table can change it."),
            _("Playgrounds do not count as Parks for it (D25)."),
        ),
    ),
    _tile(
        POLICE_STATION,
        _("{tile}: 1 VP for each floor of one Tower Block or Office Tower."),
        Source.TILES,
        _("Open: do you choose the tower, or is it the tallest? A public solver takes the tallest."),
    ),
    _tile(Special.SCHOOL, _("{tile}: 1 VP for each Tower Block, whatever its height."), Source.TILES),
    _tile(
        CAPITOL,
        _("{tile}: scores by its neighbors, as a Monument does."),
        Source.TILES,
        _(
            "Open: what a Monument and this tile bring each other, and whether its score may fall below 0. A public"
            " solver stops at 0."
        ),
    ),
    _tile(
        CONGRESS_CENTER,
        _("{tile}: counts as an Office Tower of one floor in its group."),
        Source.TILES,
        _("Open: do Parks and Factories beside it count it as an Office Tower? A public solver says no."),
    ),
    _tile(
        TV_STATION,
        _("{tile}: brings 1 Inhabitant for each Shop."),
        Source.TILES,
        _("Open: when you take them. A public solver counts the Shops at the end of the game."),
    ),
    _tile(Special.MATERNITY_WARD, _("{tile}: brings 3 Inhabitants when you build it."), Source.TILES),
    _tile(Special.ELECTRIC_UTILITY, _("{tile}: brings 3 Energy Units when you build it."), Source.TILES),
    _tile(
        REPROCESSING_PLANT,
        _("{tile}: 1 VP for each excess Energy Unit."),
        Source.TILES,
        _(
            "Open: does a unit on a Park count, and do the units still cost VP? A public solver counts them all and"
            " takes no VP for them."
        ),
    ),
)

# No source lists all tiles for Classic Mode, so this list is inferred.
CLASSIC = (
    _tile(
        Special.CITY_HALL,
        _("{tile}: 1 VP for each Public Service in the city, itself included."),
        Source.LEAFLET,
        _("Open: the leaflet does not say for which mode. The Expert tile is the same."),
    ),
    _tile(
        CUSTOMS_OFFICE,
        _("{tile}: 3 VP for a full row or column of Harbors."),
        Source.LEAFLET,
        _("Open: the leaflet does not say for which mode. The Expert tile prints 5 VP."),
    ),
    _tile(
        Special.FIRE_STATION,
        _("{tile}: 2 VP for each Factory beside it."),
        Source.REVIEW,
        _("One review says so. The Expert tile prints 3 VP."),
    ),
    _tile(
        Special.SCHOOL,
        _("{tile}: 1 VP for each Tower Block, whatever its height."),
        Source.REVIEW,
        _("One review says so."),
    ),
    _tile(
        Special.PARK_DISTRICT,
        _("{tile}: 1 VP for each Park."),
        Source.REVIEW,
        _("One review says so. Open: do Playgrounds count?"),
    ),
    _tile(
        Special.CITY_PLANNING,
        _("{tile}: what it brings is open. The leaflet only names it."),
        Source.LEAFLET,
        _("The Expert tile counts full districts. No source gives the VP of this one."),
    ),
    _tile(
        POLICE_STATION,
        _("{tile}: what it brings is open. The leaflet only names it."),
        Source.LEAFLET,
        _("The Expert tile counts the floors of one tower. No source gives the VP of this one."),
    ),
    _tile(
        Special.MATERNITY_WARD,
        _("{tile}: open. The announcement speaks of Inhabitants."),
        Source.REVIEW,
        _("No source gives the number. The Expert tile brings 3 when you build it."),
    ),
    _tile(
        REPROCESSING_PLANT,
        _("{tile}: open. The announcement speaks of pollution."),
        Source.REVIEW,
        _("No source gives its effect. The Expert tile brings VP for excess Energy Units."),
    ),
    _tile(
        Special.ELECTRIC_UTILITY,
        _("{tile}: what it brings is open."),
        Source.OURS,
        _("No source has it for Classic Mode; we infer it from the Expert tile, which brings 3 Energy Units."),
    ),
    _tile(
        TV_STATION,
        _("{tile}: what it brings is open."),
        Source.OURS,
        _("No source has it for Classic Mode; we infer it from the Expert tile, which counts Shops."),
    ),
)

COMPUTED = tuple(tile.entry for tile in EXPERT if tile.is_computed(Mode.EXPERT))
TYPED = tuple(tile.entry for tile in EXPERT if not tile.is_computed(Mode.EXPERT))

PAGE = Page(
    "public-services-expansion",
    _("Public Services expansion"),
    format_lazy(
        _("{count} special Public Services. What is known, what is not: the printed tile decides."),
        count=len(EXPERT) + len(CLASSIC),
    ),
    "public_service",
    sections=(
        Section(
            "play",
            _("How it is played"),
            (
                Sentence(_("Shuffle the special tiles of your mode into a face-down stack."), source=Source.LEAFLET),
                Sentence(_("Each round, turn four of them up beside the Construction Site."), source=Source.LEAFLET),
                Sentence(
                    _("You took a standard Public Service? Build it, and discard one of the four."),
                    source=Source.LEAFLET,
                ),
                Sentence(_("Or discard it, and build one of the four in its place."), source=Source.LEAFLET),
                Sentence(
                    _("At the end of a round, discard the special tiles that are left face-up."),
                    source=Source.LEAFLET,
                ),
                Sentence(
                    _("When the stack is empty, shuffle the discarded special tiles into a new one."),
                    source=Source.LEAFLET,
                ),
                Sentence(
                    _("A special tile is a Public Service: it counts for districts and is never stacked."),
                    source=Source.TILES,
                ),
                Sentence(_("A special tile has no printed VP."), source=Source.TILES),
            ),
        ),
        Section(
            "decides",
            _("What decides"),
            (
                Sentence(
                    _("The printed tile decides. If it differs from this page, follow the tile."), source=Source.OURS
                ),
                Sentence(
                    _("The tile names are English: no rulebook gives them in German or Russian."), source=Source.OURS
                ),
            ),
        ),
        Section(
            "computed",
            format_lazy(_("{count} Expert tiles that this site computes"), count=len(COMPUTED)),
            (
                *COMPUTED,
                Sentence(
                    format_lazy(
                        _("Inhabitants needed: {fire} and {park} {count} each, every other tile {one}."),
                        fire=name_of(Special.FIRE_STATION.label),
                        park=name_of(Special.PARK_DISTRICT.label),
                        count=SPECIALS[Special.FIRE_STATION].inhabitants,
                        one=SPECIALS[Special.CITY_HALL].inhabitants,
                    ),
                    source=Source.TILES,
                ),
            ),
        ),
        Section(
            "typed",
            format_lazy(_("{count} Expert tiles whose VP you type"), count=len(TYPED)),
            (
                *TYPED,
                Sentence(
                    format_lazy(
                        _("Inhabitants needed: {capitol} {count}, every other tile {one}."),
                        capitol=CAPITOL,
                        count=MOST_INHABITANTS,
                        one=SPECIALS[Special.TYPED].inhabitants,
                    ),
                    source=Source.TILES,
                ),
            ),
        ),
        Section(
            "classic",
            format_lazy(_("{count} Classic tiles, whose VP you type"), count=len(CLASSIC)),
            (
                *[tile.entry for tile in CLASSIC],
                Sentence(
                    format_lazy(
                        _("We infer the list: the Expert tiles without {capitol} and {congress}."),
                        capitol=CAPITOL,
                        congress=CONGRESS_CENTER,
                    ),
                    source=Source.OURS,
                ),
                Sentence(_("How many Inhabitants a Classic tile needs is open."), source=Source.OURS),
            ),
        ),
    ),
    questions=(
        Question(
            _("How do we play an evening with the expansion?"),
            _("Tick it where you begin or edit the game, under “Date, place, note, seats, expansion”."),
            source=Source.OURS,
        ),
        Question(
            _("How do we enter a special tile?"),
            _("Place X, the special Public Service, and type the VP you counted; or choose its name (Expert)."),
            source=Source.OURS,
        ),
        Question(
            _("A fifth standard Public Service is taken in a round. What now?"),
            _(
                "The four special tiles are gone, so you can only build the standard one, or discard it. The leaflet"
                " does not say."
            ),
            source=Source.OURS,
        ),
        Question(
            _("May you discard a standard Public Service and build neither?"),
            _("Yes, like any tile. No source says whether one of the four goes as well."),
            source=Source.OURS,
        ),
        Question(
            _("Our tile needs two or three Inhabitants. Where do we say so?"),
            _("In the list beside the square of the special tile. If you choose nothing, it takes one."),
            source=Source.OURS,
        ),
    ),
    decisions=("D23", "D24", "D25"),
    see=("public-service",),
    keywords=_("expansion, special tiles, special public services, leaflet, two-sided helper"),
)
