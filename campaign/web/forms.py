"""Django's form classes as the type checker knows them: with a model or form in brackets, which means nothing later."""

import unicodedata
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import forms as auth_forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.contrib.auth.forms import UserCreationForm
    from django.forms import BaseFormSet, ModelForm
else:

    class Bracketed:
        def __class_getitem__(cls, _item: Any) -> type:
            return cls

    class ModelForm(Bracketed, forms.ModelForm):
        pass

    class BaseFormSet(Bracketed, forms.BaseFormSet):
        pass

    class UserCreationForm(Bracketed, auth_forms.UserCreationForm):
        pass


# Letters, by their category in Unicode, that are drawn as nothing.
BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"

HIGHEST_VERSION = 2**31 - 1
OUT_OF_DATE = _("This page does not fit what is stored any more. Load it again.")


class VersionField(forms.IntegerField):
    """What the page was showing when it was filled in: hidden, and compared before anything is written."""

    def __init__(self, **kwargs: Any) -> None:
        sentences = dict.fromkeys(("required", "invalid", "min_value", "max_value"), OUT_OF_DATE)
        super().__init__(
            min_value=0, max_value=HIGHEST_VERSION, widget=forms.HiddenInput, error_messages=sentences, **kwargs
        )


def is_hidden(sign: str) -> bool:
    """Tell whether a character cannot be seen, or turns the direction of others: zero-width and bidi characters."""
    return unicodedata.category(sign) == "Cf" or sign in BLANK_LETTERS


def refuse_hidden(text: str) -> None:
    """Validate a name: two that look alike must be alike. Raises ValidationError."""
    if sign := next(filter(is_hidden, text), None):
        message = _("There is a character in this name that nobody can see (%(code)s). Type the name anew.")
        raise ValidationError(message, code="hidden", params={"code": f"U+{ord(sign):04X}"})


def seen_now(data: QueryDict, version: int) -> QueryDict:
    """What was typed, to be sent again by somebody who has read what changed meanwhile."""
    data = data.copy()
    data["version"] = str(version)
    return data


__all__ = [
    "HIGHEST_VERSION",
    "OUT_OF_DATE",
    "BaseFormSet",
    "ModelForm",
    "UserCreationForm",
    "VersionField",
    "is_hidden",
    "refuse_hidden",
    "seen_now",
]
