"""Public Opinion: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import bonus_of, rules_of
from campaign.library.records import Ending, Example, MissionText, Question
from scoring.bonuses import PlaygroundSets
from scoring.tiles import PLAYGROUND_INHABITANTS

RULES = rules_of("public-opinion")
SETS = bonus_of(RULES, PlaygroundSets)

TEXT = MissionText(
    story=(
        _("The paper has found out that we have no children in our plans. The Mayor has found out that parents vote."),
        _("Draw slides. Draw swings. Draw them where a journalist can see them."),
    ),
    new=(
        _("Playgrounds take the place of some Parks."),
        format_lazy(_("Every full set of {size} Playgrounds in a city brings {vp} VP."), size=SETS.size, vp=SETS.vp),
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
            RULES,
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
    endings={
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
)
