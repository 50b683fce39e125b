"""Addresses of the score pad, below the address of a campaign."""

from django.urls import path

from campaign.pad import views

urlpatterns = [path("games/<int:game_id>/<int:player_id>/pad/", views.pad_page, name="pad")]
