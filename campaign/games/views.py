from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh, trigger_client_event

from campaign.access import in_campaign
from campaign.analysis.work import coach
from campaign.following.state import is_asking
from campaign.games.box_check import doubts_about
from campaign.games.evening import Viewer, evening_of, stretches_of, table_of
from campaign.games.forms import DetailsForm, GameForm
from campaign.games.meanwhile import PHASE, come_late, field_of_choice, latest_records, told_late, told_reopening
from campaign.games.reveal import Reveal
from campaign.games.single_games import SingleGame, brought_along
from campaign.http import CampaignRequest, Role
from campaign.library.facts import game_context, has_architects_of_its_own
from campaign.library.missions import told_of
from campaign.library.scoring_aid import scoring_aid
from campaign.meanwhile import Sender
from campaign.models import (
    Campaign,
    CampaignFullError,
    Evaluation,
    Game,
    GameFinishedError,
    NotAllInError,
    OtherModeError,
    Tick,
    VersionConflictError,
)
from campaign.models.bounds import warn_of_games
from campaign.models.history import Action, find_latest_change
from campaign.models.phase import COUNTING, REVEALS
from campaign.pad.meanwhile import told_late as told_late_sums
from campaign.people import People
from campaign.results.views import RESULT, result_page
from campaign.scores.house_rules import as_rules
from campaign.scores.programmes import own_mission
from campaign.scores.words import names
from campaign.web.budgets import refusal, spend
from campaign.web.forms import seen_now
from campaign.web.idempotency import once
from campaign.web.offline import kept_for_reader
from campaign.web.partials import render_cached, render_part
from scoring import THE_TEN, Mode
from scoring.tiles import table_for

LINES_ON_A_TURN = 2
A_WEEK = timedelta(days=7)  # the default day of a planned game is this long after today
NOBODY = "nobody"  # the page sends this value if nobody was chosen as first player
EVENING = "evening"  # the id of the HTML element with the phases of the game
REVEAL = "reveal"  # the id of the HTML element that reveals the cities category by category
LEADS = "leads"  # session key: the id of the game whose reveal this browser leads


P = ParamSpec("P")
GameView = Callable[Concatenate[CampaignRequest, Campaign, P], HttpResponse]


def for_the_table(view: GameView[P]) -> GameView[P]:
    """Require the right to run games. Place this decorator below `in_campaign(read=Role.SCORE)`."""

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
    """Begin a game. The form proposes the next mission, with all players of the campaign."""
    asked = request.GET.get("mission", "")
    positions = campaign.missions.positions
    missions = {str(position): position for position in positions}
    prefetch_related_objects([campaign], "players", "games")
    # Load the players only of the games that count for their missions. The page shows no players of other attempts.
    prefetch_related_objects([*campaign.games_in_standings.values()], "evaluations__player")
    draft = Game(campaign=campaign, mission=missions.get(asked) or campaign.next_mission or positions[-1])
    refused = ""
    if campaign.is_single_games:
        draft, refused = single_draft(campaign, request)
    # if the latest game was played with the expansion, propose the expansion again
    draft.services = any(game.services for game in list(campaign.games.all())[-1:])
    plans = "plan" in request.GET
    if plans and draft.played_on == localdate():
        draft.played_on += A_WEEK
    if campaign.next_mission is None:
        draft.in_standings = False  # all missions are played: a new attempt counts only if somebody ticks the field
    form = GameForm(request.POST if request.method == "POST" else None, instance=draft, campaign=campaign)
    sentence = refusal(request, "games") if form.is_valid() else None
    if form.is_valid() and not sentence:
        try:
            return redirect(once(request, lambda: begin_game(request, campaign, form)))
        except CampaignFullError as error:
            sentence = str(error)
        except AlreadyBegunError as error:
            if not error.game.is_finished:
                name = capfirst(People(campaign).beginner_of(error.game))
                messages.info(request, _("%(name)s has begun this mission already. This is the game.") % {"name": name})
                return redirect(error.game)
            sentence = _("This mission was played already. Is this a second attempt?")
    if sentence:
        form.add_error(None, sentence)
    warning = warn_of_games(len(campaign.games.all()))
    attempt = form.latest_attempt(campaign.games.all())
    context = {
        "campaign": campaign,
        "form": form,
        "refused": refused,
        "plans": plans,
        "day": draft.played_on,
        "warning": warning,
        "attempt": attempt,
        "beginner": capfirst(People(campaign).beginner_of(attempt)) if attempt else "",
    }
    return render_part(request, "games/new.html", context, part="replay")


