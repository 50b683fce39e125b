"""The nine kinds of building, a page each."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.records import Example, Page, Question, Section, Sentence, Words, name_of
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


def _stacking(*said: Sentence) -> Section:
    return Section("stacking", _("Stacking"), said)


def _points(*said: Sentence) -> Section:
    return Section("points", _("How it scores"), said)


def _brings(*said: Sentence) -> Section:
    return Section("brings", _("What it brings"), said)


def _never_stacked(asked: Words) -> Section:
    return _stacking(Sentence(_("Never stacked: one tile, one square."), asked))


BUILDINGS = (
    Page(
        "tower-block",
        name_of(Kind.TOWER_BLOCK.label),
        _("Homes, one floor on another. The higher the stack, the more it is worth."),
        "tower_block-3",
        Kind.TOWER_BLOCK,
        Sentence(
            _("A Tower Block needs one Energy Unit for the whole stack, however high."),
            _(
                "how much energy does a tower need, one energy for each floor?, activate a tower block, power for every"
                " level, cost of a high tower, pay per floor"
            ),
        ),
        sections=(
            _points(
                Sentence(
                    _("Each stack scores by itself, by the number of its floors."),
                    _("how are tower blocks scored, points for height, points per floor, two towers add up"),
                ),
            ),
            _brings(
                Sentence(
                    format_lazy(
                        _("Inhabitants, by the tile: {brought}."), brought=_brought(Kind.TOWER_BLOCK, "inhabitants")
                    ),
                    _("how many inhabitants does a tower block give, people from a house, what do I get for a tower"),
                ),
                Sentence(
                    _("One tile a round also brings the Mayor pawn, except in the last round."),
                    _("tower with the mayor symbol, green symbol on a tower block"),
                ),
            ),
            _stacking(
                Sentence(
                    format_lazy(
                        _("A Tower Block has at most {classic} floors in Classic Mode, {expert} in Expert Mode."),
                        classic=KINDS[Kind.TOWER_BLOCK].highest[Mode.CLASSIC],
                        expert=KINDS[Kind.TOWER_BLOCK].highest[Mode.EXPERT],
                    ),
                    _(
                        "how high may a tower block be, maximum height, how many floors, highest tower, limit of a"
                        " stack, can a tower have five floors, fifth floor, sixth floor"
                    ),
                ),
                Sentence(
                    _("The next floor goes on a stack the Architect opens, or on any stack if its number fits."),
                    _("add a floor to a tower, build on top of a tower, tower elsewhere, anywhere in the city"),
                    _(
                        "Opens: the stack stands in the Architect's row, column, square number or district. Fits: a #3"
                        " builds any third floor."
                    ),
                ),
                Sentence(
                    _("A first floor always takes an empty square that the Architect opens."),
                    _("start a new tower, first floor with architect 1 anywhere, begin a stack, ground floor"),
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
                _("Three stacks, an Energy Unit each. Every stack scores by itself."),
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
            _("Leaving Inhabitants in the tower. They count only at work or in a Shop."),
        ),
        questions=(
            Question(
                _("May I add a floor to a stack outside the Architect's lines?"),
                _("Yes, if the floor has the Architect's number: a #3 builds any third floor."),
                _("tower not in the row or column, floor rule, third floor with architect 3"),
            ),
            Question(
                _("Do the Inhabitants of a Tower Block live there?"),
                _("No. You put them to work or into Shops; a Tower Block itself needs none."),
                _("do people stay in the tower, does a tower need an inhabitant, put meeples on the house"),
            ),
            Question(
                _("May I join two stacks of Tower Blocks later?"),
                _("No. A tile stays where it was built; only new tiles raise a stack."),
                _("merge towers, combine two towers, put one tower on another"),
            ),
        ),
        decisions=("D1", "D5"),
        see=("stacking", "activation", "mayor-tile"),
        keywords=_("apartment, house, skyscraper, flats, residential, high-rise, homes"),
    ),
    Page(
        "shop",
        name_of(Kind.SHOP.label),
        _("An Energy Unit opens it, Customers make it pay."),
        "shop",
        Kind.SHOP,
        Sentence(
            _("A Shop needs one Energy Unit. Then it takes Inhabitants as Customers."),
            _("activate a shop, what does a shop need, open a shop, power for the store, cost of a shop"),
        ),
        sections=(
            Section(
                "customers",
                _("Customers"),
                (
                    Sentence(
                        _("A Shop scores by its Customers: the Inhabitants you place on it."),
                        _("how do shops score, points for people in a store, what are customers"),
                    ),
                    Sentence(
                        format_lazy(
                            _("A Shop takes at most {classic} Customers in Classic Mode, {expert} in Expert Mode."),
                            classic=CLASSIC.customers_a_shop,
                            expert=EXPERT.customers_a_shop,
                        ),
                        _(
                            "how many customers fit in a shop, maximum number of inhabitants in a shop, limit, can five"
                            " people shop, how many people per store"
                        ),
                    ),
                    Sentence(
                        _("A Customer works nowhere else: each Inhabitant has one place."),
                        _("can a customer also activate a building, worker and customer at the same time, count twice"),
                    ),
                    Sentence(
                        _("A Shop without Customers scores 0 VP but still counts for its neighbors."),
                        _(
                            "shop with no customers, empty shop, nobody in the shop, shop with only energy, does an"
                            " empty store count for a factory, shop without people, zero customers"
                        ),
                    ),
                ),
            ),
            _never_stacked(_("stack shops, put a shop on a shop, second floor for a store")),
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
                _("In Expert Mode the fifth Customer is worth more than any before."),
            ),
        ),
        mistakes=(
            _("Spreading Customers evenly. The last one in a Shop brings most."),
            _("Forgetting Customers in a tie: they are Inhabitants on buildings."),
        ),
        questions=(
            Question(
                _("Does a Shop need an Inhabitant to open?"),
                _("No, an Energy Unit. Inhabitants in a Shop are Customers."),
                _("worker in a shop, does a store need staff, salesperson"),
            ),
            Question(
                _("May I move Customers to another building?"),
                _("Yes, at any time during the game. Only where they are at the end counts."),
                _("take a customer out of a shop, move people between shops, switch a customer to work"),
            ),
            Question(
                _("Does it pay to spread Customers over several Shops?"),
                _("No. Each further Customer in a Shop brings more than the one before."),
                _("fill one shop or two, split customers, distribute customers, best use of customers"),
            ),
        ),
        decisions=("D5", "D12"),
        see=("activation", "ties", "factory"),
        keywords=_("store, market, supermarket, customers, buyers, shoppers"),
    ),
    Page(
        "public-service",
        name_of(Kind.PUBLIC_SERVICE.label),
        _("One in every district: the more districts, the better."),
        "public_service",
        Kind.PUBLIC_SERVICE,
        Sentence(
            _("A Public Service needs one Inhabitant."),
            _("activate a public service, worker in the town hall, cost of a public service"),
        ),
        sections=(
            _points(
                Sentence(
                    _("Public Services score once for the city: count the districts that have one."),
                    _(
                        "how do public services score, points for districts, per tile or per city, spread, does each"
                        " public service score the table"
                    ),
                ),
                Sentence(
                    _("A second Public Service in a district adds only its printed VP."),
                    _("two public services in the same district, several in one area, same quarter"),
                ),
                Sentence(
                    format_lazy(
                        _("Add the VP printed on activated tiles: {printed}, by the tile."),
                        printed=_printed(Kind.PUBLIC_SERVICE),
                    ),
                    _(
                        "points on the tile, number on the public service, star, victory points printed, when do I get"
                        " the printed points"
                    ),
                ),
            ),
            _never_stacked(_("stack public services, put one on another")),
        ),
        tables=(tables.PUBLIC_SERVICE,),
        examples=(
            Example(
                "services",
                "U-U1-/----/U2---/---- 3i0e",
                CLASSIC_RULES,
                ("public_service",),
                _("Three districts, plus the VP printed on the tiles."),
            ),
            Example(
                "services-together",
                "UU--/----/--U-/---- 3i0e",
                CLASSIC_RULES,
                ("public_service",),
                _("Three tiles in two districts: the second tile in a district adds only its printed VP."),
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
            _("Scoring the table for every tile. Read it once for the whole city."),
            _("Taking the Expert mat's square numbers for districts. Districts are the colored areas."),
            _("Adding the printed VP of a tile without an Inhabitant."),
        ),
        questions=(
            Question(
                _("Two Public Services stand in one district. Do both need an Inhabitant?"),
                _("Only if you want the printed VP of both. One is enough for the district."),
                _("inhabitant on each public service, is one worker enough"),
            ),
            Question(
                _("What is a district in Classic Mode?"),
                _("One quarter of the mat: four squares of one color. There are four."),
                _("where are the districts, how many districts are there, zones, areas, quarters of the board"),
            ),
            Question(
                _("How many districts are there in Expert Mode?"),
                _("Five, with four squares each. Each has its own number and color."),
                _("districts on the gray side, number of districts, zones"),
            ),
        ),
        decisions=("D5",),
        see=("activation", "placement"),
        keywords=_("town hall, city hall, service, administration, police, spread"),
    ),
    Page(
        "park",
        name_of(Kind.PARK.label),
        _("Green between the towers. It needs nobody and absorbs an Energy Unit."),
        "park",
        Kind.PARK,
        Sentence(
            _("A Park needs nothing: it is always active."),
            _("activate a park, does a park need an inhabitant or energy, cost of a park, no resources for parks"),
        ),
        sections=(
            _points(
                Sentence(
                    _("A Park scores by the activated Tower Blocks beside it; in Expert also Office Towers."),
                    _("how do parks score, points for a park, what counts for a park, office tower next to a park"),
                ),
                Sentence(
                    _("A stack counts as one tower to a Park, whatever its height."),
                    _("do floors count for a park, high tower next to a park, tower of four beside a park, levels"),
                ),
            ),
            Section(
                "absorbs",
                _("Pollution"),
                (
                    Sentence(
                        _("At the end each Park absorbs one unused Energy Unit. That unit costs nothing."),
                        _(
                            "park pollution, put energy on a park, how much energy can a park take, surplus energy,"
                            " leftover energy, red cylinder on a park, avoid minus points"
                        ),
                    ),
                ),
            ),
            _never_stacked(_("stack parks, park on a park")),
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
            _("Counting a tower at the corner. Neighbors share a side."),
            _("Counting floors. A stack of four is one tower to a Park."),
            _("Scoring a tower without an Energy Unit. It is gone before the Park scores."),
        ),
        questions=(
            Question(
                _("What does adjacent mean?"),
                _("Only buildings that share a side are adjacent. A corner is not, nor a diagonal."),
                _("diagonal, neighbor, next to, beside, corner, touching, diagonally"),
            ),
            Question(
                _("Can a Park absorb two Energy Units?"),
                _("No, one Energy Unit for each Park."),
                _("how many energy units on one park, several cylinders on a park"),
            ),
            Question(
                _("Does a Park score without the Energy Unit on it?"),
                _("Yes. Absorbing is an extra; a Park scores by its neighbors only."),
                _("park without energy, empty park, must I put energy on a park"),
            ),
            Question(
                _("Do two Parks beside the same tower both count it?"),
                _("Yes. Each Park looks at its own neighbors."),
                _("shared tower between two parks, one tower for two parks"),
            ),
        ),
        decisions=("D5", "D15"),
        see=("pollution", "playground"),
        keywords=_("green, garden, trees, absorb"),
    ),
    Page(
        "playground",
        name_of(Kind.PLAYGROUND.label),
        _("Some missions swap Parks for Playgrounds: they bring people but absorb nothing."),
        "playground",
        Kind.PLAYGROUND,
        Sentence(
            _("A Playground needs nothing: it is always active."),
            _("activate a playground, does a playground need a worker or energy, cost of a playground"),
        ),
        sections=(
            Section(
                "like-a-park",
                _("Like a Park"),
                (
                    Sentence(
                        _("A Playground scores like a Park: by the activated towers beside it."),
                        _("how do playgrounds score, points for a playground, which table, difference from a park"),
                    ),
                    Sentence(
                        _("Beside a Monument a Playground counts as a Park."),
                        _("playground next to a monument, monument beside a playground"),
                    ),
                ),
            ),
            Section(
                "unlike-a-park",
                _("Unlike a Park"),
                (
                    Sentence(
                        format_lazy(
                            _("Building a Playground brings {count} Inhabitant."), count=PLAYGROUND_INHABITANTS
                        ),
                        _("what do I get for a playground, people from a playground, resources of a playground"),
                    ),
                    Sentence(
                        _("A Playground absorbs no Energy Unit."),
                        _(
                            "do playgrounds absorb pollution, put energy on a playground, playground and leftover"
                            " energy, does a playground clean the air"
                        ),
                    ),
                    Sentence(
                        _("A Playground is a promotional tile. It replaces the Park of its number."),
                        _(
                            "which parks are replaced, swap parks for playgrounds, exchange, promo tiles, take out the"
                            " park, 1623A, 2623A, 3622A, 4624A"
                        ),
                    ),
                ),
            ),
            _never_stacked(_("stack playgrounds")),
        ),
        tables=(tables.PLAYGROUND,),
        examples=(
            Example(
                "playground",
                "T2GT-/-U--/----/---- 1i2e",
                WITH_PLAYGROUNDS,
                ("park",),
                _("Two towers beside it. Its Inhabitant works in the Public Service below."),
            ),
            Example(
                "playground-absorbs-nothing",
                "T2G--/----/----/---- 0i2e",
                WITH_PLAYGROUNDS,
                ("park", "unused_energy"),
                _("The second Energy Unit is pollution: a Playground absorbs none."),
            ),
            Example(
                "playground-monument",
                "GM---/-U---/-----/----- 1i0e",
                EXPERT_WITH_PLAYGROUNDS,
                ("monument",),
                _("The Monument counts a Park and a Public Service."),
            ),
        ),
        mistakes=(
            _("Putting an unused Energy Unit on a Playground."),
            _("Playing with both the Park and its Playground. One replaces the other."),
        ),
        questions=(
            Question(
                _("We have no Playgrounds. Can we play these missions?"),
                _("Yes: mark the Parks of these numbers and take an Inhabitant when you build one."),
                _("missing promo, do not own playground tiles, without the promo tiles, substitute"),
            ),
            Question(
                _("Which missions use Playgrounds?"),
                format_lazy(
                    _("Missions {numbers}. All other missions use Parks."),
                    numbers=", ".join(str(number) for number, one in MISSIONS.items() if one.rules.playgrounds),
                ),
                _("when do we play with playgrounds, parks or playgrounds in which mission"),
            ),
        ),
        decisions=("D14", "D15", "D6"),
        see=("park", "monument"),
        keywords=_("promo, swing, slide, children, kids"),
    ),
    Page(
        "factory",
        name_of(Kind.FACTORY.label),
        _("It brings energy and scores by its neighbors."),
        "factory",
        Kind.FACTORY,
        Sentence(
            _("A Factory needs one Inhabitant."),
            _("activate a factory, worker in a factory, cost of a factory, does a factory need energy"),
        ),
        sections=(
            _points(
                Sentence(
                    _("A Factory scores for each activated Shop and Harbor beside it; in Expert also Office Towers."),
                    _(
                        "how do factories score, points for a factory, what counts for a factory, office tower next to"
                        " a factory, shop beside a factory, harbor beside a factory"
                    ),
                ),
                Sentence(
                    _("Each Factory scores by itself. Two Factories may count the same neighbor."),
                    _("one shop between two factories, shared neighbor, factory next to a factory"),
                ),
            ),
            _brings(
                Sentence(
                    format_lazy(_("Energy Units, by the tile: {brought}."), brought=_brought(Kind.FACTORY, "energy")),
                    _("how much energy does a factory give, where does energy come from, what do I get for a factory"),
                ),
            ),
            _never_stacked(_("stack factories")),
        ),
        tables=(tables.FACTORY,),
        examples=(
            Example(
                "factory",
                "SFH-/----/----/---- 2i1e",
                CLASSIC_RULES,
                ("factory",),
                _("A Shop on one side, a Harbor on the other. An open Shop is enough, even empty."),
            ),
            Example(
                "factory-expert",
                "OFS--/-H---/-----/----- 3i2e",
                EXPERT_RULES,
                ("factory",),
                _("In Expert Mode an Office Tower beside it is worth most."),
            ),
        ),
        mistakes=(
            _("Counting a neighbor that is not activated. It leaves the city before scoring."),
            _("Counting a neighbor at the corner. Neighbors share a side."),
            _("Taking more energy than the city can use. The rest is pollution."),
        ),
        questions=(
            Question(
                _("Does one Shop count for two Factories?"),
                _("Yes. Each Factory looks at its own neighbors."),
            ),
            Question(
                _("Does a Factory score for Parks or towers beside it?"),
                _("No. Only Shops and Harbors count, and Office Towers in Expert Mode."),
                _("factory next to a tower block, factory next to a park, factory beside a public service"),
            ),
        ),
        decisions=("D5",),
        see=("pollution", "shop", "harbor", "office-tower"),
        keywords=_("industry, industrial, plant, energy"),
    ),
    Page(
        "harbor",
        name_of(Kind.HARBOR.label),
        _("Harbors in a line: the longest row and the longest column both count."),
        "harbor",
        Kind.HARBOR,
        Sentence(
            _("A Harbor needs one Inhabitant."),
            _("activate a harbor, worker in a port, cost of a harbor, does every harbor need an inhabitant"),
        ),
        sections=(
            _points(
                Sentence(
                    _("Score the longest unbroken row and the longest unbroken column; add both."),
                    _(
                        "how do harbors score, row and column, both directions, points for ports, row or column, do"
                        " both count"
                    ),
                ),
                Sentence(
                    _("A Harbor at a corner counts in both its row and its column."),
                    _("same harbor in row and column, harbor counted twice, crossing, L shape, intersection"),
                ),
                Sentence(
                    _("Shorter lines score nothing: one row and one column count."),
                    _("two rows of harbors, several lines, second row, does every line score, other harbors"),
                ),
                Sentence(
                    _("A gap breaks a line, and so does a Harbor that is not activated."),
                    _("gap between harbors, hole in the line, interrupted, not continuous, empty square between"),
                ),
                Sentence(
                    format_lazy(
                        _("A single Harbor scores {single} VP; two in a line score {two}."),
                        single=CLASSIC.harbor[1],
                        two=CLASSIC.harbor[2],
                    ),
                    _("one harbor alone, only one port, lonely harbor, how much is a single harbor worth"),
                ),
                Sentence(
                    format_lazy(
                        _("Add the VP printed on activated Harbors: {printed}, by the tile."),
                        printed=_printed(Kind.HARBOR),
                    ),
                    _("points on a harbor tile, victory points printed on a port, star on a harbor"),
                ),
            ),
            _brings(
                Sentence(
                    _("By the tile: two Inhabitants, two Energy Units, one of each, or printed VP."),
                    _("what do I get for a harbor, versions of harbors, resources of a harbor, four kinds of harbor"),
                ),
            ),
            _never_stacked(_("stack harbors")),
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
                _("A row of two, plus the VP printed on one of them."),
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
            _("Scoring every line. Only the longest row and the longest column count."),
            _("Bridging a gap with a Harbor that is not activated."),
        ),
        questions=(
            Question(
                _("Two rows are equally long. Which one counts?"),
                _("Either: only its length matters, and it counts once."),
                _("equal lines of harbors, same length, two longest rows"),
            ),
            Question(
                _("Do Harbors need to be at the edge of the city?"),
                _("No. They may stand on any square."),
                _("water, coast, border, where to build a harbor, side of the board"),
            ),
            Question(
                _("How long can a line of Harbors be?"),
                _("Four in Classic Mode. In Expert Mode a row can have five, a column four."),
                _("longest possible line, five harbors, maximum length, column of five"),
            ),
        ),
        decisions=("D5", "D12"),
        see=("activation", "factory"),
        keywords=_("port, line, longest, harbour, ship, dock, docks"),
    ),
    Page(
        "office-tower",
        name_of(Kind.OFFICE_TOWER.label),
        _("Expert Mode only: worth more in a group, and most when tall as well."),
        "office_tower-3",
        Kind.OFFICE_TOWER,
        Sentence(
            _("An Office Tower needs one Inhabitant and one Energy Unit for the whole stack."),
            _("activate an office tower, cost of an office tower, does each floor need an inhabitant, both resources"),
        ),
        sections=(
            _points(
                Sentence(
                    _("Office Towers score by group: the group picks the table's row, the floors its column."),
                    _("how do office towers score, read the table, helper for office towers, points for offices"),
                ),
                Sentence(
                    _("Activated Office Towers that share a side form a group."),
                    _("what is a group of office towers, adjacent office towers, connected, diagonal office towers"),
                ),
                Sentence(
                    _("The whole chain is one group; its members need not all touch each other."),
                    _("three office towers in a row, does every tower have to touch, chain, pairwise"),
                ),
                Sentence(
                    _("Each stack in a group scores by its own floors."),
                    _("add up the floors, total floors of the group, different heights in a group"),
                ),
                Sentence(
                    format_lazy(_("A lone Office Tower of one floor scores {vp} VP."), vp=EXPERT.office_tower[1][1]),
                    _("single office tower, one office tower alone, office tower without neighbors"),
                ),
                Sentence(
                    _("Parks and Factories beside an Office Tower count it."),
                    _("office tower next to a park, office tower next to a factory"),
                ),
            ),
            _stacking(
                Sentence(
                    format_lazy(
                        _("An Office Tower has at most {expert} floors. Stack it like a Tower Block."),
                        expert=KINDS[Kind.OFFICE_TOWER].highest[Mode.EXPERT],
                    ),
                    _("how high may an office tower be, maximum floors of an office, stack office towers"),
                ),
                Sentence(
                    _("Office Towers and Tower Blocks are never mixed in one stack."),
                    _("office on top of a tower block, tower block on an office tower, mix kinds"),
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
            _("Adding up the floors of the group. Each stack scores by its own floors."),
            _("Counting a stack without its Inhabitant or Energy Unit. It leaves and may split the group."),
            _("Counting a tower at the corner. Neighbors share a side."),
        ),
        questions=(
            Question(
                _("Is the group counted in stacks or in tiles?"),
                _("In stacks: a stack of four is one Office Tower."),
                _("group size, do floors count for the group"),
            ),
            Question(
                _("What does a group of six Office Towers score?"),
                _("Each tower scores as in a group of five: the table ends there."),
                _("more than five office towers, seven offices, group larger than five, bigger group"),
            ),
            Question(
                _("Is there an Office Tower in Classic Mode?"),
                _("No. Office Towers and Monuments are in Expert Mode only."),
                _("which buildings are only in expert, new buildings of expert"),
            ),
        ),
        decisions=("D4", "D5"),
        see=("stacking", "park", "factory"),
        keywords=_("office, offices, skyscraper, glass, business, group"),
    ),
    Page(
        "monument",
        name_of(Kind.MONUMENT.label),
        _("Expert Mode only: its neighbors bring points, good and bad."),
        "monument",
        Kind.MONUMENT,
        Sentence(
            _("A Monument needs nothing: it is always active."),
            _("activate a monument, does a monument need an inhabitant or energy, can monuments be activated, cost"),
        ),
        sections=(
            _points(
                Sentence(
                    _("A Monument scores for each activated building that shares a side with it."),
                    _("how do monuments score, points for a monument, what should stand next to a monument"),
                ),
                Sentence(
                    format_lazy(
                        _("A Factory or Harbor beside a Monument costs {vp} VP."), vp=-EXPERT.monument[Kind.FACTORY]
                    ),
                    _("monument next to a factory, monument next to a harbor, minus points, negative, bad neighbor"),
                ),
                Sentence(
                    format_lazy(
                        _("Beside a Monument: Park {park} VP, Shop {shop} VP, Public Service {service} VP."),
                        park=EXPERT.monument[Kind.PARK],
                        shop=EXPERT.monument[Kind.SHOP],
                        service=EXPERT.monument[Kind.PUBLIC_SERVICE],
                    ),
                    _("monument next to a park, monument next to a shop, good neighbors, best neighbor, worth"),
                ),
                Sentence(
                    _("Tower Blocks, Office Towers and other Monuments beside it bring nothing."),
                    _("monument next to a tower, two monuments side by side, monument beside an office tower"),
                ),
                Sentence(
                    _("Leave a bad neighbor inactive: it is removed and costs nothing."),
                    _("avoid the minus, get rid of a factory beside a monument, do not activate a factory, remove"),
                ),
            ),
            _never_stacked(_("stack monuments")),
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
                _("With an Inhabitant in the Factory below, the Monument loses most of it."),
            ),
            Example(
                "monument-factory-idle",
                "-P---/SMU--/-F---/----- 2i1e",
                EXPERT_RULES,
                ("monument",),
                _("Better: the worker becomes a Customer, and the Factory leaves before scoring."),
            ),
        ),
        mistakes=(
            _("Forgetting the minus: Factories and Harbors beside it cost points."),
            _("Counting a building at the corner. Neighbors share a side."),
        ),
        questions=(
            Question(
                _("Does a Monument count every floor of a stack?"),
                _("Towers bring a Monument nothing, high or low."),
            ),
            Question(
                _("Do two Monuments side by side score for each other?"),
                _("No, they bring each other 0 VP."),
            ),
            Question(
                _("How many Monuments are in the game?"),
                _("As many as there are players. They come up one a round, from round 2."),
                _("number of monuments, monuments with two players, which round has a monument, no monument"),
            ),
        ),
        decisions=("D3", "D5", "D15"),
        see=("park", "factory"),
        keywords=_("statue, memorial, negative"),
    ),
)
