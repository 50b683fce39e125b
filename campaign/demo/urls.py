from django.urls import path

from campaign.demo import views

urlpatterns = [path("demo/", views.look_around, name="demo")]
