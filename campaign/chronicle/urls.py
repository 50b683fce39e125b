from django.urls import path

from campaign.chronicle import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/chronicle/", views.chronicle_page, name="chronicle"),
    path("join/<slug:token>/chronicle/", views.shown_chronicle, name="shown_chronicle"),
]
