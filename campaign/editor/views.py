from dataclasses import replace

from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh, trigger_client_event

from campaign.access import CampaignRequest, Role, in_campaign, may_score
from campaign.cities import CityError
from campaign.editor.forms import FollowForm
from campaign.editor.moves import Do, empty_city
from campaign.editor.screen import EvaluationScreen
from campaign.editor.tapping import FIRST_BRUSH, Taps
from campaign.editor.undo import Change, State, timeline
from campaign.models import Campaign, Evaluation, GameFinishedError, User, VersionConflictError
from campaign.models.history import last_changed_by
from campaign.web.partials import render_part
from campaign.web.polling import is_asking
from scoring import City

# What changes the supply without the steppers: their part comes along with the answer.
MOVES_SUPPLY = frozenset({Do.UNDO, Do.REDO, Do.PASTE})


def evaluation_or_404(campaign: Campaign, game_id: int, player_id: int) -> Evaluation:
    """Somebody's evaluation in a game of this campaign: its game and player, and `players` at the table. One query."""
    at_the_table = (
        Evaluation.objects.filter(game=OuterRef("game"), absent=False)
        .order_by()
        .values("game")
        .annotate(count=Count("pk"))
        .values("count")
    )
    found = (
        Evaluation.objects.select_related("game", "player")
        .filter(game__campaign=campaign, game=game_id, player=player_id, absent=False)
        .annotate(players=Subquery(at_the_table))
    )
    evaluation = next(iter(found.order_by()[:1]), None)
    if evaluation is None:
        raise Http404
    evaluation.game.campaign = campaign
    return evaluation


@in_campaign(read=Role.LOOK, write=Role.SCORE, followed=True)
@require_http_methods(["GET", "HEAD", "POST"])
def evaluation_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """A player's city, and every tap on it. A tap takes six queries: who, campaign, city, and the writing of it."""
    evaluation = evaluation_or_404(campaign, game_id, player_id)
    screen = EvaluationScreen(
        evaluation, players=getattr(evaluation, "players", 0), may_edit=may_score(request, player_id)
    )
    if request.method == "POST":
        return Tapping(request, screen).answer()
    screen.at = request.GET.get("at", "")
    screen.brush = request.GET.get("brush", FIRST_BRUSH)
    screen.may_edit &= not evaluation.game.is_finished
    if screen.may_edit:
        past = timeline(evaluation)
        screen.can_undo, screen.can_redo = past.can_undo, past.can_redo
    return follow(request, screen) if is_asking(request) else show(request, screen)


def follow(request: CampaignRequest, screen: EvaluationScreen) -> HttpResponse:
    """Bring an open page what somebody else changed, and say who; 204 where it was something else."""
    form = FollowForm(request.GET)
    if not form.is_valid() or form.cleaned_data["editing"] != screen.may_edit:
        return HttpResponseClientRefresh()  # finished or reopened meanwhile: the page has other tools
    seen, current = form.cleaned_data["version"], screen.evaluation
    if seen == current.version:
        return HttpResponse(status=204)
    screen.said = _("%(name)s changed %(what)s.") % {
        "name": name_of(last_changed_by(current), current.game.campaign, current),
        "what": difference(city_at(current, seen), current),
    }
    screen.with_supply = True
    return trigger_client_event(show(request, screen), "announce", {"value": screen.said})


def show(request: CampaignRequest, screen: EvaluationScreen, *, status: int = 200) -> HttpResponse:
    game = screen.evaluation.game
    context = {
        "screen": screen,
        "game": game,
        "campaign": game.campaign,
        "answering": request.htmx.target == "city",
    }
    return render_part(request, "editor/evaluation.html", context, part="city", status=status)


