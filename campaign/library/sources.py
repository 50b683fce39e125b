"""The sources of rules and numbers: a short mark for each source, and a legend."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaign.library.records import Source, Words

# For each source: the mark after a sentence, and its meaning. A sentence with the main source of its page has no mark.
LEGEND: dict[Source, tuple[Words, Words]] = {
    Source.RULEBOOK: (
        pgettext_lazy("source", "rulebook"),
        _(
            "Printed in the rulebooks. Anything without a mark is from there; on the pages of the ten missions, from"
            " the manual."
        ),
    ),
    Source.MANUAL: (pgettext_lazy("source", "manual"), _("From the campaign manual, which fans wrote.")),
    Source.PHOTOS: (pgettext_lazy("source", "photos"), _("Read off photos of the printed mats.")),
    Source.INFERRED: (
        pgettext_lazy("source", "inferred"),
        _("Inferred from public lists of the tiles and checked against the rulebooks' totals. Trust your box."),
    ),
    Source.TILES: (
        pgettext_lazy("source", "tiles"),
        _("Read off photos of the expansion's printed tiles, and checked against a public solver."),
    ),
    Source.LEAFLET: (pgettext_lazy("source", "leaflet"), _("From the public part of the expansion's leaflet.")),
    Source.REVIEW: (pgettext_lazy("source", "review"), _("From a review or an announcement of the expansion.")),
    Source.OURS: (pgettext_lazy("source", "ours"), _("Ours: neither the rulebooks nor the manual say it.")),
}


def mark_of(source: Source) -> Words:
    return LEGEND[source][0]
