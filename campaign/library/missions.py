"""The ten missions: the campaign's arc, and what each mission tells, asks and shows, by its slug."""

from dataclasses import dataclass
from typing import TypeVar

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Example, MissionText, Question, Words
from scoring import MISSIONS, Mission
from scoring.bonuses import Bonus, DistrictCompletion, MayorTiles, PlaygroundSets, Unemployment
from scoring.kinds import KINDS, Kind
from scoring.rules import TURNS_A_ROUND
from scoring.tiles import PLAYGROUND_INHABITANTS, rounds

RULES = {mission.slug: mission.rules for mission in MISSIONS.values()}

B = TypeVar("B", bound=Bonus)


def _bonus(kind: type[B]) -> B:
    return next(bonus for rules in RULES.values() for bonus in rules.bonuses if isinstance(bonus, kind))


SETS, MAYORS, DISTRICTS = _bonus(PlaygroundSets), _bonus(MayorTiles), _bonus(DistrictCompletion)
CUSTOMERS = _bonus(Unemployment)
JOBLESS, FAVOR, EXPERTS = RULES["unemployment"], RULES["mayors-favor"], RULES["bringing-in-experts"]
WILD = RULES["senior-architect"].architects
SEQUENCE = RULES["the-corruption-trail"].architects


@dataclass(frozen=True, slots=True)
class Chapter:
    """A stretch of the campaign: the missions up to and with the one of slug `until`."""

    title: Words
    said: Words
    until: str


ARC = (
    Chapter(
        _("The flood"),
        _(
            "Half of the city went down the river, and the other half asks who signed the plans for the dam. The"
            " Mayor's"
            " office hires interns. They are cheap, and they were not there."
        ),
        "public-opinion",
    ),
    Chapter(
        _("The interns"),
        _(
            "A gray-haired architect, a shared desk, experts from abroad: the interns learn how cities are drawn, and"
            " by whom."
        ),
        "bringing-in-experts",
    ),
    Chapter(
        _("The corruption"),
        _(
            "Favors are asked for, and envelopes left lying about. Whoever draws the streets begins to see where the"
            " money went."
        ),
        "unemployment",
    ),
    Chapter(
        _("The re-election"),
        _("The Mayor wants another term, and so do some of the interns. The evaluation log decides."),
        "re-election",
    ),
)


