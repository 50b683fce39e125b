from django.urls import path

from campaign.analysis import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/games/<row:game_id>/coach/", views.game_coach, name="game_coach"),
    path("calculator/analysis/", views.calculator_analysis, name="calculator_analysis"),
    # If `builder_id` were called `player_id`, visitors could start the analysis of their own city only.
    path(
        "campaigns/<slug:campaign_id>/games/<row:game_id>/cities/<row:builder_id>/analysis/",
        views.city_analysis,
        name="city_analysis",
    ),
]
