from django.urls import path

from campaign.analysis import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/games/<row:game_id>/coach/", views.game_coach, name="game_coach"),
    path("calculator/analysis/", views.calculator_analysis, name="calculator_analysis"),
    # The address has no `player_id`, which would let a visitor write only as that player: everybody who may read a
    # result may also start the search for a better city.
    path(
        "campaigns/<slug:campaign_id>/games/<row:game_id>/cities/<row:builder_id>/analysis/",
        views.city_analysis,
        name="city_analysis",
    ),
]
