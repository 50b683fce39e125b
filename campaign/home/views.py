from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.access import everybody, find_visited
from campaign.http import Request
from campaign.models import Campaign


@everybody
@require_safe
def home(request: Request) -> HttpResponse:
    """A visitor learns what this is; a group that comes back finds its next mission first."""
    campaigns = list(Campaign.objects.for_home(request.user))
    guest_in = [campaign for campaign in find_visited(request) if campaign not in campaigns]
    if not campaigns:
        return render(request, "home/welcome.html", {"guest_in": guest_in})
    latest, *others = campaigns
    return render(request, "home/home.html", {"campaign": latest, "others": others, "guest_in": guest_in})
