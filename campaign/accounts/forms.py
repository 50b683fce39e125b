from typing import Any

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UsernameField
from django.utils.translation import gettext_lazy as _

from campaign.models import User
from campaign.web.forms import UserCreationForm


class KeepForm(UserCreationForm[User]):
    """A user name and a password for a guest's account."""

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}
        help_texts = {"username": _("Letters, digits and @ . + - _")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["username"] = ""  # a guest's is nobody's choice


class LoginForm(AuthenticationForm):
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This user name and password do not belong together. Capitals matter in both."),
    }


class PasswordForm(PasswordChangeForm):
    """The old password, and a new one twice."""

    error_messages = {
        **PasswordChangeForm.error_messages,
        "password_incorrect": _("This is not your password so far. Capitals matter."),
    }
