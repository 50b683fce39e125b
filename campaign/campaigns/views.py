from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import everybody, in_campaign
from campaign.campaigns.forms import CampaignForm, Roster, SettingsForm
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign, User
from campaign.offline.pages import kept_for_reader
from campaign.results.standings import CampaignStandings
from campaign.web.budgets import refusal, spend
from campaign.web.forms import seen_now
from campaign.web.idempotency import GUEST_BACKEND, once
from campaign.web.kept import render_kept
from scoring import MISSIONS


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: Request) -> HttpResponse:
    """Start a campaign with a name and players. A visitor without an account becomes a guest."""
    data = request.POST if request.method == "POST" else None
    form, roster = CampaignForm(data), Roster(data)
    status = 200
    if data is not None and form.is_valid() and roster.is_valid():
        if not (sentence := refusal(request, "campaigns")):
            return redirect(once(request, lambda: begin(request, form, roster)))
        form.add_error(None, sentence)
        status = 429
    return render(request, "campaigns/new.html", {"form": form, "roster": roster}, status=status)


def begin(request: Request, form: CampaignForm, roster: Roster) -> str:
    """Make the campaign, and a guest to own it if nobody is signed in. Returns its address."""
    spend(request, "campaigns")
    user = request.user
    if not user.is_authenticated:
        user = User.make_guest()
        login(request, user, backend=GUEST_BACKEND)
    form.instance.owner = user
    form.instance.language = get_language() or ""
    campaign = form.save()
    campaign.set_roster(roster.entries)
    return campaign.get_absolute_url()


@in_campaign(read=Role.LOOK, followed=True, kept=True)
@require_safe
@kept_for_reader
def campaign_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the campaign so far, its next mission first. One query while it is as it was drawn."""
    is_owner, user = request.membership.role == Role.OWNER, request.user
    shown = {
        "may_run": request.membership.may_run_games(campaign),
        "is_owner": is_owner,
        "is_unnamed": is_owner and not request.membership.has_seat,
        "needs_recovery": is_owner and isinstance(user, User) and user.is_guest and not user.recovery_hash,
    }

    def draw_up() -> dict[str, Any]:
        return {"campaign": campaign} | shown | so_far(campaign.prefetch_games())

    day, counts = localdate(), request.counts  # what was planned is on the table when its day has come
    return render_kept(request, "campaigns/campaign.html", draw_up, counts, shown, day, part="so-far")


def so_far(campaign: Campaign) -> dict[str, Any]:
    """Draw up the missions and standings of a campaign after `prefetch_games`."""
    counting = campaign.counting_games
    on_the_table = {game.mission: game for game in reversed(campaign.open_games)}
    missions = [
        {"mission": mission, "game": counting.get(number), "open_game": on_the_table.get(number)}
        for number, mission in MISSIONS.items()
    ]
    return {
        "players": campaign.active_players,
        "missions": missions,
        "finished": len(counting),
        "standings": CampaignStandings(campaign),
    }


@in_campaign(read=Role.OWNER, fetch=["players"])
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Change name, house rules and players. Changes that somebody else made meanwhile are not overwritten."""
    data = request.POST if request.method == "POST" else None
    name = campaign.name  # the form writes on the campaign before it knows whether it may
    form, roster = SettingsForm(data, instance=campaign), Roster(data, campaign=campaign)
    status = 200
    if data is not None and form.is_valid() and roster.is_valid():
        try:
            with transaction.atomic():
                if campaign.touch(form.cleaned_data["version"]):
                    campaign.save(update_fields=form.Meta.fields)
                    campaign.set_roster(roster.entries)
                    messages.success(request, _("Saved."))
                    return redirect("campaign_settings", campaign.public_id)
        except IntegrityError:  # a name or colour was taken after we looked
            form.add_error(None, _("Somebody who plays has this name or color already. Load the page again to see."))
        else:
            campaign.refresh_from_db(fields=["version"])
            form.data = seen_now(request.POST, campaign.version)
            form.add_error(None, _("These settings were changed meanwhile. Below is what you typed; save to keep it."))
        status = 409
    campaign.name = name
    context = {"campaign": campaign, "form": form, "roster": roster}
    return render(request, "campaigns/settings.html", context, status=status)
