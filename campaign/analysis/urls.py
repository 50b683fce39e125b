from django.urls import path

from campaign.analysis import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/games/<row:game_id>/coach/", views.game_coach, name="game_coach"),
    path("calculator/analysis/", views.calculator_analysis, name="calculator_analysis"),
    # Everybody who may read a result may start the search for a better city. So the parameter must not be called
    # `player_id`, because visitors can send forms with a `player_id` only for their own player (campaign/access.py).
    path(
        "campaigns/<slug:campaign_id>/games/<row:game_id>/cities/<row:builder_id>/analysis/",
        views.city_analysis,
        name="city_analysis",
    ),
]
