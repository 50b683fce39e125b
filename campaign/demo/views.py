from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaign.access import everybody
from campaign.demo.sample import DEMO_USER
from campaign.http import Request
from campaign.models import User
from campaign.web.guests import sign_in


@everybody
@require_POST
def look_around(request: Request) -> HttpResponse:
    """Log the visitor in as the owner of the demo campaigns. This address exists only under `manage.py demo`."""
    user = User.objects.filter(username=DEMO_USER).first()
    if user is None:
        raise Http404
    sign_in(request, user)
    return redirect("home")
