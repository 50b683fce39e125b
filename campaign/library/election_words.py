"""The rule that decides who wins a campaign (decision D20 in docs/rules.md), in words for players."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.library.records import Words
from campaign.scores.house_rules import TableRules
from scoring import CountBy

DECIDED_BY = {
    CountBy.TOTAL: _("The sum of all scores decides the campaign"),
    CountBy.AVERAGE: _("The average of the missions played decides the campaign"),
    CountBy.SHARE: _("The average share of each mission's best score decides the campaign"),
    CountBy.PAR: _("The average of the points above par decides the campaign"),
}


def decided_by(table: TableRules) -> Words:
    """Return a sentence without its full stop: which rule decides the campaign of this table."""
    if table.election_by is CountBy.BEST:
        best = ngettext_lazy(
            "Each player's best mission decides the campaign",
            "Each player's best {count} missions decide the campaign",
            table.best_of,
        )
        return format_lazy(best, count=table.best_of)
    return DECIDED_BY[table.election_by]


def sentence(table: TableRules) -> Words:
    return format_lazy("{}.", decided_by(table))
