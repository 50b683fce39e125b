from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm, UsernameField
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaign.accounts import recovery
from campaign.accounts.hashers import BusyError
from campaign.accounts.passwords import rules_in_short
from campaign.models import Campaign, User
from campaign.web.forms import refuse_hidden

LONGEST_NAME = 150  # of the column
# Nobody's password is longer; a new one has to be far shorter: AUTH_PASSWORD_VALIDATORS.
LONGEST_TYPED_PASSWORD = 1000


class KeepForm(UserCreationForm[User]):
    """A user name and a password for a guest's account."""

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}
        help_texts = {"username": _("Letters, digits and @ . + - _")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["username"] = ""  # nobody has chosen the guest's
        self.fields["username"].validators.append(refuse_hidden)
        _shorten_help(self, "password1", "password2")


def _shorten_help(form: forms.Form | forms.ModelForm[User], first: str, second: str) -> None:
    """Put a sentence in place of Django's list of rules, which would stand between the label and the field."""
    form.fields[first].help_text = rules_in_short()
    form.fields[second].help_text = ""


class TakeAlongMixin(forms.Form):
    """Ask which of the campaigns that a guest began on this device come along to the account that is logged in to."""

    take = forms.ModelMultipleChoiceField(
        label=_("Take along campaigns from this device"),
        queryset=Campaign.everything.none(),
        to_field_name="public_id",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Untick what belongs to somebody else who uses this device."),
        error_messages={"invalid_choice": _("This campaign is no longer on this device.")},
    )

    def offer(self, request: HttpRequest) -> None:
        """Offer the campaigns of the guest who sends the request; without any, ask nothing."""
        guest = request.user
        self.guest = guest if isinstance(guest, User) and guest.is_guest else None
        field: Any = self.fields["take"]
        field.queryset = campaigns_of(self.guest) if self.guest else Campaign.everything.none()
        if not field.queryset.exists():
            del self.fields["take"]
        self.initial["take"] = [campaign.public_id for campaign in field.queryset]

    def take_along(self, user: User) -> None:
        """Carry out what was chosen; the form has to be valid."""
        if self.guest:
            user.adopt(self.guest, self.cleaned_data.get("take", ()))

    @property
    def leaves_some(self) -> bool:
        """Whether a campaign stays with the guest."""
        return bool(self.guest and campaigns_of(self.guest).exists())


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """Return what a user owns, the bin included, and plays in."""
    return Campaign.everything.filter(Q(owner=user) | Q(players__account=user)).distinct().order_by("name")


class LoginForm(AuthenticationForm, TakeAlongMixin):
    """User name and password. A name that no account can have is refused before anything is stored about it."""

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
    """Ask for the password that is in force; the form has a `user`."""

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
    """The old password, and a new one twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _shorten_help(self, "new_password1", "new_password2")


class OwnPasswordForm(OldPasswordMixin):
    """The password alone, before something that only its owner may do."""

    old_password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=LONGEST_TYPED_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user


class LeaveForm(OldPasswordMixin):
    """An heir for each campaign of an account that is to be deleted, and its password, if it has one."""

    TO_WHOEVER_HAS_THE_CODE, DELETED = "code", "delete"

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.campaigns = {
            f"campaign_{campaign.public_id}": campaign
            for campaign in user.campaigns.order_by("name").prefetch_related("players__account")
        }
        for name, campaign in self.campaigns.items():
            self.fields[name] = forms.ChoiceField(
                label=campaign.name,
                choices=[
                    *(
                        (str(heir.pk), _("It goes to %(name)s") % {"name": called})
                        for called, heir in self._heirs(campaign)
                    ),
                    (self.TO_WHOEVER_HAS_THE_CODE, _("It stays; its recovery code opens it")),
                    (self.DELETED, _("It is deleted for everybody")),
                ],
                widget=forms.RadioSelect,
                error_messages={"required": _("Choose what happens to this campaign.")},
            )
        if not user.is_guest:
            self.fields["old_password"] = OwnPasswordForm.base_fields["old_password"]

    def _heirs(self, campaign: Campaign) -> list[tuple[str, User]]:
        """Return the accounts that play in a campaign, by the names that the table knows."""
        return [
            (player.name, player.account)
            for player in campaign.active_players
            if player.account and player.account != self.user
        ]

    def chosen(self) -> dict[Campaign, User | None]:
        """Return the heir of each campaign, None where it is to be deleted; the form has to be valid.

        An heir without a row is a guest, who is made with the code that opens the campaign.
        """
        chosen: dict[Campaign, User | None] = {}
        for name, campaign in self.campaigns.items():
            heirs = {str(heir.pk): heir for _called, heir in self._heirs(campaign)}
            answer = self.cleaned_data[name]
            chosen[campaign] = User() if answer == self.TO_WHOEVER_HAS_THE_CODE else heirs.get(answer)
        return chosen


class RecoverForm(TakeAlongMixin):
    """A recovery code, as somebody types it from paper."""

    code = forms.CharField(
        label=_("Your recovery code"),
        help_text=_("Six English words. Capitals and commas do not matter."),
        max_length=recovery.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": _("Type the six words of the code.")},
    )
    field_order = ("code", "take")

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer(request)

    def clean_code(self) -> User:
        """Return the account that the code belongs to."""
        user = recovery.owner_of(self.cleaned_data["code"])
        if user is None:
            raise ValidationError(
                _("No account has this code. Compare it word by word; a newer code replaces an older one."),
                code="wrong",
            )
        return user
