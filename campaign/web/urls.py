from django.conf import settings
from django.urls import URLPattern, path
from django.views.i18n import set_language

from campaign.access import everybody
from campaign.web.styleguide import style

urlpatterns: list[URLPattern] = [path("language/", everybody(set_language), name="set_language")]

if settings.DEBUG:
    urlpatterns += [path("style/", style, name="style")]
