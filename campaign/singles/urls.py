from django.urls import path

from campaign.singles import views

urlpatterns = [
    path("play/", views.play, name="play"),
    path("campaigns/<slug:campaign_id>/games/<row:game_id>/take/", views.take_game, name="take_game"),
]
