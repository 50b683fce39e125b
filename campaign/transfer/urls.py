from django.urls import path

from campaign.transfer import views

urlpatterns = [
    path("campaigns/import/", views.import_page, name="import_campaign"),
    path("campaigns/<slug:campaign_id>/export/", views.export_page, name="export_campaign"),
]
