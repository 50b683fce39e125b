import time
from copy import copy

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import LoginView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaign.access import VISITS, everybody, signed_in
from campaign.accounts import recovery
from campaign.accounts.forms import (
    WRONG,
    KeepForm,
    LeaveForm,
    LoginForm,
    OwnPasswordForm,
    PasswordForm,
    RecoverForm,
)
from campaign.accounts.hashers import BusyError
from campaign.accounts.leaving import leave
from campaign.http import Request, UserRequest
from campaign.models import User
from campaign.offline.pages import forget_own
from campaign.web.budgets import refusal, refuse, spend, waiting_sentence
from campaign.web.events import Event, note
from campaign.web.idempotency import GUEST_BACKEND

RECOVERED = "recovered"  # in the session: until when a new password may be chosen without the old one
TIME_FOR_PASSWORD = 60 * 60  # seconds


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def account_page(request: UserRequest) -> HttpResponse:
    """Let a guest choose a user name and a password; show an account what it can do."""
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
        except BusyError as error:
            request.user.refresh_from_db()
            form.add_error(None, str(error))
        else:
            update_session_auth_hash(request, request.user)
            note(Event.ACCOUNT_KEPT, request)
            messages.success(request, _("Account kept. From now on you can log in on any device."))
            return redirect("home")
    return render(request, "accounts/keep.html", {"form": form})


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password_page(request: UserRequest) -> HttpResponse:
    """Change the password and log other devices out. After a recovery code the old password is not asked for."""
    if request.user.is_guest:
        return redirect("account")
    is_recovered = request.session.get(RECOVERED, 0) > time.time()
    form_class = SetPasswordForm if is_recovered else PasswordForm
    context: dict[str, object] = {"is_recovered": is_recovered}
    if request.method == "POST" and (sentence := refusal(request, "wrong_passwords")):
        return refuse(request, "accounts/password.html", sentence, form=form_class(request.user), **context)
    form = form_class(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            user = form.save()
        except BusyError as error:
            form.add_error(None, str(error))
        else:
            request.session.pop(RECOVERED, None)
            update_session_auth_hash(request, user)
            note(Event.PASSWORD_CHANGED, request)
            messages.success(request, _("Your password is changed."))
            return redirect("account")
    elif form.has_error("old_password", WRONG):
        spend(request, "wrong_passwords")
    return render(request, "accounts/password.html", context | {"form": form})


class Login(LoginView):
    """Log in, and take along the campaigns that were ticked of those a guest began on this device."""

    template_name = "accounts/login.html"
    authentication_form = LoginForm

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if sentence := refusal(request, "wrong_logins"):
            return told_to_wait(request, sentence)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        if form.has_error("__all__", "invalid_login"):
            spend(self.request, "wrong_logins")
        return super().form_invalid(form)

    def form_valid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        visits = self.request.session.get(VISITS)
        response = super().form_valid(form)
        return welcome(self.request, form, form.get_user(), visits) or response


login_page = everybody(sensitive_post_parameters()(Login.as_view()))


def locked_out(request: HttpRequest, *_args: object, **_kwargs: object) -> HttpResponse:
    """Answer a login that django-axes refuses: this name was tried too often from this address."""
    return told_to_wait(request, waiting_sentence(int(settings.AXES_COOLOFF_TIME.total_seconds())))


def told_to_wait(request: HttpRequest, sentence: str) -> HttpResponse:
    form = LoginForm(request, initial=initial_of(request))
    return refuse(request, "accounts/login.html", sentence, form=form, next=request.POST.get("next", ""))


def initial_of(request: HttpRequest) -> dict[str, str]:
    """Return what was typed and may be shown again."""
    return {"username": request.POST.get("username", "")[:150]}


def welcome(request: HttpRequest, form: LoginForm | RecoverForm, user: User, visits: object) -> HttpResponse | None:
    """Keep the links that this device had opened, and carry out what the form asked about its guest's campaigns.

    Where some stay with a guest who has no recovery code, return a page with one: nobody could open them otherwise.
    """
    if visits:
        request.session[VISITS] = visits  # another user's session begins empty
    form.take_along(user)
    if form.leaves_some and form.guest and not form.guest.recovery_hash:
        context = {"code": recovery.renew_code(form.guest), "is_left": True}
        return render(request, "accounts/recovery.html", context)
    return None


@everybody
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recover_page(request: Request) -> HttpResponse:
    """Log in by a recovery code; an account then chooses a new password."""
    if request.method == "POST" and (sentence := refusal(request, "wrong_codes")):
        form = RecoverForm(request, initial={"code": request.POST.get("code", "")[: recovery.LONGEST]})
        return refuse(request, "accounts/recover.html", sentence, form=form)
    form = RecoverForm(request, request.POST if request.method == "POST" else None)
    if form.is_valid():
        user = form.cleaned_data["code"]
        visits = request.session.get(VISITS)
        login(request, user, backend=GUEST_BACKEND)
        page = welcome(request, form, user, visits)
        if user.is_guest:
            messages.success(request, _("Welcome back: this device opens your campaigns again."))
            return page or redirect("home")
        request.session[RECOVERED] = time.time() + TIME_FOR_PASSWORD
        return page or redirect("password")
    if form.has_error("code", "wrong"):
        spend(request, "wrong_codes")
    return render(request, "accounts/recover.html", {"form": form})


@signed_in
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_page(request: UserRequest) -> HttpResponse:
    """Make a recovery code and show it this once; an account gives its password first."""
    data = request.POST if request.method == "POST" else None
    form = None if request.user.is_guest else OwnPasswordForm(request.user, data)
    if request.method == "POST":
        if sentence := refusal(request, "wrong_passwords"):
            return refuse(request, "accounts/recovery.html", sentence, form=form)
        if form is None or form.is_valid():
            note(Event.CODE_MADE, request)
            return render(request, "accounts/recovery.html", {"code": recovery.renew_code(request.user)})
        if form.has_error("old_password", WRONG):
            spend(request, "wrong_passwords")
    return render(request, "accounts/recovery.html", {"form": form})


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def logout_page(request: Request) -> HttpResponse:
    """Log out. A guest without a recovery code would never come back in, and is asked once more."""
    is_guest = request.user.is_authenticated and request.user.is_guest
    if request.method == "POST" and ("really" in request.POST or not is_guest):
        logout(request)
        return forget_own(redirect("home"))
    return render(request, "accounts/logout.html")


@signed_in
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def leave_page(request: UserRequest) -> HttpResponse:
    """Delete the account, after a choice of heir for each of its campaigns."""
    if request.method == "POST" and (sentence := refusal(request, "wrong_passwords")):
        return refuse(request, "accounts/leave.html", sentence, form=LeaveForm(request.user))
    form = LeaveForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        note(Event.ACCOUNT_DELETED, request)
        left = leave(request.user, form.chosen())
        logout(request)
        return forget_own(render(request, "accounts/left.html", {"left": left}))
    if form.has_error("old_password", WRONG):
        spend(request, "wrong_passwords")
    return render(request, "accounts/leave.html", {"form": form})
