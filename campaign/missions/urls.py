from django.urls import path

from campaign.missions import views

urlpatterns = [
    path("missions/compose/", views.compose_page, name="compose"),
    path("missions/own/", views.own_mission_page, {"template": "missions/mission.html"}, name="own_mission"),
    path("missions/own/table/", views.own_mission_page, {"template": "library/table.html"}, name="own_mission_table"),
    path("missions/own/pad/", views.own_mission_page, {"template": "library/blank_pad.html"}, name="own_mission_pad"),
    path("missions/own/example/", views.example_page, name="own_mission_example"),
    path("missions/own/card.png", views.mission_card, name="mission_card"),
]
