"""What the Mayor's office has to say: how a mission ended, and a verdict for each entry of the evaluation log.

Which sentences are told follows from what happened, so everybody reads the same story every time. The words are ours.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.models import Player
from scoring import DecidedBy, Mission, Place, Result

# Ours to choose, as they only choose words: VP between the first two that still are "close", and that are "far apart".
CLOSE_MARGIN = 4
WIDE_MARGIN = 20


class Ending(StrEnum):
    """How a mission ended."""

    CLEAR = "clear"
    CLOSE = "close"  # by a few VP, or by the tie-break
    SHARED = "shared"


STORIES: Mapping[str, Mapping[Ending, Promise | str]] = {
    "a-new-beginning": {
        Ending.CLEAR: _(
            "The mud is hardly off the streets, and the Mayor already carries the plan of %(winner)s around under one"
            " arm. The other interns are shown where the coffee machine is."
        ),
        Ending.CLOSE: _(
            "The best plans lay side by side on the Mayor's desk until midnight. When the lamp went out, the one by"
            " %(winner)s was on top."
        ),
        Ending.SHARED: _(
            "The Mayor wanted one plan for the new beginning and got more, each as good as the other. %(winners)s are"
            " to share a desk, and its only chair."
        ),
    },
    "public-opinion": {
        Ending.CLEAR: _(
            "The morning paper prints the city of %(winner)s on its front page, above the weather. The Mayor's office"
            " has bought ten copies and denies it."
        ),
        Ending.CLOSE: _(
            "The paper asked its readers. They like the city of %(winner)s best, by a handful of letters, a few of them"
            " in the same handwriting."
        ),
        Ending.SHARED: _(
            "The paper asked its readers and counted as many letters for each of them: %(winners)s. The Mayor calls"
            " this public opinion and closes the window."
        ),
    },
    "senior-architect": {
        Ending.CLEAR: _(
            "Alejandro has seen mayors come and go, and took his hat off to the plan of %(winner)s. Nobody in the"
            " office had known what was under the hat."
        ),
        Ending.CLOSE: _(
            "Alejandro measured everything twice, sighed, and laid his pencil on the plan of %(winner)s. The one below"
            " it keeps the ring of his coffee cup."
        ),
        Ending.SHARED: _(
            "Asked which plan was the best, Alejandro looked from one to the next, said “yes”, and went to lunch."
            " %(winners)s share the praise."
        ),
    },
    "banding-together": {
        Ending.CLEAR: _(
            "One pool of Architects for everybody, and somehow the right one always stood where %(winner)s needed it."
            " The Mayor praises the team spirit of all the others."
        ),
        Ending.CLOSE: _(
            "Everybody worked with everybody. Whose city it is in the end took the office a whole afternoon:"
            " %(winner)s, by the width of a ruler."
        ),
        Ending.SHARED: _(
            "Banding together has gone further than the Mayor had in mind: %(winners)s come in side by side, holding"
            " the same pencil."
        ),
    },
    "bringing-in-experts": {
        Ending.CLEAR: _(
            "The experts came with briefcases and left with copies of the plan of %(winner)s. Their bill calls it a"
            " study trip."
        ),
        Ending.CLOSE: _(
            "It took the experts three meetings, and a fourth about the minutes. Their report names %(winner)s, in a"
            " footnote; but it names nobody else."
        ),
        Ending.SHARED: _(
            "The experts have written four hundred pages and will not choose between %(winners)s. The Mayor has read"
            " the cover."
        ),
    },
    "mayors-favor": {
        Ending.CLEAR: _(
            "The Mayor never forgets who helped. After this mission that is mostly %(winner)s, and the door to the"
            " inner office stands open. Just a crack."
        ),
        Ending.CLOSE: _(
            "The Mayor's favor fits into one envelope, and on it stands %(winner)s. Held against the light, it shows"
            " a second name that was erased."
        ),
        Ending.SHARED: _(
            "The Mayor's favor is large enough for %(winners)s together, the Mayor says. They may agree among"
            " themselves who holds the umbrella."
        ),
    },
    "price-of-silence": {
        Ending.CLEAR: _(
            "Where every lot is built on, nobody asks what stood there before. %(winner)s did ask, and built best all"
            " the same. That evening a file moved to another cabinet."
        ),
        Ending.CLOSE: _(
            "%(winner)s built a little more and talked a little less than the rest. Somebody upstairs has noticed"
            " both, and has written down the second."
        ),
        Ending.SHARED: _(
            "%(winners)s have heard the same thing through the same door, and built equally well above it. Nobody says"
            " a word. Yet."
        ),
    },
    "the-corruption-trail": {
        Ending.CLEAR: _(
            "One, two, three, four, and from one again: %(winner)s followed the numbers to the last page and knows"
            " whose signature is on it. The city turned out well, too."
        ),
        Ending.CLOSE: _(
            "The trail of receipts leads past every desk in the house. %(winner)s was one step ahead when it turned"
            " the corner to the Mayor's garage."
        ),
        Ending.SHARED: _(
            "%(winners)s reached the last receipt at the same moment. It is torn now, and each of them keeps the half"
            " with the name on it."
        ),
    },
    "unemployment": {
        Ending.CLEAR: _(
            "Half the city stood in line for work, and the line was shortest where %(winner)s had drawn it. The Mayor"
            " announces that this had been the Mayor's idea."
        ),
        Ending.CLOSE: _(
            "The counting office has been laid off, so the result was counted by hand, on two hands: %(winner)s is"
            " ahead, with a finger to spare."
        ),
        Ending.SHARED: _(
            "The line for work is equally long at every door. The Mayor thanks %(winners)s in a single letter; paper"
            " is work, too."
        ),
    },
    "re-election": {
        Ending.CLEAR: _(
            "The Mayor's posters come down by themselves; the rain helps. Whoever walks through the city of %(winner)s"
            " has an idea what will go up instead."
        ),
        Ending.CLOSE: _(
            "Last speech, last tile, last lamp in the office: %(winner)s takes the final mission by the width of a"
            " ballot paper. Who takes the desk is for the whole log to say."
        ),
        Ending.SHARED: _(
            "The final mission ends level between %(winners)s. The ballot box is turned over once more, and shaken."
            " Now the log has the word."
        ),
    },
}

WON = (
    _("Approved before the last page was read."),
    _("To be copied for the archive, in color."),
    _("The Mayor asks for the pencil this was drawn with."),
    _("To be shown to visitors. First."),
)
SHARED = (
    _("Approved, like every other one here: the Mayor dislikes choosing."),
    _("Equally good. The office has ordered a second frame."),
)
ALONE = (_("Best of the evening. There was no other."),)
NEARLY = (
    _("Good work. The Mayor did not say so aloud."),
    _("One signature short of an approval."),
    _("Stays on the desk, on the corner nearest to the chair."),
)
FAIR = (
    _("Noted with interest. Most of it."),
    _("Solid. To be built where nobody looks first."),
    _("The stairs are in the right place."),
)
WEAK = (
    _("Returned with remarks. Several."),
    _("Filed under ambition."),
    _("A fine example for the new interns. Of what, is left open."),
)
NOTHING = (_("The Mayor turned the plan upside down once, to be sure."),)
EXCUSED = (
    _("Excused. A stack of forms kept the chair warm."),
    _("Excused. The plan is said to be at home, on the kitchen table."),
)
# The election.
LANDSLIDE = _(
    "The votes are counted, all of them this time. %(names)s leads by %(count)s VP, and the old Mayor is seen leaving"
    " through the garage with a box of pencils."
)
NARROW = _(
    "The votes are counted, twice. %(names)s leads by %(count)s VP. The old Mayor asks for a third count and is handed"
    " a coat."
)
LEVEL = _(
    "The votes are level, and what decides is what was built. %(names)s takes the keys; the old Mayor has mislaid one"
    " and is not asked which."
)
TOGETHER = _(
    "The votes are level, and so is everything else that counts: %(names)s are to govern together. The old Mayor wishes"
    " them luck, with a smile."
)
INAUGURATION = _("The water is out of the cellars. The log stays open on the desk, for whoever wants to know how.")
# A campaign's VP between the first two that are "narrow": ours to choose, too.
NARROW_CAMPAIGN = 25

# The share of the mission's best score from which on a city is called so.
NEARLY_SHARE, FAIR_SHARE = 0.9, 0.7


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a finished mission, best first."""

    mission: Mission
    places: tuple[Place[Player], ...]
    results: Mapping[Player, Result]
    absent: tuple[Player, ...] = ()

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(place.player for place in self.places if place.rank == 1)

    @property
    def margin(self) -> int | None:
        """VP between the first and the next, None where there is no next."""
        totals = sorted((result.total for result in self.results.values()), reverse=True)
        return totals[0] - totals[1] if len(totals) > 1 else None

    @property
    def left(self) -> dict[Player, int]:
        """VP left in the supply, of those whose city is known."""
        return {
            player: result.best_possible - result.total
            for player, result in self.results.items()
            if result.best_possible is not None
        }

    @property
    def ending(self) -> Ending:
        if len(self.winners) > 1:
            return Ending.SHARED
        return Ending.CLEAR if self.margin is None or self.margin > CLOSE_MARGIN else Ending.CLOSE


