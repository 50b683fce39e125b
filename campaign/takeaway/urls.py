from django.urls import path

from campaign.takeaway import views

GAME = "campaigns/<slug:campaign_id>/games/<int:game_id>/"

urlpatterns = [
    path(f"{GAME}take-along/", views.take_along, name="take_along"),
    path(f"{GAME}card.svg", views.card_svg, name="card_svg"),
    path(f"{GAME}card.png", views.card_png, name="card_png"),
    path(f"{GAME}evening.ics", views.evening, name="evening"),
    path("campaigns/<slug:campaign_id>/log.csv", views.log_csv, name="log_csv"),
    path("campaigns/<slug:campaign_id>/log.xlsx", views.log_xlsx, name="log_xlsx"),
    path("join/<slug:token>/evenings.ics", views.evenings, name="evenings"),
    path("join/<slug:token>/games/<int:number>/", views.shown_result, name="shown_result"),
    path("join/<slug:token>/games/<int:number>/card.png", views.shown_card, name="shown_card"),
]