def single_draft(campaign: Campaign, request: CampaignRequest) -> tuple[Game, str]:
    """Return an unsaved single game for the mission in the URL. The second value is an error message or ""."""
    own, refused = brought_along(request.GET)
    numbered = next((mission for mission in THE_TEN if str(mission.number) == request.GET.get("mission")), None)
    mission = own or numbered or own_mission(Mode.CLASSIC.value)
    return Game(campaign=campaign, in_standings=False, **SingleGame(mission).columns), refused


class AlreadyBegunError(Exception):
    """The page did not show the latest game of this mission: somebody has begun `game` meanwhile."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game = game


def begin_game(request: CampaignRequest, campaign: Campaign, form: GameForm) -> str:
    """Begin a game, and return its address. Raises AlreadyBegunError and CampaignFullError."""
    # Lock the campaign, so that the second of two phones sees the game of the first.
    Campaign.everything.select_for_update().get(pk=campaign.pk)
    attempt = form.latest_attempt(Game.objects.filter(campaign=campaign))
    if attempt and str(attempt.pk) != request.POST.get("known"):
        raise AlreadyBegunError(attempt)
    spend(request, "games")
    details, seating = form.details | {"begun_by_id": request.membership.player}, form.seat()
    game = Game.objects.start(campaign, details.pop("mission"), seats=seating.present, absent=seating.absent, **details)
    return game.get_absolute_url()


@in_campaign(read=Role.LOOK, followed=True, cached=True)
@require_safe
@kept_for_reader
def game_page(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Show a game: first its phases from setup to counting, then the reveal of the cities, then the result."""
    game = get_object_or_404(campaign.games.select_related("first_player"), pk=game_id)
    if game.course.is_revealed:
        prefetch_related_objects([game], "evaluations__player")
    is_revealed = game.course.is_revealed and not game.waiting
    if is_asking(request) and request.htmx.target != (
        RESULT if game.is_finished else REVEAL if is_revealed else EVENING
    ):
        # The browser shows a page for another stage of the game. Load the current page.
        return HttpResponseClientRedirect(game.get_reveal_url()) if game.is_finished else HttpResponseClientRefresh()
    if game.is_finished:
        return result_page(request, game)
    return show_reveal(request, game) if is_revealed else show_evening(request, game)


def show_evening(request: CampaignRequest, game: Game) -> HttpResponse:
    """Show the phases of an open game. Makes no query if the page is in the cache."""
    # The page depends on the day, because a game may be planned, and on the account: it says "you" of its late changes.
    shown = localdate(), request.user.pk
    return render_cached(request, "games/game.html", partial(draw_up_evening, request, game), *shown, part=EVENING)


def draw_up_evening(request: CampaignRequest, game: Game) -> dict[str, Any]:
    """Prepare the phases of an open game for the template.

    Makes three queries for seats and ticked steps, and more if the game was changed or has score pads.
    """
    prefetch_related_objects([game], "evaluations__player")
    viewer = viewer_of(request, game)
    # A game at version 0 has no reopening and no refused change to report.
    records = latest_records(game) if game.version else []
    evening = evening_of(game, frozenset(tick.step for tick in game.ticks.all()), viewer)
    players = table_for(len(evening.seats))
    text = told_of(game.as_mission, game.table_rules, game.story)
    return game_context(game.table_rules) | {
        "campaign": game.campaign,
        "game": game,
        "mission": game.as_mission,
        "text": text,
        "evening": evening,
        "step": evening.step,
        "in_turn": (text.turn or text.new)[:LINES_ON_A_TURN],
        "viewer": viewer,
        "may_write": request.membership.role >= Role.MEMBER,
        "is_owner": request.membership.role == Role.OWNER,
        "may_delete": request.membership.may_delete(game),
        "seated": [evaluation.player for evaluation in game.present],
        "query": urlencode({"players": players} | as_rules(game.table_rules)),
        "reopened": told_reopening(game, records) if game.phase == COUNTING else "",
        "late": told_late(game, records, request.user.pk) + told_late_sums(game, request.user.pk),
        "aids": partial(scoring_aid, game.as_mission, game.table_rules),  # only a whole page shows them
        "has_aid": has_architects_of_its_own(game.as_mission.rules),
    }


