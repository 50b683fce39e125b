"""The texts of the mission “Unemployment”: its story, rules, questions and endings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.people import (
    BLUE_PIECES,
    MORE_CUSTOMERS,
    ONLY_INHABITANTS,
    TWICE,
    jobs,
    take_twice,
    without_work,
    without_work_instead,
)
from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence, Source

RULES = rules_of("unemployment")

TEXT = MissionText(
    twist=_("Twice the people, too few jobs"),
    story=(
        _(
            "They have all come: by bus, by boat, with twice the family we had planned for. There are flats. There"
            " are"
            " shops. There is nothing to do."
        ),
        _("In every household one shops and one works. The Mayor would be obliged if it stayed at one of each."),
    ),
    new=(
        TWICE,
        without_work(RULES),
        MORE_CUSTOMERS,
        Sentence(_("Playgrounds are back. Play your Architects in any order.")),
    ),
    turn=(take_twice(RULES),),
    scoring=(without_work_instead(RULES), *jobs(RULES).scoring),
    examples=(
        Example(
            "unemployment",
            "SU--/----/----/---- 6i1e",
            RULES,
            ("shop", "public_service", "mission", "unused_inhabitants"),
            _("Six Inhabitants, one worker, one Shop. Filling the Shop still loses least."),
        ),
    ),
    questions=(
        BLUE_PIECES,
        Question(
            _("Does an Inhabitant in a Harbor cost 2 VP?"),
            _("No. The Harbor gives work: nobody in it is unemployed."),
            source=Source.OURS,
        ),
        ONLY_INHABITANTS,
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
