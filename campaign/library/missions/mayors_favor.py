"""Mayors Favor: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import bonus_of, rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence
from scoring.bonuses import MayorTiles

RULES = rules_of("mayors-favor")
MAYORS = bonus_of(RULES, MayorTiles)

TEXT = MissionText(
    story=(
        _(
            "The Mayor has a nephew. The nephew has a block of flats, several in fact, and each of them would look"
            " well in"
            " one of your cities."
        ),
        _("There would be something in it for you. We did not say that, and the envelope was already here."),
    ),
    new=(
        Sentence(
            format_lazy(_("Each Mayor tile in an activated Tower Block brings {vp} VP."), vp=MAYORS.vp),
        ),
        Sentence(
            format_lazy(
                _("Building a Mayor tile offers {count} more Inhabitant and {count} Energy Unit."),
                count=RULES.mayor_offer,
            ),
        ),
        Sentence(_("The first player may not take the Mayor tile on the first turn of a round.")),
    ),
    turn=(
        Sentence(_("On a round's first turn the first player may not take the Mayor tile; others may.")),
        Sentence(
            format_lazy(
                _("If you build the Mayor tile, you may also take {count} Inhabitant and {count} Energy Unit."),
                count=RULES.mayor_offer,
            ),
            why=_("Both or neither: you may refuse the offer, but not half of it."),
        ),
    ),
    scoring=(
        Sentence(
            format_lazy(_("{vp} VP for each Mayor tile in an activated Tower Block, on any floor."), vp=MAYORS.vp),
        ),
    ),
    examples=(
        Example(
            "mayor-tiles",
            "T3*-T*--/-----/-----/----- 0i1e",
            RULES,
            ("tower_block", "mission"),
            _("Energy for one of two stacks: the Mayor tile of the other one brings nothing."),
        ),
    ),
    questions=(
        Question(_("May I refuse what the Mayor offers?"), _("Yes, but only all of it: you take both or neither.")),
        Question(_("Does a second Mayor tile in the same stack count too?"), _("Yes, each tile counts.")),
        Question(
            _("Does the Mayor tile score if its Tower Block is not activated?"),
            _("No. The building is removed before scoring."),
        ),
    ),
    see=("mayor-tile", "tower-block"),
    keywords=_("mayor tile, green symbol, favor, bribe, first turn"),
    endings={
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
)
