"""Addresses of the editor, below the address of a campaign."""

from django.urls import path

from campaign.editor import views

urlpatterns = [path("games/<int:game_id>/<int:player_id>/", views.evaluation_page, name="evaluation")]
