from django.urls import path

from campaign.analysis import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/games/<int:game_id>/coach/", views.game_coach, name="game_coach"),
    path("calculator/analysis/", views.calculator_analysis, name="calculator_analysis"),
    # Not `player_id`: with this name, the decorator `in_campaign` would let visitors analyze only their own city.
    path(
        "campaigns/<slug:campaign_id>/games/<int:game_id>/cities/<int:builder_id>/analysis/",
        views.city_analysis,
        name="city_analysis",
    ),
]
