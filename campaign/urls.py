"""Every address of the site. Each feature lists its own addresses."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from campaign.access import everybody
from campaign.accounts.views import login_page

handler400 = "campaign.web.responses.refused"
handler500 = "campaign.web.responses.failed"

in_a_campaign = [
    path("", include("campaign.editor.urls")),
    path("", include("campaign.games.urls")),
    path("", include("campaign.pad.urls")),
    path("", include("campaign.results.urls")),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/<slug:campaign_id>/", include(in_a_campaign)),  # comes first, because most requests are taps
    # before `campaigns`, whose pattern would read "import" or "plays" as the identifier of a campaign
    path("", include("campaign.transfer.urls")),
    path("", include("campaign.plays.urls")),
    path("", include("campaign.campaigns.urls")),
    path("", include("campaign.sharing.urls")),
    path("", include("campaign.missions.urls")),
    path("", include("campaign.library.urls")),
    path("", include("campaign.search.urls")),
    path("", include("campaign.calculator.urls")),
    path("", include("campaign.analysis.urls")),
    path("", include("campaign.par.urls")),
    path("", include("campaign.takeaway.urls")),
    path("", include("campaign.book.urls")),
    path("", include("campaign.accounts.urls")),
    path("", include("campaign.offline.urls")),
    path("language/", everybody(set_language), name="set_language"),
    path("", include("campaign.ops.urls")),
]

if settings.DEBUG:
    urlpatterns += [path("", include("campaign.styleguide.urls"))]

if settings.DEMO:
    urlpatterns += [path("", include("campaign.demo.urls"))]

if settings.ADMIN:
    admin.site.login = login_page  # type: ignore[method-assign, assignment] # same rate limit as the site's login
    urlpatterns += [path("admin/", admin.site.urls)]
