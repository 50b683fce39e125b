from django.urls import path

from campaign.library import mission_views, rule_views

urlpatterns = [
    path("missions/", mission_views.missions_page, name="missions"),
    path("missions/<int:number>/", mission_views.mission_by_number, name="mission_by_number"),
    path("missions/<int:number>-<slug:slug>/", mission_views.mission_page, name="mission"),
    path("missions/<int:number>-<slug:slug>/table/", mission_views.mission_table, name="mission_table"),
    path("missions/<int:number>-<slug:slug>/pad/", mission_views.mission_pad, name="mission_pad"),
    path("rules/", rule_views.rules_page, name="rules"),
    path("rules/<slug:page>/", rule_views.rule_page, name="rule"),
    path("tiles/", rule_views.tiles_page, name="tiles"),
    path("architects/", rule_views.architects_page, name="architects"),
]
