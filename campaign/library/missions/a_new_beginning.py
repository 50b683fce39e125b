"""The texts of the mission “A New Beginning”: its story, rules, questions and endings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence

RULES = rules_of("a-new-beginning")

TEXT = MissionText(
    twist=_("The game as it comes in the box"),
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
    new=(Sentence(_("The game as it comes out of the box. The campaign adds nothing yet.")),),
    examples=(
        Example(
            "first-city",
            "T3SU1-/P-FH2/----/---- 12i5e",
            RULES,
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
            _("A city of six buildings with every kind of line of a Classic score sheet."),
        ),
    ),
    questions=(
        Question(
            _("Do we need the campaign's rules to begin?"), _("No. The first mission adds nothing to the rulebook.")
        ),
    ),
    see=("turn", "placement", "activation", "pollution"),
    keywords=_("first game, standard, basic, beginners"),
    endings={
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
)
