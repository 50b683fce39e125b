from django.urls import path

from campaign.accounts import views

urlpatterns = [
    path("account/", views.account_page, name="account"),
    path("account/login/", views.login_page, name="login"),
    path("account/recover/", views.recover_page, name="recover"),
    path("account/recovery/", views.recovery_page, name="recovery"),
    path("account/password/", views.password_page, name="password"),
    path("account/delete/", views.leave_page, name="leave"),
    path("account/token/", views.csrf_token, name="csrf_token"),
    path("account/logout/", views.logout_page, name="logout"),
]
