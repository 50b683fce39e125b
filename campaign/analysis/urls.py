from django.urls import path

from campaign.analysis import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/games/<row:game_id>/coach/", views.game_coach, name="game_coach"),
    path("calculator/analysis/", views.calculator_analysis, name="calculator_analysis"),
    # The player is called `builder_id` here. With `player_id` in an address, only this player may send a form to it
    # (campaign/access.py), but everybody who may read a result may also start the search for a better city.
    path(
        "campaigns/<slug:campaign_id>/games/<row:game_id>/cities/<row:builder_id>/analysis/",
        views.city_analysis,
        name="city_analysis",
    ),
]
