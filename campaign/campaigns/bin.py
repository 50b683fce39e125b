"""Delete a campaign or a game, and bring it back from the bin."""

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import chain
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from campaign.access import in_campaign, signed_in
from campaign.http import CampaignRequest, Request, Role, UserRequest
from campaign.models import Campaign, CampaignFullError, Game
from campaign.models.campaign import TIME_IN_BIN
from campaign.models.history import Action
from campaign.people import People
from campaign.scores.names import folded, isolated
from campaign.web.events import Event, log_event

DELETED_A_PAGE = 20


class DeleteForm(forms.Form):
    """Ask the user to type the campaign's name, so that nobody deletes a campaign by accident."""

    name = forms.CharField(
        label=gettext_lazy("The name of the campaign"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Type the name of the campaign to delete it.")},
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if folded(name).split() != folded(self.campaign.name).split():
            raise ValidationError(
                _("This is not its name: it is called %(name)s."), params={"name": isolated(self.campaign)}
            )
        return name


def lead_to_bin_if_deleted(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Lead a form that is sent twice to the bin, where its campaign is already. Place this above `in_campaign`."""

    @wraps(view)
    def wrapper(request: Request, campaign_id: str) -> HttpResponseBase:
        in_bin = Campaign.everything.in_bin_of(request.user)
        if request.method == "POST" and in_bin.filter(public_id=campaign_id).exists():
            return redirect("bin")
        return view(request, campaign_id)

    return wrapper


@lead_to_bin_if_deleted
@in_campaign(read=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def delete_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """If the user has typed the campaign's name, move the campaign to the bin."""
    form = DeleteForm(request.POST if request.method == "POST" else None, campaign=campaign)
    if form.is_valid():
        campaign.throw_away()
        log_event(Event.DELETION, request, campaign=campaign.pk)
        messages.success(request, _("%(name)s is in the bin.") % {"name": isolated(campaign)})
        return redirect("bin")
    context = {"campaign": campaign, "form": form, "days": TIME_IN_BIN.days}
    return render(request, "campaigns/delete.html", context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def bin_page(request: UserRequest) -> HttpResponse:
    """List the user's campaigns in the bin, and the games of their other campaigns. By POST, restore a campaign.

    A form that is sent twice leads to the restored campaign twice.
    """
    campaigns = Campaign.everything.in_bin_of(request.user)
    if request.method == "POST":
        # Compare the ids in Python, because PostgreSQL raises an error for a text with a NUL, which a form may send.
        own, asked = chain(campaigns, request.user.campaigns.all()), request.POST.get("campaign")
        campaign = next((each for each in own if each.public_id == asked), None)
        if campaign is None:
            raise Http404
        if campaign.deleted_at:
            campaign.restore()
            log_event(Event.RESTORATION, request, campaign=campaign.pk)
            messages.success(request, _("%(name)s is back.") % {"name": isolated(campaign)})
        return redirect(campaign)
    games = Game.everything.in_bin().filter(campaign__in=Campaign.objects.filter(owner=request.user))
    return render(request, "campaigns/bin.html", _listed(request, [*campaigns, *games.select_related("campaign")]))


def _listed(request: Request, deleted: Sequence[Campaign | Game]) -> dict[str, object]:
    """Return the template's values for a page of the bin."""
    page = Paginator(deleted, DELETED_A_PAGE).get_page(request.GET.get("page"))
    return {
        "page": page,
        "campaigns": [each for each in page if isinstance(each, Campaign)],
        "games": [each for each in page if isinstance(each, Game)],
        "days": TIME_IN_BIN.days,
    }


@in_campaign(read=Role.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
def delete_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Move a game to the bin, after a page that tells what this means."""
    game = get_object_or_404(campaign.games, pk=game_id)
    if not request.membership.may_delete(game):
        raise PermissionDenied
    if request.method == "POST":
        game.bin.throw_away(_action_of(request, campaign))
        messages.success(request, _("The game is in the bin."))
        return redirect("game_bin", campaign.public_id)
    context = {"campaign": campaign, "game": game, "days": TIME_IN_BIN.days}
    return render(request, "games/delete.html", context)


@in_campaign(read=Role.LOOK, write=Role.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
def game_bin(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """List the campaign's games in the bin. By POST, restore a game, if the sender may also delete it.

    A form that is sent twice leads to the restored game twice.
    """
    games = list(Game.everything.in_bin().filter(campaign=campaign).select_related("campaign"))
    if request.method == "POST":
        asked = request.POST.get("game")
        game = next((each for each in chain(games, campaign.games.all()) if str(each.pk) == asked), None)
        if game is None:
            raise Http404
        if not request.membership.may_delete(game):
            raise PermissionDenied
        if game.deleted_at is None:
            return redirect(game)
        try:
            game.bin.restore(_action_of(request, campaign))
        except CampaignFullError as error:
            messages.error(request, str(error))
            return redirect("game_bin", campaign.public_id)
        messages.success(request, _("The game is back."))
        return redirect(game)
    restorable = [game.pk for game in games if request.membership.may_delete(game)]
    context = _listed(request, games) | {"campaign": campaign, "restorable": restorable}
    return render(request, "campaigns/bin.html", context)


def _action_of(request: CampaignRequest, campaign: Campaign) -> Action:
    """Name a visitor with a link as the author of a change. Other authors have an account."""
    visitor = People(campaign).players.get(request.membership.visitor or 0)
    return Action(author=str(visitor) if visitor else "")
