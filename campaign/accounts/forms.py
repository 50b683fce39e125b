from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm, UsernameField
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaign.accounts import recovery
from campaign.accounts.hashers import BusyError
from campaign.accounts.passwords import rules_in_short
from campaign.models import Campaign, User
from campaign.scores.names import isolated
from campaign.web.forms import refuse_hidden

LONGEST_NAME = 150  # the max_length of the column for user names
MOST_LISTED = 30  # a form asks about each campaign if there are at most so many
LONGEST_TYPED_PASSWORD = 1000  # an upper bound for typed passwords; new ones are shorter: see AUTH_PASSWORD_VALIDATORS


class KeepForm(UserCreationForm[User]):
    """Ask a guest for a user name and a password, to turn the guest into an account."""

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}
        help_texts = {"username": _("Letters, digits and @ . + - _")}

    def __init__(self, *args: Any, typed: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["username"] = typed  # do not prefill the generated name of a guest
        self.fields["username"].validators.append(refuse_hidden)
        _shorten_help(self, "password1", "password2")


def _shorten_help(form: forms.Form | forms.ModelForm[User], first: str, second: str) -> None:
    form.fields[first].help_text = rules_in_short()
    form.fields[second].help_text = ""


class CampaignsField(forms.ModelMultipleChoiceField[Campaign]):
    """A choice of campaigns by their public ids. It refuses NUL characters, because PostgreSQL cannot compare them."""

    def clean(self, value: Any) -> Any:
        for sent in value or ():
            ProhibitNullCharactersValidator(self.error_messages["invalid_choice"], code="invalid_choice")(sent)
        return super().clean(value)


class TakeAlongMixin(forms.Form):
    """Ask a guest at login which of their campaigns to move to the account."""

    take = CampaignsField(
        label=_("Take along campaigns from this device"),
        queryset=Campaign.everything.none(),
        to_field_name="public_id",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Untick the campaigns of other people who use this device."),
        error_messages={"invalid_choice": _("This campaign is no longer on this device.")},
    )

    def offer(self, request: HttpRequest) -> None:
        """Offer the campaigns of the guest who sends the request, all ticked. If there are none, remove the field.

        If there are more than MOST_LISTED, offer to take all.
        """
        guest = request.user
        self.guest = guest if isinstance(guest, User) and guest.is_guest else None
        field: Any = self.fields["take"]
        field.queryset = campaigns_of(self.guest) if self.guest else Campaign.everything.none()
        count = field.queryset.count()
        if not count:
            del self.fields["take"]
        elif count > MOST_LISTED:
            label = _("Take along all campaigns from this device (%(count)s)") % {"count": count}
            self.fields["take"] = forms.BooleanField(label=label, required=False)
            self.initial["take"] = request.method != "POST" or "take" in request.POST
        else:
            self.initial["take"] = [campaign.public_id for campaign in field.queryset]
            if request.method == "POST":
                self.initial["take"] = request.POST.getlist("take")

    def take_along(self, user: User) -> None:
        """Move the chosen campaigns to the user. The form has to be valid."""
        if self.guest:
            chosen = self.cleaned_data.get("take") or ()
            user.adopt(self.guest, campaigns_of(self.guest) if chosen is True else chosen)

    @property
    def leaves_some(self) -> bool:
        """Tell whether the guest still has campaigns, after `take_along` has moved the chosen ones to the account."""
        return bool(self.guest and campaigns_of(self.guest).exists())


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """Return the campaigns that a user owns or plays in, including campaigns in the bin."""
    return Campaign.everything.filter(Q(owner=user) | Q(players__account=user)).distinct().order_by("name")


class LoginForm(AuthenticationForm, TakeAlongMixin):
    """Ask for user name and password."""

    username = UsernameField(max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autofocus": True}))
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=LONGEST_TYPED_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This username and password do not belong together. Both are case-sensitive."),
    }

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.offer(request)

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean()
        except BusyError as error:
            raise ValidationError(str(error), code="busy") from error


class OldPasswordMixin(forms.Form):
    """Check that the form's field `old_password` holds the present password of its `user`."""

    user: User

    def clean_old_password(self) -> str:
        typed: str = self.cleaned_data["old_password"]
        try:
            if not self.user.check_password(typed):
                raise ValidationError(_("This is not your present password. It is case-sensitive."), code=WRONG)
        except BusyError as error:
            raise ValidationError(str(error), code="busy") from error
        return typed


WRONG = "password_incorrect"


class PasswordForm(OldPasswordMixin, PasswordChangeForm):
    """Ask for the old password once, and for the new password twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _shorten_help(self, "new_password1", "new_password2")


class OwnPasswordForm(OldPasswordMixin):
    """Ask for the password again before an action that only the owner of the account may take."""

    old_password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=LONGEST_TYPED_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user


def all_campaigns(count: int) -> str:
    return _("All your campaigns (%(count)s)") % {"count": count}


class LeaveForm(OldPasswordMixin):
    """Before an account is deleted, ask what happens to its campaigns. Ask for the password, except from guests.

    Of more than MOST_LISTED campaigns, ask about all at once.
    """

    TO_WHOEVER_HAS_THE_CODE, DELETED = "code", "delete"
    ALL = "campaigns"  # the only question about campaigns if there are more than MOST_LISTED

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        campaigns = list(user.campaigns.order_by("name").prefetch_related("players__account"))
        self.campaigns = {f"campaign_{campaign.public_id}": campaign for campaign in campaigns}
        if len(campaigns) > MOST_LISTED:
            self.fields[self.ALL] = self._ask(all_campaigns(len(campaigns)))
        else:
            for name, campaign in self.campaigns.items():
                self.fields[name] = self._ask(campaign.name, self._heirs(campaign))
        if not user.is_guest:
            self.fields["old_password"] = OwnPasswordForm.base_fields["old_password"]

    def _ask(self, label: str, heirs: Sequence[tuple[str, User]] = ()) -> forms.ChoiceField:
        return forms.ChoiceField(
            label=label,
            choices=[
                *((str(heir.pk), _("It goes to %(name)s") % {"name": called}) for called, heir in heirs),
                (self.TO_WHOEVER_HAS_THE_CODE, _("It stays; its recovery code opens it")),
                (self.DELETED, _("It is deleted for everybody")),
            ],
            widget=forms.RadioSelect,
            error_messages={"required": _("Choose what happens to this campaign.")},
        )

    def _heirs(self, campaign: Campaign) -> list[tuple[str, User]]:
        return [
            (isolated(player), player.account)
            for player in campaign.active_players
            if player.account and player.account != self.user
        ]

    def chosen(self) -> dict[Campaign, User | None]:
        """Map each campaign to its heir. None stands for deletion, and an unsaved `User` for a new guest."""
        chosen: dict[Campaign, User | None] = {}
        if self.ALL in self.cleaned_data:
            stays = self.cleaned_data[self.ALL] == self.TO_WHOEVER_HAS_THE_CODE
            return dict.fromkeys(self.campaigns.values(), User() if stays else None)
        for name, campaign in self.campaigns.items():
            heirs = {str(heir.pk): heir for _called, heir in self._heirs(campaign)}
            answer = self.cleaned_data[name]
            chosen[campaign] = User() if answer == self.TO_WHOEVER_HAS_THE_CODE else heirs.get(answer)
        return chosen


class RecoverForm(TakeAlongMixin):
    """Ask for a recovery code that the user wrote down."""

    code = forms.CharField(
        label=_("Your recovery code"),
        help_text=_("Eight English words. Capitals and commas do not matter."),
        max_length=recovery.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": _("Type all the words of the code.")},
    )
    field_order = ("code", "take")

    def __init__(self, request: HttpRequest, *args: Any, came_before: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.came_before = came_before
        self.offer(request)

    def clean_code(self) -> User:
        """Return the user with this recovery code. If the browser repeats a request, accept the used code again."""
        user = self.came_before or recovery.owner_of(self.cleaned_data["code"])
        if user is None:
            raise self.wrong_code()
        return user

    def refuse_code(self) -> None:
        """Add an error to the form, because another request has used the code since `clean_code`."""
        self.add_error("code", self.wrong_code())

    def wrong_code(self) -> ValidationError:
        return ValidationError(
            _("No account has this code. Compare it word by word. A code works once, and a newer one replaces it."),
            code="wrong",
        )
