"""Bring in old plays: choose a file, say who is who, and get finished games."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from campaign.access import everybody
from campaign.campaigns.begin_single_game import known_names, latest_table
from campaign.http import Request
from campaign.models import Campaign, CampaignFullError, User
from campaign.plays.forms import PlaysForm, WhoForm, packed
from campaign.plays.reading import MOST_PLAYS, PlaysFile
from campaign.plays.storing import not_here, store
from campaign.web.budgets import charge, refuse
from campaign.web.guests import sign_in
from campaign.web.idempotency import once
from campaign.web.preferences import told_zone_name
from scoring import Mode

PAGE = "plays/plays.html"


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def bring_plays(request: Request) -> HttpResponse:
    """Read a file with old plays, ask who is who, and store the plays as finished single games."""
    if request.method != "POST":
        return render(request, PAGE, {"form": PlaysForm()})
    if sentence := charge(request, "imports"):
        return refuse(request, PAGE, sentence, form=PlaysForm())
    if "plays" in request.POST:
        return _store(request)
    form = PlaysForm(request.POST, request.FILES)
    return _ask_who(request, form.cleaned_data["file"]) if form.is_valid() else render(request, PAGE, {"form": form})


def _ask_who(request: Request, file: PlaysFile) -> HttpResponse:
    new = not_here(file.plays, _user(request))
    if not new:
        messages.info(request, _("All plays of this file are here already."))
        return redirect("bring_plays")
    form = _who_form(request, initial={"plays": packed(new), "into": latest_table(request)})
    context = {
        "form": form,
        "here": len(file.plays) - len(new),
        "unusable": file.unusable,
        "left": len(new[MOST_PLAYS:]),
    }
    return render(request, "plays/who.html", context)


def _store(request: Request) -> HttpResponse:
    form = _who_form(request, request.POST)
    if form.is_valid():
        try:
            address = once(request, lambda: _store_once(request, form))
        except CampaignFullError as error:
            form.add_error("into", str(error))
        else:
            return redirect(address)
    return render(request, "plays/who.html", {"form": form})


def _store_once(request: Request, form: WhoForm) -> str:
    owner = _user(request) or User.make_guest()
    # Only now the people have their names here, so that plays of earlier imports are found again.
    renamed = (play.renamed(form.who) for play in form.found)
    new = not_here({play.fingerprint: play for play in renamed}.values(), owner)
    if not new:
        messages.info(request, _("All plays of this file are here already."))
        return reverse("bring_plays")
    into: Campaign | None = form.cleaned_data["into"]
    mode = Mode(form.cleaned_data["mode"])
    campaign = store(new, mode, owner=owner, into=into, time_zone=told_zone_name(request))
    if not request.user.is_authenticated:
        sign_in(request, owner)
    count = {"count": len(new)}
    messages.success(request, ngettext("%(count)s game came in.", "%(count)s games came in.", len(new)) % count)
    return campaign.get_absolute_url()


def _who_form(request: Request, *args: object, **kwargs: object) -> WhoForm:
    tables = Campaign.objects.visible_to(request.user).filter(owner=request.user.pk, form=Campaign.Form.GAMES)
    return WhoForm(*args, tables=tables, known=known_names(request), **kwargs)


def _user(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None
