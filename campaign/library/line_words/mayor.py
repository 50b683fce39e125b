"""Explanations of the words in a mission's line that are about Mayor tiles: extra resources, and VP for each tile."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.library.line_words.texts import Told, WordText
from campaign.library.mission_rules import bonus_of
from campaign.library.records import Example, Question, Sentence
from scoring import Mode, Rules
from scoring.bonuses import MayorTiles

NOT_FIRST = Sentence(_("The first player may not take the Mayor tile on the first turn of a round."))
FIRST_TURN = Sentence(_("On a round's first turn the first player may not take the Mayor tile; others may."))
BOTH_OR_NEITHER = _("Both or neither: you may refuse the offer, but not half of it.")
REFUSE = Question(_("May I refuse what the Mayor offers?"), _("Yes, but only all of it: you take both or neither."))
EACH_COUNTS = Question(_("Does a second Mayor tile in the same stack count too?"), _("Yes, each tile counts."))
NOT_ACTIVATED = Question(
    _("Does the Mayor tile score if its Tower Block is not activated?"),
    _("No. The building is removed before scoring."),
)
TWO_STACKS = {Mode.CLASSIC: "T3*-T*-/----/----/---- 0i1e", Mode.EXPERT: "T3*-T*--/-----/-----/----- 0i1e"}


def each_brings(rules: Rules) -> Sentence:
    vp = bonus_of(rules, MayorTiles).vp
    return Sentence(format_lazy(_("Each Mayor tile in an activated Tower Block brings {vp} VP."), vp=vp))


def on_any_floor(rules: Rules) -> Sentence:
    vp = bonus_of(rules, MayorTiles).vp
    return Sentence(format_lazy(_("{vp} VP for each Mayor tile in an activated Tower Block, on any floor."), vp=vp))


def one_of_two_stacks(rules: Rules) -> Example:
    return Example(
        "mayor-tiles",
        TWO_STACKS[rules.mode],
        rules,
        ("tower_block", "mission"),
        _("Energy for one of two stacks: the Mayor tile of the other one brings nothing."),
    )


def offer(rules: Rules) -> Told:
    count = rules.mayor_offer
    return Told(
        new=(
            Sentence(
                format_lazy(
                    ngettext_lazy(
                        "If you build a Mayor tile, you may take {count} extra Inhabitant and {count} Energy Unit.",
                        "If you build a Mayor tile, you may take {count} extra Inhabitants and {count} Energy Units.",
                        count,
                    ),
                    count=count,
                ),
                why=BOTH_OR_NEITHER,
            ),
        ),
        turn=(FIRST_TURN,),
        questions=(REFUSE,),
        see=("mayor-tile",),
    )


def mayors(rules: Rules) -> Told:
    return Told(
        new=(each_brings(rules),),
        scoring=(on_any_floor(rules),),
        examples=(one_of_two_stacks(rules),),
        questions=(EACH_COUNTS, NOT_ACTIVATED),
        see=("mayor-tile", "tower-block"),
    )


MAYOR = {
    "offer": WordText(
        _("The Mayor's offer"),
        offer,
        _("Whoever builds a Mayor tile may take more Inhabitants and Energy Units."),
        "mayor",
        (_("More of each"),),
    ),
    "mayors": WordText(
        _("Mayor tiles score"),
        mayors,
        _("Each Mayor tile in an activated Tower Block brings VP."),
        "mayor",
        (_("VP for each Mayor tile"),),
    ),
}
