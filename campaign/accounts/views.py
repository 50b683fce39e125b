import time
from collections import defaultdict
from collections.abc import Mapping
from copy import copy
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import LoginView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import VISITS, everybody, signed_in
from campaign.accounts import recovery
from campaign.accounts.devices import guesser, remember_device
from campaign.accounts.forms import (
    LONGEST_NAME,
    WRONG,
    KeepForm,
    LeaveForm,
    LoginForm,
    OwnPasswordForm,
    PasswordForm,
    RecoverForm,
    all_campaigns,
)
from campaign.accounts.hashers import BusyError
from campaign.http import Request, UserRequest
from campaign.models import Campaign, Submission, User
from campaign.web.budgets import charge, refusal, refusal_for_all, refuse, spend, spend_for_all, waiting_sentence
from campaign.web.events import Event, log_event
from campaign.web.guests import sign_in
from campaign.web.idempotency import FIELD, browser_of, fingerprint
from campaign.web.offline import forget_own

RECOVERED = "recovered"  # session key: deadline for setting a new password without the old one
SHOWN_CODE = "shown_code"  # session key: the first two words of the recovery code that the login showed
TIME_FOR_PASSWORD = 60 * 60  # seconds to set a new password after a login by recovery code


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def account_page(request: UserRequest) -> HttpResponse:
    """Let a guest choose a user name and a password. Show everybody else the settings of their account."""
    if not request.user.is_guest:
        return render(request, "accounts/account.html")
    if request.method == "POST" and (sentence := refusal(request, "asked_names")):
        form = KeepForm(typed=request.POST.get("username", "")[:LONGEST_NAME])
        return refuse(request, "accounts/keep.html", sentence, form=form)
    # Give the form a copy of the user, because validating the form changes its user.
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
            log_event(Event.ACCOUNT_KEPT, request)
            messages.success(request, _("Account kept. From now on you can log in on any device."))
            return remember_device(request, redirect("home"), request.user.get_username())
    if request.method == "POST":  # limit the number of tries, because an error may reveal that a user name is taken
        spend(request, "asked_names")
    return render(request, "accounts/keep.html", {"form": form})


@signed_in
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password_page(request: UserRequest) -> HttpResponse:
    """Change the password, and log other devices out. If the account has a recovery code, replace the code.

    A user who just logged in by recovery code needs no old password. Their code is already new and stays valid.
    """
    if request.user.is_guest:
        return redirect("account")
    is_recovered = request.session.get(RECOVERED, 0) > time.time()
    form_class = SetPasswordForm if is_recovered else PasswordForm
    context: dict[str, object] = {"is_recovered": is_recovered}
    if request.method == "POST" and (sentence := refusal(request, "wrong_passwords") or charge(request, "hashes")):
        return refuse(request, "accounts/password.html", sentence, form=form_class(request.user), **context)
    form = form_class(request.user, request.POST if request.method == "POST" else None)
    has_code = bool(request.user.recovery_hash)
    is_shown = is_recovered and request.user.recovery_name == request.session.get(SHOWN_CODE)
    request.user.keeps_code = is_shown
    if form.is_valid():
        try:
            user = form.save()
        except BusyError as error:
            form.add_error(None, str(error))
        else:
            for key in (RECOVERED, SHOWN_CODE):
                request.session.pop(key, None)
            update_session_auth_hash(request, user)
            log_event(Event.PASSWORD_CHANGED, request)
            messages.success(request, _("Your password is changed."))
            if has_code and not is_shown:
                return show_code(request, user, lead="changed")
            return redirect("account")
    elif form.has_error("old_password", WRONG):
        spend(request, "wrong_passwords")
    return render(request, "accounts/password.html", context | {"form": form})


