"""The owner's page on which two players who are one person are merged, and merges are undone."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Min, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.defaultfilters import yesno
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from campaign.access import in_campaign
from campaign.campaigns.merging import PAIR, Merge, MergeRefusedError, merge, merges_of, undo
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign, CampaignFullError, Evaluation, Player
from campaign.models.campaign import TIME_IN_BIN
from campaign.scores.names import isolated
from campaign.scores.words import victory_points

TWO = gettext_lazy("Choose two players.")


class MergeForm(forms.Form):
    """Ask which two players of a campaign are one person."""

    person = forms.TypedMultipleChoiceField(coerce=int, error_messages={"required": TWO, "invalid_choice": TWO})

    def __init__(self, data: QueryDict | None, campaign: Campaign, people: Iterable[Player]) -> None:
        super().__init__(data)
        self.campaign = campaign
        self.people = {player.pk: player for player in people}
        field = self.fields["person"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [(pk, str(player)) for pk, player in self.people.items()]

    def clean_person(self) -> list[Player]:
        keys = dict.fromkeys(self.cleaned_data["person"])
        if len(keys) != PAIR:
            raise ValidationError(TWO, code="not_two")
        chosen = [self.people[pk] for pk in keys]
        try:
            Merge.of(chosen).check(self.campaign)
        except MergeRefusedError as error:
            raise ValidationError(str(error), code="refused") from error
        return chosen


class Effect(NamedTuple):
    """A row of the preview: what each of the two has, and what the remaining player will have."""

    label: str
    kept: object
    gone: object
    together: object


def effects_of(both: Merge) -> list[Effect]:
    """Tell what a merge will do. Makes one query.

    It tells no points: the standings decide which games count, and they may be hidden until the votes are counted.
    """
    kept, gone, taken = both.kept, both.gone, both.taken
    seats = Evaluation.objects.filter(player__in=[kept, gone], absent=False, game__deleted_at=None)
    own: dict[int, list[Evaluation]] = {kept.pk: [], gone.pk: []}
    for seat in seats:
        own[seat.player_id].append(seat)

    def added(label: str, count: Callable[[list[Evaluation]], int]) -> Effect:
        one, other = (count(own[player.pk]) for player in (kept, gone))
        return Effect(label, one, other, one + other)

    def had(label: str, column: str, write: Any) -> Effect:
        now = getattr(kept, column)
        return Effect(label, write(now), write(getattr(gone, column)), write(taken.get(column, now)))

    return [
        added(_("Games"), len),
        added(_("Cities and score pads"), lambda entries: sum(entry.is_in for entry in entries)),
        had(_("Head start from the term before"), "head_start", victory_points),
        had(_("Account"), "account_id", lambda value: yesno(bool(value))),
        had(_("Phone"), "phone", yesno),
    ]


def people_of(campaign: Campaign) -> list[Player]:
    """List everybody with what people know of them: the number of their games, and their first. Makes one query."""
    played = Q(evaluations__absent=False, evaluations__game__deleted_at=None)
    first = Min("evaluations__game__played_on", filter=played)
    return list(
        campaign.players.annotate(games=Count("evaluations", filter=played), since=first).order_by("name", "pk")
    )


@in_campaign(read=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def merge_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show everybody, then what a merge of the two chosen players will do. By POST, merge them, or undo a merge."""
    if "undo" in request.POST:
        return undo_merge(request, campaign)
    data = request.POST if request.method == "POST" else request.GET
    people = people_of(campaign)
    form = MergeForm(data if "person" in data or request.method == "POST" else None, campaign, people)
    if form.is_valid() and request.method == "POST":
        try:
            kept = merge(campaign, [player.pk for player in form.cleaned_data["person"]])
        except MergeRefusedError as error:
            form.add_error("person", str(error))
        else:
            kept.refresh_from_db(fields=["namesake"])
            messages.success(request, _("%(name)s is one person from now on.") % {"name": isolated(kept)})
            return redirect("merge", campaign.public_id)
    if is_merged(campaign, request.POST.getlist("person")):
        return redirect("merge", campaign.public_id)
    both = Merge.of(form.cleaned_data["person"]) if form.is_bound and form.is_valid() else None
    context = {
        "campaign": campaign,
        "form": form,
        "both": both,
        "effects": effects_of(both) if both else (),
        "merges": merges_of(campaign),
        "days": TIME_IN_BIN.days,
    }
    return render(request, "campaigns/merge.html", context)


def is_merged(campaign: Campaign, sent: list[str]) -> bool:
    """Tell whether the sent keys are those of two merged players, as in a form that is sent twice."""
    return bool(sent) and any({str(gone.pk), str(gone.merged_into_id)} == set(sent) for gone in merges_of(campaign))


def undo_merge(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Undo a merge, or say why this is not possible. Do nothing if it is undone already."""
    asked = next((gone.pk for gone in merges_of(campaign) if str(gone.pk) == request.POST["undo"]), 0)
    try:
        back = undo(campaign, asked)
    except (MergeRefusedError, CampaignFullError) as error:
        if all(str(player.pk) != request.POST["undo"] for player in campaign.players.all()):
            messages.error(request, str(error))
    else:
        back.refresh_from_db(fields=["namesake"])
        messages.success(request, _("%(name)s is a person of their own again.") % {"name": isolated(back)})
    return redirect("merge", campaign.public_id)
