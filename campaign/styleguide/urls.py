from django.urls import path

from campaign.styleguide import views

urlpatterns = [path("style/", views.style, name="style")]
