"""Unemployment: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import bonus_of, rules_of
from campaign.library.records import Ending, Example, MissionText, Question
from scoring.bonuses import Unemployment

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
        format_lazy(
            _("Tiles bring {factor} Inhabitants for each one printed on them."), factor=RULES.inhabitants_factor
        ),
        format_lazy(
            _("An Inhabitant without work or shop costs {vp} VP."),
            vp=RULES.unused_inhabitant,
        ),
        _("More Customers than workers cost points."),
        _("Playgrounds are back, and Architects are played in any order."),
    ),
    turn=(
        format_lazy(
            _("Whoever builds a tile takes {factor} Inhabitants for each one on it, also for a Playground."),
            factor=RULES.inhabitants_factor,
        ),
    ),
    scoring=(
        format_lazy(
            _("Each Inhabitant who neither works nor shops costs {vp} VP, instead of the usual loss."),
            vp=RULES.unused_inhabitant,
        ),
        format_lazy(_("Each Customer above the number of workers costs {vp} VP."), vp=CUSTOMERS.vp),
        _("Workers are Inhabitants in activated Public Services, Factories and Office Towers."),
    ),
    examples=(
        Example(
            "unemployment",
            "SU--/----/----/---- 6i1e",
            RULES,
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
