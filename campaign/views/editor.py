from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.access import CampaignRequest, Role, in_campaign
from campaign.forms.cities import CityForm
from campaign.models import Campaign, Evaluation, GameFinishedError, VersionConflictError
from campaign.parts import render_part


def evaluation_or_404(campaign: Campaign, game_id: int, player_id: int) -> Evaluation:
    """Somebody's evaluation in a game of this campaign, with game and player. One query."""
    found = Evaluation.objects.for_editor().filter(
        game__campaign=campaign, game=game_id, player=player_id, absent=False
    )
    evaluation = found.first()
    if evaluation is None:
        raise Http404
    return evaluation


@in_campaign(read=Role.LOOK, write=Role.SCORE)
@require_http_methods(["GET", "POST"])
def evaluation_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """A player's city: here as its line of notation."""
    evaluation = evaluation_or_404(campaign, game_id, player_id)
    data = request.POST if request.method == "POST" else None
    initial = {"city": evaluation.as_city or "", "version": evaluation.version}
    form = CityForm(data, initial=initial, rules=evaluation.game.rules)
    status = 200
    if form.is_valid():
        try:
            evaluation.record(form.cleaned_data["city"], version=form.cleaned_data["version"])
        except GameFinishedError:
            form.add_error(None, _("This game is finished: its cities stay as they are. Reopen it to change one."))
            evaluation, status = evaluation_or_404(campaign, game_id, player_id), 409
        except VersionConflictError as conflict:
            form.add_error(None, who_was_faster(conflict))
            evaluation, status = evaluation_or_404(campaign, game_id, player_id), 409
        else:
            messages.success(request, _("Saved."))
            return redirect(evaluation.game)
    context = {
        "campaign": campaign,
        "game": evaluation.game,
        "evaluation": evaluation,
        "form": form,
        "sheet": evaluation.sheet(),
        "may_score": request.role >= Role.SCORE and not evaluation.game.is_finished,
    }
    return render_part(request, "game/evaluation.html", context, part="evaluation", status=status)


def who_was_faster(conflict: VersionConflictError) -> str:
    """A sentence on who changed what somebody else was about to change."""
    by = conflict.by
    if by is None or by.is_guest:
        return _("Somebody changed this city meanwhile. Below is what is stored now; yours was not saved.")
    message = _("%(name)s changed this city meanwhile. Below is what is stored now; yours was not saved.")
    return message % {"name": by.get_username()}
