from django.urls import path

from campaign.search import views

urlpatterns = [path("rules/", views.rules_page, name="rules")]
