from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import CampaignRequest, Request, Role, everybody, in_campaign
from campaign.forms.campaigns import CampaignForm, Roster
from campaign.models import Campaign, User
from campaign.standings import CampaignStandings
from scoring import MISSIONS

GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"


@everybody
@require_http_methods(["GET", "POST"])
def new_campaign(request: Request) -> HttpResponse:
    """A name, players, and off: whoever has no account gets a guest's behind it."""
    data = request.POST if request.method == "POST" else None
    form, roster = CampaignForm(data), Roster(data)
    if data is not None and form.is_valid() and roster.is_valid():
        with transaction.atomic():
            user = request.user
            if not user.is_authenticated:
                user = User.make_guest()
                login(request, user, backend=GUEST_BACKEND)
            form.instance.owner = user
            form.instance.language = get_language() or ""
            campaign = form.save()
            campaign.set_roster(roster.entries)
        return redirect(campaign)
    return render(request, "campaign/new.html", {"form": form, "roster": roster})


@in_campaign(read=Role.LOOK, campaigns=Campaign.objects.for_campaign_page)
@require_safe
def campaign_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """The campaign so far, its next mission first."""
    return render(request, "campaign/campaign.html", campaign_context(request, campaign))


def campaign_context(request: CampaignRequest, campaign: Campaign) -> dict[str, object]:
    """What the page and its parts are drawn from; the campaign comes with everything prefetched."""
    counting = campaign.counting_games
    on_the_table = {game.mission: game for game in campaign.games.all() if not game.is_finished}
    missions = [
        {"mission": mission, "game": counting.get(number), "open_game": on_the_table.get(number)}
        for number, mission in MISSIONS.items()
    ]
    return {
        "campaign": campaign,
        "missions": missions,
        "finished": len(counting),
        "standings": CampaignStandings(campaign),
        "may_write": request.role >= Role.MEMBER,
        "is_owner": request.role == Role.OWNER,
    }


@in_campaign(read=Role.OWNER, campaigns=lambda: Campaign.objects.prefetch_related("players"))
@require_http_methods(["GET", "POST"])
def settings_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Name, house rules, and who plays."""
    data = request.POST if request.method == "POST" else None
    name = campaign.name  # the form writes on the campaign before it knows whether it may
    form, roster = CampaignForm(data, instance=campaign), Roster(data, campaign=campaign)
    if data is not None and form.is_valid() and roster.is_valid():
        with transaction.atomic():
            form.save()
            campaign.set_roster(roster.entries)
        messages.success(request, _("Saved."))
        return redirect("campaign_settings", campaign.public_id)
    context = {"campaign": campaign, "name": name, "form": form, "roster": roster}
    return render(request, "campaign/settings.html", context)
