from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import in_campaign
from campaign.campaigns.begin_term import begin_term
from campaign.campaigns.forms import Roster
from campaign.campaigns.term_forms import DEALT, DRAWN, OWN, TermForm
from campaign.campaigns.term_history import mayors_so_far, terms_of
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign
from campaign.results.standings import CampaignStandings
from campaign.web.budgets import refusal
from campaign.web.idempotency import once


@in_campaign(read=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def second_term(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Begin the next term of a group. Redirect if this term has no mayor yet, or if the next term has begun already."""
    if campaign.is_single_games:
        raise Http404
    seen = request.membership.has_seen_mayor
    standings = CampaignStandings(campaign.prefetch_games(), has_seen_mayor=seen)
    if not standings.mayors:
        return redirect("election", campaign.public_id)
    if request.method != "POST" and campaign.next_term:
        return redirect("terms", campaign.public_id)
    data = request.POST if request.method == "POST" else None
    same = [player for player in campaign.active_players if not player.is_guest]
    form = TermForm(data, before=campaign, standings=standings)
    roster = Roster(data, proposed=same)
    status = 200
    if data is not None and "show" not in data and form.is_valid() and roster.is_valid():
        if not (sentence := refusal(request, "campaigns")):
            return redirect(once(request, lambda: _begun(request, campaign, form, roster)))
        form.add_error(None, sentence)
        status = 429
    context = {"campaign": campaign, "standings": standings, "form": form, "roster": roster}
    return render(request, "campaigns/second_term.html", context, status=status)


def _begun(request: CampaignRequest, campaign: Campaign, form: TermForm, roster: Roster) -> str:
    """Begin the next term, unless another request has begun it. Return the address of the page to show next."""
    campaign.touch()  # lock the campaign, so that another request that begins the next term has to wait
    if campaign.next_term:
        return reverse("terms", args=[campaign.public_id])
    term = begin_term(request, campaign, form, roster)
    said = {
        DRAWN: _("The word “%(word)s” drew this order; it draws the same one anywhere."),
        DEALT: _("The word “%(word)s” dealt these ten; it deals the same ones anywhere."),
    }.get(form.cleaned_data["programme"])
    if said:
        messages.success(request, said % {"word": form.cleaned_data["word"]})
    return term.get_programme_url() if form.cleaned_data["programme"] == OWN else term.get_absolute_url()


@in_campaign(read=Role.LOOK)
@require_safe
def terms_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the terms of a group as one history: who became mayor in each, and how often each person became mayor."""
    if campaign.is_single_games:
        raise Http404
    terms = terms_of(campaign, request)
    context = {"campaign": campaign, "terms": terms, "mayors": mayors_so_far(terms)}
    return render(request, "campaigns/terms.html", context)
