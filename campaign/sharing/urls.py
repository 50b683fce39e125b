from django.urls import path

from campaign.sharing import views

urlpatterns = [
    path("join/<slug:token>/", views.join, name="join"),
    path("join/<slug:token>/chronicle/", views.shown_chronicle, name="shown_chronicle"),
    path("campaigns/<slug:campaign_id>/sharing/", views.sharing_page, name="sharing"),
    path("campaigns/<slug:campaign_id>/who/", views.who_page, name="who"),
]
