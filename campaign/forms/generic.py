"""Django's form classes as the type checker knows them: with a model or form in brackets, which means nothing later."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import forms as auth_forms

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


__all__ = ["BaseFormSet", "ModelForm", "UserCreationForm"]
