"""Playgrounds score as Parks, but take no Energy Unit. Source: docs/rules.md sections 6 and 8."""

from scoring.kinds.base import ALWAYS_ACTIVE, Kind, KindOfBuilding
from scoring.kinds.park import Park
from scoring.messages import ngettext


class Playground(Park):
    kind = Kind.PLAYGROUND
    category = Park.category
    letter = "G"
    beside = ngettext("{count} Playground beside it, {vp} VP", "{count} Playgrounds beside it, {vp} VP each")
    marks = KindOfBuilding.marks
    wrong_mark = ALWAYS_ACTIVE
