from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.access import in_campaign
from campaign.editor.seats import evaluation_or_404
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign, GameFinishedError, VersionConflictError
from campaign.models.history import LONGEST_KEY, Action, find_latest_change
from campaign.pad.forms import PadForm
from campaign.people import People
from campaign.web.idempotency import browser_of, key_of
from campaign.web.offline import kept_for_reader
from campaign.web.partials import render_part


@in_campaign(read=Role.LOOK, write=Role.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
@kept_for_reader
def pad_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """Enter a player's points by category, as on the paper pad, instead of a city."""
    evaluation = evaluation_or_404(campaign, game_id, player_id)
    if evaluation.game.is_revealed and request.method != "POST":
        return redirect(evaluation.game)  # the cities are being revealed to the table
    data = request.POST if request.method == "POST" else None
    initial = {**evaluation.pad, "version": evaluation.version}
    form = PadForm(data, initial=initial, rules=evaluation.game.rules)
    status = 200
    only_count = "count" in request.POST
    if not only_count and form.is_valid():
        # A phone that got no answer sends the same points again.
        key = key_of(request.POST.get("key", "")[:LONGEST_KEY], request.user.pk, browser_of(request))
        action = Action("pad", key, by_link=request.membership.is_by_link)
        try:
            evaluation.record(form.pad, version=form.cleaned_data["version"], action=action)
        except GameFinishedError:
            form.add_error(None, _("This game is finished: its points stay as they are. Reopen it to change them."))
            status = 409
        except VersionConflictError as conflict:
            if key and evaluation.history.filter(history_key=key, history_user=request.user.pk).exists():
                return redirect(evaluation.game)
            sentence = _("Meanwhile %(name)s changed these points. Below is what you typed; save it again to keep it.")
            form.add_error(None, sentence % {"name": People(campaign).call(find_latest_change(conflict.current))})
            form.data = {**request.POST.dict(), "version": str(conflict.current.version)}
            status = 409
        else:
            return redirect(evaluation.game)
    context = {
        "campaign": campaign,
        "game": evaluation.game,
        "evaluation": evaluation,
        "form": form,
        "may_edit": request.membership.may_score(player_id) and not evaluation.game.is_finished,
    }
    return render_part(request, "pad/pad.html", context, part="pad-total", status=status)
