from django.urls import path

from campaign.campaigns import home, single_games, terms, views
from campaign.campaigns.bin import bin_page, delete_game, delete_page, game_bin
from campaign.campaigns.merge_page import merge_page

urlpatterns = [
    path("", home.home, name="home"),
    path("campaigns/<slug:campaign_id>/fair/", views.decide_fairly, name="decide_fairly"),
    path("campaigns/<slug:campaign_id>/recovery-later/", views.put_off_recovery, name="put_off_recovery"),
    path("campaigns/new/", views.new_campaign, name="new_campaign"),
    path("campaigns/into/", views.into_campaign, name="into_campaign"),
    path("campaigns/<slug:campaign_id>/", views.campaign_page, name="campaign"),
    path("campaigns/<slug:campaign_id>/settings/", views.settings_page, name="campaign_settings"),
    path("campaigns/<slug:campaign_id>/settings/merge/", merge_page, name="merge"),
    path("campaigns/<slug:campaign_id>/settings/programme/", views.programme_page, name="programme"),
    path("play/", single_games.play, name="play"),
    path("campaigns/<slug:campaign_id>/games/<int:game_id>/take/", single_games.move_game, name="move_game"),
    path("campaigns/<slug:campaign_id>/second-term/", terms.second_term, name="second_term"),
    path("campaigns/<slug:campaign_id>/terms/", terms.terms_page, name="terms"),
    path("account/bin/", bin_page, name="bin"),
    path("campaigns/<slug:campaign_id>/bin/", game_bin, name="game_bin"),
    path("campaigns/<slug:campaign_id>/games/<int:game_id>/delete/", delete_game, name="delete_game"),
    path("campaigns/<slug:campaign_id>/delete/", delete_page, name="delete_campaign"),
]
