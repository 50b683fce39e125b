from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.access import everybody
from campaign.http import Request
from campaign.jobs import TooManyJobsError
from campaign.par.forms import ParForm
from campaign.par.work import begin, shown_par
from campaign.web.budgets import refusal, spend
from campaign.web.partials import render_part

PART = "par"  # the part of the page that is reloaded while the par is measured
BUDGET = "pars"


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def par_page(request: Request) -> HttpResponse:
    """Show the par of a mission. A POST starts to measure an unknown par, and redirects to this page."""
    form = ParForm(request.GET or None)
    if not form.is_valid():
        return render(request, "par/refused.html", {"form": form})
    asked = form.asked
    if request.method == "POST":
        if wait := refusal(request, BUDGET):
            messages.warning(request, wait)
            return redirect(asked.address)
        try:
            if begin(request, asked):
                spend(request, BUDGET)
        except TooManyJobsError:
            messages.warning(request, _("Many missions are being measured just now. Try again in a minute."))
        return redirect(asked.address)
    return render_part(
        request, "par/page.html", {"par": shown_par(asked.line, asked.players, asked.house_rules)}, part=PART
    )
