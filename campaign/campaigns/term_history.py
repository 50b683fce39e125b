"""The history of a group. A group plays one campaign after another; each of these campaigns is called a term."""

from collections import Counter
from dataclasses import dataclass

from campaign.access import has_seen_mayor
from campaign.http import Request
from campaign.models import Campaign
from campaign.results.standings import CampaignStandings

MOST_TERMS = 20  # the page shows only this many terms, and leaves out older ones


@dataclass(frozen=True, slots=True)
class TermOfOffice:
    """A campaign in the history of its group. `may_open` is true if the user may open the campaign's page.

    `standings` is None while the campaign hides its mayor from the reader.
    """

    number: int
    campaign: Campaign
    standings: CampaignStandings | None
    is_here: bool
    may_open: bool


def terms_of(campaign: Campaign, request: Request) -> list[TermOfOffice]:
    """Return the latest MOST_TERMS terms of the group that plays this campaign, the oldest first.

    Leave out terms in the bin, and terms of other owners. Makes at most six queries.
    """
    order = _in_order(campaign)
    found = Campaign.objects.filter(pk__in=order[-MOST_TERMS:]).prefetch_related("players", "games__evaluations")
    campaigns = {each.pk: each for each in found}
    visible = set(Campaign.objects.visible_to(request.user).filter(pk__in=campaigns).values_list("pk", flat=True))
    return [
        TermOfOffice(
            number,
            campaigns[pk],
            CampaignStandings.unless_hidden(
                campaigns[pk].prefetch_games(), has_seen_mayor=has_seen_mayor(request, campaigns[pk].public_id)
            ),
            is_here=pk == campaign.pk,
            may_open=pk in visible or pk == campaign.pk,
        )
        for number, pk in enumerate(order, start=1)
        if pk in campaigns
    ]


def _in_order(campaign: Campaign) -> list[int]:
    """Return the ids of the group's campaigns, the oldest first. Include campaigns in the bin."""
    before = dict(Campaign.everything.filter(owner=campaign.owner_id).values_list("pk", "before"))
    after = {earlier: pk for pk, earlier in sorted(before.items()) if earlier in before}
    order = [campaign.pk]
    while (earlier := before.get(order[0])) in before and earlier not in order:
        order.insert(0, earlier)
    while (later := after.get(order[-1])) and later not in order:
        order.append(later)
    return order


def mayors_so_far(terms: list[TermOfOffice]) -> list[tuple[str, int]]:
    """Count the terms that each person won, by name, the highest count first. Skip elections with a hidden mayor."""
    won = Counter(str(mayor) for term in terms if term.standings for mayor in term.standings.mayors)
    return won.most_common()
