"""The nine kinds of building, a page each."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.records import Example, Page, Question, Section, name_of
from scoring import MISSIONS, Kind, Mode
from scoring.kinds import KINDS
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from scoring.tiles import PLAYGROUND_INHABITANTS, TILES

CLASSIC, EXPERT = CLASSIC_RULES.points, EXPERT_RULES.points
WITH_PLAYGROUNDS = next(
    mission.rules for mission in MISSIONS.values() if mission.rules.playgrounds and mission.rules.mode is Mode.CLASSIC
)
EXPERT_WITH_PLAYGROUNDS = next(
    mission.rules for mission in MISSIONS.values() if mission.rules.playgrounds and mission.rules.mode is Mode.EXPERT
)


def _printed(kind: Kind) -> str:
    """The VP printed on the tiles of a kind, each once: "0, 1, 2"."""
    return ", ".join(str(vp) for vp in sorted({tile.vp for tile in TILES if tile.kind is kind}))


def _brought(kind: Kind, resource: str) -> str:
    return ", ".join(str(count) for count in sorted({getattr(tile, resource) for tile in TILES if tile.kind is kind}))


NOT_STACKED = _("It is never stacked: one tile, one square.")
IDLE_NEIGHBOUR = _("Counting a neighbor that was not activated. It has left the city before scoring.")
DIAGONAL = _("Counting a corner. Buildings are neighbors when they share a side, never across a corner.")

BUILDINGS = (
    Page(
        "tower-block",
        name_of(Kind.TOWER_BLOCK.label),
        _("Homes, one floor on another. The higher the stack, the more it is worth."),
        "tower_block-3",
        Kind.TOWER_BLOCK,
        _("One Energy Unit for the whole stack, however high."),
        sections=(
            Section(
                "brings",
                _("What it brings"),
                (
                    format_lazy(
                        _("Inhabitants, by the tile: {brought}."), brought=_brought(Kind.TOWER_BLOCK, "inhabitants")
                    ),
                    _(
                        "One tile a round but the last also brings the Mayor pawn, and with it the first turn of the"
                        " next round."
                    ),
                ),
            ),
            Section(
                "stacking",
                _("Stacking"),
                (
                    format_lazy(
                        _("Up to {classic} floors in Classic and {expert} in Expert."),
                        classic=KINDS[Kind.TOWER_BLOCK].highest[Mode.CLASSIC],
                        expert=KINDS[Kind.TOWER_BLOCK].highest[Mode.EXPERT],
                    ),
                    _(
                        "A further floor goes on a stack whose square the Architect opens, or on any stack of yours"
                        " whose next"
                        " floor has the Architect's number. A first floor always takes a square the Architect opens."
                    ),
                ),
            ),
        ),
        tables=(tables.TOWER_BLOCK,),
        examples=(
            Example(
                "towers",
                "T3T2--/T---/----/---- 0i3e",
                CLASSIC_RULES,
                ("tower_block",),
                _("Three stacks, an Energy Unit each. Every stack is scored by itself."),
            ),
            Example(
                "tower-left-dark",
                "T4T2--/----/----/---- 0i1e",
                CLASSIC_RULES,
                ("tower_block",),
                _("One Energy Unit for two stacks: the lower one stays dark and leaves the city."),
            ),
            Example(
                "towers-expert",
                "T5-T2--/-----/-----/----- 0i2e",
                EXPERT_RULES,
                ("tower_block",),
                _("In Expert Mode a stack may have a fifth floor."),
            ),
        ),
        mistakes=(
            _("Paying an Energy Unit for each floor. One is enough for the stack."),
            _("Starting a new stack with the floor rule. It is for the second floor and above."),
            _("Leaving the Inhabitants in the house. They live nowhere in particular: send them to work or to a Shop."),
        ),
        questions=(
            Question(
                _("May I put a floor on a stack far away from the Architect's lines?"),
                _("Yes, if the floor you build has the Architect's number: a #3 builds any third floor."),
            ),
        ),
        decisions=("D1", "D5"),
        see=("stacking", "activation", "mayor-tile"),
        keywords=_("apartment, house, skyscraper, flats, height, floors"),
    ),
    Page(
        "shop",
        name_of(Kind.SHOP.label),
        _("An Energy Unit opens it, Customers make it pay. It feeds the Factories next door as well."),
        "shop",
        Kind.SHOP,
        _("One Energy Unit. Then it takes Inhabitants as Customers."),
        sections=(
            Section(
                "customers",
                _("Customers"),
                (
                    format_lazy(
                        _(
                            "Up to {classic} Inhabitants in Classic and {expert} in Expert. They stand on the Shop and"
                            " work nowhere else."
                        ),
                        classic=CLASSIC.customers_a_shop,
                        expert=EXPERT.customers_a_shop,
                    ),
                    _(
                        "A Shop without Customers brings no points, but it is open: Factories and Monuments beside it"
                        " count it."
                    ),
                ),
            ),
            Section("stacking", _("Stacking"), (NOT_STACKED,)),
        ),
        tables=(tables.SHOP,),
        examples=(
            Example(
                "shops",
                "SS--/----/----/---- 5i2e",
                CLASSIC_RULES,
                ("shop",),
                _("Five Customers for two Shops: fill one before you open the next."),
            ),
            Example(
                "shop-expert",
                "SS---/-----/-----/----- 6i2e",
                EXPERT_RULES,
                ("shop",),
                _("In Expert Mode the fifth Customer is worth more than any before him."),
            ),
        ),
        mistakes=(
            _("Spreading Customers evenly. The last one in a Shop brings most."),
            _("Forgetting Customers in the tie-break: they are Inhabitants on buildings."),
        ),
        questions=(
            Question(
                _("Is an Inhabitant needed to open a Shop?"),
                _("No, an Energy Unit is. Inhabitants in a Shop are Customers."),
            ),
        ),
        decisions=("D5", "D12"),
        see=("activation", "ties", "factory"),
        keywords=_("store, market, customer, customers"),
    ),
    Page(
        "public-service",
        name_of(Kind.PUBLIC_SERVICE.label),
        _("Offices where a citizen waits for a stamp. What counts is in how many districts there is one."),
        "public_service",
        Kind.PUBLIC_SERVICE,
        _("One Inhabitant."),
        sections=(
            Section(
                "points",
                _("How it scores"),
                (
                    _("Once for the whole city: count the districts with at least one activated Public Service."),
                    format_lazy(
                        _("The VP printed on activated tiles are added: {printed}, by the tile."),
                        printed=_printed(Kind.PUBLIC_SERVICE),
                    ),
                ),
            ),
            Section("stacking", _("Stacking"), (NOT_STACKED,)),
        ),
        tables=(tables.PUBLIC_SERVICE,),
        examples=(
            Example(
                "services",
                "U-U1-/----/U2---/---- 3i0e",
                CLASSIC_RULES,
                ("public_service",),
                _("Three districts, and what is printed on the tiles on top."),
            ),
            Example(
                "services-together",
                "UU--/----/--U-/---- 3i0e",
                CLASSIC_RULES,
                ("public_service",),
                _("Three tiles in two districts: the second one in a district adds nothing but its printed VP."),
            ),
            Example(
                "services-expert",
                "U-UU-/-----/U--U-/----- 5i0e",
                EXPERT_RULES,
                ("public_service",),
                _("One in each of the five districts of the Expert mat."),
            ),
        ),
        mistakes=(
            _("Scoring the table for every tile. It is read once for the city."),
            _("Taking the Expert mat's square numbers for districts: the districts are the washes of color."),
            _("Adding the printed VP of a tile that nobody works in."),
        ),
        questions=(
            Question(
                _("Two Public Services stand in one district. Do both need an Inhabitant?"),
                _("Only if you want the printed VP of both. For the district one that is activated is enough."),
            ),
        ),
        decisions=("D5",),
        see=("activation", "placement"),
        keywords=_("office, town hall, service, district, districts, spread"),
    ),
    Page(
        "park",
        name_of(Kind.PARK.label),
        _("Green between the towers. It needs nobody, and takes a little smoke out of the air."),
        "park",
        Kind.PARK,
        _("Nothing: a Park is always active."),
        sections=(
            Section(
                "points",
                _("How it scores"),
                (
                    _(
                        "Each Park by itself, by the activated Tower Blocks beside it; in Expert Mode by Office Towers"
                        " as well."
                    ),
                    _("A stack is one tower, whatever its height."),
                ),
            ),
            Section(
                "absorbs",
                _("Pollution"),
                (_("Before scoring, each Park may take one Energy Unit that nothing uses. That unit costs nothing."),),
            ),
            Section("stacking", _("Stacking"), (NOT_STACKED,)),
        ),
        tables=(tables.PARK,),
        examples=(
            Example(
                "park",
                "T2PT-/-T--/----/---- 0i3e",
                CLASSIC_RULES,
                ("park",),
                _("Three towers share a side with the Park."),
            ),
            Example(
                "park-diagonal",
                "T---/-P--/----/---- 0i1e",
                CLASSIC_RULES,
                ("park",),
                _("A tower at the corner is no neighbor."),
            ),
            Example(
                "park-expert",
                "TPO--/-----/-----/----- 1i2e",
                EXPERT_RULES,
                ("park",),
                _("In Expert Mode the Office Tower counts like the Tower Block."),
            ),
        ),
        mistakes=(
            DIAGONAL,
            _("Counting floors. A stack of four is one tower to a Park."),
            _("Scoring a tower that got no Energy Unit. It is gone before the Park is scored."),
        ),
        questions=(
            Question(
                _("Can a Park take two Energy Units?"),
                _("No, one each."),
            ),
        ),
        decisions=("D5", "D15"),
        see=("pollution", "playground"),
        keywords=_("green, garden, pollution, absorb, energy"),
    ),
    Page(
        "playground",
        name_of(Kind.PLAYGROUND.label),
        _("Some missions swap Parks for Playgrounds: people come for the slide, but nothing cleans the air."),
        "playground",
        Kind.PLAYGROUND,
        _("Nothing: a Playground is always active."),
        sections=(
            Section(
                "like-a-park",
                _("Like a Park"),
                (
                    _(
                        "It scores by the towers beside it, by the table of the Park, and in the same line of the"
                        " score sheet."
                    ),
                    _("Beside a Monument it counts as a Park."),
                ),
            ),
            Section(
                "unlike-a-park",
                _("Unlike a Park"),
                (
                    format_lazy(_("Building it brings Inhabitants: {count}."), count=PLAYGROUND_INHABITANTS),
                    _("It absorbs no Energy Unit."),
                    _("It is a promotional tile. Each one replaces the Park of the same number in its round."),
                ),
            ),
        ),
        tables=(tables.PLAYGROUND,),
        examples=(
            Example(
                "playground",
                "T2GT-/-U--/----/---- 1i2e",
                WITH_PLAYGROUNDS,
                ("park",),
                _("Two towers beside it. The Inhabitant it brought works in the Public Service below."),
            ),
            Example(
                "playground-absorbs-nothing",
                "T2G--/----/----/---- 0i2e",
                WITH_PLAYGROUNDS,
                ("park", "unused_energy"),
                _("The second Energy Unit is pollution: a Playground takes none."),
            ),
            Example(
                "playground-monument",
                "GM---/-U---/-----/----- 1i0e",
                EXPERT_WITH_PLAYGROUNDS,
                ("monument",),
                _("The Monument sees a Park and a Public Service."),
            ),
        ),
        mistakes=(
            _("Putting a surplus Energy Unit on it."),
            _("Playing with both the Park and its Playground: one replaces the other."),
        ),
        questions=(
            Question(
                _("We have no Playgrounds. Can we play these missions?"),
                _(
                    "Yes: mark the Parks of these numbers, agree that they are Playgrounds, and take an Inhabitant"
                    " when one"
                    " is built."
                ),
            ),
        ),
        decisions=("D14", "D15", "D6"),
        see=("park", "monument"),
        keywords=_("promo, swing, slide, children"),
    ),
    Page(
        "factory",
        name_of(Kind.FACTORY.label),
        _("It makes energy for the city and lives off its neighbors."),
        "factory",
        Kind.FACTORY,
        _("One Inhabitant."),
        sections=(
            Section(
                "brings",
                _("What it brings"),
                (format_lazy(_("Energy Units, by the tile: {brought}."), brought=_brought(Kind.FACTORY, "energy")),),
            ),
            Section(
                "points",
                _("How it scores"),
                (_("Each Factory by itself, for every activated building of the table that shares a side with it."),),
            ),
            Section("stacking", _("Stacking"), (NOT_STACKED,)),
        ),
        tables=(tables.FACTORY,),
        examples=(
            Example(
                "factory",
                "SFH-/----/----/---- 2i1e",
                CLASSIC_RULES,
                ("factory",),
                _("A Shop on one side, a Harbor on the other. The Shop is open, and that is enough."),
            ),
            Example(
                "factory-expert",
                "OFS--/-H---/-----/----- 3i2e",
                EXPERT_RULES,
                ("factory",),
                _("In Expert Mode an Office Tower next door is worth most."),
            ),
        ),
        mistakes=(
            IDLE_NEIGHBOUR,
            DIAGONAL,
            _("Taking more energy than the city can use: what is left over is pollution."),
        ),
        questions=(
            Question(
                _("Does one Shop count for two Factories?"),
                _("Yes. Each Factory looks at its own neighbors."),
            ),
        ),
        decisions=("D5",),
        see=("pollution", "shop", "harbor", "office-tower"),
        keywords=_("industry, energy, plant"),
    ),
    Page(
        "harbor",
        name_of(Kind.HARBOR.label),
        _("Quays in a line: the longest row and the longest column of the city count, each once."),
        "harbor",
        Kind.HARBOR,
        _("One Inhabitant."),
        sections=(
            Section(
                "points",
                _("How it scores"),
                (
                    _(
                        "Find the longest unbroken row of activated Harbors, and the longest unbroken column. Read the"
                        " table for each of them and add both. A Harbor at the corner belongs to the row and to the"
                        " column."
                    ),
                    _("Shorter lines bring nothing further."),
                    format_lazy(
                        _("The VP printed on activated Harbors are added: {printed}, by the tile."),
                        printed=_printed(Kind.HARBOR),
                    ),
                ),
            ),
            Section(
                "brings",
                _("What it brings"),
                (_("Two pieces or printed VP: two Inhabitants, two Energy Units, one of each, or the VP."),),
            ),
            Section("stacking", _("Stacking"), (NOT_STACKED,)),
        ),
        tables=(tables.HARBOR,),
        examples=(
            Example(
                "harbor-corner",
                "HHH-/H---/----/---- 4i0e",
                CLASSIC_RULES,
                ("harbor",),
                _("A row of three and a column of two share the Harbor in the corner. Both count."),
            ),
            Example(
                "harbor-gap",
                "HH-H/----/----/---- 3i0e",
                CLASSIC_RULES,
                ("harbor",),
                _("The gap breaks the row: the longest is two."),
            ),
            Example(
                "harbor-printed",
                "H2H--/----/----/---- 2i0e",
                CLASSIC_RULES,
                ("harbor",),
                _("A row of two, and the VP printed on one of them."),
            ),
            Example(
                "harbor-expert",
                "HHHHH/-----/-----/----- 5i0e",
                EXPERT_RULES,
                ("harbor",),
                _("The Expert mat has room for a row of five. A column ends at four."),
            ),
        ),
        mistakes=(
            _("Scoring the row only. The longest column counts as well."),
            _("Scoring every line. One row and one column count, the longest of each."),
            _("Bridging a gap with a Harbor that nobody works in."),
        ),
        questions=(
            Question(
                _("Two rows are equally long. Which one counts?"),
                _("Either: only its length matters, and it counts once."),
            ),
        ),
        decisions=("D5", "D12"),
        see=("activation", "factory"),
        keywords=_("port, row, column, line, longest, harbour, ship, dock"),
    ),
    Page(
        "office-tower",
        name_of(Kind.OFFICE_TOWER.label),
        _("Expert Mode's glass: worth more in company, and most when tall as well."),
        "office_tower-3",
        Kind.OFFICE_TOWER,
        _("One Inhabitant and one Energy Unit for the whole stack."),
        sections=(
            Section(
                "points",
                _("How it scores"),
                (
                    _(
                        "Activated Office Towers that are joined side by side are a group. The size of the group"
                        " chooses the"
                        " row of the table, the floors of each stack its column. Each stack scores by itself."
                    ),
                    _("The group is the whole chain; its members need not all touch each other."),
                    _("Parks and Factories beside an Office Tower count it."),
                ),
            ),
            Section(
                "stacking",
                _("Stacking"),
                (
                    format_lazy(
                        _("Up to {expert} floors, by the same rules as Tower Blocks, and never the two kinds mixed."),
                        expert=KINDS[Kind.OFFICE_TOWER].highest[Mode.EXPERT],
                    ),
                ),
            ),
        ),
        tables=(tables.OFFICE_TOWER,),
        examples=(
            Example(
                "offices",
                "O2O2O3--/-----/-----/----- 3i3e",
                EXPERT_RULES,
                ("office_tower",),
                _("A group of three: all three read the same row of the table, each its own column."),
            ),
            Example(
                "office-alone",
                "O---O3/-----/-----/----- 2i2e",
                EXPERT_RULES,
                ("office_tower",),
                _("Two groups of one. A lone first floor is worth nothing."),
            ),
            Example(
                "offices-six",
                "OOOOO/O----/-----/----- 6i6e",
                EXPERT_RULES,
                ("office_tower",),
                _("Six in a group: the table ends at five, so each scores as in a group of five."),
            ),
        ),
        mistakes=(
            _("Reading the number of floors of the group together. Each stack is read by its own floors."),
            _("Counting a stack without its Inhabitant or its Energy Unit: it leaves, and may cut the group in two."),
            DIAGONAL,
        ),
        questions=(
            Question(
                _("Is the group counted in stacks or in tiles?"),
                _("In stacks: a stack of four is one Office Tower."),
            ),
        ),
        decisions=("D4", "D5"),
        see=("stacking", "park", "factory"),
        keywords=_("office, offices, group, adjacent, skyscraper, expert"),
    ),
    Page(
        "monument",
        name_of(Kind.MONUMENT.label),
        _("A bronze somebody, in Expert Mode only. Its points are its neighbors, for good and bad."),
        "monument",
        Kind.MONUMENT,
        _("Nothing: a Monument is always active."),
        sections=(
            Section(
                "points",
                _("How it scores"),
                (
                    _(
                        "Each Monument by itself: add the table's VP for every activated building that shares a side"
                        " with it."
                    ),
                    _("A neighbor of ill repute can be left without its worker: then it leaves, and costs nothing."),
                ),
            ),
            Section("stacking", _("Stacking"), (NOT_STACKED,)),
        ),
        tables=(tables.MONUMENT, tables.MONUMENTS_BY_PLAYERS),
        examples=(
            Example(
                "monument",
                "-P---/SMU--/-P---/----- 1i1e",
                EXPERT_RULES,
                ("monument",),
                _("Two Parks, a Shop and a Public Service."),
            ),
            Example(
                "monument-factory",
                "-P---/SMU--/-F---/----- 2i1e .+.../0++../.+.../.....",
                EXPERT_RULES,
                ("monument",),
                _("With somebody at work in the Factory below, most of it is undone."),
            ),
            Example(
                "monument-factory-idle",
                "-P---/SMU--/-F---/----- 2i1e",
                EXPERT_RULES,
                ("monument",),
                _("The same city, settled better: the worker goes shopping, and the Factory leaves before scoring."),
            ),
        ),
        mistakes=(
            _("Forgetting the minus: Factories and Harbors beside it cost points."),
            DIAGONAL,
        ),
        questions=(
            Question(
                _("Does a Monument see every floor of a stack?"),
                _("Towers bring it nothing, high or low."),
            ),
            Question(
                _("Do two Monuments side by side score for each other?"),
                _("No, neither gains nor loses by it."),
            ),
        ),
        decisions=("D3", "D5", "D15"),
        see=("park", "factory"),
        keywords=_("statue, negative, expert"),
    ),
)
