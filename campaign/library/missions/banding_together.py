"""The texts of the mission “Banding Together”: its story, rules, questions and endings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.architects import (
    ONE_EACH_UNUSED,
    SAME_AGAIN,
    TAKE_ANY,
    gray_from_pool,
    pool_turn,
)
from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, MissionText, Question, Sentence, Source

RULES = rules_of("banding-together")
ARCHITECTS = RULES.architects

TEXT = MissionText(
    twist=_("One pool of Architects for all"),
    story=(
        _(
            "The budget for pencils has been cut. All Architects now stand in one corner of the office, and"
            " whoever comes"
            " first takes the one that is left."
        ),
        _("The Mayor calls it working together. The Architects have not been asked."),
    ),
    new=(Sentence(_("All Architects lie in one pool, the gray ones too. Everybody plays from it.")),),
    turn=(
        TAKE_ANY,
        SAME_AGAIN,
        gray_from_pool(ARCHITECTS),
        ONE_EACH_UNUSED,
    ),
    example_of_turns=pool_turn(ARCHITECTS),
    questions=(
        Question(_("May one player take two gray Architects in a round?"), _("Yes, as long as one is in the pool.")),
        Question(
            _("Which side up do the Architects lie?"),
            _("As you like. Only the number counts; nobody owns a color in this mission."),
            source=Source.OURS,
        ),
    ),
    see=("turn", "playground"),
    keywords=_("pool, shared, common, together, alejandro, gray"),
    endings={
        Ending.CLEAR: _(
            "One pool of Architects for everybody, and somehow the right one always stood where %(winner)s needed it."
            " The Mayor praises the team spirit of all the others."
        ),
        Ending.CLOSE: _(
            "Everybody worked with everybody. Whose city it is in the end took the office a whole afternoon:"
            " %(winner)s, by the width of a ruler."
        ),
        Ending.SHARED: _(
            "Banding together has gone further than the Mayor had in mind: %(winners)s come in side by side, holding"
            " the same pencil."
        ),
    },
)
