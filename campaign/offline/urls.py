from django.conf import settings
from django.urls import path

from campaign.offline import views

urlpatterns = [
    path("offline/", views.offline_page, name="offline"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
]

if not settings.DEBUG:  # under DEBUG, the browser must not show kept copies of pages
    urlpatterns += [path("service-worker.js", views.service_worker, name="service_worker")]