def names(people: Iterable[object]) -> str:
    """Names as they stand in a sentence: "Ada, Ben and Cleo"."""
    return get_text_list([str(person) for person in people], gettext("and"))


def story(facts: Facts) -> list[str]:
    """A few sentences in the language in force: the mission's own, then what else the office noticed."""
    winners = names(facts.winners)
    told = [str(STORIES[facts.mission.slug][facts.ending]) % {"winner": winners, "winners": winners}]
    margin = facts.margin
    if margin is None:
        told.append(gettext("Nobody else handed in a plan, and it was still read to the end."))
    elif margin >= WIDE_MARGIN:
        told.append(
            ngettext(
                "The distance of %(count)s VP was read out twice, the second time for pleasure.",
                "The distance of %(count)s VP was read out twice, the second time for pleasure.",
                margin,
            )
            % {"count": margin}
        )
    if facts.absent:
        told.append(
            ngettext(
                "%(names)s sent a note instead of a plan. The note is in the file.",
                "%(names)s sent notes instead of plans. The notes are in the file.",
                len(facts.absent),
            )
            % {"names": names(facts.absent)}
        )
    told.extend(_from_the_supply(facts.left))
    return told


def _from_the_supply(left: Mapping[Player, int]) -> Iterable[str]:
    most = max(left.values(), default=0)
    if most > 0:
        careless = [player for player, vp in left.items() if vp == most]
        yield (
            ngettext(
                "Down in the supply room the clerk found %(count)s VP with the name of %(names)s on it.",
                "Down in the supply room the clerk found %(count)s VP with the name of %(names)s on them.",
                most,
            )
            % {"count": most, "names": names(careless)}
        )
    elif len(left) > 1:
        yield gettext("The clerk checked the supply room and found nothing left behind; and checked again.")


