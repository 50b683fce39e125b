"""A campaign's file: taken along here, and made a campaign of again."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import everybody, in_campaign
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign, User
from campaign.transfer import CampaignFile, RefusedError, as_text, exported
from campaign.transfer.forms import ImportForm
from campaign.web.idempotency import GUEST_BACKEND, once


@in_campaign(read=Role.OWNER)
@require_safe
@never_cache
def export_page(_request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """The whole campaign as one JSON file."""
    name = f"{slugify(campaign.name) or 'campaign'}-{timezone.localdate():%Y-%m-%d}.json"
    response = HttpResponse(as_text(exported(campaign)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@everybody
@require_http_methods(["GET", "POST"])
def import_page(request: Request) -> HttpResponse:
    """A new campaign out of a file. Whoever has no account gets a guest's, as with any new campaign."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_valid():
        file: CampaignFile = form.cleaned_data["file"]

        def make() -> str:
            owner = request.user if request.user.is_authenticated else User.make_guest()
            campaign = file.stored(owner)
            if not request.user.is_authenticated:
                login(request, owner, backend=GUEST_BACKEND)
            return campaign.get_absolute_url()

        try:
            address = once(request, make)
        except RefusedError as refusal:
            form.add_error("file", str(refusal))
        else:
            messages.success(request, _("Here it is: nothing of it is missing."))
            return redirect(address)
    return render(request, "transfer/import.html", {"form": form})
