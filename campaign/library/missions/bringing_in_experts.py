"""Bringing In Experts: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question
from scoring.kinds import KINDS, Kind
from scoring.tiles import rounds

RULES = rules_of("bringing-in-experts")

TEXT = MissionText(
    story=(
        _(
            "We have brought in experts. They have turned your mats over, added a floor and a round, and would like"
            " something in glass."
        ),
        _("They also sent us four bronze statues of a person nobody here knows. Kindly find places for them."),
    ),
    new=(
        format_lazy(
            _("Expert Mode: the gray side of the mats, {count} rounds, Office Towers and Monuments."),
            count=len(rounds(RULES.mode)),
        ),
        _("Parks are back; the Playgrounds stay in the box."),
        _("Architects #1 to #5 lie in one pool, and a #5 is a five."),
    ),
    turn=(
        _("An Architect opens the district with his number, and every square on which it is printed."),
        _("Take any Architect from the pool; as many as there are players stay unused in each round."),
    ),
    scoring=(
        format_lazy(
            _(
                "Tower Blocks and Office Towers rise to {floors} floors, Shops take {customers} Customers,"
                " {districts} districts count."
            ),
            floors=KINDS[Kind.TOWER_BLOCK].highest[RULES.mode],
            customers=RULES.points.customers_a_shop,
            districts=len(RULES.board.district_masks),
        ),
        _("Office Towers score by group and floors; Parks and Factories beside them count them."),
        _("Monuments score by their neighbors, for good and bad."),
    ),
    examples=(
        Example(
            "experts",
            "O2O2PT-/-O3F--/---SM/----- 4i5e",
            RULES,
            ("office_tower", "park", "factory", "monument"),
            _("Three Office Towers in a group, a Park and a Factory beside it, and a Monument that looks at a Shop."),
        ),
    ),
    questions=(
        Question(
            _("Which tiles are used?"),
            _("All but those with Classic on the back. Most tiles have neither name there, and serve both modes."),
        ),
        Question(
            _("How many Monuments will there be?"),
            _("As many as there are players. The setup says in which rounds."),
        ),
    ),
    see=("office-tower", "monument", "placement", "stacking"),
    keywords=_("expert mode, gray side, five rounds, districts"),
    endings={
        Ending.CLEAR: _(
            "The experts came with briefcases and left with copies of the plan of %(winner)s. Their bill calls it a"
            " study trip."
        ),
        Ending.CLOSE: _(
            "It took the experts three meetings, and a fourth about the minutes. Their report names %(winner)s, in a"
            " footnote; but it names nobody else."
        ),
        Ending.SHARED: _(
            "The experts have written four hundred pages and will not choose between %(winners)s. The Mayor has read"
            " the cover."
        ),
    },
)
