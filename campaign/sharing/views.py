"""Pages about the links to a campaign: the owner makes and withdraws links, visitors open them."""

from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import everybody, in_campaign, is_on_another_phone, knows_pin, remember_pin, visit, visit_as
from campaign.accounts.hashers import BusyError
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign, Player, ShareLink
from campaign.models.phase import COUNTING
from campaign.scores.names import isolated
from campaign.sharing.forms import WRONG, GivenPinForm, NewPinForm
from campaign.web.budgets import charge, refusal, refusal_for_all, refuse, spend, spend_for_all
from campaign.web.events import Event, log_event
from campaign.web.partials import render_part
from campaign.web.qr_codes import is_only_here, qr_code
from campaign.web.responses import no_referrer

LOOK = ShareLink.LinkRole.LOOK


@in_campaign(read=Role.OWNER, fetch=["players__account"])
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sharing_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show a campaign's links with their QR codes, the players with an account, and the PINs."""
    refused = None
    if request.method == "POST":
        refused = change_sharing(request, campaign)
        if not (request.htmx or refused):
            chosen = {"role": LOOK} if request.POST.get("role") == LOOK else {}
            return redirect(reverse("sharing", args=[campaign.public_id], query=chosen))
    links = {link.role: link for link in campaign.share_links.active()}
    context = {
        "campaign": campaign,
        "links": [
            describe_link(request, role, links.get(role))
            for role in (ShareLink.LinkRole.SCORE, ShareLink.LinkRole.LOOK)
        ],
        "members": [player for player in campaign.active_players if player.account_id],
        "pins": [
            refused if refused and refused.player == player else NewPinForm(player)
            for player in campaign.active_players
        ],
        "only_here": is_only_here(request),
        "chosen": LOOK if request.GET.get("role") == LOOK else ShareLink.LinkRole.SCORE,
    }
    return render_part(request, "sharing/sharing.html", context, part="let-in")


def change_sharing(request: CampaignRequest, campaign: Campaign) -> NewPinForm | None:
    """Carry out the action in the form's field `do`. If a new PIN is refused, return the form with its error."""
    do, role = request.POST.get("do"), request.POST.get("role", "")
    if do in ("pin", "no_pin"):
        return change_pin(request, campaign, wanted=do == "pin")
    if do == "seen":
        campaign.players.filter(pk=read_key(request.POST.get("player"))).update(taken_at=None)
        campaign.touch()
    elif do == "leave":
        player = get_object_or_404(campaign.players.active(), pk=read_key(request.POST.get("player")))
        player.account = None
        with transaction.atomic():
            player.save(update_fields=["account"])
            campaign.touch()
        messages.success(request, _("%(name)s plays without an account from now on.") % {"name": isolated(player)})
    elif role not in ShareLink.LinkRole.values:
        raise Http404
    elif do == "open":
        if ShareLink.ensure(campaign, role):
            log_event(Event.LINK_MADE, request, campaign=campaign.pk, role=role)
    elif do == "renew":
        ShareLink.renew(campaign, role)
        log_event(Event.LINK_MADE, request, campaign=campaign.pk, role=role)
        messages.success(request, _("Here is the new link. The old one no longer works."))
    elif do == "withdraw":
        ShareLink.withdraw(campaign, role)
        log_event(Event.LINK_WITHDRAWN, request, campaign=campaign.pk, role=role)
        messages.success(request, _("Withdrawn: this link no longer works."))
    elif do == "accounts":
        with transaction.atomic():
            active = campaign.share_links.active().filter(role=ShareLink.LinkRole.SCORE)
            active.update(may_claim="may_claim" in request.POST)
            campaign.touch()
        messages.success(request, _("Saved."))
    return None


def change_pin(request: CampaignRequest, campaign: Campaign, *, wanted: bool) -> NewPinForm | None:
    """Set or remove a player's PIN. If the new PIN is refused, return the form with its error."""
    player = get_object_or_404(campaign.players.active(), pk=read_key(request.POST.get("player")))
    form = NewPinForm(player, request.POST)
    if wanted and not form.is_valid():
        return form
    if wanted and (sentence := charge(request, "hashes")):
        form.add_error("pin", sentence)
        return form
    try:
        player.set_pin(form.cleaned_data["pin"] if wanted else "")
    except BusyError as error:
        form.add_error("pin", str(error))
        return form
    log_event(Event.PIN_CHANGED, request, campaign=campaign.pk, player=player.pk)
    text = _("The link for the table now asks for the PIN of %(name)s.") if wanted else _("%(name)s needs no PIN.")
    messages.success(request, text % {"name": isolated(player)})
    return None


def describe_link(request: Request, role: str, link: ShareLink | None) -> dict[str, object]:
    """Return the template's values for the link of one role. Without a link, the address is "".

    `making` is what the button "Make a link" does: an active link that nobody can be shown any more is replaced.
    """
    token = link.token if link else None
    address = request.build_absolute_uri(reverse("join", args=[token])) if token else ""
    code = qr_code(address) if address else ""
    calendar = request.build_absolute_uri(reverse("evenings", args=[token])) if token and role == LOOK else ""
    making = "renew" if link else "open"
    return {"role": role, "link": link, "address": address, "code": code, "calendar": calendar, "making": making}