class Tapping(Taps):
    """One tap on a stored city, from what the browser sent to the answer."""

    request: CampaignRequest
    screen: EvaluationScreen

    def __init__(self, request: CampaignRequest, screen: EvaluationScreen) -> None:
        super().__init__(request, screen)
        self.evaluation = screen.evaluation

    def answer(self) -> HttpResponse:
        screen = self.screen
        self.form.is_valid()
        screen.at = self.form.name
        screen.brush = self.form.cleaned_data.get("brush", "")
        screen.can_undo, screen.can_redo = self.evaluation.version > 0, False
        try:
            self.check()
            self.write()
        except CityError as refusal:
            self.refuse(str(refusal))
        except GameFinishedError:
            screen.may_edit = False
            self.refuse(_("This game is finished: its cities stay as they are. Reopen it to change one."))
            return show(self.request, screen, status=409)
        except VersionConflictError as conflict:
            return self.too_late(conflict)
        else:
            if not self.request.htmx and not screen.refused:
                query = urlencode({"at": screen.at, "brush": screen.brush})
                return redirect(f"{self.evaluation.get_absolute_url()}?{query}#city")
        return show(self.request, screen)

    def check(self) -> None:
        """Whether this tap comes in time and makes sense."""
        if self.evaluation.game.is_finished:
            raise GameFinishedError
        if not self.form.is_valid():
            raise CityError(self.form.sentence)
        if self.form.cleaned_data["version"] != self.evaluation.version:
            raise VersionConflictError(self.evaluation, last_changed_by(self.evaluation))

    # Writing

    def write(self) -> None:
        do: Do = self.form.cleaned_data["do"]
        self.screen.with_supply = do in MOVES_SUPPLY
        if do in (Do.UNDO, Do.REDO):
            self.step(do)
        elif do is Do.PASTE:
            self.record(self.pasted(), None)
        else:
            self.tap(do)

    def tap(self, do: Do) -> None:
        before = self.evaluation.as_city or empty_city(self.rules)
        self.record(self.built(before, do), before)

    def step(self, do: Do) -> None:
        line = timeline(self.evaluation)
        self.screen.can_undo, self.screen.can_redo = line.can_undo, line.can_redo
        if do is Do.UNDO:
            if not line.can_undo:
                raise CityError(_("There is nothing to undo."))
            target, undone = line.past[-2], line.past[-1]
            self.restore(target.state, do)
            self.screen.can_undo, self.screen.can_redo = len(line.past) > 2, True  # noqa: PLR2004 - two are left behind
            self.screen.said = _("Undone: what %(who)s.") % {"who": who_did(undone, self.request)}
        else:
            if not line.can_redo:
                raise CityError(_("There is nothing to redo."))
            target = line.future[-1]
            self.restore(target.state, do)
            self.screen.can_undo, self.screen.can_redo = True, len(line.future) > 1
            self.screen.said = _("Done again: what %(who)s.") % {"who": who_did(target, self.request)}

    def restore(self, state: State, do: Do) -> None:
        version = self.evaluation.version
        if state.pad:
            self.evaluation.record_pad(dict(state.pad), version=version, reason=self.reason(do))
        else:
            city = City.parse(f"{state.city} {state.allocation}".rstrip()) if state.city else None
            self.evaluation.record(city, version=version, reason=self.reason(do))

    def record(self, city: City, before: City | None) -> None:
        """Write the city, unless it is what is stored already. One that is blank is taken back."""
        if city == before:
            return
        blank = not (any(city.squares) or city.inhabitants or city.energy)
        version, do = self.evaluation.version, self.form.cleaned_data["do"]
        self.evaluation.record(None if blank else city, version=version, reason=self.reason(do))
        self.screen.can_undo = True

    def reason(self, do: Do) -> str:
        """What the history keeps of a tap: what was done, and the key it is known by should it come twice."""
        return f"{do} {self.form.cleaned_data['key']}".rstrip()

    # Somebody else was faster

    def too_late(self, conflict: VersionConflictError) -> HttpResponse:
        """Show what is stored now and say who changed what; or that this very tap had arrived before."""
        current = conflict.current
        assert isinstance(current, Evaluation)  # noqa: S101 - it is ours that was written over
        seen = replace(self.screen, evaluation=current, with_supply=True)
        line = timeline(current)
        seen.can_undo, seen.can_redo = line.can_undo, line.can_redo
        key = self.form.cleaned_data.get("key", "")
        latest = current.history.order_by("-history_id").first()
        if key and latest and (latest.history_change_reason or "").endswith(f" {key}"):
            return show(self.request, seen)
        version = self.form.cleaned_data["version"]
        what = difference(city_at(current, version), current)
        sentence = _("Meanwhile %(name)s changed %(what)s. This is what is stored now; your tap was not taken over.")
        seen.said = sentence % {"name": name_of(conflict.by, current.game.campaign, current), "what": what}
        seen.refused = True
        seen.typed = self.request.POST.get("city")
        return show(self.request, seen, status=409)


def difference(before: str, current: Evaluation) -> str:
    """The squares on which two versions of a city differ, or what else does."""
    empty = empty_city(current.game.rules)
    old, new = (City.parse(text) if text else empty for text in (before, current.city))
    squares = [name for name, a, b in zip(new.board.names, old.squares, new.squares, strict=False) if a != b]
    if squares and not current.is_pad:
        return ", ".join(squares)
    if (old.inhabitants, old.energy) != (new.inhabitants, new.energy):
        return _("the supply")
    return _("the city")


def city_at(evaluation: Evaluation, version: int) -> str:
    """What the city was when it had this version."""
    then = evaluation.history.filter(version=version).order_by("-history_id").first()
    return then.city if then else ""


def name_of(user: User | None, campaign: Campaign, entry: Evaluation | None = None) -> str:
    """What the table calls somebody: the player's name, or the account's; a guest is nobody in particular.

    Whoever changed an `entry` and has no place in the campaign came by a link, and said they are its player.
    """
    if user is not None:
        player = campaign.players.filter(account=user).first()
        if player:
            return player.name
    if entry and (user is None or user.pk != campaign.owner_id):
        return entry.player.name
    return _("somebody") if user is None or user.is_guest else user.get_username()


def who_did(change: Change, request: CampaignRequest) -> str:
    """The second half of "Undone: what you did at 21:04"."""
    values = {"time": localtime(change.at).strftime("%H:%M") if change.at else "", "name": ""}
    if change.by is None:
        return _("was done at %(time)s") % values
    if change.by == request.user:
        return _("you did at %(time)s") % values
    values["name"] = change.by.get_username()
    return _("somebody else did at %(time)s") % values if change.by.is_guest else _("%(name)s did at %(time)s") % values
