"""The setup and the rounds of one table as lists to tick off, in the order things are done.

Every figure comes from `scoring.setups`.
"""

from dataclasses import dataclass, field

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from campaign.library.facts import mat_side, mode_of, numbers_of
from campaign.words import BACKS, words
from scoring import HouseRules, Kind, Mission, Mode
from scoring.rules import TURNS_A_ROUND
from scoring.setups import MAYOR_FIRST_TURN, SEQUENCE, Round, Setup
from scoring.setups import setup as setup_for
from scoring.tiles import PLAYERS, TILES, tiles_in_use

MOST_PLAYERS = max(PLAYERS)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. `key` stays the same whatever the language: ticks are kept under it."""

    key: str
    said: str
    details: tuple[str, ...] = ()
    kinds: dict[Kind, int] = field(default_factory=dict)
    decision: str = ""
    drawing: str = "check"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the evening: the setup, the change to a round, the end."""

    key: str
    title: str
    steps: tuple[Step, ...]
    number: int | None = None  # of the round


def evening(setup: Setup) -> list[Part]:
    """The setup, a part for each further round, and the end of the game."""
    later = [_next_round(setup, before, now) for before, now in zip(setup.rounds, setup.rounds[1:], strict=False)]
    return [_before(setup), *later, _end(setup)]


def changes_setup(mission: Mission, switch: str) -> bool:
    """Whether a house rule changes anything about how the table is set up."""
    plain, changed = setup_for(mission, MOST_PLAYERS), setup_for(mission, MOST_PLAYERS, HouseRules(**{switch: True}))
    return (plain.architects, plain.rounds, plain.announcements) != (
        changed.architects,
        changed.rounds,
        changed.announcements,
    )


SAID_AGAIN = {SEQUENCE, MAYOR_FIRST_TURN}


def _before(setup: Setup) -> Part:
    first = setup.rounds[0]
    steps = [
        Step("site", gettext("Lay out the Construction Site, the Urbanist beside it."), drawing="urbanist"),
        Step(
            "mats",
            gettext("Give each player a mat, {side} up, and a Helper.").format(side=mat_side(setup.mat_side)),
            (gettext("That is the {mode} side.").format(mode=mode_of(setup.rules)),),
            drawing="tile",
        ),
        Step(
            "reserve",
            gettext("Put {inhabitants} Inhabitants and {energy} Energy Units beside the site: the reserve.").format(
                inhabitants=setup.inhabitants_reserve, energy=setup.energy_reserve
            ),
            drawing="inhabitant",
        ),
        *_architects(setup),
        _backs(setup),
        _green(setup),
        _bag(first),
        _face_up(setup, first),
        Step(
            "first-player",
            gettext("Choose the first player in any way, and hand over the Mayor pawn."),
            drawing="mayor",
        ),
        *(
            Step(f"announce-{place}", words(message), drawing="info")
            for place, message in enumerate(setup.announcements, start=1)
        ),
    ]
    return Part("setup", gettext("Setup"), tuple(steps), first.number)


def _architects(setup: Setup) -> list[Step]:
    supply = setup.architects
    rules = setup.rules.architects
    five = rules.wild_number if rules.wild else max(rules.numbers)
    values = {"numbers": numbers_of(rules), "wild": five}
    on_table = gettext("On the table: {list}.").format(
        list=get_text_list(
            [
                gettext("{count} × #{number}").format(count=count, number=number)
                for number, count in supply.of_each_number.items()
            ],
            gettext("and"),
        )
    )
    gray_five = not supply.shared and not rules.wild and five > TURNS_A_ROUND
    if supply.shared and rules.wild:
        said = gettext("Put the Architects {numbers} of all players and a gray #{wild} for each into one pool.")
    elif supply.shared:
        said = gettext("Put the Architects {numbers} into one pool, gray side up: one of each number for each player.")
    elif rules.wild:
        said = gettext("Give each player the Architects {numbers} of one color and a gray #{wild}.")
    elif gray_five:
        said = gettext("Give each player Architects {numbers} of their own: four of one color, and a gray #{wild}.")
    else:
        said = gettext("Give each player the Architects {numbers} of one color.")
    details = [on_table]
    if setup.players < MOST_PLAYERS:
        details.append(gettext("All others stay in the box."))
    if supply.unused_each:
        if supply.shared:
            count = supply.unused_each * setup.players
            text = ngettext(
                "{count} of them stays unused in each round.", "{count} of them stay unused in each round.", count
            )
        else:
            count = supply.unused_each
            text = ngettext(
                "Each player leaves {count} unused in each round.",
                "Each player leaves {count} unused in each round.",
                count,
            )
        details.append(text.format(count=count))
    return [Step("architects", said.format(**values), tuple(details), drawing="architect")]


