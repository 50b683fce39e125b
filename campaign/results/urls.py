"""Addresses of the results, below the address of a campaign."""

from django.urls import path

from campaign.results import chronicle, views

urlpatterns = [
    path("standings/", views.standings_page, name="standings"),
    path("election/", views.election_page, name="election"),
    path("election/look/", views.see_mayor_page, name="see_mayor"),
    path("election/count/", views.count_votes, name="count_votes"),
    path("election/certificate/", views.certificate_page, name="certificate"),
    path("chronicle/", chronicle.chronicle_page, name="chronicle"),
    path("log/", views.log_page, name="log"),
    path("games/<int:game_id>/history/", views.history_page, name="game_history"),
    path("games/<int:game_id>/cities/<int:player_id>/", views.city_page, name="city"),
]
