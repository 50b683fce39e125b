from django.conf import settings
from django.urls import path

from campaign.access import everybody
from campaign.ops.certificate import authority
from campaign.ops.health import healthz, livez
from campaign.ops.privacy import privacy_page

urlpatterns = [
    path("livez", everybody(livez), name="livez"),
    path("healthz", everybody(healthz), name="healthz"),
    path("privacy/", everybody(privacy_page), name="privacy"),
    path("certificate.crt", authority, name="authority"),
]

if settings.METRICS_TOKEN:
    from campaign.ops.metrics import metrics

    urlpatterns += [path("metrics", everybody(metrics), name="metrics")]
