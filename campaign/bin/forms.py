from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign


class DeleteForm(forms.Form):
    """Ask the user to type the campaign's name, so that nobody deletes a campaign by accident."""

    name = forms.CharField(
        label=_("The name of the campaign"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Type the name of the campaign to delete it.")},
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.casefold().split() != self.campaign.name.casefold().split():
            raise ValidationError(
                _("This is not its name: it is called %(name)s."), params={"name": self.campaign.name}
            )
        return name
