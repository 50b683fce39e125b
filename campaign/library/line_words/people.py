"""Explanations of the words about Inhabitants and Energy Units in a mission's line."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.texts import Told, WordText
from campaign.library.mission_rules import bonus_of
from campaign.library.records import Example, Question, Sentence, Source, house_ruled
from scoring import Mode, Rules
from scoring.bonuses import Unemployment
from scoring.rules import MODE_RULES

TWICE = Sentence(_("Tiles bring twice the Inhabitants printed on them."))
MORE_CUSTOMERS = Sentence(_("More Customers than workers cost points."))
WORKERS = Sentence(
    house_ruled(
        "harbor_workers",
        _("Workers: Inhabitants in activated Public Services and Factories."),
        _("Workers: Inhabitants in activated Public Services, Factories and Harbors."),
    ),
)
IN_HARBORS = Sentence(
    house_ruled(
        "harbor_workers",
        _("A Harbor's Inhabitant costs nothing, but is not counted as a worker."),
        _("An Inhabitant in a Harbor counts as a worker."),
    ),
    source=Source.OURS,
)
BLUE_PIECES = Question(
    _("Are there enough blue pieces?"),
    _("Not always. Use coins or beans when the box runs out."),
    source=Source.OURS,
)
ONLY_INHABITANTS = Question(_("Are Energy Units doubled too?"), _("No. Only Inhabitants are."))
SIX_INHABITANTS = {Mode.CLASSIC: "SU--/----/----/---- 6i1e", Mode.EXPERT: "SU---/-----/-----/----- 6i1e"}
EIGHT_INHABITANTS = {mode: city.replace("6i", "8i") for mode, city in SIX_INHABITANTS.items()}
WITH_WASTE = {Mode.CLASSIC: "TP--/----/----/---- 0i4e", Mode.EXPERT: "TP---/-----/-----/----- 0i4e"}


def take_twice(rules: Rules) -> Sentence:
    return Sentence(
        format_lazy(
            _("Take {factor} Inhabitants for each one on the tile, also for a Playground."),
            factor=rules.inhabitants_factor,
        ),
    )


def without_work(rules: Rules) -> Sentence:
    return Sentence(format_lazy(_("An Inhabitant without work or Shop costs {vp} VP."), vp=rules.unused_inhabitant))


def without_work_instead(rules: Rules) -> Sentence:
    return Sentence(
        format_lazy(
            _("Each Inhabitant without work or Shop costs {vp} VP instead of {usual}."),
            vp=rules.unused_inhabitant,
            usual=MODE_RULES[rules.mode].unused_inhabitant,
        ),
    )


def each_customer(rules: Rules) -> Sentence:
    vp = bonus_of(rules, Unemployment).vp
    return Sentence(format_lazy(_("Each Customer above the number of workers costs {vp} VP."), vp=vp))


def inhabitants(rules: Rules) -> Told:
    return Told(
        new=(TWICE,),
        turn=(take_twice(rules),),
        questions=(BLUE_PIECES, ONLY_INHABITANTS),
        see=("activation",),
    )


def unemployed(rules: Rules) -> Told:
    return Told(
        new=(without_work(rules),),
        scoring=(without_work_instead(rules),),
        examples=(
            Example(
                "unused-inhabitants",
                EIGHT_INHABITANTS[rules.mode],
                rules,
                ("shop", "public_service", "unused_inhabitants"),
                _("Eight Inhabitants: a Shop and a Public Service have no room for all of them."),
            ),
        ),
        questions=(
            Question(
                _("Does an Inhabitant in a Harbor cost anything?"),
                _("No. The Harbor gives work: nobody in it is unemployed."),
                source=Source.OURS,
            ),
        ),
        see=("activation",),
    )


def pollution(rules: Rules) -> Told:
    vp, usual = rules.unused_energy, MODE_RULES[rules.mode].unused_energy
    return Told(
        new=(Sentence(format_lazy(_("An unused Energy Unit costs {vp} VP."), vp=vp)),),
        scoring=(
            Sentence(format_lazy(_("Each unused Energy Unit costs {vp} VP instead of {usual}."), vp=vp, usual=usual)),
        ),
        examples=(
            Example(
                "unused-energy",
                WITH_WASTE[rules.mode],
                rules,
                ("unused_energy",),
                _("Four Energy Units: one in the Tower Block, one absorbed by the Park, two unused."),
            ),
        ),
        questions=(Question(_("Do Parks still absorb Energy Units?"), _("Yes, each Park one.")),),
        see=("pollution",),
    )


def jobs(rules: Rules) -> Told:
    return Told(
        new=(MORE_CUSTOMERS,),
        scoring=(each_customer(rules), WORKERS, IN_HARBORS),
        examples=(
            Example(
                "unemployment",
                SIX_INHABITANTS[rules.mode],
                rules,
                ("shop", "public_service", "mission", "unused_inhabitants"),
                _("Six Inhabitants, one Shop and one Public Service, allocated in the best way."),
            ),
        ),
        questions=(
            Question(_("Can a Customer be a worker too?"), _("No. An Inhabitant is either a Customer or a worker.")),
        ),
        see=("shop", "activation"),
    )


PEOPLE = {
    "inhabitants": WordText(_("Twice the Inhabitants"), inhabitants, TWICE.text, "inhabitant"),
    "unemployed": WordText(
        _("Unused Inhabitants"),
        unemployed,
        _("Unused Inhabitants cost more VP than usual, or none."),
        "unused_inhabitants",
        (_("VP lost for each unused Inhabitant"),),
    ),
    "pollution": WordText(
        _("Unused Energy Units"),
        pollution,
        _("Unused Energy Units cost more VP than usual, or none."),
        "unused_energy",
        (_("VP lost for each unused Energy Unit"),),
    ),
    "jobs": WordText(
        _("Missing workers"), jobs, MORE_CUSTOMERS.text, "shop", (_("VP lost for each Customer too many"),)
    ),
}
