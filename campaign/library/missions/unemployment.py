"""Unemployment: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import bonus_of, rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence, house_ruled
from scoring.bonuses import Unemployment
from scoring.rules import CLASSIC_RULES

RULES = rules_of("unemployment")
CUSTOMERS = bonus_of(RULES, Unemployment)

TEXT = MissionText(
    story=(
        _(
            "They have all come: by bus, by boat, with twice the family we had planned for. There are flats. There"
            " are"
            " shops. There is nothing to do."
        ),
        _("In every household one shops and one works. The Mayor would be obliged if it stayed that way round."),
    ),
    new=(
        Sentence(
            format_lazy(
                _("Tiles bring {factor} times the Inhabitants printed on them."), factor=RULES.inhabitants_factor
            ),
        ),
        Sentence(
            format_lazy(_("An Inhabitant without work or Shop costs {vp} VP."), vp=RULES.unused_inhabitant),
        ),
        Sentence(_("More Customers than workers cost points.")),
        Sentence(_("Playgrounds are back. Play your Architects in any order.")),
    ),
    turn=(
        Sentence(
            format_lazy(
                _("Take {factor} Inhabitants for each one on the tile, also for a Playground."),
                factor=RULES.inhabitants_factor,
            ),
        ),
    ),
    scoring=(
        Sentence(
            format_lazy(
                _("Each Inhabitant without work or Shop costs {vp} VP instead of {usual}."),
                vp=RULES.unused_inhabitant,
                usual=CLASSIC_RULES.unused_inhabitant,
            ),
        ),
        Sentence(
            format_lazy(_("Each Customer above the number of workers costs {vp} VP."), vp=CUSTOMERS.vp),
        ),
        Sentence(
            house_ruled(
                "harbor_workers",
                _("Workers: Inhabitants in activated Public Services and Factories."),
                _("Workers: Inhabitants in activated Public Services, Factories and Harbors."),
            ),
        ),
        Sentence(
            house_ruled(
                "harbor_workers",
                _("A Harbor's Inhabitant is not unemployed, but does not weigh against Customers."),
                _("An Inhabitant in a Harbor is a worker and weighs against Customers."),
            ),
        ),
    ),
    examples=(
        Example(
            "unemployment",
            "SU--/----/----/---- 6i1e",
            RULES,
            ("shop", "public_service", "mission", "unused_inhabitants"),
            _("Six Inhabitants, one worker, one Shop. A full Shop still loses least."),
        ),
    ),
    questions=(
        Question(_("Are there enough blue pieces?"), _("Not always. Use coins or beans when the box runs out.")),
        Question(
            _("Does an Inhabitant in a Harbor cost 2 VP?"), _("No. The Harbor gives work: nobody in it is unemployed.")
        ),
        Question(_("Are Energy Units doubled too?"), _("No. Only Inhabitants are.")),
    ),
    see=("shop", "pollution", "activation"),
    keywords=_("double inhabitants, jobless, workers, customers, shopping spouse, working spouse"),
    endings={
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
)