TEXTS: dict[str, MissionText] = {
    "a-new-beginning": MissionText(
        story=(
            _(
                "Good morning. You are the new interns. Coffee is on the left, rubber boots on the right: the water"
                " has not"
                " read our press release yet."
            ),
            _(
                "The Mayor wishes to see a city on this table by tonight. Nothing daring. Houses, shops, somewhere to"
                " put the"
                " smoke. Whoever draws the best one may come back tomorrow."
            ),
        ),
        new=(_("The game as it comes out of the box. Whoever knows Quadropolis can begin at once."),),
        examples=(
            Example(
                "first-city",
                "T3SU1-/P-FH2/----/---- 12i5e",
                RULES["a-new-beginning"],
                (
                    "tower_block",
                    "shop",
                    "public_service",
                    "park",
                    "factory",
                    "harbor",
                    "unused_inhabitants",
                    "unused_energy",
                ),
                _("A city of six buildings, with every kind of line a Classic score sheet can have."),
            ),
        ),
        questions=(
            Question(
                _("Do we need the campaign's rules to begin?"),
                _("No. The first mission adds nothing to the rulebook."),
            ),
        ),
        see=("turn", "placement", "activation", "pollution"),
        keywords=_("first game, standard, basic, beginners"),
    ),
    "public-opinion": MissionText(
        story=(
            _(
                "The paper has found out that we have no children in our plans. The Mayor has found out that parents"
                " vote."
            ),
            _("Draw slides. Draw swings. Draw them where a journalist can see them."),
        ),
        new=(
            _("Playgrounds take the place of some Parks."),
            format_lazy(
                _("Every full set of {size} Playgrounds in a city brings {vp} VP."), size=SETS.size, vp=SETS.vp
            ),
        ),
        scoring=(
            _("A Playground scores by the towers beside it, as a Park does."),
            _("It absorbs no Energy Unit."),
            format_lazy(_("At the end: {vp} VP for every full set of {size} Playgrounds."), size=SETS.size, vp=SETS.vp),
        ),
        turn=(
            format_lazy(
                _("Whoever builds a Playground receives Inhabitants for it: {count}."), count=PLAYGROUND_INHABITANTS
            ),
        ),
        examples=(
            Example(
                "playground-set",
                "GTGS/T-G-/----/---- 3i3e",
                RULES["public-opinion"],
                ("park", "mission"),
                _("Three Playgrounds are a full set. Two of them have towers beside them as well."),
            ),
        ),
        questions=(
            Question(
                _("Do Playgrounds absorb pollution?"),
                _("No. Only Parks do."),
            ),
            Question(
                _("Must the three be beside each other?"),
                _("No, anywhere in the city."),
            ),
            Question(
                _("Can anybody score two sets?"),
                _("Not with the Playgrounds there are in Classic Mode: one comes up in each round."),
            ),
        ),
        see=("playground", "park", "pollution"),
        keywords=_("children, bonus, set of three"),
    ),
    "senior-architect": MissionText(
        story=(
            _(
                "This is Alejandro. He drew the old bridge, the one that is still standing, and has been waiting in the"
                " corridor for a new job ever since."
            ),
            _("He will do what you tell him, in any number you like. Once a day. He is not young."),
        ),
        new=(
            format_lazy(
                _(
                    "Each player gets a gray #{wild}, Alejandro, who is played as any number from {lowest} to"
                    " {highest}."
                ),
                wild=WILD.wild_number,
                lowest=min(WILD.numbers),
                highest=max(WILD.numbers),
            ),
            _("There is no bonus for Playgrounds any more, but they stay in the game."),
        ),
        turn=(
            _("Whoever plays Alejandro names his number first. It counts for the tile, the square and the floor."),
            format_lazy(
                _("Everybody owns more Architects than the {turns} turns of a round need: one stays unused."),
                turns=TURNS_A_ROUND,
            ),
        ),
        scoring=(),
        examples=(
            Example(
                "playground-no-set",
                "GTGS/T-G-/----/---- 3i3e",
                RULES["senior-architect"],
                ("park", "mission"),
                _(
                    "The three Playgrounds of the mission before: they score by their towers, and the set brings"
                    " nothing now."
                ),
            ),
        ),
        questions=(
            Question(
                _("May Alejandro be used again in the same round?"),
                _("No. He stands at the Construction Site until the round is over, as every Architect does."),
            ),
            Question(
                _("May he be played as a #5?"),
                _("No, there is no fifth row or column on the Classic mat. He is one of the other four."),
            ),
        ),
        see=("turn", "playground", "placement"),
        keywords=_("alejandro, gray, grey, wild, joker, architect 5"),
    ),
    "banding-together": MissionText(
        story=(
            _(
                "The budget for pencils has been cut. All Architects now stand in one corner of the office, and"
                " whoever comes"
                " first takes the one that is left."
            ),
            _("The Mayor calls it working together. The Architects have not been asked."),
        ),
        new=(_("All Architects lie in one pool, the gray ones too. Everybody plays from there."),),
        turn=(
            _(
                "Take any Architect from the pool, whatever its color. You may take the same number several times in a"
                " round."
            ),
            format_lazy(
                _("A gray #{wild} is still played as any number from {lowest} to {highest}."),
                wild=WILD.wild_number,
                lowest=min(WILD.numbers),
                highest=max(WILD.numbers),
            ),
            _("As many Architects as there are players stay unused in each round."),
        ),
        questions=(
            Question(
                _("May one player take two gray Architects in a round?"),
                _("Yes, as long as there is one in the pool."),
            ),
            Question(
                _("Which side up?"),
                _("As you like. The number counts, and nobody owns a color in this mission."),
            ),
        ),
        see=("turn", "playground"),
        keywords=_("pool, shared, common, together, alejandro, gray"),
    ),
    "bringing-in-experts": MissionText(
        story=(
            _(
                "We have brought in experts. They have turned your mats over, added a floor and a round, and would like"
                " something in glass."
            ),
            _("They also sent us four bronze statues of a person nobody here knows. Kindly find places for them."),
        ),
        new=(
            format_lazy(
                _("Expert Mode: the gray side of the mats, {count} rounds, Office Towers and Monuments."),
                count=len(rounds(EXPERTS.mode)),
            ),
            _("Parks are back; the Playgrounds stay in the box."),
            _("Architects #1 to #5 lie in one pool, and a #5 is a five."),
        ),
        turn=(
            _("An Architect opens the district with his number, and every square on which it is printed."),
            _("Take any Architect from the pool; as many as there are players stay unused in each round."),
        ),
        scoring=(
            format_lazy(
                _(
                    "Tower Blocks and Office Towers rise to {floors} floors, Shops take {customers} Customers,"
                    " {districts} districts count."
                ),
                floors=KINDS[Kind.TOWER_BLOCK].highest[EXPERTS.mode],
                customers=EXPERTS.points.customers_a_shop,
                districts=len(EXPERTS.board.district_masks),
            ),
            _("Office Towers score by group and floors; Parks and Factories beside them count them."),
            _("Monuments score by their neighbors, for good and bad."),
        ),
        examples=(
            Example(
                "experts",
                "O2O2PT-/-O3F--/---SM/----- 4i5e",
                RULES["bringing-in-experts"],
                ("office_tower", "park", "factory", "monument"),
                _(
                    "Three Office Towers in a group, a Park and a Factory beside it, and a Monument that looks at a"
                    " Shop."
                ),
            ),
        ),
        questions=(
            Question(
                _("Which tiles are used?"),
                _("All but those with Classic on the back. Most tiles have neither name there, and serve both modes."),
            ),
            Question(
                _("How many Monuments will there be?"),
                _("As many as there are players. The setup says in which rounds."),
            ),
        ),
        see=("office-tower", "monument", "placement", "stacking"),
        keywords=_("expert mode, gray side, five rounds, districts"),
    ),
    "mayors-favor": MissionText(
        story=(
            _(
                "The Mayor has a nephew. The nephew has a block of flats, several in fact, and each of them would look"
                " well in"
                " one of your cities."
            ),
            _("There would be something in it for you. We did not say that, and the envelope was already here."),
        ),
        new=(
            format_lazy(_("Each Mayor tile in an activated Tower Block brings {vp} VP."), vp=MAYORS.vp),
            _("Whoever builds a Mayor tile is offered an Inhabitant and an Energy Unit."),
            _("On the first turn of a round the first player may not take the Mayor tile."),
        ),
        turn=(
            _("First turn of every round: the first player may not take the Mayor tile. Everybody else may."),
            format_lazy(
                _(
                    "Whoever builds the Mayor tile may take further Inhabitants ({count}) and as many Energy Units from"
                    " the reserve: both or neither."
                ),
                count=FAVOR.mayor_offer,
            ),
        ),
        scoring=(
            format_lazy(_("{vp} VP for each Mayor tile in an activated Tower Block, on whatever floor."), vp=MAYORS.vp),
        ),
        examples=(
            Example(
                "mayor-tiles",
                "T3*-T*--/-----/-----/----- 0i1e",
                RULES["mayors-favor"],
                ("tower_block", "mission"),
                _("Energy for one of two stacks: the Mayor tile of the other one brings nothing."),
            ),
        ),
        questions=(
            Question(
                _("May I refuse what the Mayor offers?"),
                _("Yes, but only all of it: you take both or neither."),
            ),
            Question(
                _("Does a second Mayor tile in the same stack count too?"),
                _("Yes, each tile counts."),
            ),
        ),
        see=("mayor-tile", "tower-block"),
        keywords=_("mayor tile, green symbol, favor, bribe, first turn"),
    ),
    "price-of-silence": MissionText(
        story=(
            _(
                "You have noticed that some lots on the old plans are empty although they were paid for. So have we."
                " So has"
                " the paper."
            ),
            _("Fill them. A full district asks no questions, and the office knows how to be thankful."),
        ),
        new=(
            format_lazy(
                _("A district without an empty square brings {full} VP, one with a single empty square {one}."),
                full=DISTRICTS.vp[0],
                one=DISTRICTS.vp[1],
            ),
            _("Favors are over: Mayor tiles bring nothing extra but the Mayor pawn."),
        ),
        scoring=(
            format_lazy(
                _("For each district: no empty square {full} VP, one empty square {one} VP, more nothing."),
                full=DISTRICTS.vp[0],
                one=DISTRICTS.vp[1],
            ),
            _("Districts are judged after the buildings without resources have left the city."),
        ),
        examples=(
            Example(
                "districts",
                "TP-UP/PT-P-/-----/----- 1i2e",
                RULES["price-of-silence"],
                ("mission",),
                _("District 1 is full, district 2 has one empty square, and the others have more."),
            ),
            Example(
                "districts-idle",
                "TP-UP/PT-P-/-----/----- 0i2e",
                RULES["price-of-silence"],
                ("mission",),
                _("Nobody works in the Public Service. It leaves, and district 2 has a second empty square."),
            ),
        ),
        questions=(
            Question(
                _("Does an entirely empty district cost anything?"),
                _("No. It brings nothing."),
            ),
            Question(
                _("Is a stack one square?"),
                _("Yes. A further floor fills no square, so mind how high you build."),
            ),
        ),
        see=("placement", "activation"),
        keywords=_("empty district, full district, empty square, empty lots, bonus per district"),
    ),
    "the-corruption-trail": MissionText(
        story=(
            _(
                "Somebody has been numbering the invoices. One, one, two, three, three, four, one: follow the numbers,"
                " and do"
                " not let anyone see you counting."
            ),
            _("The old mats are back on the table. The Mayor finds them easier to read."),
        ),
        new=(
            _("Back to Classic Mode, with Parks and each player's own Architects."),
            _("The numbers of the Architects are played in sequence around the table."),
        ),
        turn=(
            format_lazy(_("The first player of a round plays a #{first}."), first=min(SEQUENCE.numbers)),
            format_lazy(
                _(
                    "Everybody after that plays the number just played or the next one; after #{highest} comes"
                    " #{first} again."
                ),
                first=min(SEQUENCE.numbers),
                highest=max(SEQUENCE.numbers),
            ),
            _("Who holds neither plays the next higher number they hold, counting around, and says so aloud."),
        ),
        questions=(
            Question(
                _("Does the sequence go on into the next round?"),
                format_lazy(_("No. Each round begins anew with a #{first}."), first=min(SEQUENCE.numbers)),
            ),
            Question(
                _("I hold the right number but want another. May I?"),
                _("No. The way out is for those who hold neither of the two."),
            ),
        ),
        see=("turn", "urbanist"),
        keywords=_("sequence, order of architects, same or next number"),
    ),
    "unemployment": MissionText(
        story=(
            _(
                "They have all come: by bus, by boat, with twice the family we had planned for. There are flats. There"
                " are"
                " shops. There is nothing to do."
            ),
            _("In every household one shops and one works. The Mayor would be obliged if it stayed that way round."),
        ),
        new=(
            format_lazy(
                _("Tiles bring {factor} Inhabitants for each one printed on them."), factor=JOBLESS.inhabitants_factor
            ),
            format_lazy(
                _("An Inhabitant without work or shop costs {vp} VP."),
                vp=JOBLESS.unused_inhabitant,
            ),
            _("More Customers than workers cost points."),
            _("Playgrounds are back, and Architects are played in any order."),
        ),
        turn=(
            format_lazy(
                _("Whoever builds a tile takes {factor} Inhabitants for each one on it, also for a Playground."),
                factor=JOBLESS.inhabitants_factor,
            ),
        ),
        scoring=(
            format_lazy(
                _("Each Inhabitant who neither works nor shops costs {vp} VP, instead of the usual loss."),
                vp=JOBLESS.unused_inhabitant,
            ),
            format_lazy(_("Each Customer above the number of workers costs {vp} VP."), vp=CUSTOMERS.vp),
            _("Workers are Inhabitants in activated Public Services, Factories and Office Towers."),
        ),
        examples=(
            Example(
                "unemployment",
                "SU--/----/----/---- 6i1e",
                RULES["unemployment"],
                ("shop", "public_service", "mission", "unused_inhabitants"),
                _("Six people, one desk, one Shop. Filling the Shop still loses least."),
            ),
        ),
        questions=(
            Question(
                _("Are there enough blue pieces?"),
                _("Not always. Coins or beans will do: what runs out is the box, not the city."),
            ),
            Question(
                _("Do people in Harbors count as workers?"),
                _("By the campaign manual's list they do not. Your group may decide otherwise by a house rule."),
            ),
        ),
        see=("shop", "pollution", "activation"),
        keywords=_("double inhabitants, jobless, workers, customers, shopping spouse, working spouse"),
    ),
    "re-election": MissionText(
        story=(
            _(
                "The posters are up. The Mayor smiles from all of them, and under one somebody has written the name of"
                " an"
                " intern."
            ),
            _("A last city, then, on the large mats and with your own people. After that we read out the log."),
        ),
        new=(
            _("Expert Mode once more, with Playgrounds."),
            _("Nobody shares: each player has Architects of their own."),
        ),
        turn=(
            _("Play from your own Architects only. They come back to you when the round is over."),
            _("With #1 to #5 in hand, one of them stays unused in each round."),
        ),
        scoring=(
            _("As in Expert Mode. Playgrounds score like Parks, and beside a Monument they count as Parks."),
            _("No unemployment any more: Inhabitants count once, and an idle one costs what it always did."),
        ),
        examples=(
            Example(
                "playground-beside-monument",
                "TGM--/--P--/-----/----- 0i1e",
                RULES["re-election"],
                ("park", "monument"),
                _("The Monument sees two Parks, one of them with a slide."),
            ),
        ),
        questions=(
            Question(
                _("Do Playgrounds bring the bonus of the second mission here?"),
                _("No, sets count in that mission only."),
            ),
            Question(
                _("What does this mission decide?"),
                _("Unless your campaign has chosen another one, its ranking breaks a tie in the standings."),
            ),
        ),
        see=("placement", "playground", "monument", "ties"),
        keywords=_("final, last mission, own architects, private, election"),
    ),
}


def chapters() -> list[tuple[Chapter, list[Mission]]]:
    """The arc, each chapter with its missions."""
    found, missions = [], list(MISSIONS.values())
    for chapter in ARC:
        until = next(place for place, mission in enumerate(missions) if mission.slug == chapter.until) + 1
        found.append((chapter, missions[:until]))
        missions = missions[until:]
    return found