def headline(facts: Facts) -> str:
    winners = names(facts.winners)
    if len(facts.winners) > 1:
        return gettext("%(names)s share the first place") % {"names": winners}
    total = facts.results[facts.winners[0]].total
    values = {"name": winners, "count": total}
    return ngettext("%(name)s wins with %(count)s VP", "%(name)s wins with %(count)s VP", abs(total)) % values


def decision(place: Place[Player], facts: Facts) -> str:
    """Why a player has this rank and no other, "" where VP alone decided."""
    own = facts.results[place.player]
    rivals = [facts.results[other.player] for other in _rivals(place, facts)]
    if not rivals:
        return ""
    values = {"names": names(other.player for other in _rivals(place, facts)), "count": own.total}
    if place.decided_by == DecidedBy.INHABITANTS:
        values |= {
            "own": own.inhabitants_on_buildings,
            "theirs": names(rival.inhabitants_on_buildings for rival in rivals),
        }
        text = ngettext(
            "Level with %(names)s on %(count)s VP; the Inhabitants on buildings decided, %(own)s to %(theirs)s.",
            "Level with %(names)s on %(count)s VP; the Inhabitants on buildings decided, %(own)s to %(theirs)s.",
            abs(own.total),
        )
    elif place.decided_by == DecidedBy.EMPTY_SQUARES:
        values |= {"own": own.empty_squares, "theirs": names(rival.empty_squares for rival in rivals)}
        passed_over = any(result.inhabitants_on_buildings is None for result in (own, *rivals))
        text = (
            ngettext(
                "Level with %(names)s on %(count)s VP; the fewer empty squares decided, %(own)s to %(theirs)s.",
                "Level with %(names)s on %(count)s VP; the fewer empty squares decided, %(own)s to %(theirs)s.",
                abs(own.total),
            )
            if passed_over
            else ngettext(
                "Level with %(names)s on %(count)s VP and Inhabitants; the fewer empty squares decided,"
                " %(own)s to %(theirs)s.",
                "Level with %(names)s on %(count)s VP and Inhabitants; the fewer empty squares decided,"
                " %(own)s to %(theirs)s.",
                abs(own.total),
            )
        )
    elif any(None in (result.inhabitants_on_buildings, result.empty_squares) for result in (own, *rivals)):
        text = ngettext(
            "Level with %(names)s on %(count)s VP, and what the tie-break needs was not put in: the place is shared.",
            "Level with %(names)s on %(count)s VP, and what the tie-break needs was not put in: the place is shared.",
            abs(own.total),
        )
    else:
        text = ngettext(
            "Level with %(names)s on %(count)s VP, Inhabitants and empty squares: the place is shared.",
            "Level with %(names)s on %(count)s VP, Inhabitants and empty squares: the place is shared.",
            abs(own.total),
        )
    return text % values


