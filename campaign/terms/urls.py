from django.urls import path

from campaign.terms import views

urlpatterns = [
    path("campaigns/<slug:campaign_id>/second-term/", views.second_term, name="second_term"),
    path("campaigns/<slug:campaign_id>/terms/", views.terms_page, name="terms"),
]
