"""Django's form classes as the type checker knows them: with a model or form in brackets, which means nothing later."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import forms as auth_forms
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


HIGHEST_VERSION = 2**31 - 1
OUT_OF_DATE = _("This page does not fit what is stored any more. Load it again.")


class VersionField(forms.IntegerField):
    """What the page was showing when it was filled in: hidden, and compared before anything is written."""

    def __init__(self, **kwargs: Any) -> None:
        sentences = dict.fromkeys(("required", "invalid", "min_value", "max_value"), OUT_OF_DATE)
        super().__init__(
            min_value=0, max_value=HIGHEST_VERSION, widget=forms.HiddenInput, error_messages=sentences, **kwargs
        )


def seen_now(data: QueryDict, version: int) -> QueryDict:
    """What was typed, to be sent again by somebody who has read what changed meanwhile."""
    data = data.copy()
    data["version"] = str(version)
    return data


__all__ = ["HIGHEST_VERSION", "OUT_OF_DATE", "BaseFormSet", "ModelForm", "UserCreationForm", "VersionField", "seen_now"]
