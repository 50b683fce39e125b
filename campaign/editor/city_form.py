from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.cities import CityError, read_city
from scoring import City, Rules


class CityForm(forms.Form):
    """A city in the notation, over the version of the evaluation it was made from."""

    city = forms.CharField(
        label=_("City"),
        max_length=400,
        strip=True,
        error_messages={"required": _("A city is a line such as T3SU1-/P-FH2/----/---- 12i5e.")},
    )
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_city(self) -> City:
        try:
            return read_city(self.cleaned_data["city"], self.rules)
        except CityError as error:
            raise ValidationError(str(error), code="city") from error
