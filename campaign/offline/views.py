"""Views that let a phone install the site, and read it without a connection."""

import json

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.access import everybody
from campaign.http import Request
from campaign.library import contents
from campaign.offline import pages as offline
from campaign.web.preferences import colour


@everybody
@require_safe
def manifest(_request: Request) -> HttpResponse:
    """Send the web app manifest, for phones that put the site on their home screen."""
    icons = [
        {"src": static("campaign/img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {
            "src": static("campaign/img/icon-maskable.svg"),
            "sizes": "any",
            "type": "image/svg+xml",
            "purpose": "maskable",
        },
        *(
            {"src": static(f"campaign/img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
    ]
    shortcuts = {"missions": _("Missions"), "rules": _("Rules"), "calculator": _("Calculator")}
    told = {
        "id": reverse("home"),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "name": "Cornerstone",
        "short_name": "Cornerstone",
        "description": _("A campaign companion for the board game Quadropolis: setup, scores and standings."),
        "lang": get_language(),
        "display": "standalone",
        "background_color": colour("paper"),
        "theme_color": colour("blueprint"),
        "icons": icons,
        "shortcuts": [{"name": label, "url": reverse(name)} for name, label in shortcuts.items()],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@everybody
@require_safe
def service_worker(request: Request) -> HttpResponse:
    """Send the service worker from the root, because a service worker handles only addresses below its own folder."""
    context = {"kept": json.dumps(offline.constants())}
    return render(request, "offline/service-worker.js", context, content_type="text/javascript; charset=utf-8")


@everybody
@require_safe
def offline_page(request: Request) -> HttpResponse:
    """Send the page that a browser without a connection shows in place of a page that it has not kept."""
    return render(request, "offline/offline.html", {"kept": contents.FURTHER})
