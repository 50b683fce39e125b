from django.urls import path

from campaign.accounts import views

urlpatterns = [
    path("account/", views.account_page, name="account"),
    path("account/login/", views.login_page, name="login"),
    path("account/password/", views.password_page, name="password"),
    path("account/logout/", views.logout_page, name="logout"),
]
