from django.urls import path

from campaign.plays import views

urlpatterns = [path("campaigns/plays/", views.bring_plays, name="bring_plays")]
