"""Comments of the Mayor's office: the ending of a mission, and a verdict for each entry of the log.

The result of a game decides which sentences are shown, so everybody always reads the same story.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions import TEXTS
from campaign.library.missions.own import MORE_ENDINGS
from campaign.library.records import Ending
from campaign.models import Player
from campaign.scores.words import names, signed
from scoring import DecidedBy, Mission, Ranked, Result
from scoring.ranking import margin

# A lead of at most CLOSE_MARGIN VP makes a close ending. A lead of at least WIDE_MARGIN VP adds a joke about the lead.
# No rule gives these limits; this project chose them.
CLOSE_MARGIN = 4
WIDE_MARGIN = 20

WON = (
    _("Approved before the last page was read."),
    _("To be copied for the archive, in color."),
    _("The Mayor asks for the pencil this was drawn with."),
    _("To be shown to visitors. First."),
    _("The Mayor nodded. There are witnesses."),
    _("To be built as drawn, down to the last bench."),
    _("Filed under Good. The drawer had to be opened first."),
    _("The office reads this one aloud on Fridays."),
    _("Stamped twice, the second time for joy."),
    _("The Mayor would like to have had this idea."),
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
    _("Close. The Mayor counted again to be sure."),
    _("A second reading is scheduled, which is a good sign."),
    _("To be kept at hand, in case the first plan floods."),
    _("Praised in a low voice."),
    _("One park away from a parade."),
    _("The Mayor has asked who drew this."),
    _("Framed, and hung where the stairs turn."),
)
FAIR = (
    _("Noted with interest. Most of it."),
    _("Solid. To be built where nobody looks first."),
    _("The stairs are in the right place."),
    _("Neither praised nor folded into a hat."),
    _("Accepted, with a shrug in writing."),
    _("The doors open. Most of them inward."),
    _("Useful as a model, and as a paperweight."),
    _("The office has seen worse, and says so kindly."),
    _("To be looked at again after lunch."),
    _("Enough windows. The committee counted."),
)
WEAK = (
    _("Returned with remarks. Several."),
    _("Filed under ambition."),
    _("A fine example for the new interns. Nobody says of what."),
    _("The Mayor asks whether this is the front."),
    _("Sent to the archive by the slow lift."),
    _("The intern may keep the pencil."),
    _("Received. Nothing else is known."),
    _("The committee admired the paper."),
    _("To be discussed when there is time. There is none."),
    _("A brave use of empty squares."),
)
NOTHING = (_("The Mayor turned the plan upside down once, to be sure."),)
EXCUSED = (
    _("Excused. A stack of forms kept the chair warm."),
    _("Excused. The plan is said to be at home, on the kitchen table."),
    _("Excused. The bicycle had a puncture; so had the spare one."),
    _("Excused. The note was shown to the office clock."),
    _("Excused. The chair was used for hats."),
    _("Excused. The plan waits for a quieter week."),
    _("Excused. Somebody watered the plant meanwhile."),
    _("Excused. The name was read out, and nobody answered."),
    _("Excused. The stamp for this was easily found."),
    _("Excused. A pigeon sat in for a while."),
)
# Remarks of a story, each in several wordings.
WIDE = (
    ngettext_lazy(
        "The distance of %(count)s VP was read out twice, the second time for pleasure.",
        "The distance of %(count)s VP was read out twice, the second time for pleasure.",
        "count",
    ),
    ngettext_lazy(
        "The chart had to be folded: %(count)s VP lie between the first two plans.",
        "The chart had to be folded: %(count)s VP lie between the first two plans.",
        "count",
    ),
    ngettext_lazy(
        "A lead of %(count)s VP. The Mayor asked whether the others had begun.",
        "A lead of %(count)s VP. The Mayor asked whether the others had begun.",
        "count",
    ),
    ngettext_lazy(
        "The lead of %(count)s VP was noted in ink, which the office saves for holidays.",
        "The lead of %(count)s VP was noted in ink, which the office saves for holidays.",
        "count",
    ),
)
ABSENT = (
    ngettext_lazy(
        "%(names)s sent a note instead of a plan. The note is in the file.",
        "%(names)s sent notes instead of plans. The notes are in the file.",
        "count",
    ),
    ngettext_lazy(
        "%(names)s was missed at the table, and by the biscuits.",
        "%(names)s were missed at the table, and by the biscuits.",
        "count",
    ),
    ngettext_lazy(
        "The chair of %(names)s stayed empty and abstained.",
        "The chairs of %(names)s stayed empty and abstained.",
        "count",
    ),
)
LEFT = (
    ngettext_lazy(
        "Down in the supply room the clerk found %(count)s VP with the name of %(names)s on it.",
        "Down in the supply room the clerk found %(count)s VP with the name of %(names)s on them.",
        "count",
    ),
    ngettext_lazy(
        "The clerk went over the plan of %(names)s once more and found %(count)s VP behind the curtain.",
        "The clerk went over the plan of %(names)s once more and found %(count)s VP behind the curtain.",
        "count",
    ),
    ngettext_lazy(
        "%(count)s VP came back from the site unused, addressed to %(names)s.",
        "%(count)s VP came back from the site unused, addressed to %(names)s.",
        "count",
    ),
)
# Sentences of the speech at the election.
LANDSLIDE = _(
    "The votes are counted, all of them this time. %(names)s leads by %(lead)s, and the old Mayor is seen leaving"
    " through the garage with a box of pencils."
)
NARROW = _(
    "The votes are counted, twice. %(names)s leads by %(lead)s. The old Mayor asks for a third count and is handed"
    " a coat."
)
LEVEL = _(
    "The votes are level, so the cities decide. %(names)s takes the keys; the old Mayor has mislaid one and"
    " is not asked which."
)
TOGETHER = _(
    "The votes are level, and so is everything else that counts: %(names)s are to govern together. The old Mayor wishes"
    " them luck, with a smile."
)
INAUGURATION = _("The water is out of the cellars. The log stays open on the desk, for anybody who wants to know how.")

# An entry that did not win gets a verdict from the list NEARLY if its share of the game's best total is at least
# NEARLY_SHARE. If the share is smaller, but at least FAIR_SHARE, the verdict comes from the list FAIR.
NEARLY_SHARE, FAIR_SHARE = 0.9, 0.7


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a finished mission. `ranking` begins with the best player."""

    mission: Mission
    ranking: tuple[Ranked[Player], ...]
    results: Mapping[Player, Result]
    absent: tuple[Player, ...] = ()
    # The number that selects the verdict on a composed mission, which has no number of its own.
    variant: int = 0

    @property
    def number(self) -> int:
        """Return the number that chooses among wordings: 0 for the first mission."""
        return (self.mission.number or self.variant) - 1

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(ranked.player for ranked in self.ranking if ranked.rank == 1)

    @property
    def is_solo(self) -> bool:
        return len(self.ranking) == 1

    @property
    def margin(self) -> int | None:
        return margin(result.total for result in self.results.values())

    @property
    def left(self) -> dict[Player, int]:
        """Map each player to the VP that the best allocation would have added. Leave out unknown VP."""
        return {player: left for player, result in self.results.items() if (left := result.left) is not None}

    @property
    def ending(self) -> Ending:
        if len(self.winners) > 1:
            return Ending.SHARED
        return Ending.CLEAR if self.margin is None or self.margin > CLOSE_MARGIN else Ending.CLOSE


