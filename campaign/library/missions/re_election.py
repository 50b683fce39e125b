"""The texts of the mission “Re-Election”: its story, rules, questions and endings."""

from typing import TYPE_CHECKING, cast

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.election_words import decided_by
from campaign.library.line_words.architects import own
from campaign.library.line_words.playgrounds import playgrounds
from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, MissionText, Question, Sentence, Source, Words, house_ruled
from scoring import HouseRules

if TYPE_CHECKING:
    from campaign.scores.house_rules import TableRules

RULES = rules_of("re-election")
OWN = own(RULES)


def tiebreak_elsewhere(house_rules: HouseRules) -> Words:
    return format_lazy(
        _("The ranking of mission {mission} breaks a tie in the sum of all ten missions."),
        mission=house_rules.tiebreak_mission,
    )


def decided_otherwise(table: HouseRules) -> Words:
    return format_lazy(
        _("{rule}. The ranking of mission {mission} breaks a tie."),
        rule=decided_by(cast("TableRules", table)),
        mission=table.tiebreak_mission,
    )


TEXT = MissionText(
    twist=_("Expert Mode, your own Architects"),
    story=(
        _(
            "The posters are up. The Mayor smiles from all of them, and under one somebody has written the name of"
            " an"
            " intern."
        ),
        _("A last city, then, on the large mats and with your own people. After that we read out the log."),
    ),
    new=(
        Sentence(_("Expert Mode once more, with Playgrounds.")),
        *OWN.new,
    ),
    turn=OWN.turn,
    scoring=(
        Sentence(
            house_ruled(
                "monument_parks_only",
                _("As in Expert Mode. Playgrounds score like Parks, also beside a Monument."),
                _("As in Expert Mode. Playgrounds score like Parks, but not beside a Monument."),
            ),
            source=Source.OURS,
        ),
        Sentence(_("Unemployment is over: an unused Inhabitant costs 1 VP again.")),
    ),
    examples=playgrounds(RULES).examples,
    questions=(
        Question(
            _("What does this mission decide?"),
            house_ruled(
                "election_by",
                house_ruled(
                    "tiebreak_mission",
                    _("Its ranking breaks a tie in the sum of all ten missions."),
                    tiebreak_elsewhere,
                ),
                decided_otherwise,
            ),
            source=Source.OURS,
        ),
    ),
    see=("placement", "playground", "monument", "ties"),
    keywords=_("final, last mission, own architects, private, election"),
    endings={
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
)
