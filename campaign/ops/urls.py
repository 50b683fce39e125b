from django.urls import path

from campaign.access import everybody
from campaign.ops.health import healthz

urlpatterns = [path("healthz", everybody(healthz), name="healthz")]
