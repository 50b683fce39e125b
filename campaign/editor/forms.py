from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from campaign.editor.moves import AT_A_SQUARE, Do, Tap
from campaign.editor.palette import LETTERS, SPECIAL_TILES
from campaign.models.history import LONGEST_KEY
from campaign.scores.cities import MOST_OF_A_RESOURCE, CityError, read_city
from campaign.web.forms import OUT_OF_DATE, VersionField, with_fixed_fields
from scoring import City, Rules


@with_fixed_fields
class TapForm(forms.Form):
    """Check the fields of a tap: the command `do`, the tapped `square`, and `at`, the square chosen before."""

    do = forms.ChoiceField(
        choices=[(do.value, do.value) for do in Do], required=False, error_messages={"invalid_choice": OUT_OF_DATE}
    )
    square = forms.CharField(required=False)
    at = forms.CharField(required=False)
    brush = forms.CharField(required=False)
    tile = forms.CharField(required=False)  # the code of the special Public Service chosen for the square
    digit = forms.IntegerField(required=False, error_messages={"invalid": OUT_OF_DATE})
    # A browser that got no answer sends the tap again with the same key.
    key = forms.SlugField(
        required=False, max_length=LONGEST_KEY, error_messages=dict.fromkeys(("invalid", "max_length"), "")
    )

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.names = rules.board.names

    def clean_do(self) -> Do:
        do: str = self.cleaned_data["do"]
        if do:
            return Do(do)
        if "digit" in self.data:
            return Do.DIGIT
        return Do.PASTE if "city" in self.data and "square" not in self.data else Do.TAP

    def clean_brush(self) -> str:
        brush: str = self.cleaned_data["brush"]
        if brush and brush not in LETTERS:
            raise ValidationError(OUT_OF_DATE, code="brush")
        return brush

    def clean_tile(self) -> str:
        tile: str = self.cleaned_data["tile"]
        if tile and tile not in SPECIAL_TILES:
            raise ValidationError(OUT_OF_DATE, code="tile")
        return tile

    def clean_at(self) -> str:
        at: str = self.cleaned_data["at"]
        return at if at in self.names else ""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        data = self.cleaned_data
        if data.get("do") in AT_A_SQUARE and not self.chosen:
            named = data.get("square") or data.get("at")
            raise ValidationError(OUT_OF_DATE if named else _("Choose a square first."), code="square")
        return cleaned

    @property
    def chosen(self) -> str:
        """Return the name of the tapped square, or of the square chosen before; "" if there is none."""
        name = self.cleaned_data.get("square") or self.cleaned_data.get("at", "")
        return name if name in self.names else ""

    @property
    def letter(self) -> str:
        """Return the letter of the chosen brush; "" if no brush or an unknown brush is chosen."""
        brush: str = self.cleaned_data.get("brush", "")
        return brush

    @property
    def sent_key(self) -> str:
        key: str = self.cleaned_data.get("key", "")
        return key

    @property
    def is_step(self) -> bool:
        """Tell whether the command is undo or redo."""
        return self.is_valid() and self.cleaned_data["do"] in (Do.UNDO, Do.REDO)

    @property
    def supply(self) -> "SupplyForm | None":
        """Return the form for the Inhabitants and Energy Units in the request; None if they are missing."""
        given = {"inhabitants", "energy"} <= self.data.keys() or self.cleaned_data["do"] is Do.SUPPLY
        return SupplyForm(self.data) if given else None

    @property
    def pasted(self) -> "NotationForm":
        """Return the form for the typed or pasted notation of a city."""
        return NotationForm(self.data, rules=self.rules)

    @property
    def tap(self) -> Tap:
        data, supply = self.cleaned_data, self.supply
        square = self.names.index(self.chosen) if self.chosen else 0
        typed = supply.figures if supply and supply.is_valid() else None
        return Tap(data["do"], square, data["brush"], data["digit"] or 0, typed, data["tile"])


@with_fixed_fields
class VersionForm(forms.Form):
    """Check the version of the city that the page shows."""

    version = VersionField()


@with_fixed_fields
class FollowForm(VersionForm):
    """Validate the request by which an open page asks for updates. `editing` means that the page has editing tools."""

    editing = forms.BooleanField(required=False)


def out_of_range() -> str:
    return _("Type a whole number from 0 to %(limit)s.") % {"limit": MOST_OF_A_RESOURCE}


class SupplyField(forms.IntegerField):
    """The number of Inhabitants or Energy Units that a player owns."""

    def __init__(self) -> None:
        sentence = lazy(out_of_range, str)()
        sentences = dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)
        super().__init__(min_value=0, max_value=MOST_OF_A_RESOURCE, error_messages=sentences)


@with_fixed_fields
class SupplyForm(forms.Form):
    """Check the numbers of Inhabitants and Energy Units that a player owns."""

    inhabitants = SupplyField()
    energy = SupplyField()

    @property
    def figures(self) -> tuple[int, int]:
        return self.cleaned_data["inhabitants"], self.cleaned_data["energy"]


class NotationForm(forms.Form):
    """Read a city that was typed or pasted in the notation. `position` is the index of the first wrong character."""

    city = forms.CharField(
        label=_("The city as a line of text"),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}),
        error_messages={"required": _("A city is a line such as T3SU1-/P-FH2/----/---- 12i5e.")},
    )
    position: int | None = None

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_city(self) -> City:
        try:
            return read_city(in_the_case_of_the_notation(self.cleaned_data["city"]), self.rules)
        except CityError as error:
            self.position = error.position
            raise ValidationError(str(error), code="city") from error


def in_the_case_of_the_notation(text: str) -> str:
    """Convert a typed notation to capitals for buildings and small letters for supply and allocation.

    >>> in_the_case_of_the_notation("t3s-/ph-- 12I5E")
    'T3S-/PH-- 12i5e'
    """
    if not text.isascii():
        return text  # upper() could make the text longer ("ß" becomes "SS"), and shift the reported error position
    buildings, space, rest = text.partition(" ")
    return buildings.upper() + space + rest.lower()


def sentences(form: forms.Form) -> tuple[str, ...]:
    """List the error sentences of a form, each sentence once."""
    return tuple(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors))