class Login(LoginView):
    """Log in, and move the ticked campaigns of this device's guest to the account."""

    template_name = "accounts/login.html"
    authentication_form = LoginForm

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        whose, is_known = guesser(request, typed_name(request))
        sentence = None if is_known else refusal(request, "wrong_logins")
        say = waiting_sentence if is_known else wait_or_known_device
        sentence = sentence or refusal_for_all(request, "wrong_passwords_of_account", whose, say)
        # Another person's logins are counted by their own account, so they never refuse a first login.
        if sentence := sentence or refusal_for_all(request, "hashes", whose):
            return told_to_wait(request, sentence)
        # Made while the clock was ahead. They would lock the account until the clock is there again.
        AccessAttempt.objects.filter(attempt_time__gt=timezone.now() + settings.AXES_COOLOFF_TIME).delete()
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        if form.has_error("__all__", "invalid_login"):
            whose, is_known = guesser(self.request, typed_name(self.request))
            spend_for_all(self.request, "wrong_passwords_of_account", whose)
            if not is_known:
                spend(self.request, "wrong_logins")
        return super().form_invalid(form)

    def form_valid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        spend_for_all(self.request, "hashes", guesser(self.request, typed_name(self.request))[0])
        visits = self.request.session.get(VISITS)
        response = super().form_valid(form)
        code = welcome(self.request, form, form.get_user(), visits)
        if code:
            response = render(self.request, "accounts/recovery.html", {"left_code": code})
        return remember_device(self.request, response, form.get_user().get_username())


login_page = everybody(sensitive_post_parameters()(Login.as_view()))


def typed_name(request: HttpRequest) -> str:
    """Return the typed user name, cleaned: wrong passwords for "ada" and "ada " are counted together."""
    return LoginForm.base_fields["username"].to_python(request.POST.get("username", "")) or ""


def wait_or_known_device(seconds: int) -> str:
    """Write an error message: wait `seconds`, use a device that has logged in before, or use the recovery code."""
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many wrong passwords for this username. Try again in %(minutes)s minute, on a device that has logged in "
        "before, or with your recovery code.",
        "Too many wrong passwords for this username. Try again in %(minutes)s minutes, on a device that has logged in "
        "before, or with your recovery code.",
        minutes,
    ) % {"minutes": minutes}


def locked_out(request: HttpRequest, *_args: object, **_kwargs: object) -> HttpResponse:
    """Answer a login that django-axes refuses after too many wrong passwords from this IP address for this name."""
    return told_to_wait(request, waiting_sentence(int(settings.AXES_COOLOFF_TIME.total_seconds())))


def told_to_wait(request: HttpRequest, sentence: str) -> HttpResponse:
    form = LoginForm(request, initial=initial_of(request))
    return refuse(request, "accounts/login.html", sentence, form=form, next=request.POST.get("next", ""))


def initial_of(request: HttpRequest) -> dict[str, str]:
    """Return the typed values to show again: the user name, never the password."""
    return {"username": request.POST.get("username", "")[:LONGEST_NAME]}


def welcome(request: HttpRequest, form: LoginForm | RecoverForm, user: User, visits: object) -> str:
    """After a login, restore the opened share links (`visits`), and move the guest's chosen campaigns to the user.

    If the guest keeps campaigns but has no recovery code, make a code for the guest and return it; otherwise return "".
    """
    if visits:
        request.session[VISITS] = visits  # Django's login empties the session if a guest was logged in before
    form.take_along(user)
    return recovery.renew_code(form.guest) if form.leaves_some and form.guest and not form.guest.recovery_hash else ""


def show_code(request: HttpRequest, user: User, **context: object) -> HttpResponse:
    """Give an account a new recovery code, and show it once."""
    log_event(Event.CODE_MADE, request)
    return render(request, "accounts/recovery.html", {"code": recovery.renew_code(user)} | context)


