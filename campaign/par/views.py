from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.access import everybody
from campaign.http import Request
from campaign.jobs import TooManyJobsError
from campaign.par.asked import AskedPar
from campaign.par.forms import ParForm
from campaign.par.work import begin, shown_par
from campaign.web.budgets import refusal, spend
from campaign.web.partials import render_part

PART = "par"  # the part of the page that is reloaded while the par is measured
ON_A_CARD = "expected"  # the part that the card of a composed mission shows
BUDGET = "pars"


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def par_page(request: Request) -> HttpResponse:
    """Show the par of a mission. A POST starts to measure an unknown par, and redirects to this page.

    The card of a composed mission sends such a POST by itself. It shows by itself if the visitor has to wait.
    """
    form = ParForm(request.GET or None)
    if not form.is_valid():
        return render(request, "par/refused.html", {"form": form})
    asked = form.asked
    waits = _measure(request, asked) if request.method == "POST" else ""
    if request.method == "POST" and request.htmx.target != ON_A_CARD:
        if waits:
            messages.warning(request, waits)
        return redirect(asked.address)
    context = {"par": shown_par(asked.line, asked.players, asked.house_rules), "waits": waits}
    part = ON_A_CARD if request.htmx.target == ON_A_CARD else PART
    return render_part(request, "par/page.html", context, part=part)


def _measure(request: Request, asked: AskedPar) -> str:
    """Begin to measure a par that is unknown. Return "", or a sentence if the visitor has to wait."""
    if not shown_par(asked.line, asked.players, asked.house_rules).is_unknown:
        return ""
    if wait := refusal(request, BUDGET):
        return wait
    try:
        if begin(request, asked):
            spend(request, BUDGET)
    except TooManyJobsError:
        return _("Many missions are being measured just now. Try again in a minute.")
    return ""
