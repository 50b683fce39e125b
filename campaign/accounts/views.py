from copy import copy

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.views import LoginView
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaign.access import VISITS, everybody, signed_in
from campaign.accounts.forms import KeepForm, LoginForm, PasswordForm
from campaign.http import Request, UserRequest
from campaign.models import User


@signed_in
@require_http_methods(["GET", "POST"])
def account_page(request: UserRequest) -> HttpResponse:
    """A guest chooses a user name and a password here; who has them sees so."""
    if not request.user.is_guest:
        return render(request, "accounts/account.html")
    # A copy: the form writes on its user before it knows whether it may.
    form = KeepForm(request.POST if request.method == "POST" else None, instance=copy(request.user))
    if form.is_valid():
        try:
            with transaction.atomic():
                request.user.keep(form.cleaned_data["username"], form.cleaned_data["password1"])
        except IntegrityError:  # somebody chose the same name at the same moment
            request.user.refresh_from_db()
            form.add_error("username", User._meta.get_field("username").error_messages["unique"])
        else:
            update_session_auth_hash(request, request.user)
            messages.success(request, _("Kept. From now on you can log in on any device."))
            return redirect("home")
    return render(request, "accounts/keep.html", {"form": form})


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password_page(request: UserRequest) -> HttpResponse:
    """Choose another password. Other devices are logged out by it; a guest has none to change, and may choose one."""
    if request.user.is_guest:
        return redirect("account")
    form = PasswordForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed."))
        return redirect("account")
    return render(request, "accounts/password.html", {"form": form})


class Login(LoginView):
    """Logging in takes the campaigns along that a guest began on this device."""

    template_name = "accounts/login.html"
    authentication_form = LoginForm

    def form_valid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        before = self.request.user
        guest = before if isinstance(before, User) and before.is_guest else None  # asked before it is somebody else
        visits = self.request.session.get(VISITS)
        response = super().form_valid(form)
        if visits:
            self.request.session[VISITS] = visits  # somebody else's session begins empty
        if guest:
            form.get_user().adopt(guest)
        return response


login_page = everybody(Login.as_view())


@everybody
@require_http_methods(["GET", "POST"])
def logout_page(request: Request) -> HttpResponse:
    """Log out. A guest would never come back in: asked once more."""
    is_guest = request.user.is_authenticated and request.user.is_guest
    if request.method == "POST" and ("really" in request.POST or not is_guest):
        logout(request)
        return redirect("home")
    return render(request, "accounts/logout.html")