def _backs(setup: Setup) -> Step:
    mode = setup.mat_side
    other = Mode.CLASSIC if mode is Mode.EXPERT else Mode.EXPERT
    used = len(tiles_in_use(mode))
    values = {"other": BACKS[other], "count": len(TILES) - used}
    return Step(
        "backs",
        gettext("Leave the {count} tiles with “{other}” on the back in the box.").format(**values),
        (
            gettext("Sort the other {used} by the number on the back: {rounds} rounds of {tiles}.").format(
                used=used, rounds=len(setup.rounds), tiles=setup.rounds[0].tiles
            ),
        ),
        drawing="tile",
    )


def _green(setup: Setup) -> Step:
    if not setup.rules.playgrounds:
        return Step("green", gettext("Parks are in, Playgrounds stay in the box."), drawing="park")
    swaps: list[str] = []
    doubtful: list[str] = []
    for one in setup.rounds:
        for playground in one.playgrounds:
            text = gettext("Round {number}: {park} out, {playground} in.").format(
                number=one.number, park=playground.replaces, playground=playground.id
            )
            (swaps if playground.is_certain else doubtful).append(text)
    said = ngettext(
        "Swap {count} Park for the Playground of its number.",
        "Swap {count} Parks for the Playgrounds of their numbers.",
        len(swaps),
    ).format(count=len(swaps))
    maybe = [gettext("If your box has it – {swap}").format(swap=swap) for swap in doubtful]
    return Step("green", said, (*swaps, *maybe), decision="D14" if doubtful else "", drawing="playground")


def _bag(one: Round) -> Step:
    return Step(
        f"bag-{one.number}",
        gettext("Put the {tiles} tiles of round {number} into the bag, and from there face-down on the site.").format(
            tiles=one.tiles, number=one.number
        ),
        kinds=one.kinds,
        drawing="bag",
    )


MARKERS = {3: "3•4", 4: "4"}  # as printed on the tiles


def _face_up(setup: Setup, one: Round) -> Step:
    markers = get_text_list([MARKERS[marker] for marker in one.face_down], gettext("or"))
    if not one.face_down:
        said = gettext("Turn all {count} over.").format(count=one.face_up)
    elif one.face_up is not None:
        said = gettext("Turn {count} over: all but those marked {markers}.").format(count=one.face_up, markers=markers)
    else:
        said = gettext("Turn over all but those marked {markers}.").format(markers=markers)
    details = []
    decision = ""
    if one.face_up is None:
        decision = "D19"
        if one.face_up_at_least:
            known = gettext("That is {least} tiles at the least and {most} at the most; no source has all markers.")
        else:
            known = gettext("How many that is, no source says for this round; {most} at the most.")
        details.append(known.format(least=one.face_up_at_least, most=one.face_up_at_most))
    if one.face_down:
        details.append(gettext("A face-down tile counts as an empty square."))
    details.extend(_special(setup, one))
    return Step(f"face-up-{one.number}", said, tuple(details), decision=decision, drawing="tile")


def _special(setup: Setup, one: Round) -> list[str]:
    """Of the tiles that not every round has."""
    told = []
    if one.kinds.get(Kind.MONUMENT):
        if one.monuments:
            told.append(gettext("A Monument is among them."))
        else:
            told.append(gettext("The Monument of this round stays face-down."))
    told.append(
        gettext("The Mayor tile is among them.") if one.mayor_tile else gettext("There is no Mayor tile any more.")
    )
    takes = gettext("{players} players take {takes} of them at the most.").format(
        players=setup.players, takes=one.takes
    )
    return [*told, takes]


def _next_round(setup: Setup, before: Round, now: Round) -> Part:
    number = now.number
    back = (
        gettext("All Architects back into the pool.")
        if setup.architects.shared
        else gettext("All Architects back to their owners.")
    )
    steps = [
        Step(
            f"clear-{number}",
            gettext("Put what is left of round {number} back into the box.").format(number=before.number),
            drawing="trash",
        ),
        Step(f"home-{number}", gettext("The Urbanist beside the site.") + " " + back, drawing="urbanist"),
        _bag(now),
        _face_up(setup, now),
        Step(
            f"first-player-{number}",
            gettext("Whoever has the Mayor pawn goes first."),
            _reminders(setup),
            drawing="mayor",
        ),
    ]
    return Part(f"round-{number}", gettext("Round {number}").format(number=number), tuple(steps), number)


def _reminders(setup: Setup) -> tuple[str, ...]:
    """What has to be said again at the start of every round."""
    return tuple(words(message) for message in setup.announcements if message.text in SAID_AGAIN)


def _end(setup: Setup) -> Part:
    steps = (
        Step("end-settle", gettext("Lay Inhabitants and Energy Units a last time."), drawing="hand"),
        Step(
            "end-leave",
            gettext("Take buildings without what they need out of the city."),
            decision="D5",
            drawing="trash",
        ),
        Step(
            "end-park",
            gettext("Put one surplus Energy Unit on each Park.")
            + (" " + gettext("Playgrounds take none.") if setup.rules.playgrounds else ""),
            drawing="park",
        ),
        Step(
            "end-score", gettext("Score building by building, then the mission, then what is left over."), drawing="vp"
        ),
    )
    return Part("end", gettext("End of the game"), steps)
