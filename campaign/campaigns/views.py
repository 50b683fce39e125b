from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.timezone import localdate
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaign.access import everybody, in_campaign
from campaign.campaigns.dealt import with_dealt
from campaign.campaigns.forms import CampaignForm, ProgrammeForm, Roster, SettingsForm
from campaign.campaigns.plan import plan_of
from campaign.campaigns.programme import ProgrammeRefusedError, change_programme, plan_of_the_ten
from campaign.campaigns.programme_forms import ProgrammeForms
from campaign.following.state import is_asking
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign, User
from campaign.models.campaign import Election
from campaign.par.levels import next_par
from campaign.results.fairness import Fairness
from campaign.results.standings import CampaignStandings
from campaign.results.table_records import games_so_far
from campaign.scores.programmes import ProgrammeEntry
from campaign.web.budgets import refusal, spend
from campaign.web.forms import seen_now
from campaign.web.guests import user_or_guest
from campaign.web.idempotency import once
from campaign.web.offline import kept_for_reader
from campaign.web.partials import render_cached
from campaign.web.preferences import told_zone_name

PUT_OFF_RECOVERY = "put_off_recovery"  # session key: whether the campaign's page shows no line about a recovery code
MOST_OFFERED = 50  # the most campaigns that `into_campaign` offers


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: Request) -> HttpResponse:
    """Start a campaign with a name and players. A visitor without an account becomes a guest."""
    data = request.POST if request.method == "POST" else None
    form, roster = CampaignForm(data), Roster(data)
    status = 200
    if data is not None and form.is_valid() and roster.is_valid():
        if not (sentence := refusal(request, "campaigns")):
            return redirect(once(request, lambda: begin_campaign(request, form, roster)))
        form.add_error(None, sentence)
        status = 429
    return render(request, "campaigns/new.html", {"form": form, "roster": roster}, status=status)


def begin_campaign(request: Request, form: CampaignForm, roster: Roster) -> str:
    """Create the campaign. If nobody is signed in, also create a guest as its owner. Return the campaign's address."""
    spend(request, "campaigns")
    user = user_or_guest(request)
    form.instance.owner = user
    form.instance.language = get_language() or ""
    form.instance.time_zone = told_zone_name(request)
    campaign = form.save()
    campaign.set_roster(roster.entries)
    if "first_is_me" in request.POST:
        creator = campaign.active_players[0]
        creator.account = user
        creator.save(update_fields=["account"])
    return campaign.get_absolute_url()


@in_campaign(read=Role.LOOK, followed=True, cached=True)
@require_safe
@kept_for_reader
def campaign_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the campaign so far, with its next mission first. Makes one query if the page is in the cache."""
    if is_asking(request) and campaign.counts_votes:
        return HttpResponseClientRedirect(reverse("election", args=[campaign.public_id]))
    is_owner, user = request.membership.role == Role.OWNER, request.user
    shown = {
        "may_run": request.membership.may_run_games(campaign),
        "is_owner": is_owner,
        "has_seen_mayor": request.membership.has_seen_mayor,
        "is_unnamed": is_owner and not request.membership.seat,
        "needs_recovery": is_owner
        and isinstance(user, User)
        and user.is_guest
        and not user.recovery_hash
        and not request.session.get(PUT_OFF_RECOVERY),
    }

    def draw_up() -> dict[str, Any]:
        campaign.prefetch_games()
        seen = shown["has_seen_mayor"]
        told = games_so_far(campaign) if campaign.is_single_games else so_far(campaign, has_seen_mayor=seen)
        return {"campaign": campaign} | shown | told

    # The day is part of the cache key, because a planned game becomes the current game on its day.
    day, state = localdate(), request.state
    return render_cached(request, "campaigns/campaign.html", draw_up, state, shown, day, part="so-far")


def so_far(campaign: Campaign, *, has_seen_mayor: bool) -> dict[str, Any]:
    """Prepare the plan and the standings for the template. The campaign has to come from `prefetch_games`."""
    standings = CampaignStandings.unless_hidden(campaign, has_seen_mayor=has_seen_mayor)
    return {
        "players": campaign.active_players,
        "plan": plan_of(campaign),
        "standings": standings,
        "fairness": standings and Fairness(standings),
        "hides_mayor": standings is None,
        "next_par": next_par(campaign),
    }


@in_campaign(read=Role.OWNER, fetch=["players"])
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Change name, house rules and players. Refuse if somebody else changed the campaign meanwhile."""
    data = request.POST if request.method == "POST" else None
    name = campaign.name  # the stored name: even a failed validation can put the typed name into `campaign`
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
        except IntegrityError:  # somebody took the name or colour after the form was checked
            form.add_error(None, _("An active player already has this name or color. Load the page again to see it."))
        else:
            campaign.refresh_from_db(fields=["version"])
            form.data = seen_now(request.POST, campaign.version)
            form.add_error(None, _("These settings were changed meanwhile. Below is what you typed; save to keep it."))
        status = 409
    campaign.name = name
    most_changes = number_format(settings.IMPORT_RECORDS, force_grouping=True)
    context = {"campaign": campaign, "form": form, "roster": roster, "most_changes": most_changes}
    context["zone"] = told_zone_name(request)
    return render(request, "campaigns/settings.html", context, status=status)


