"""Export a campaign as a file, and import one."""

import shutil
import time
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import everybody, in_campaign
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign
from campaign.transfer import ImportRefusedError, written
from campaign.transfer.forms import ImportForm
from campaign.transfer.storing import hand_over, stage
from campaign.web.budgets import charge, refuse, within
from campaign.web.events import Event, log_event
from campaign.web.guests import user_or_guest
from campaign.web.idempotency import once
from campaign.web.responses import download_pieces, file_name

PAGE = "transfer/import.html"
IMPORTING = "importing"  # this key is in the cache while an import runs; meanwhile all other imports of the site wait
LONGEST_IMPORT = 300  # seconds after which an unfinished import no longer blocks other imports
LONGEST_WAIT, BETWEEN_LOOKS = 20.0, 0.1  # seconds: the longest wait for other imports; the pause between two checks


@in_campaign(read=Role.OWNER)
@require_safe
@never_cache
@within("exports", page="campaign_settings")
def export_page(request: CampaignRequest, campaign: Campaign) -> HttpResponseBase:
    """Download the whole campaign as one JSON file."""
    name = f"{file_name(campaign)}-{timezone.localdate():%Y-%m-%d}.json"
    log_event(Event.EXPORT, request, campaign=campaign.pk)
    return download_pieces(written(campaign), "application/json", name)


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: Request) -> HttpResponse:
    """Make a new campaign from a file. A visitor without an account becomes a guest."""
    if request.method != "POST":
        return render(request, PAGE, {"form": ImportForm()})
    if sentence := charge(request, "imports"):  # every try counts, even without a file or with a wrong one
        return refuse(request, PAGE, sentence, form=ImportForm())
    if not wait_for_other_imports():
        sentence = _("Another campaign is being imported at this moment. Try again in a minute.")
        return refuse(request, PAGE, sentence, form=ImportForm())
    try:
        return import_file(request) if has_room() else refuse_for_room(request)
    finally:
        cache.delete(IMPORTING)


def has_room() -> bool:
    """Tell whether an import would leave enough room on the disk. Only one import runs at a time."""
    needed: int = settings.IMPORT_LEAVES_BYTES + settings.IMPORT_STORED_BYTES
    return shutil.disk_usage(settings.DATA_DIR).free >= needed


def refuse_for_room(request: Request) -> HttpResponse:
    log_event(Event.NO_ROOM, request)
    sentence = _("This site has no room left for imports. Games go on. Please tell whoever runs the site.")
    return render(request, PAGE, {"form": ImportForm(), "wait": sentence}, status=HTTPStatus.INSUFFICIENT_STORAGE)


def wait_for_other_imports() -> bool:
    """Wait until no other import runs, but at most LONGEST_WAIT. Return whether this import may start."""
    last = time.monotonic() + LONGEST_WAIT
    while not cache.add(IMPORTING, 1, LONGEST_IMPORT):
        if time.monotonic() > last:
            return False
        time.sleep(BETWEEN_LOOKS)
    return True


def import_file(request: Request) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            staged = stage(form.cleaned_data["file"])
        except ImportRefusedError as refusal:
            form.add_error("file", str(refusal))
        else:
            address = once(request, lambda: hand_over_to_visitor(request, staged))
            if staged.deleted_at:
                staged.owner.delete()  # the same form was sent before, so the new campaign is not needed
            messages.success(request, _("Campaign imported."))
            return redirect(address)
    return render(request, PAGE, {"form": form})


def hand_over_to_visitor(request: Request, staged: Campaign) -> str:
    """Give an imported campaign to the sender of its file, and return the campaign's address."""
    hand_over(staged, user_or_guest(request))
    log_event(Event.IMPORT, request, campaign=staged.pk)
    return staged.get_absolute_url()
