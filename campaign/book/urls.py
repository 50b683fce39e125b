from django.urls import path

from campaign.book import views

urlpatterns = [
    path("book/", views.book_page, name="book"),
    path("book/records/", views.records_page, name="book_records"),
    path("book/people/", views.people_page, name="book_people"),
]
