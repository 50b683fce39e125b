"""The texts of the mission “Bringing in Experts”: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence, Source
from scoring.kinds import KINDS, Kind
from scoring.tiles import rounds

RULES = rules_of("bringing-in-experts")

TEXT = MissionText(
    twist=_("Expert Mode: bigger cities"),
    story=(
        _(
            "We have brought in experts. They have turned your mats over, added a floor and a round, and would like"
            " something in glass."
        ),
        _("They also sent us four bronze statues of a person nobody here knows. Kindly find places for them."),
    ),
    new=(
        Sentence(
            format_lazy(
                _("Expert Mode: gray mats, {count} rounds, Office Towers and Monuments."),
                count=len(rounds(RULES.mode)),
            ),
        ),
        Sentence(_("Parks are back; the Playgrounds stay in the box.")),
        Sentence(
            _("Architects #1 to #5 lie in one pool. A #5 counts as 5, not as any number."), source=Source.RULEBOOK
        ),
    ),
    turn=(
        Sentence(_("An Architect opens the district with his number and every square with it.")),
        Sentence(
            _("Take any Architect from the pool, the same number several times if you like."), source=Source.RULEBOOK
        ),
        Sentence(_("As many Architects as there are players stay unused each round."), source=Source.RULEBOOK),
    ),
    scoring=(
        Sentence(
            format_lazy(
                _("Tower Blocks and Office Towers may have {floors} floors, Shops {customers} Customers."),
                floors=KINDS[Kind.TOWER_BLOCK].highest[RULES.mode],
                customers=RULES.points.customers_a_shop,
            ),
            source=Source.RULEBOOK,
        ),
        Sentence(
            format_lazy(
                _("Public Services score in {districts} districts."),
                districts=len(RULES.board.district_masks),
            ),
            source=Source.RULEBOOK,
        ),
        Sentence(
            _("Office Towers score by group and floors; Parks and Factories count them too."), source=Source.RULEBOOK
        ),
        Sentence(_("Monuments score by their neighbors, for good and bad."), source=Source.RULEBOOK),
    ),
    examples=(
        Example(
            "experts",
            "O2O2PT-/-O3F--/---SM/----- 4i5e",
            RULES,
            ("office_tower", "park", "factory", "monument"),
            _("Three Office Towers in a group, a Park and a Factory beside it, and a Monument beside a Shop."),
        ),
    ),
    questions=(
        Question(
            _("Which tiles does Expert Mode use?"),
            _("All except those with Classic on the back. Most tiles have no name and serve both modes."),
            source=Source.RULEBOOK,
        ),
        Question(
            _("How many Monuments will there be?"),
            _("As many as there are players. The setup says in which rounds."),
            source=Source.RULEBOOK,
        ),
        Question(
            _("How does this mission differ from an ordinary Expert game?"),
            _("Not at all: it is the Expert game, and its points count for the campaign."),
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
