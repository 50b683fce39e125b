"""Every address of the site; each feature lists its own."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, register_converter

from campaign.accounts.views import login_page
from campaign.web.converters import RowConverter

register_converter(RowConverter, "row")
handler400 = "campaign.web.errors.refused"
handler500 = "campaign.web.errors.failed"

in_a_campaign = [
    path("", include("campaign.editor.urls")),
    path("", include("campaign.games.urls")),
    path("", include("campaign.pad.urls")),
    path("", include("campaign.results.urls")),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/<slug:campaign_id>/", include(in_a_campaign)),  # first: the taps go there
    path("", include("campaign.home.urls")),
    path("", include("campaign.transfer.urls")),  # before campaigns: "import" is the name of none
    path("", include("campaign.campaigns.urls")),
    path("", include("campaign.bin.urls")),
    path("", include("campaign.sharing.urls")),
    path("", include("campaign.library.urls")),
    path("", include("campaign.calculator.urls")),
    path("", include("campaign.analysis.urls")),
    path("", include("campaign.takeaway.urls")),
    path("", include("campaign.book.urls")),
    path("", include("campaign.accounts.urls")),
    path("", include("campaign.offline.urls")),
    path("", include("campaign.web.urls")),
    path("", include("campaign.ops.urls")),
]

if settings.DEMO:
    urlpatterns += [path("", include("campaign.demo.urls"))]

if settings.ADMIN:
    admin.site.login = login_page  # type: ignore[method-assign, assignment] # with the budgets of every login
    urlpatterns += [path("admin/", admin.site.urls)]
