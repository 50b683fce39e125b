from django.urls import path

from campaign.analysis import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/games/<row:game_id>/coach/", views.game_coach, name="game_coach"),
    path("calculator/analysis/", views.calculator_analysis, name="calculator_analysis"),
    # Do not call the parameter `player_id`: visitors can send a form to an address with a `player_id` only for their
    # own player (campaign/access.py). But they may start the analysis of every city.
    path(
        "campaigns/<slug:campaign_id>/games/<row:game_id>/cities/<row:builder_id>/analysis/",
        views.city_analysis,
        name="city_analysis",
    ),
]
