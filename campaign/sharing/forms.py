from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from campaign.accounts.hashers import BusyError
from campaign.models import Player

LONGEST_PIN = 8
WRONG = "wrong"
LIKE_A_PIN = RegexValidator(r"\A[0-9]{4,8}\Z", _("A PIN has four to eight digits."))


class PinForm(forms.Form):
    """A field for one player's PIN; see its two subclasses."""

    pin = forms.CharField(
        label=_("PIN"),
        max_length=LONGEST_PIN,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": _("Type the digits of the PIN.")},
    )

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"%s-{player.pk}"  # the sharing page has one for each player
        self.player = player


class NewPinForm(PinForm):
    """A new PIN for a player, set by the owner on the sharing page."""

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(player, *args, **kwargs)
        self.fields["pin"].validators = [LIKE_A_PIN]  # which bounds the length too


class GivenPinForm(PinForm):
    """A player's present PIN, typed by the visitor who claims to be that player."""

    def clean_pin(self) -> str:
        pin: str = self.cleaned_data["pin"]
        try:
            is_right = self.player.check_pin(pin)
        except BusyError as error:
            raise ValidationError(str(error), code="busy") from error
        if not is_right:
            message = _("This is not the PIN of %(name)s. The owner of the campaign can set a new one.")
            raise ValidationError(message, code=WRONG, params={"name": self.player.name})
        return pin
