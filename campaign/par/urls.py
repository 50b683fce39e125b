from django.urls import path

from campaign.par import views

urlpatterns = [path("par/", views.par_page, name="par")]
