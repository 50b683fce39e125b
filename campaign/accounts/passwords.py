from typing import Any

from django.contrib.auth.password_validation import MinimumLengthValidator, get_default_password_validators
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class MaximumLengthValidator:
    """Refuse passwords of more than `max_length` characters."""

    def __init__(self, max_length: int = 128) -> None:
        self.max_length = max_length

    def validate(self, password: str, _user: Any = None) -> None:
        if len(password) > self.max_length:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        return ngettext(
            "A password has at most %(most)s character.", "A password has at most %(most)s characters.", self.max_length
        ) % {"most": self.max_length}


def rules_in_short() -> str:
    """Sum up AUTH_PASSWORD_VALIDATORS in one sentence, without the maximum length."""
    validators = get_default_password_validators()
    least = next(rule.min_length for rule in validators if isinstance(rule, MinimumLengthValidator))
    return _("At least %(least)s characters, not only digits, nothing common or like your username.") % {"least": least}
