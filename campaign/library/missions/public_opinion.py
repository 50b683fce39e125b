"""The texts of the mission “Public Opinion”: its story, rules, questions and endings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.playgrounds import ABSORB, BRINGS, REPLACED, SCORED, sets
from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question

RULES = rules_of("public-opinion")
SETS = sets(RULES)

TEXT = MissionText(
    twist=_("Playgrounds bring VP in sets"),
    story=(
        _("The paper has found out that we have no children in our plans. The Mayor has found out that parents vote."),
        _("Draw slides. Draw swings. Draw them where a journalist can see them."),
    ),
    new=(
        REPLACED,
        *SETS.new,
    ),
    turn=(BRINGS,),
    scoring=(*SCORED, *SETS.scoring),
    examples=(
        Example(
            "playground-set",
            "GTGS/T-G-/----/---- 3i3e",
            RULES,
            ("park", "mission"),
            _("Three Playgrounds are a full set. Two of them also have towers beside them."),
        ),
    ),
    questions=(
        ABSORB,
        Question(_("Must the three Playgrounds be beside each other?"), _("No, anywhere in the city.")),
        Question(
            _("What do one or two Playgrounds bring?"),
            _("Their points by the towers beside them. The bonus needs a full set."),
        ),
        Question(_("Can anybody score two sets?"), _("No. Classic Mode has four Playgrounds, one in each round.")),
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
            "The paper asked its readers and counted the same number of letters for each of them: %(winners)s. The"
            " Mayor calls this public opinion and closes the window."
        ),
    },
)
