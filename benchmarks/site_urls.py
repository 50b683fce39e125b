from django.http import HttpRequest, HttpResponse
from django.urls import path

from campaign.access import in_campaign
from campaign.editor.seats import evaluation_or_404
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign
from campaign.urls import urlpatterns as site


def empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def signed_in(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.user.is_authenticated))


@in_campaign(read=Role.SCORE)
def six_queries(_request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """Make only the six queries of a tap, and store the same values again. No tap can be faster."""
    evaluation = evaluation_or_404(campaign, game_id, player_id)
    evaluation.record(evaluation.as_city, version=evaluation.version)
    return HttpResponse()


urlpatterns = [
    path("empty", empty),
    path("signed-in", signed_in),
    path("six-queries/<slug:campaign_id>/<int:game_id>/<int:player_id>", six_queries),
    *site,
]
