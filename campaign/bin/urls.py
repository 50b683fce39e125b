from django.urls import path

from campaign.bin import views

urlpatterns = [
    path("account/bin/", views.bin_page, name="bin"),
    path("campaigns/<slug:campaign_id>/delete/", views.delete_page, name="delete_campaign"),
]