@in_campaign(read=Role.OWNER)
@require_POST
def decide_fairly(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Change the election rule to "Share of each mission's best score", or keep the present rule.

    The campaign's page offers this choice to the owner when a player has missed a game for the first time.
    """
    with transaction.atomic():
        campaign.touch()
        campaign.asked_for_share = True
        if "share" in request.POST:
            campaign.election_by = Election.SHARE
        campaign.save(update_fields=["asked_for_share", "election_by"])
    messages.success(request, _("Saved."))
    return redirect(campaign)


@in_campaign(read=Role.OWNER)
@require_POST
def put_off_recovery(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Hide the line about a recovery code in this browser. The page of the account still offers a code."""
    request.session[PUT_OFF_RECOVERY] = True
    return redirect(campaign)


@in_campaign(read=Role.OWNER, fetch=["players"])
@require_http_methods(["GET", "HEAD", "POST"])
def programme_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Change the missions of a campaign and their order. Raises Http404 for single games, which have no order.

    The buttons named `deal` save nothing: they show the form with what was typed, and with dealt missions.
    """
    if campaign.is_single_games:
        raise Http404
    data: QueryDict | None = request.POST if request.method == "POST" else None
    form = ProgrammeForm(data, initial={"version": campaign.version})
    proposed, shown = _brought_along(request.GET), request.GET.get("story_of")
    wants_deal = data is not None and "deal" in data
    if wants_deal:
        played = set(campaign.games.values_list("mission", flat=True))
        data = with_dealt(request.POST, request.POST["deal"], played)
    rows = ProgrammeForms(data, campaign=campaign, proposed=proposed, shown=shown)
    wants_ten = data is not None and "the_ten" in data
    status = 200
    if data is not None and not wants_deal and form.is_valid() and (wants_ten or rows.is_valid()):
        planned = plan_of_the_ten(campaign) if wants_ten else rows.planned
        try:
            if change_programme(campaign, planned, version=form.cleaned_data["version"]):
                messages.success(request, _saved(campaign))
                return redirect("programme", campaign.public_id)
        except ProgrammeRefusedError as error:
            rows.is_valid()
            rows.refuse(error.was, error.sentence)
        else:
            campaign.refresh_from_db(fields=["version"])
            form.data = seen_now(request.POST, campaign.version)
            form.add_error(None, _("These settings were changed meanwhile. Below is what you typed; save to keep it."))
        status = 409
    context = {"campaign": campaign, "form": form, "rows": rows}
    return render(request, "campaigns/programme.html", context, status=status)


def _brought_along(query: QueryDict) -> ProgrammeEntry | None:
    """Read a composed mission from the query string, without checking it. Return None if there is none."""
    if not query.get("rules"):
        return None
    return {"line": query["rules"], "name": query.get("name", ""), "story": query.get("story", "")}


def _saved(campaign: Campaign) -> str:
    """Write a message: the programme is saved, and some finished games keep their old rules. Makes one query."""
    missions = campaign.missions
    kept = sum(game.as_mission.rules != missions[game.mission].rules for game in campaign.games.finished())
    if not kept:
        return _("Saved.")
    text = ngettext(
        "Saved. %(count)s finished game keeps the rules it was scored by.",
        "Saved. %(count)s finished games keep the rules they were scored by.",
        kept,
    )
    return text % {"count": kept}


@everybody
@require_safe
def into_campaign(request: Request) -> HttpResponse:
    """Ask which campaign gets the composed mission. If there is only one campaign, redirect to its programme."""
    own = Campaign.objects.filter(owner=request.user.pk).exclude(form=Campaign.Form.GAMES)
    found = list(own.order_by("-pk")[:MOST_OFFERED])
    query = request.GET.urlencode()
    if len(found) == 1:
        return redirect(f"{found[0].get_programme_url()}?{query}")
    return render(request, "campaigns/into.html", {"campaigns": found, "query": query})