def show_reveal(request: CampaignRequest, game: Game) -> HttpResponse:
    """Draw the categories revealed so far, for all cities. Makes no query."""
    reveal = Reveal(game)
    context = {
        "campaign": game.campaign,
        "game": game,
        "mission": game.as_mission,
        "reveal": reveal,
        "may_run": request.membership.may_run_games(game.campaign),
        "leads": request.session.get(LEADS) == game.pk,
    }
    response = render_part(request, "games/reveal.html", context, part=REVEAL)
    return trigger_client_event(response, "announce", {"value": reveal.said}) if is_asking(request) else response


def viewer_of(request: CampaignRequest, game: Game) -> Viewer:
    """Describe the sender of the request: their rights, and the player whom they chose or whose account they use."""
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
    """Change a game; in a finished game, only date, place and note. Answer 409 if somebody else changed it first."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    data = request.POST if request.method == "POST" else None
    form = DetailsForm(data, instance=game) if game.is_finished else GameForm(data, instance=game, campaign=campaign)
    status = 200
    leaving = form.leaving if isinstance(form, GameForm) and form.is_valid() else ()
    asked = ",".join(str(evaluation.player_id) for evaluation in leaving)
    if leaving and request.POST.get("without") != asked:
        form.add_error(None, without(leaving))
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
            form.add_error(None, sentence % {"name": People(campaign).call(find_latest_change(conflict.current))})
            form.data = seen_now(request.POST, conflict.current.version)
            status = 409
        except OtherModeError:
            form.add_error(
                "mission", _("Cities are entered already, and this mission uses the other side of the mats.")
            )
        except CampaignFullError as error:
            form.add_error("guest_name", str(error))
        except GameFinishedError:
            form.add_error(None, _("Somebody finished this game meanwhile. Reopen it to change its mission or seats."))
        else:
            return redirect(game)
    context = {"campaign": campaign, "game": game, "form": form, "without": asked}
    return render(request, "games/edit.html", context, status=status)


def without(leaving: Sequence[Evaluation]) -> str:
    """Warn that the entered cities in `leaving` do not count while their players have no seat."""
    values = {"names": names(evaluation.player for evaluation in leaving)}
    return (
        _("Already entered: the city of %(names)s. Without a seat it does not count. With a seat, it counts again.")
        % values
    )


@in_campaign(read=Role.SCORE)
@for_the_table
@require_POST
def finish_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Finish a game, or begin to reveal its cities on all phones. If a city looks wrong, ask to confirm."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    is_open = not (game.is_finished or game.waiting)
    if is_open and "sure" not in request.POST and (doubts := doubts_about(game)):
        return render(
            request,
            "games/finish.html",
            {"campaign": campaign, "game": game, "doubts": doubts, "together": "together" in request.POST},
        )

    def finish() -> str:
        was_played = campaign.is_played
        game.finish(seen=request.POST.get("seen", ""))
        coach(request, game)
        if campaign.is_played and not was_played:
            campaign.await_votes()
        return game.get_reveal_url()

    try:
        if is_open and "together" in request.POST:
            request.session[LEADS] = game.pk
            game.course.move(REVEALS[0], seen=game.phase)
            return redirect(game)
        return redirect(once(request, finish))
    except VersionConflictError:
        messages.warning(request, _("Something was changed at the same moment. Look once more, then finish."))
    except NotAllInError as error:
        waiting = names(evaluation.player for evaluation in error.waiting)
        messages.error(request, _("Still missing: %(names)s.") % {"names": waiting})
    except GameFinishedError:
        messages.info(request, _("This game was finished already."))
    return redirect(game)


@in_campaign(read=Role.SCORE)
@for_the_table
@require_POST
def reveal_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Reveal the next category on all phones, go back one category, or end the reveal."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if "lead" in request.POST:
        request.session[LEADS] = game.pk
    phase = request.POST.get("to", "")
    if game.course.is_revealed and phase in (COUNTING, *REVEALS):
        try:
            game.course.move(phase, seen=request.POST.get("seen", ""))
        except (GameFinishedError, NotAllInError, VersionConflictError):
            return redirect(game)  # the page of the game shows the present phase
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)  # the event stream makes open pages update themselves
    return redirect(game)


@in_campaign(read=Role.LOOK, write=Role.OWNER)
@require_POST
def reopen_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    try:
        game.reopen()
    except VersionConflictError:
        messages.info(request, _("This game is open already."))
    except OtherModeError:
        messages.warning(
            request,
            _(
                "In this place the programme now has a mission for the other side of the mats, "
                "so this result stays as it is."
            ),
        )
    return redirect(game)


@in_campaign(read=Role.MEMBER)
@require_POST
def count_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Make this game count for its mission, instead of another attempt. Raises Http404 for single games."""
    if campaign.is_single_games:
        raise Http404
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    game.put_in_standings()
    messages.success(request, _("This attempt counts now."))
    return redirect(game)


