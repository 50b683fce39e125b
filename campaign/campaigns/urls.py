from django.urls import path

from campaign.campaigns import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/fair/", views.decide_fairly, name="decide_fairly"),
    path("campaigns/new/", views.new_campaign, name="new_campaign"),
    path("campaigns/into/", views.into_campaign, name="into_campaign"),
    path("campaigns/<slug:campaign_id>/", views.campaign_page, name="campaign"),
    path("campaigns/<slug:campaign_id>/settings/", views.settings_page, name="campaign_settings"),
    path("campaigns/<slug:campaign_id>/settings/programme/", views.programme_page, name="programme"),
]