@everybody
@no_referrer
@never_cache
@require_safe
def join(request: Request, token: str) -> HttpResponse:
    """Open a link: give the session access to the campaign, and redirect to an address without the token."""
    link = ShareLink.objects.opened_by(token)
    if link is None:
        ended = ShareLink.objects.ended_with(token)
        return render(request, "sharing/no_link.html", {"ended": ended}, status=404)
    visit(request, link.campaign, link)
    to_score = link.role == ShareLink.LinkRole.SCORE
    response = redirect("who" if to_score else "campaign", link.campaign.public_id)
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            link.campaign.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


@everybody
@no_referrer
@require_safe
def shown_chronicle(request: Request, token: str) -> HttpResponse:
    """Open the campaign to a visitor with a view-only link, and redirect to the chronicle."""
    link = ShareLink.objects.opened_by(token)
    if link is None or link.role != LOOK:
        return render(request, "sharing/no_link.html", status=404)
    visit(request, link.campaign, link)
    return redirect("chronicle", link.campaign.public_id)


@in_campaign(read=Role.LOOK, write=Role.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def who_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Ask visitors which player they are. By POST, choose the player.

    Redirect to the campaign if they may not enter points, or if their account already has a player.
    """
    membership = request.membership
    is_owner = membership.role == Role.OWNER
    if membership.seat or not (membership.opened_to_score or is_owner):
        return redirect(campaign)
    campaign.prefetch_games()
    may_claim = request.user.is_authenticated and (is_owner or membership.may_claim)
    if request.method == "POST":
        return choose_player(request, campaign, may_claim=may_claim)
    context = {
        "campaign": campaign,
        "players": campaign.active_players,
        "visitor": membership.visitor,
        "is_owner": is_owner,
        "may_claim": may_claim,
        "could_claim": membership.may_claim,
    }
    return render(request, "sharing/who.html", context)


def choose_player(request: CampaignRequest, campaign: Campaign, *, may_claim: bool) -> HttpResponse:
    """Connect the user's account or session with the chosen player. The owner needs no PIN."""
    is_owner = request.membership.role == Role.OWNER
    asked = read_key(request.POST.get("player"))
    player = next((player for player in campaign.active_players if player.pk == asked), None)
    if player is None:
        messages.error(request, _("Choose somebody who plays in this campaign."))
        return redirect("who", campaign.public_id)
    claims = may_claim and (is_owner or "claim" in request.POST)
    # Whoever knows the PIN of a player is asked no more.
    is_new = not (player.pin_hash or request.membership.visitor == player.pk or (claims and player.account_id))
    if is_new and "too" not in request.POST and is_on_another_phone(request, player):
        context = {"campaign": campaign, "player": player, "claim": "claim" in request.POST}
        return render(request, "sharing/taken.html", context)
    if not (is_owner or knows_pin(request, campaign, player)):
        if page := ask_for_pin(request, campaign, player):
            return page
        remember_pin(request, campaign, player)
    if claims:
        claim(request, campaign, player)
    elif request.membership.opened_to_score:
        visit_as(request, campaign, player)
    return redirect(first_page(campaign, player))


def ask_for_pin(request: CampaignRequest, campaign: Campaign, player: Player) -> HttpResponse | None:
    """Return the page that asks for a player's PIN; None if the right PIN was sent. Wrong guesses are limited."""
    budget = f"player-{player.pk}"
    context = {"campaign": campaign, "player": player, "claim": "claim" in request.POST}
    if "pin" in request.POST and (
        sentence := refusal(request, "wrong_pins", budget) or refusal_for_all(request, "hashes", budget)
    ):
        return refuse(request, "sharing/pin.html", sentence, form=GivenPinForm(player), **context)
    form = GivenPinForm(player, request.POST if "pin" in request.POST else None)
    if form.is_valid():
        spend_for_all(request, "hashes", budget)
        return None
    if form.has_error("pin", WRONG):
        spend(request, "wrong_pins", budget)
        log_event(Event.PIN_REFUSED, request, campaign=campaign.pk, player=player.pk)
    return render(request, "sharing/pin.html", context | {"form": form})


def claim(request: CampaignRequest, campaign: Campaign, player: Player) -> None:
    """Connect the user's account with this player, or show an error if the player has another account."""
    try:
        with transaction.atomic():
            free = campaign.players.active().select_for_update().filter(pk=player.pk, account=None).first()
            if free:
                assert request.user.is_authenticated  # noqa: S101 - the caller has checked it
                free.account = request.user
                free.save(update_fields=["account"])
                campaign.touch()
    except IntegrityError:
        free = player  # another request was faster: the account already has a player in this campaign
    if free is None:
        text = _("%(name)s belongs to another account already.") % {"name": isolated(player)}
        messages.error(request, text)


def first_page(campaign: Campaign, player: Player) -> Campaign | str:
    """Return the page that a player sees first: the game in progress, otherwise the campaign.

    While points are counted, players of the game see their own city.
    """
    game = campaign.open_game
    if game is None or game.is_planned:
        return campaign
    seated = any(evaluation.player_id == player.pk for evaluation in game.present)
    if seated and game.phase == COUNTING:
        return reverse("evaluation", args=[campaign.public_id, game.pk, player.pk])
    return game.get_absolute_url()


def read_key(text: str | None) -> int:
    """Read a primary key that a form sent; return 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else 0  # noqa: PLR2004 - 64 bits