@in_campaign(read=Role.LOOK, write=Role.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
def tick_step(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Tick or untick a step, move the game to another phase, or choose who goes first. All phones show the change.

    If somebody else was faster, or if the game is finished, answer htmx with 409 and an error message.
    """
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if request.method != "POST":
        return redirect(game)
    if game.is_finished:
        return refuse_tap(request, game)
    steps = {step.key for stretch in stretches_of(table_of(game), frozenset()).values() for step in stretch.part.steps}
    if (done := request.POST.get("done")) in steps:
        Tick.objects.get_or_create(game=game, step=done)
    if (undone := request.POST.get("undone")) in steps:
        game.ticks.filter(step=undone).delete()
    try:
        if "today" in request.POST and game.is_planned:
            game.annotate(played_on=localdate())
        late = move_table(request, game)
    except GameFinishedError:
        return refuse_tap(request, game)
    if request.htmx:
        if late:
            return conflict(request, late)
        # The page shows the change already. An event will make it load the changed part again.
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect(f"{game.get_absolute_url()}#{f'tick-{done or undone}' if done or undone else 'now'}")


def refuse_tap(request: CampaignRequest, game: Game) -> HttpResponse:
    """Show an error message: the game was finished before the tap, so the tap changed nothing."""
    sentence = _("This game was finished before your tap came, so the tap changed nothing.")
    if request.htmx:
        return conflict(request, sentence)
    messages.warning(request, sentence)
    return redirect(game)


def conflict(request: CampaignRequest, sentence: str) -> HttpResponse:
    """Answer a request of htmx with 409 and an error message."""
    return render(request, "shared/_alert.html", {"level": "warning", "text": sentence}, status=HTTPStatus.CONFLICT)


def move_table(request: CampaignRequest, game: Game) -> str:
    """Store the sent phase, or who goes first. Return an error message or "". Raises GameFinishedError."""
    seated = {str(evaluation.player_id): evaluation.player for evaluation in game.present}
    known = {str(evaluation.player_id): evaluation.player_id for evaluation in game.evaluations.all()} | {NOBODY: None}
    visitor = seated.get(str(request.membership.visitor))
    sender = Sender.of(request)
    action = Action(key=sender.key(request.POST.get("key", "")), author=str(visitor) if visitor else "")
    phase, first = request.POST.get("phase", ""), request.POST.get("first", "")
    seen = request.POST.get("seen", game.phase if first else "")
    try:
        if phase:
            game.course.move(phase, seen=seen, action=action)
        elif first in seated and (shown := request.POST.get("shown", NOBODY)) in known:
            game.course.let_go_first(seated[first].pk, during=seen, seen=known[shown], action=action)
    except VersionConflictError:
        return come_late(game, PHASE if phase else field_of_choice(seen), action, sender)
    return ""
