from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.views.i18n import set_language

from campaign.access import everybody
from campaign.converters import RowConverter
from campaign.health import healthz
from campaign.style import style
from campaign.views import (
    accounts,
    calculator,
    campaigns,
    deleting,
    demo,
    editor,
    games,
    home,
    missions,
    offline,
    pad,
    results,
    rules,
    sharing,
    transfer,
)

register_converter(RowConverter, "row")
handler400 = "campaign.faults.refused"
handler500 = "campaign.faults.failed"

campaign_urls = [
    path("", campaigns.campaign_page, name="campaign"),
    path("standings/", results.standings_page, name="standings"),
    path("election/", results.election_page, name="election"),
    path("election/certificate/", results.certificate_page, name="certificate"),
    path("log/", results.log_page, name="log"),
    path("export/", transfer.export_page, name="export_campaign"),
    path("settings/", campaigns.settings_page, name="campaign_settings"),
    path("delete/", deleting.delete_page, name="delete_campaign"),
    path("sharing/", sharing.sharing_page, name="sharing"),
    path("who/", sharing.who_page, name="who"),
    path("games/new/", games.new_game, name="new_game"),
    path("games/<row:game_id>/", games.game_page, name="game"),
    path("games/<row:game_id>/edit/", games.edit_game, name="edit_game"),
    path("games/<row:game_id>/finish/", games.finish_game, name="finish_game"),
    path("games/<row:game_id>/reopen/", games.reopen_game, name="reopen_game"),
    path("games/<row:game_id>/count/", games.count_game, name="count_game"),
    path("games/<row:game_id>/history/", results.history_page, name="game_history"),
    path("games/<row:game_id>/cities/<row:player_id>/", results.city_page, name="city"),
    path("games/<row:game_id>/setup/", missions.game_setup, name="game_setup"),
    path("games/<row:game_id>/<row:player_id>/", editor.evaluation_page, name="evaluation"),
    path("games/<row:game_id>/<row:player_id>/pad/", pad.pad_page, name="pad"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("campaigns/new/", campaigns.new_campaign, name="new_campaign"),
    path("campaigns/import/", transfer.import_page, name="import_campaign"),
    path("campaigns/<slug:campaign_id>/", include(campaign_urls)),
    path("join/<slug:token>/", sharing.join, name="join"),
    path("missions/", missions.missions_page, name="missions"),
    path("missions/<int:number>/", missions.mission_by_number, name="mission_by_number"),
    path("missions/<int:number>-<slug:slug>/", missions.mission_page, name="mission"),
    path("missions/<int:number>-<slug:slug>/table/", missions.mission_table, name="mission_table"),
    path("missions/<int:number>-<slug:slug>/pad/", missions.mission_pad, name="mission_pad"),
    path("rules/", rules.rules_page, name="rules"),
    path("rules/<slug:page>/", rules.rule_page, name="rule"),
    path("tiles/", rules.tiles_page, name="tiles"),
    path("architects/", rules.architects_page, name="architects"),
    path("calculator/", calculator.calculator_page, name="calculator"),
    path("account/", accounts.account_page, name="account"),
    path("account/login/", accounts.login_page, name="login"),
    path("account/password/", accounts.password_page, name="password"),
    path("account/bin/", deleting.bin_page, name="bin"),
    path("account/logout/", accounts.logout_page, name="logout"),
    path("language/", everybody(set_language), name="set_language"),
    path("offline/", offline.offline_page, name="offline"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("healthz", everybody(healthz), name="healthz"),
]

if settings.DEMO:
    urlpatterns += [path("demo/", demo.look_around, name="demo")]

if settings.DEBUG:
    urlpatterns += [path("style/", style, name="style")]
else:  # what is being worked on is not to be read from a copy
    urlpatterns += [path("service-worker.js", offline.service_worker, name="service_worker")]

if settings.ADMIN:
    urlpatterns += [path("admin/", admin.site.urls)]