class StoryRemark(NamedTuple):
    """A sentence of a story. `key` names its wording, so that a chronicle can leave out a wording that it has told."""

    key: str
    sentence: str


def story(facts: Facts) -> list[str]:
    """Write the story of a finished mission, in the active language: the mission's ending, then humorous remarks."""
    return [remark.sentence for remark in remarks(facts)]


def remarks(facts: Facts) -> Iterator[StoryRemark]:
    """Yield the sentences of a story. A remark has several wordings; the mission chooses one."""
    yield _ending(facts)
    distance = facts.margin or 0
    if distance >= WIDE_MARGIN:
        yield _remark("wide", WIDE, facts, {"count": distance})
    if facts.absent:
        yield _remark("absent", ABSENT, facts, {"names": names(facts.absent), "count": len(facts.absent)})
    most = max(facts.left.values(), default=0)
    if most > 0:
        careless = names(player for player, vp in facts.left.items() if vp == most)
        yield _remark("left", LEFT, facts, {"names": careless, "count": most})


def _remark(kind: str, wordings: Sequence[Promise], facts: Facts, values: Mapping[str, object]) -> StoryRemark:
    number = facts.number % len(wordings)
    return StoryRemark(f"{kind}-{number}", str(wordings[number] % values))


def _ending(facts: Facts) -> StoryRemark:
    if facts.is_solo:
        return StoryRemark("solo", gettext("Nobody else handed in a plan, and it was still read to the end."))
    winners = names(facts.winners)
    number = facts.number % len(MORE_ENDINGS)
    endings = MORE_ENDINGS[number] if facts.mission.is_own else TEXTS[facts.mission.slug].endings
    key = f"{facts.mission.slug or number}-{facts.ending}"
    return StoryRemark(key, str(endings[facts.ending]) % {"winner": winners, "winners": winners})


def headline(facts: Facts) -> str:
    winners = names(facts.winners)
    if len(facts.winners) > 1:
        return gettext("%(names)s share first place") % {"names": winners}
    total = facts.results[facts.winners[0]].total
    values = {"name": winners, "count": signed(total)}
    if facts.is_solo:
        return ngettext("%(name)s reaches %(count)s VP", "%(name)s reaches %(count)s VP", abs(total)) % values
    return ngettext("%(name)s wins with %(count)s VP", "%(name)s wins with %(count)s VP", abs(total)) % values


