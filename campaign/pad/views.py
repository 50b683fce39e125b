from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.access import in_campaign
from campaign.editor.seats import evaluation_or_404
from campaign.http import CampaignRequest, Role
from campaign.meanwhile import Sender
from campaign.models import Campaign, GameFinishedError
from campaign.pad.forms import PadForm
from campaign.pad.meanwhile import save
from campaign.people import People
from campaign.web.offline import kept_for_reader
from campaign.web.partials import render_part


@in_campaign(read=Role.LOOK, write=Role.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
@kept_for_reader
def pad_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """Enter a player's points by category, as on the paper score pad, instead of a city."""
    evaluation = evaluation_or_404(campaign, game_id, player_id)
    if evaluation.game.course.is_revealed and request.method != "POST":
        return redirect(evaluation.game)  # the players reveal the cities together, on the game's page
    data = request.POST if request.method == "POST" else None
    initial = {**evaluation.pad, "version": evaluation.version}
    form = PadForm(data, initial=initial, rules=evaluation.game.rules)
    status = 200
    only_count = "count" in request.POST
    if not only_count and form.is_valid():
        sender = Sender.of(request)
        # A phone that gets no answer sends the form again. Both requests then have the same key.
        action = sender.action("pad", request.POST.get("key", ""))
        try:
            late = save(evaluation, form.pad, version=form.cleaned_data["version"], action=action, sender=sender)
        except GameFinishedError:
            form.add_error(None, _("This game is finished: its points stay as they are. Reopen it to change them."))
            status = 409
        else:
            if late is None:
                return redirect(evaluation.game)
            form.add_error(None, late.said(People(campaign)))
            form.data = {**request.POST.dict(), **late.shown, "version": str(late.evaluation.version)}
            status = 409
    context = {
        "campaign": campaign,
        "game": evaluation.game,
        "evaluation": evaluation,
        "form": form,
        "may_edit": request.membership.may_score(player_id) and not evaluation.game.is_finished,
    }
    return render_part(request, "pad/pad.html", context, part="pad-total", status=status)
