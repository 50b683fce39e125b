from django.urls import path

from campaign.home import views

urlpatterns = [path("", views.home, name="home")]
