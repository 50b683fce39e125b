"""Banding Together: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import rules_of
from campaign.library.records import Ending, MissionText, Question

RULES = rules_of("banding-together")
ARCHITECTS = RULES.architects

TEXT = MissionText(
    story=(
        _(
            "The budget for pencils has been cut. All Architects now stand in one corner of the office, and"
            " whoever comes"
            " first takes the one that is left."
        ),
        _("The Mayor calls it working together. The Architects have not been asked."),
    ),
    new=(_("All Architects lie in one pool, the gray ones too. Everybody plays from there."),),
    turn=(
        _(
            "Take any Architect from the pool, whatever its color. You may take the same number several times in a"
            " round."
        ),
        format_lazy(
            _("A gray #{wild} is still played as any number from {lowest} to {highest}."),
            wild=ARCHITECTS.wild_number,
            lowest=min(ARCHITECTS.numbers),
            highest=max(ARCHITECTS.numbers),
        ),
        _("As many Architects as there are players stay unused in each round."),
    ),
    questions=(
        Question(
            _("May one player take two gray Architects in a round?"),
            _("Yes, as long as there is one in the pool."),
        ),
        Question(
            _("Which side up?"),
            _("As you like. The number counts, and nobody owns a color in this mission."),
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
