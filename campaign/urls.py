from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, path

from campaign.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
]

if settings.ADMIN:
    urlpatterns += [path("admin/", admin.site.urls)]
