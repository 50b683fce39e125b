"""Addresses of games, below the address of a campaign."""

from django.urls import path

from campaign.games import views

urlpatterns = [
    path("games/new/", views.new_game, name="new_game"),
    path("games/<int:game_id>/", views.game_page, name="game"),
    path("games/<int:game_id>/edit/", views.edit_game, name="edit_game"),
    path("games/<int:game_id>/finish/", views.finish_game, name="finish_game"),
    path("games/<int:game_id>/reveal/", views.reveal_game, name="reveal_game"),
    path("games/<int:game_id>/reopen/", views.reopen_game, name="reopen_game"),
    path("games/<int:game_id>/count/", views.count_game, name="count_game"),
    path("games/<int:game_id>/setup/", views.tick_step, name="tick_step"),
]