def _rivals(place: Place[Player], facts: Facts) -> list[Place[Player]]:
    """Those whom what decided this place was to set apart from it."""
    own = facts.results[place.player]
    level = [other for other in facts.places if other != place and facts.results[other.player].total == own.total]
    if place.decided_by == DecidedBy.SHARED:
        return [other for other in level if other.rank == place.rank]
    if place.decided_by == DecidedBy.EMPTY_SQUARES:
        inhabitants = own.inhabitants_on_buildings
        return [other for other in level if facts.results[other.player].inhabitants_on_buildings in (inhabitants, None)]
    return level


def verdict(mission: Mission, place: Place[Player] | None, facts: Facts) -> str:
    """The Mayor's word on one entry of the log; without a place, on somebody who was absent."""
    sentences = _tier(place, facts)
    # Missions and ranks take turns, so that a log does not repeat itself.
    turn = mission.number + (place.rank if place else 0)
    return str(sentences[turn % len(sentences)])


def _tier(place: Place[Player] | None, facts: Facts) -> tuple[Promise | str, ...]:
    if place is None:
        return EXCUSED
    total = facts.results[place.player].total
    if total <= 0:
        return NOTHING
    if place.rank == 1:
        if len(facts.results) == 1:
            return ALONE
        return SHARED if len(facts.winners) > 1 else WON
    share = total / max(result.total for result in facts.results.values())
    return NEARLY if share >= NEARLY_SHARE else FAIR if share >= FAIR_SHARE else WEAK


def speech(mayors: Sequence[Player], *, margin: int | None) -> list[str]:
    """What is said at the election; `margin` is the VP to the next, None where there is nobody else."""
    if len(mayors) > 1:
        text = TOGETHER
    elif margin == 0:
        text = LEVEL
    else:
        text = NARROW if margin is not None and margin <= NARROW_CAMPAIGN else LANDSLIDE
    return [str(text) % {"names": names(mayors), "count": margin}, str(INAUGURATION)]
