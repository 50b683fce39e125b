from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.access import everybody, in_campaign, visit
from campaign.chronicle.chapters import chapters_of
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign, ShareLink
from campaign.results.standings import CampaignStandings
from campaign.web.referrer import no_referrer


@in_campaign(read=Role.LOOK)
@require_safe
def chronicle_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Tell the story of a campaign on one page. Until its votes are counted, redirect to the election."""
    if campaign.is_games:
        return redirect(campaign)
    if campaign.hides_mayor:
        return redirect("election", campaign.public_id)
    standings = CampaignStandings(campaign.prefetch_games())
    context = {
        "campaign": campaign,
        "standings": standings,
        "chapters": chapters_of(standings),
        "sent": sent_address(request, campaign) if request.membership.role == Role.OWNER else "",
    }
    return render(request, "chronicle/chronicle.html", context)


def sent_address(request: CampaignRequest, campaign: Campaign) -> str:
    """Return the address of the chronicle to send to friends; "" without a view-only link. Makes one query."""
    token = campaign.share_links.view_only_token()
    return request.build_absolute_uri(reverse("shown_chronicle", args=[token])) if token else ""


@everybody
@no_referrer
@require_safe
def shown_chronicle(request: Request, token: str) -> HttpResponse:
    """Open the campaign to a visitor with a view-only link, and redirect to the chronicle."""
    link = ShareLink.objects.opened_by(token)
    if link is None or link.role != ShareLink.LinkRole.LOOK:
        return render(request, "sharing/no_link.html", status=404)
    visit(request, link.campaign, link)
    return redirect("chronicle", link.campaign.public_id)
