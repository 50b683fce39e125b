from django.urls import include, path

from campaign.library import views

of_a_mission = [
    path("", views.mission_page, {"template": "library/mission.html"}, name="mission"),
    path("table/", views.mission_page, {"template": "library/table.html"}, name="mission_table"),
    path("pad/", views.mission_page, {"template": "pad/blank_pad.html"}, name="mission_pad"),
]

urlpatterns = [
    path("missions/", views.missions_page, name="missions"),
    path("missions/<int:number>/", views.mission_by_number, name="mission_by_number"),
    path("missions/<int:number>-<slug:slug>/", include(of_a_mission)),
    path("rules/", views.rules_page, name="rules"),
    path("rules/<slug:page>/", views.rule_page, name="rule"),
    path("tiles/", views.tiles_page, name="tiles"),
    path("architects/", views.architects_page, name="architects"),
]
