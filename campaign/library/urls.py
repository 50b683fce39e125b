from django.urls import path

from campaign.library import views

OF_A_MISSION = "missions/<int:number>-<slug:slug>/"

urlpatterns = [
    path("missions/", views.missions_page, name="missions"),
    path("missions/<int:number>/", views.mission_by_number, name="mission_by_number"),
    path(OF_A_MISSION, views.mission_page, {"template": "library/mission.html"}, name="mission"),
    path(f"{OF_A_MISSION}table/", views.mission_page, {"template": "library/table.html"}, name="mission_table"),
    path(f"{OF_A_MISSION}pad/", views.mission_page, {"template": "library/blank_pad.html"}, name="mission_pad"),
    path("rules/<slug:page>/", views.rule_page, name="rule"),
    path("tiles/", views.tiles_page, name="tiles"),
    path("architects/", views.architects_page, name="architects"),
]
