"""Fields and checks that forms of several features share."""

import unicodedata
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from campaign.words import numbered_title
from scoring import MISSIONS

# Letters, by their category in Unicode, that are drawn as nothing.
BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"

HIGHEST_VERSION = 2**31 - 1
OUT_OF_DATE = _("This page is out of date. Load it again.")

MISSION_CHOICES = [(mission.number, lazy(numbered_title, str)(mission)) for mission in MISSIONS.values()]
NO_SUCH_MISSION = _("There are ten missions: choose one of them.")


class FixedFields(dict[str, forms.Field]):
    """Fields that every form of a class shares."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> "FixedFields":
        return self


F = TypeVar("F", bound=type[forms.Form])


def with_fixed_fields(form: F) -> F:
    """Have no form of this class change its fields: so none needs copies, which take longer than to read the form."""
    form.base_fields = FixedFields(form.base_fields)
    return form


class DateInput(forms.DateInput):
    """The browser's own date picker, which takes and gives ISO dates in every language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


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
        message = _("This name contains an invisible character (%(code)s). Type it again.")
        raise ValidationError(message, code="hidden", params={"code": f"U+{ord(sign):04X}"})


def seen_now(data: QueryDict, version: int) -> QueryDict:
    """Return the typed data with the present version, so that the form can be sent again and then wins."""
    data = data.copy()
    data["version"] = str(version)
    return data
