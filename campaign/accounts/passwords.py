from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import ngettext


class MaximumLengthValidator:
    """Refuse passwords longer than anybody types or a password manager makes."""

    def __init__(self, max_length: int = 128) -> None:
        self.max_length = max_length

    def validate(self, password: str, _user: Any = None) -> None:
        if len(password) > self.max_length:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        return ngettext(
            "A password has at most %(most)s character.", "A password has at most %(most)s characters.", self.max_length
        ) % {"most": self.max_length}
