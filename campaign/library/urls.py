from django.urls import path

from campaign.library import views

urlpatterns = [
    path("missions/", views.missions_page, name="missions"),
    path("missions/<int:number>/", views.mission_by_number, name="mission_by_number"),
    path("missions/<int:number>-<slug:slug>/", views.mission_page, name="mission"),
    path("missions/<int:number>-<slug:slug>/table/", views.mission_table, name="mission_table"),
    path("missions/<int:number>-<slug:slug>/pad/", views.mission_pad, name="mission_pad"),
    path("rules/", views.rules_page, name="rules"),
    path("rules/<slug:page>/", views.rule_page, name="rule"),
    path("tiles/", views.tiles_page, name="tiles"),
    path("architects/", views.architects_page, name="architects"),
]
