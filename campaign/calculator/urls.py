from django.urls import path

from campaign.calculator import views

urlpatterns = [path("calculator/", views.calculator_page, name="calculator")]