def against_par(above: int) -> str:
    """Say by how many VP a city is above or below par."""
    if not above:
        return gettext("Exactly par")
    if above > 0:
        return ngettext("%(count)s VP above par", "%(count)s VP above par", above) % {"count": above}
    return ngettext("%(count)s VP below par", "%(count)s VP below par", -above) % {"count": -above}


def decision(ranked: Ranked[Player], facts: Facts) -> str:
    """Name the tie-break that decided a player's rank; "" if VP alone decided the rank."""
    own = facts.results[ranked.player]
    rivals = [facts.results[player] for player in ranked.level]
    if not rivals:
        return ""
    values: dict[str, object] = {"names": names(ranked.level), "count": signed(own.total)}
    if ranked.decided_by == DecidedBy.INHABITANTS:
        theirs = names(rival.inhabitants_on_buildings for rival in rivals)
        values |= {"own": own.inhabitants_on_buildings, "theirs": theirs}
    elif ranked.decided_by == DecidedBy.EMPTY_SQUARES:
        values |= {"own": own.empty_squares, "theirs": names(rival.empty_squares for rival in rivals)}
    return _tiebreak(ranked.decided_by, [own, *rivals], abs(own.total)) % values


def _tiebreak(decided_by: DecidedBy, level: Sequence[Result], count: int) -> str:
    """Choose the sentence about a tie-break between players who all have `count` VP."""
    if decided_by == DecidedBy.INHABITANTS:
        return ngettext(
            "Level with %(names)s on %(count)s VP; the Inhabitants on buildings decided, %(own)s to %(theirs)s.",
            "Level with %(names)s on %(count)s VP; the Inhabitants on buildings decided, %(own)s to %(theirs)s.",
            count,
        )
    knows_inhabitants = all(result.inhabitants_on_buildings is not None for result in level)
    if decided_by == DecidedBy.EMPTY_SQUARES and not knows_inhabitants:
        return ngettext(
            "Level with %(names)s on %(count)s VP; fewer empty squares decided, %(own)s to %(theirs)s.",
            "Level with %(names)s on %(count)s VP; fewer empty squares decided, %(own)s to %(theirs)s.",
            count,
        )
    if decided_by == DecidedBy.EMPTY_SQUARES:
        return ngettext(
            "Level with %(names)s on %(count)s VP and Inhabitants; fewer empty squares decided, %(own)s to %(theirs)s.",
            "Level with %(names)s on %(count)s VP and Inhabitants; fewer empty squares decided, %(own)s to %(theirs)s.",
            count,
        )
    if not knows_inhabitants or any(result.empty_squares is None for result in level):
        return ngettext(
            "Level with %(names)s on %(count)s VP, and the figures for the tie-break are missing: the place is shared.",
            "Level with %(names)s on %(count)s VP, and the figures for the tie-break are missing: the place is shared.",
            count,
        )
    return ngettext(
        "Level with %(names)s on %(count)s VP, Inhabitants and empty squares: the place is shared.",
        "Level with %(names)s on %(count)s VP, Inhabitants and empty squares: the place is shared.",
        count,
    )


def verdict(mission: Mission, ranked: Ranked[Player] | None, facts: Facts) -> str:
    """Choose the Mayor's comment on a player's result. `ranked`, the rank, is None for an absent player."""
    sentences = _tier(ranked, facts)
    # The mission's number chooses one of ten sentences, so ten missions bring ten different sentences. The player's
    # position is added, so that two players of one game rarely get the same sentence.
    variant = (mission.number or facts.variant) + (ranked.player.position if ranked else 0)
    return str(sentences[variant % len(sentences)])


def _tier(ranked: Ranked[Player] | None, facts: Facts) -> tuple[Promise | str, ...]:
    if ranked is None:
        return EXCUSED
    total = facts.results[ranked.player].total
    if total <= 0:
        return NOTHING
    if ranked.rank == 1:
        if facts.is_solo:
            return ALONE
        return SHARED if len(facts.winners) > 1 else WON
    share = total / max(result.total for result in facts.results.values())
    return NEARLY if share >= NEARLY_SHARE else FAIR if share >= FAIR_SHARE else WEAK


def speech(mayors: Sequence[Player], *, lead: str, is_narrow: bool) -> list[str]:
    """Write the speech at the election. `lead` is a single winner's lead as text, or "" if a tie-break decided."""
    if len(mayors) > 1:
        text = TOGETHER
    elif not lead:
        text = LEVEL
    else:
        text = NARROW if is_narrow else LANDSLIDE
    return [str(text) % {"names": names(mayors), "lead": lead}, str(INAUGURATION)]
