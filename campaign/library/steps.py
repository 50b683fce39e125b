"""Checklists for the players of a game. Every number comes from `scoring.setups`."""

from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from campaign.library.decisions import DECISIONS
from campaign.library.facts import in_force, mat_side, mode_of, numbers_of, switches_of
from campaign.scores.words import BACKS, names, words
from scoring import Kind, Mode
from scoring.rules import TURNS_A_ROUND
from scoring.setups import MAYOR_FIRST_TURN, SEQUENCE, Round, Setup
from scoring.tiles import ARCHITECTS_IN_BOX, TILES, tiles_in_use

FIRST_PLAYER = "first-player"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a checklist. The database stores the `key` of a ticked step, so `key` is the same in every language."""

    key: str
    said: str
    details: tuple[str, ...] = ()
    kinds: tuple[tuple[Kind, int], ...] = ()  # the buildings of the tiles to take, each with its count
    decision: str = ""
    drawing: str = "check"

    @property
    def asks_who_is_first(self) -> bool:
        """Tell whether the group names the first player in this step."""
        return self.key.startswith(FIRST_PLAYER)

    @property
    def decision_address(self) -> str:
        return DECISIONS[self.decision].get_absolute_url()


@dataclass(frozen=True, slots=True)
class Checklist:
    """A checklist: for the setup, for the change to the next round, or for the end of the game."""

    key: str
    title: str
    steps: tuple[Step, ...]
    number: int | None = None  # the number of the round that begins after this checklist; None at the end of the game


def evening(setup: Setup) -> list[Checklist]:
    """List the checklists: one for the setup, one for each further round, and one for the end of the game."""
    later = [_next_round(setup, before, now) for before, now in zip(setup.rounds, setup.rounds[1:], strict=False)]
    return [_before(setup), *later, _end(setup)]


SAID_AGAIN = {SEQUENCE, MAYOR_FIRST_TURN}


def _before(setup: Setup) -> Checklist:
    first = setup.rounds[0]
    steps = [
        Step(
            "site", gettext("Put the Construction Site in the middle and the Urbanist beside it."), drawing="urbanist"
        ),
        Step(
            "mats",
            _mats(setup).format(side=mat_side(setup.mat_side)),
            (gettext("This is the side for {mode}.").format(mode=mode_of(setup.rules)),),
            drawing="tile",
        ),
        Step(
            "reserve",
            gettext("Put {inhabitants} Inhabitants and {energy} Energy Units beside it: the reserve.").format(
                inhabitants=setup.inhabitants_reserve, energy=setup.energy_reserve
            ),
            drawing="inhabitant",
        ),
        _architects(setup),
        *_rival(setup),
        _backs(setup),
        _green(setup),
        *_services(setup),
        _bag(first),
        _face_up(setup, first),
        _first_player(setup),
        *_house_rules(setup),
    ]
    return Checklist("setup", gettext("Setup"), tuple(steps), first.number)


def _mats(setup: Setup) -> str:
    if setup.is_solo:
        return gettext("Take a mat, {side} up, and a Helper.")
    return gettext("Give each player a mat, {side} up, and a Helper.")


def _first_player(setup: Setup) -> Step:
    if setup.is_solo:
        said = gettext("You go first in every round; the rival never takes the Mayor pawn.")
    else:
        said = gettext("Choose the first player in any way and hand over the Mayor pawn.")
    return Step(FIRST_PLAYER, said, drawing="mayor")


def _rival(setup: Setup) -> list[Step]:
    """Return the step that prepares the rival in a solo game, as a list; [] with more players."""
    if not setup.is_solo:
        return []
    said = gettext("Shuffle the rival's Architects, {numbers} of a second color, and lay them face-down.")
    return [
        Step(
            "rival",
            said.format(numbers=numbers_of(setup.rules.architects)),
            tuple(words(message) for message in setup.rival),
            decision="D21",
            drawing="architect",
        )
    ]


def _architects(setup: Setup) -> Step:
    supply = setup.architects
    on_table = gettext("In all: {list}.").format(
        list=names(
            gettext("{count} × #{number}").format(count=count, number=number)
            for number, count in supply.of_each_number.items()
        )
    )
    details = [on_table]
    if max(supply.of_each_number) <= TURNS_A_ROUND:
        details.append(gettext("All other Architects stay in the box, the gray #5 too."))
    elif sum(supply.of_each_number.values()) < ARCHITECTS_IN_BOX:
        details.append(gettext("All other Architects stay in the box."))
    if supply.unused_each:
        details.append(_unused_architects(setup))
    return Step("architects", _whose_architects(setup), tuple(details), drawing="architect")


def _whose_architects(setup: Setup) -> str:
    shared, rules = setup.architects.shared, setup.rules.architects
    five = rules.wild_number if rules.wild else max(rules.numbers)
    if setup.is_solo:
        said = _own_architects(setup)
    elif shared and rules.wild:
        said = gettext("Put all players' Architects {numbers} and a gray #{wild} per player into one pool.")
    elif shared:
        said = gettext("Put Architects {numbers} into one pool, gray side up: one of each number per player.")
    elif rules.wild:
        said = gettext("Give each player the Architects {numbers} of one color and a gray #{wild}.")
    elif five > TURNS_A_ROUND:
        said = gettext("Give each player Architects {numbers}: four of one color and a gray #{wild}.")
    else:
        said = gettext("Give each player the Architects {numbers} of one color.")
    return said.format(numbers=numbers_of(rules), wild=five)


def _own_architects(setup: Setup) -> str:
    rules = setup.rules.architects
    if rules.wild:
        return gettext("Take the Architects {numbers} of one color and a gray #{wild}.")
    if max(rules.numbers) > TURNS_A_ROUND:
        return gettext("Take the Architects {numbers}: four of one color and a gray #{wild}.")
    return gettext("Take the Architects {numbers} of one color.")


def _unused_architects(setup: Setup) -> str:
    """Write a sentence: how many Architects stay unused in a round, in the shared pool or per player."""
    if setup.is_solo:
        count = setup.architects.unused_each
        text = ngettext(
            "You leave {count} of yours unused each round.", "You leave {count} of yours unused each round.", count
        )
    elif setup.architects.shared:
        count = setup.architects.unused_each * setup.players
        text = ngettext("{count} of them stays unused each round.", "{count} of them stay unused each round.", count)
    else:
        count = setup.architects.unused_each
        text = ngettext(
            "Each player leaves {count} unused each round.", "Each player leaves {count} unused each round.", count
        )
    return text.format(count=count)


def _backs(setup: Setup) -> Step:
    mode = setup.mat_side
    other = Mode.CLASSIC if mode is Mode.EXPERT else Mode.EXPERT
    count = len(TILES) - len(tiles_in_use(mode))
    return Step(
        "backs",
        ngettext(
            "Leave the {count} tile with “{other}” on the back in the box, by our count.",
            "Leave the {count} tiles with “{other}” on the back in the box, by our count.",
            count,
        ).format(other=BACKS[other], count=count),
        (
            gettext("Sort the others by the number on the back: {rounds} rounds of {tiles}.").format(
                rounds=len(setup.rounds), tiles=setup.rounds[0].tiles
            ),
        ),
        drawing="tile",
    )


def _green(setup: Setup) -> Step:
    if not setup.rules.playgrounds:
        return Step("green", gettext("Play with Parks; the Playgrounds stay in the box."), drawing="park")
    swaps: list[str] = []
    doubtful: list[str] = []
    for one in setup.rounds:
        for playground in one.playgrounds:
            text = gettext("Round {number}: {park} out, {playground} in.").format(
                number=one.number, park=playground.replaces, playground=playground.id
            )
            (swaps if playground.is_certain else doubtful).append(text)
    said = ngettext(
        "Replace {count} Park with the Playground of its number.",
        "Replace {count} Parks with the Playgrounds of their numbers.",
        len(swaps),
    ).format(count=len(swaps))
    maybe = [
        gettext("{swap} No source names this number; skip it if your box has no such tile.").format(swap=swap)
        for swap in doubtful
    ]
    return Step("green", said, (*swaps, *maybe), decision="D14" if doubtful else "", drawing="playground")


def _services(setup: Setup) -> list[Step]:
    """Return a list with the step for the special Public Services. Without the expansion, the list is empty."""
    if not setup.services:
        return []
    said = gettext("Shuffle the {count} special Public Services of {mode} face-down, and turn up {face_up}.")
    said = said.format(count=setup.services.tiles, mode=mode_of(setup.rules), face_up=setup.services.face_up)
    details = (
        gettext("Leave those of the other mode in the box."),
        gettext("If you take a standard Public Service, build it and discard one of these, or the reverse."),
    )
    return [Step("services", said, details, decision="D24", drawing="public_service")]


def _services_renewed(setup: Setup, now: Round) -> list[Step]:
    if not setup.services:
        return []
    said = gettext("Discard the special Public Services left, and turn up {face_up} new ones.")
    details = (gettext("If the stack runs out, shuffle the discarded ones into a new one."),)
    said = said.format(face_up=setup.services.face_up)
    return [Step(f"services-{now.number}", said, details, drawing="public_service")]


def _bag(one: Round) -> Step:
    return Step(
        f"bag-{one.number}",
        gettext("Put the {tiles} tiles of round {number} into the bag, then lay them face-down on the site.").format(
            tiles=one.tiles, number=one.number
        ),
        _uncertain_swaps(one),
        kinds=tuple(one.kinds.items()),
        drawing="bag",
    )


def _uncertain_swaps(one: Round) -> tuple[str, ...]:
    said = gettext("If your box has Playground {playground}, it replaces one of these Parks.")
    return tuple(said.format(playground=each.id) for each in one.playgrounds if not each.is_certain)


MARKERS = {3: "3•4", 4: "4"}  # the markers as they are printed on the tiles


def _face_up(setup: Setup, one: Round) -> Step:
    markers = get_text_list([MARKERS[marker] for marker in one.face_down], gettext("or"))
    if not one.face_down:
        said = gettext("Turn over all {count} tiles.").format(count=one.face_up)
    else:
        said = gettext("Turn over every tile except those marked {markers}.").format(markers=markers)
    details = []
    decision = ""
    if one.face_up is None:
        decision = "D19"
        if one.face_up_at_least:
            known = gettext("{least} to {most} tiles by our count; the printed markers decide.")
        else:
            known = gettext("At most {most} tiles by our count; the printed markers decide.")
        details.append(known.format(least=one.face_up_at_least, most=one.face_up_at_most))
    elif one.face_down:
        known = (
            # No source says which markers the Playgrounds have.
            gettext("Probably {count} tiles: the Playgrounds seem to be marked like the Parks they replace.")
            if one.playgrounds
            else ngettext(
                "By our count {count} tile is face-up.", "By our count {count} tiles are face-up.", one.face_up
            )
        )
        details.append(known.format(count=one.face_up))
    if one.face_down:
        details.append(gettext("A face-down tile counts as an empty square."))
    details.extend(_special(setup, one))
    return Step(f"face-up-{one.number}", said, tuple(details), decision=decision, drawing="tile")


def _special(setup: Setup, one: Round) -> list[str]:
    """Write sentences about the round: its Monument, its Mayor tile, and the limit of tiles that the players take."""
    told = []
    if one.kinds.get(Kind.MONUMENT):
        if one.monuments:
            told.append(gettext("One of them is a Monument."))
        else:
            told.append(gettext("The Monument of this round stays face-down."))
    told.append(_mayor_tile(one))
    if setup.is_solo:
        takes = gettext("You and the rival take at most {takes} of these each.").format(takes=one.takes)
    else:
        takes = gettext("{players} players take at most {takes} of these.")
        takes = takes.format(players=setup.players, takes=one.takes)
    return [*told, takes]


def _mayor_tile(one: Round) -> str:
    """Tell whether the round has a Mayor tile, by the rulebooks. They do not say whether the tile lies face-up."""
    return (
        gettext("One of them seems to be the Mayor tile.")
        if one.mayor_tile
        else gettext("This round has no Mayor tile.")
    )


def _house_rules(setup: Setup) -> list[Step]:
    """Return a step for each house rule that changes this mission. In this step, somebody reads the rule aloud."""
    touching = switches_of(setup.mission)
    return [
        Step(
            f"house-{decision.switch}",
            gettext("House rule: {rule}").format(rule=decision.reading),
            decision=decision.number,
            drawing="info",
        )
        for _label, decision in in_force(setup.rules.house_rules)
        if decision.switch in touching
    ]


def _next_round(setup: Setup, before: Round, now: Round) -> Checklist:
    number = now.number
    if setup.is_solo:
        back = gettext("Take your Architects back, and shuffle the rival's face-down again.")
    elif setup.architects.shared:
        back = gettext("Put all Architects back into the pool.")
    else:
        back = gettext("Everybody takes their Architects back.")
    steps = [
        Step(
            f"clear-{number}",
            gettext("Put the tiles left from round {number} back into the box.").format(number=before.number),
            drawing="trash",
        ),
        Step(f"home-{number}", gettext("Put the Urbanist beside the site.") + " " + back, drawing="urbanist"),
        *_services_renewed(setup, now),
        _bag(now),
        _face_up(setup, now),
        Step(
            f"{FIRST_PLAYER}-{number}",
            gettext("You go first.") if setup.is_solo else gettext("The player with the Mayor pawn goes first."),
            _reminders(setup, now),
            drawing="mayor",
        ),
    ]
    return Checklist(f"round-{number}", gettext("Round {number}").format(number=number), tuple(steps), number)


def _reminders(setup: Setup, now: Round) -> tuple[str, ...]:
    """List the reminders that somebody reads aloud at the start of a round."""
    again = SAID_AGAIN if now.mayor_tile else SAID_AGAIN - {MAYOR_FIRST_TURN}
    return tuple(words(message) for message in setup.announcements if message.text in again)


def _end(setup: Setup) -> Checklist:
    steps = (
        Step("end-settle", gettext("Place your Inhabitants and Energy Units one last time."), drawing="hand"),
        Step(
            "end-leave",
            gettext("Remove every building that is not activated."),
            decision="D5",
            drawing="trash",
        ),
        Step(
            "end-park",
            gettext("Put one unused Energy Unit on each Park.")
            + (" " + gettext("Playgrounds absorb none.") if setup.rules.playgrounds else ""),
            drawing="park",
        ),
        Step(
            "end-score",
            gettext("Score buildings, then the mission, then subtract for unused resources."),
            drawing="vp",
        ),
    )
    return Checklist("end", gettext("End of the game"), steps)