@everybody
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recover_page(request: Request) -> HttpResponse:
    """Log in by a recovery code, and show the next code. A user who is not a guest then chooses a new password."""
    if request.method == "POST" and (sentence := refusal(request, "wrong_codes") or charge(request, "hashes")):
        form = RecoverForm(request, initial={"code": request.POST.get("code", "")[: recovery.LONGEST]})
        return refuse(request, "accounts/recover.html", sentence, form=form)
    # A code works once, and the response shows the next code. In case the response gets lost, the same browser may
    # send the same form again.
    browser = browser_of(request)
    sent: dict[str, Any] = {"key": fingerprint(request, sender=browser), "browser": browser}
    before = Submission.objects.filter(**sent, user__is_active=True).first() if request.POST.get(FIELD) else None
    data = request.POST if request.method == "POST" else None
    form = RecoverForm(request, data, came_before=before.user if before else None)
    if form.is_valid():
        user = form.cleaned_data["code"]
        with transaction.atomic():  # if storing the next code fails, the old code stays valid
            if recovery.use_code(user) or Submission.objects.filter(**sent, user=user).exists():
                if request.POST.get(FIELD):
                    Submission.objects.update_or_create(**sent, defaults={"user": user})
                return let_in(request, form, user)
        form.refuse_code()
    if form.has_error("code", "wrong"):
        spend(request, "wrong_codes")
    return render(request, "accounts/recover.html", {"form": form})


def let_in(request: Request, form: RecoverForm, user: User) -> HttpResponse:
    """Log in the owner of a recovery code, and show the next code."""
    visits = request.session.get(VISITS)
    sign_in(request, user)
    left_code = welcome(request, form, user, visits)
    if not user.is_guest:
        request.session[RECOVERED] = time.time() + TIME_FOR_PASSWORD
    response = show_code(request, user, lead="used", left_code=left_code, chooses_password=not user.is_guest)
    request.session[SHOWN_CODE] = user.recovery_name
    return response if user.is_guest else remember_device(request, response, user.get_username())


@signed_in
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_page(request: UserRequest) -> HttpResponse:
    """Make a recovery code, and show it once. A user who is not a guest has to type their password first."""
    data = request.POST if request.method == "POST" else None
    form = None if request.user.is_guest else OwnPasswordForm(request.user, data)
    if request.method == "POST":
        if sentence := refusal(request, "wrong_passwords") or charge(request, "hashes"):
            return refuse(request, "accounts/recovery.html", sentence, form=form)
        if form is None or form.is_valid():
            return show_code(request, request.user)
        if form.has_error("old_password", WRONG):
            spend(request, "wrong_passwords")
    return render(request, "accounts/recovery.html", {"form": form})


@everybody
@never_cache
@require_safe
def csrf_token(request: Request) -> HttpResponse:
    """Send a CSRF token to the script of a page that is older than the login, which renewed the token."""
    return HttpResponse(get_token(request), content_type="text/plain")


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def logout_page(request: Request) -> HttpResponse:
    """Log out. Ask a guest to confirm, because a guest without a recovery code can never log in again."""
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
    """Ask what happens to each campaign of the account, and then delete the account."""
    if request.method == "POST" and (sentence := refusal(request, "wrong_passwords") or charge(request, "hashes")):
        return refuse(request, "accounts/leave.html", sentence, form=LeaveForm(request.user))
    form = LeaveForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        log_event(Event.ACCOUNT_DELETED, request)
        left = leave(request.user, form.chosen())
        logout(request)
        return forget_own(render(request, "accounts/left.html", {"left": left}))
    if form.has_error("old_password", WRONG):
        spend(request, "wrong_passwords")
    return render(request, "accounts/leave.html", {"form": form})


def leave(user: User, heirs: Mapping[Campaign, User | None]) -> list[tuple[str, str]]:
    """Delete an account and its failed logins. `heirs` maps each campaign to its new owner; None deletes the campaign.

    If the new owner is an unsaved `User`, a new guest gets the campaign. Return what each guest got, with the guest's
    recovery code.
    """
    # Make the codes before the transaction, because nobody else could write while they are hashed.
    guests = {id(heir): User.make_guest() for heir in heirs.values() if heir and not heir.pk}
    codes = {key: recovery.renew_code(guest) for key, guest in guests.items()}
    got: dict[int, list[Campaign]] = defaultdict(list)
    with transaction.atomic():
        for campaign, heir in heirs.items():
            if heir:
                campaign.hand_over(guests.get(id(heir), heir))
                got[id(heir)].append(campaign)
        AccessAttempt.objects.filter(username=user.username).delete()
        user.delete()
    named = {key: own[0].name if len(own) == 1 else all_campaigns(len(own)) for key, own in got.items()}
    return [(named[key], code) for key, code in codes.items()]
