from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from campaign.accounts.hashers import BusyError
from campaign.models import Player
from campaign.scores.names import isolated

LONGEST_PIN = 8
WRONG = "wrong"
LIKE_A_PIN = RegexValidator(r"\A[0-9]{4,8}\Z", _("A PIN has four to eight digits."))


class PinForm(forms.Form):
    """A form with one field for a player's PIN."""

    pin = forms.CharField(
        label=_("PIN"),
        max_length=LONGEST_PIN,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": _("Type the digits of the PIN.")},
    )

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"%s-{player.pk}"  # unique ids: the sharing page has one form per player
        self.player = player


class NewPinForm(PinForm):
    """The owner's form for a player's new PIN, on the sharing page."""

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(player, *args, **kwargs)
        self.fields["pin"].validators = [LIKE_A_PIN]  # replaces Django's validators, as LIKE_A_PIN checks the length


class GivenPinForm(PinForm):
    """The visitor's form for the PIN of the player whom they choose."""

    def clean_pin(self) -> str:
        pin: str = self.cleaned_data["pin"]
        try:
            is_right = self.player.check_pin(pin)
        except BusyError as error:
            raise ValidationError(str(error), code="busy") from error
        if not is_right:
            message = _("This is not the PIN of %(name)s. The owner of the campaign can set a new one.")
            raise ValidationError(message, code=WRONG, params={"name": isolated(self.player)})
        return pin
