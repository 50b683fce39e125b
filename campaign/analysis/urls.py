from django.urls import path

from campaign.analysis import views

urlpatterns = [
    path("calculator/analysis/", views.calculator_analysis, name="calculator_analysis"),
    # `builder_id`, because whoever may read a result may also start the search for a better city.
    path(
        "campaigns/<slug:campaign_id>/games/<row:game_id>/cities/<row:builder_id>/analysis/",
        views.city_analysis,
        name="city_analysis",
    ),
]
