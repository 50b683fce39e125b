from collections.abc import Callable
from functools import cache, wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import BigIntegerField, prefetch_related_objects
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from campaign.access import in_campaign
from campaign.games.box_check import doubts_about
from campaign.games.evening import Seat, Viewer, evening_of, next_step, stretches_of
from campaign.games.forms import GameForm, NotesForm
from campaign.http import CampaignRequest, Role
from campaign.library.facts import as_rules, has_architects_of_its_own, house_context
from campaign.library.missions import told
from campaign.models import (
    Campaign,
    Evaluation,
    Game,
    GameFinishedError,
    NotAllInError,
    OtherModeError,
    Player,
    Tick,
    VersionConflictError,
)
from campaign.offline.pages import kept_for_reader
from campaign.people import People
from campaign.prepared import Given, Reading, columns, take
from campaign.results.views import RESULT, result_page
from campaign.web.following import is_asking
from campaign.web.forms import seen_now
from campaign.web.idempotency import once
from campaign.web.partials import render_part
from campaign.words import names
from scoring import MISSIONS
from scoring.tiles import nearest_table

EVENING = "evening"  # the part of the page that follows the game


P = ParamSpec("P")
GameView = Callable[Concatenate[CampaignRequest, Campaign, P], HttpResponse]


def for_the_table(view: GameView[P]) -> GameView[P]:
    """Require the right to run games, below `in_campaign(read=Role.SCORE)`."""

    @wraps(view)
    def wrapper(request: CampaignRequest, campaign: Campaign, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.membership.may_run_games(campaign):
            raise PermissionDenied
        return view(request, campaign, *args, **kwargs)

    return wrapper  # type: ignore[return-value]


@in_campaign(read=Role.SCORE)
@for_the_table
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Begin an evening: the next mission unless another was asked for, everybody at the table unless told.

    htmx gets what another choice of mission does to the game that was played before.
    """
    asked = request.GET.get("mission", "")
    missions = {str(number): number for number in MISSIONS}
    campaign.prefetch_games()
    draft = Game(campaign=campaign, mission=missions.get(asked) or campaign.next_mission or max(MISSIONS))
    form = GameForm(request.POST if request.method == "POST" else None, instance=draft, campaign=campaign)
    if form.is_valid():
        return redirect(once(request, lambda: begin(campaign, form)))
    return render_part(request, "games/new.html", {"campaign": campaign, "form": form}, part="replay")


def begin(campaign: Campaign, form: GameForm) -> str:
    details, seating = form.details, form.seat()
    game = Game.objects.start(campaign, details.pop("mission"), seats=seating.present, absent=seating.absent, **details)
    return game.get_absolute_url()


@cache
def _stored() -> Reading:
    """Prepare the query for a game and its first player."""
    key = BigIntegerField()
    games = Game.objects.filter(campaign=Given("campaign", key), pk=Given("game", key)).order_by()
    return Reading(games.values_list(*columns(Game), *columns(Player, "first_player__")))


def game_or_404(campaign: Campaign, game_id: int) -> Game:
    """Find a game of the campaign, with its first player. Raises Http404. One query."""
    rows = _stored().rows(campaign=campaign.pk, game=game_id)
    if not rows:
        raise Http404
    row = iter(rows[0])
    game, first_player = take(Game, row), take(Player, row)
    game.campaign = campaign
    if game.first_player_id:
        game.first_player = first_player
    return game


@in_campaign(read=Role.LOOK, followed=True, kept=True)
@require_safe
@kept_for_reader
def game_page(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Show the evening, from the setup to its end; then who won and why."""
    game = game_or_404(campaign, game_id)
    if is_asking(request) and request.htmx.target != (RESULT if game.is_finished else EVENING):
        # Finished while the page was open, or reopened: every phone of the table comes to the reveal.
        return HttpResponseClientRedirect(game.get_reveal_url()) if game.is_finished else HttpResponseClientRefresh()
    if game.is_finished:
        return result_page(request, game)
    prefetch_related_objects([game], "evaluations__player")
    return show_evening(request, game)


def show_evening(request: CampaignRequest, game: Game) -> HttpResponse:
    """Draw the evening of a game fetched `for_evening`. One query: the ticks."""
    viewer = viewer_of(request, game)
    evening = evening_of(game, frozenset(tick.step for tick in game.ticks.all()), viewer)
    players = nearest_table(len(evening.seats))
    context = house_context(game.stamp.house_rules) | {
        "campaign": game.campaign,
        "game": game,
        "mission": game.as_mission,
        "text": told(game.as_mission.slug, game.stamp.house_rules),
        "evening": evening,
        "step": evening.step,
        "viewer": viewer,
        "may_write": request.membership.role >= Role.MEMBER,
        "is_owner": request.membership.role == Role.OWNER,
        "query": urlencode({"players": players} | as_rules(game.stamp.house_rules)),
        "has_aid": has_architects_of_its_own(game.as_mission.rules),
    }
    return render_part(request, "games/game.html", context, part=EVENING)


def viewer_of(request: CampaignRequest, game: Game) -> Viewer:
    """Describe the sender of the request: the player they said they are, or the one of their account."""
    account = request.user.pk
    players = [evaluation.player for evaluation in game.evaluations.all()]
    by_account = next((player.pk for player in players if account and player.account_id == account), None)
    return Viewer(
        player_id=request.membership.visitor or by_account,
        may_score=request.membership.may_score,
        may_tick=request.membership.role >= Role.SCORE,
        may_run=request.membership.may_run_games(game.campaign),
    )


@in_campaign(read=Role.SCORE, fetch=["players"])
@for_the_table
@require_http_methods(["GET", "HEAD", "POST"])
def edit_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Correct an evening. Of a finished one only what scores nothing; and nothing that somebody changed meanwhile."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    data = request.POST if request.method == "POST" else None
    form = NotesForm(data, instance=game) if game.is_finished else GameForm(data, instance=game, campaign=campaign)
    status = 200
    if form.is_valid():
        version = form.cleaned_data["version"]
        try:
            if isinstance(form, GameForm):
                with transaction.atomic():
                    game.change(form.seat(), version=version, **form.details)
            else:
                game.annotate(version=version, **form.details)
        except VersionConflictError as conflict:
            sentence = _("Meanwhile %(name)s changed this game. Below is what you typed; save again to keep it.")
            form.add_error(None, sentence % {"name": People(campaign).call(conflict.change)})
            form.data = seen_now(request.POST, conflict.current.version)
            status = 409
        except OtherModeError:
            form.add_error(
                "mission", _("Cities are entered already, and this mission uses the other side of the mats.")
            )
        except GameFinishedError:
            form.add_error(None, _("Somebody finished this game meanwhile. Reopen it to change its mission or seats."))
        else:
            return redirect(game)
    return render(request, "games/edit.html", {"campaign": campaign, "game": game, "form": form}, status=status)


@in_campaign(read=Role.SCORE)
@for_the_table
@require_POST
def finish_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Finish a game; where the box check found something, say what and ask first."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    is_open = not (game.is_finished or game.waiting)
    if is_open and "sure" not in request.POST and (doubts := doubts_about(game)):
        return render(request, "games/finish.html", {"campaign": campaign, "game": game, "doubts": doubts})

    def finish() -> str:
        game.finish(seen=request.POST.get("seen", ""))
        return game.get_reveal_url()

    try:
        return redirect(once(request, finish))
    except VersionConflictError:
        messages.warning(request, _("Something was changed at the same moment. Look once more, then finish."))
    except NotAllInError as error:
        waiting = names(evaluation.player for evaluation in error.waiting)
        messages.error(request, _("Still missing: %(names)s.") % {"names": waiting})
    except GameFinishedError:
        messages.info(request, _("This game was finished already."))
    return redirect(game)


@in_campaign(read=Role.LOOK, write=Role.OWNER)
@require_POST
def reopen_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    try:
        game.reopen()
    except VersionConflictError:
        messages.info(request, _("This game is open already."))
    return redirect(game)


@in_campaign(read=Role.MEMBER)
@require_POST
def count_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Choose this attempt as the one that counts for its mission."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    game.make_counting()
    messages.success(request, _("This attempt counts now."))
    return redirect(game)


@in_campaign(read=Role.LOOK, write=Role.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
def tick_step(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Tick a step of the lists off, take a tick back, or tick off a whole list; all phones at the table share them."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if request.method != "POST" or game.is_finished:
        return redirect(game)
    stretches = stretches_of(game, frozenset())
    steps = {step.key for stretch in stretches for step in stretch.part.steps}
    if (done := request.POST.get("done")) in steps:
        Tick.objects.get_or_create(game=game, step=done)
    if (undone := request.POST.get("undone")) in steps:
        game.ticks.filter(step=undone).delete()
    whole = next((stretch for stretch in stretches if stretch.part.key == request.POST.get("whole")), None)
    if whole:
        ticks = [Tick(game=game, step=step.key) for step in whole.part.steps]
        Tick.objects.bulk_create(ticks, ignore_conflicts=True)
    if whole and whole.before is None:
        city = resolve_url(first_city(request, game))
        return HttpResponseClientRedirect(city) if request.htmx else redirect(city)
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)  # the page shows it already, and follows the game
    return redirect(f"{game.get_absolute_url()}#{f'step-{done or undone}' if done or undone else 'now'}")


def first_city(request: CampaignRequest, game: Game) -> Evaluation | Game:
    """Find the city to enter after the last list: the sender's own first; the game where there is none."""
    seat = next_step(None, [Seat.of(evaluation) for evaluation in game.present], viewer_of(request, game)).seat
    return seat.evaluation if seat else game
